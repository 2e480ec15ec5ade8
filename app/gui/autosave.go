package gui

import (
	"time"
	"weak"

	"gwscope/app/gui/mainloop"
	"gwscope/app/pipeline"
	"gwscope/app/session"
)

// guard saves against crashes what is in no file.
type guard struct {
	place *session.Recovery // nil where there is none, as in tests without a home
	last  docState          // that was saved
	// match is the one that was saved with it: only known, for it may be large and gone by now.
	match weak.Pointer[pipeline.Match]
	held  bool // something is saved there
	busy  bool // a save is under way
	again bool // and another was asked for meanwhile
	broke bool // the last one ended in a mistake of ours: the next may wait a while
	stop  chan struct{}
	save  func(c documentCopy, origin string) error // write, but in tests
}

// startGuard begins to save every so often.
func (d *desk) startGuard() {
	if d.home == nil {
		return
	}
	place, err := d.home.NewRecovery()
	if err != nil {
		d.m.setStatus("Nothing can be saved against a crash: " + err.Error())
		return
	}
	d.guard.place, d.guard.stop = place, make(chan struct{})
	mainloop.Go(func() {
		for {
			wait := time.Minute // where a person wants none, look again: wishes change
			mainloop.DoAndWait(func() {
				if s := d.prefs.AutosaveSeconds; s > 0 {
					wait = time.Duration(s) * time.Second
				}
			})
			select {
			case <-d.guard.stop:
				return
			case <-time.After(wait):
			}
			mainloop.Do(func() {
				if d.prefs.AutosaveSeconds > 0 {
					d.autosave()
				}
			})
		}
	})
}

// autosave saves in the background what would be lost, and takes away what would not any
// more. Where nothing has changed since the last time it does nothing.
func (d *desk) autosave() {
	g := d.guard
	if g.place == nil {
		return
	}
	if g.busy {
		g.again = true
		return
	}
	if g.broke { // which is being told of
		g.broke = false
		return
	}
	if !d.keep.lose() {
		if g.held {
			g.place.Clear()
			g.held = false
		}
		return
	}
	c, origin := d.copyDocument(), d.keep.path
	match := weak.Make(c.match)
	if g.held && g.match == match && len(session.Differences(g.last, c.state)) == 0 {
		return
	}
	g.busy, g.last, g.match, g.held = true, c.state, match, true
	d.background(func() func() {
		err := g.save(c, origin)
		return func() {
			g.busy = false
			if err != nil {
				g.held = false
				d.m.setStatus("Nothing was saved against a crash: " + err.Error())
				return
			}
			if g.again {
				g.again = false
				d.autosave()
			}
		}
	}, func() { g.busy, g.again, g.held, g.broke = false, false, false, true })
}

// write puts a document into the place.
func (g *guard) write(c documentCopy, origin string) error {
	doc := c.document()
	doc.Origin = origin
	return g.place.Save(doc)
}

// closeGuard ends it. What a person decided to lose goes; what a signal would lose stays
// for the next start.
func (d *desk) closeGuard(decided bool) {
	g := d.guard
	if g.place == nil {
		return
	}
	close(g.stop)
	switch {
	case decided || !d.keep.lose():
		g.place.Clear()
	default:
		if err := g.save(d.copyDocument(), d.keep.path); err != nil {
			g.place.Clear() // half a document helps nobody
		}
	}
	g.place.Close()
}
