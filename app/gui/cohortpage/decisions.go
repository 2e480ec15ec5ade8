package cohortpage

import (
	"gwscope/app/cohort"
)

// Decisions decides on the pairs of the page's cohort, and keeps the decisions since the cohort was opened, for
// undo.
type Decisions struct {
	p     *Page
	steps []step
	at    int // the first at steps are in force; Undo has taken back the others
	made  int // see Made
}

// step is one decision on a pair, with the state of the pair before and after it.
type step struct {
	pair          cohort.Pair
	before, after cohort.Judged
}

// Decide keeps a decision on a pair. The same decision again takes it back.
func (d *Decisions) Decide(e cohort.Entry, now cohort.Decision) {
	if e.Judged.Decision == now {
		now = cohort.Undecided
	}
	d.DecideWith(e.Pair, now, func() (string, error) {
		if now == cohort.Accepted { // a map that a person has found before stays
			return e.Judged.Map, nil
		}
		return "", nil
	})
}

// DecideWith keeps a decision. keep runs in the background and returns the name of the map that belongs to it,
// "" for none.
func (d *Decisions) DecideWith(pair cohort.Pair, now cohort.Decision, keep func() (string, error)) {
	var name string
	d.write(pair, func() (j cohort.Judged, err error) {
		name, err = keep()
		return cohort.Judged{Decision: now, Map: name}, err
	}, func(before cohort.Judged) string {
		d.steps = append(d.steps[:d.at], step{pair, before, cohort.Judged{Decision: now, Map: name}})
		d.at++
		return saidOf(pair, now, name)
	})
}

// write writes a decision in the background. done gets the decision before and returns the words to say.
func (d *Decisions) write(pair cohort.Pair, decide func() (cohort.Judged, error), done func(before cohort.Judged) string) {
	p, c := d.p, d.p.Cohort()
	if c == nil {
		return
	}
	p.s.Background(func() func() {
		var before cohort.Judged
		j, err := decide()
		if err == nil {
			before, err = c.Decide(pair, j.Decision, j.Map)
		}
		return func() {
			if err != nil {
				p.s.Fail("The decision cannot be kept", err)
				return
			}
			if p.Cohort() == nil || p.Cohort().Dir != c.Dir {
				return
			}
			d.made++
			p.s.Say(done(before))
			p.lookNow()
			p.s.Changed()
		}
	})
}

func saidOf(pair cohort.Pair, d cohort.Decision, withMap string) string {
	switch {
	case d == cohort.Accepted && withMap != "":
		return pair.B.Name + " accepted, with the map that is shown in place of the cohort's own"
	case d == cohort.Undecided:
		return pair.B.Name + ": nothing is decided any more"
	}
	return pair.B.Name + " " + string(d)
}

// CanUndo names the decision that Undo would take back; "" where there is none.
func (d *Decisions) CanUndo() string {
	if d.at == 0 {
		return ""
	}
	return nameOf(d.steps[d.at-1])
}

// CanRedo names the decision that Redo would make again; "" where there is none.
func (d *Decisions) CanRedo() string {
	if d.at == len(d.steps) {
		return ""
	}
	return nameOf(d.steps[d.at])
}

func nameOf(s step) string {
	switch s.after.Decision {
	case cohort.Accepted:
		return "accept " + s.pair.B.Name
	case cohort.Rejected:
		return "reject " + s.pair.B.Name
	}
	return "decide nothing on " + s.pair.B.Name
}

// Undo takes the last decision back.
func (d *Decisions) Undo() {
	if d.at > 0 {
		d.at--
		s := d.steps[d.at]
		d.put(s.pair, s.before, "Undone: "+nameOf(s))
	}
}

// Redo makes the decision again that was taken back last.
func (d *Decisions) Redo() {
	if d.at < len(d.steps) {
		s := d.steps[d.at]
		d.at++
		d.put(s.pair, s.after, "Redone: "+nameOf(s))
	}
}

// put writes a decision of Undo or Redo, which is no new step.
func (d *Decisions) put(pair cohort.Pair, j cohort.Judged, said string) {
	d.write(pair, func() (cohort.Judged, error) { return j, nil }, func(cohort.Judged) string { return said })
}

// Made counts decisions, each time that one is made or taken back.
func (d *Decisions) Made() int { return d.made }
