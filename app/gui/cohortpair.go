package gui

import (
	"context"

	"gwscope/app/cohort"
	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/session"
)

// entry is the pair in the views, with its present state in the cohort; ok is false where the shapes in the
// views are no pair of the open cohort.
func (cs *cohorts) entry() (e cohort.Entry, ok bool) {
	p, c := cs.m.cohort, cs.page.Cohort()
	if p.Folder == "" || c == nil || string(c.Dir) != p.Folder {
		return e, false
	}
	if e, ok = cs.page.EntryOf(p.Specimen, p.Template); !ok {
		return e, false
	}
	for s, of := range []cohort.Shape{e.Pair.A, e.Pair.B} {
		if sh := cs.m.shapes[s]; sh != nil && sh.Ref != c.Ref(of) {
			return e, false
		}
	}
	return e, true
}

// openPair opens a pair in the views. Where a person has found a map for it, its session is
// opened; otherwise the pair is matched with the cohort's options, which gives the cohort's own
// match.
func (cs *cohorts) openPair(e cohort.Entry) {
	c := cs.page.Cohort()
	cs.page.Walk()
	if now, ok := cs.entry(); ok && now.Pair.Specimen == e.Pair.Specimen && now.Pair.Template == e.Pair.Template {
		cs.show(false) // the views show the pair already
		return
	}
	cs.documents.mayLose("open another pair", func() {
		cs.m.setStatus("Opening " + e.Pair.B.Name + "…")
		work, threads := cs.work, cs.preferences.now.Options.Threads
		cs.tasks.opening(openedSession, func(ctx context.Context) func() {
			doc, err := pairDocument(ctx, work, c, e, threads)
			return func() {
				if err != nil {
					cs.m.setStatus(idle)
					cs.dialogs.fail("This pair cannot be opened", err)
					return
				}
				cs.page.Go(e)
				cs.awaited = true
				cs.show(false)
				cs.documents.resume(doc, "", nil)
			}
		})
	})
}

func pairDocument(ctx context.Context, work backend, c *cohort.Cohort, e cohort.Entry, threads int) (*session.Document, error) {
	of := session.CohortPair{Folder: string(c.Dir), Specimen: e.Pair.B.Name, Template: e.Pair.A.Name}
	if path := c.SessionOf(e.Judged); path != "" {
		doc, err := session.OpenContext(ctx, path, option.Schema)
		if err == nil && !doc.A.Missing && !doc.B.Missing {
			doc.Cohort = of
			doc.Options.Threads = threads
			return doc, nil
		}
		// Without its session the pair is shown with the cohort's options.
	}
	doc := session.NewDocument()
	doc.Cohort, doc.Options = of, c.Match()
	doc.Options.Threads = threads
	doc.A.Ref, doc.B.Ref = c.Ref(e.Pair.A), c.Ref(e.Pair.B)
	if e.Pair.A.Landmarks == "" && e.Pair.B.Landmarks == "" {
		return doc, nil
	}
	var shapes [2]*pipeline.Shape
	for s, ref := range []string{doc.A.Ref, doc.B.Ref} {
		shape, err := work.Load(ctx, ref, doc.Options)
		if err != nil {
			return nil, err
		}
		shapes[s] = shape
	}
	var err error
	doc.Marks, err = c.Marks(e.Pair, shapes[sideA], shapes[sideB])
	return doc, err
}

// beside opens the pair that stands by places after the pair in the views.
func (cs *cohorts) beside(by int) {
	at, ok := cs.entry()
	if !ok {
		return
	}
	if e, ok := cs.page.Beside(at, by); ok {
		cs.openPair(e)
		return
	}
	cs.m.setStatus(map[bool]string{true: "This is the last specimen of the page", false: "This is the first specimen of the page"}[by > 0])
}

// decide accepts or rejects a match: on the page that of the specimen for keys, in the views that of the pair
// there. An accepted match replaces the cohort's own.
func (cs *cohorts) decide(d cohort.Decision) {
	if cs.page.Visible() {
		if e, ok := cs.page.Current(); ok {
			cs.page.Decisions.Decide(e, d)
		}
		return
	}
	e, ok := cs.entry()
	if !ok {
		return
	}
	match, c := cs.m.match, cs.page.Cohort()
	state := cs.documents.state()
	cs.decided = &state
	again := e.Judged.Decision == d && (cs.judged == match || cs.judged == nil)
	cs.judged = match
	if again || d != cohort.Accepted { // a decision that is made again is taken back
		cs.page.Decisions.Decide(e, d)
		return
	}
	kept := cs.documents.copyDocument()
	cs.documents.keep.keptElsewhere()
	cs.page.Decisions.DecideWith(e.Pair, d, func() (string, error) { return c.KeepMap(e.Pair, match, kept.document()) })
}

// keptElsewhere tells that the document as it is now is kept in a file, though not in a file of its own.
func (k *keeper) keptElsewhere() {
	k.look()
	k.saved, k.kept, k.unsaved = k.history.Now(), k.m.match, false
	k.tell()
}

// whyNotJudge says why nothing can be decided now; "" where it can.
func (cs *cohorts) whyNotJudge(accept bool) string {
	if !cs.page.Opened() {
		return "No cohort is open"
	}
	if cs.page.Visible() {
		e, ok := cs.page.Current()
		return unless(ok && e.State == cohort.Matched, "There is no match to judge")
	}
	if _, ok := cs.entry(); !ok {
		return "The shapes in the views are no pair of the cohort"
	}
	if accept && (cs.m.match == nil || cs.m.job.running) {
		return "No match yet: it is still being found"
	}
	return ""
}

// undoes reports whether Undo takes back a decision: always on the page; in the views as long as only
// cameras have changed since the decision.
func (cs *cohorts) undoes() bool {
	if cs.page.Visible() {
		return true
	}
	if cs.decided == nil || cs.page.Decisions.CanUndo() == "" {
		return false
	}
	now := cs.documents.state()
	now.Cameras = cs.decided.Cameras // they may still be framing a new match
	return len(session.Differences(*cs.decided, now)) == 0
}
