package gui

import (
	"time"
	"weak"

	"gwscope/app/gui/mainloop"
	"gwscope/app/pipeline"
	"gwscope/app/session"
)

// guard saves unsaved work, for the case of a crash.
type guard struct {
	m           *model
	tasks       *tasks
	preferences *preferences
	documents   *documents

	place *session.Recovery // nil where there is none, as in tests without a home
	last  docState          // the state that was saved
	// match is the match that was saved with it. The weak pointer does not keep the match in memory.
	match weak.Pointer[pipeline.Match]
	held  bool                                      // something is saved there
	busy  bool                                      // a save is under way
	again bool                                      // and another was asked for meanwhile
	broke bool                                      // the last save ended in a mistake of ours: the next call does nothing
	timer *time.Timer                               // of the next save; nil once the guard is closed
	save  func(c documentCopy, origin string) error // write; tests have their own
}

// start begins to save again and again, as often as the preferences say.
func (gd *guard) start() {
	if gd.preferences.home == nil {
		return
	}
	place, err := gd.preferences.home.NewRecovery()
	if err != nil {
		gd.m.setStatus("Nothing can be saved against a crash: " + err.Error())
		return
	}
	gd.place = place
	gd.wait()
}

// wait saves after the time that the preferences say, and then waits again.
func (gd *guard) wait() {
	next := time.Minute // until the next look at the preferences where a person wants no saving
	if s := gd.preferences.now.AutosaveSeconds; s > 0 {
		next = time.Duration(s) * time.Second
	}
	gd.timer = mainloop.After(next, func() {
		if gd.timer == nil {
			return
		}
		gd.wait()
		if gd.preferences.now.AutosaveSeconds > 0 {
			gd.autosave()
		}
	})
}

// autosave saves unsaved work in the background. It deletes the saved copy when no work is unsaved any more, and
// does nothing when nothing has changed since the last time.
func (gd *guard) autosave() {
	if gd.place == nil {
		return
	}
	if gd.busy {
		gd.again = true
		return
	}
	if gd.broke { // the dialog about that mistake has called this
		gd.broke = false
		return
	}
	if !gd.documents.keep.lose() {
		if gd.held {
			gd.place.Clear()
			gd.held = false
		}
		return
	}
	c, origin := gd.documents.copyDocument(), gd.documents.keep.path
	match := weak.Make(c.match)
	if gd.held && gd.match == match && len(session.Differences(gd.last, c.state)) == 0 {
		return
	}
	gd.busy, gd.last, gd.match, gd.held = true, c.state, match, true
	gd.tasks.background(func() func() {
		err := gd.save(c, origin)
		return func() {
			gd.busy = false
			if err != nil {
				gd.held = false
				gd.m.setStatus("Nothing was saved against a crash: " + err.Error())
				return
			}
			if gd.again {
				gd.again = false
				gd.autosave()
			}
		}
	}, func() { gd.busy, gd.again, gd.held, gd.broke = false, false, false, true })
}

// write puts a document into the place.
func (gd *guard) write(c documentCopy, origin string) error {
	doc := c.document()
	doc.Origin = origin
	return gd.place.Save(doc)
}

// close ends it. The saved copy is deleted where a person has decided about the work, and stays for the next
// start where a signal ends the program.
func (gd *guard) close(decided bool) {
	if gd.place == nil {
		return
	}
	gd.timer.Stop()
	gd.timer = nil
	keep := !decided && gd.documents.keep.lose()
	if keep {
		keep = gd.save(gd.documents.copyDocument(), gd.documents.keep.path) == nil
	}
	if !keep {
		gd.place.Clear()
	}
	gd.place.Close()
}
