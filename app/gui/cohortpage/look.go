package cohortpage

import (
	"time"

	"gwscope/app/cohort"
	"gwscope/app/gui/mainloop"
)

// lookEvery is the time between two looks at the files.
const lookEvery = 2 * time.Second

// looking is the goroutine that looks at a cohort's files.
type looking struct {
	ask  chan struct{} // for a look at once
	stop chan struct{}
}

// look begins to look at a cohort.
func (p *Page) look(c *cohort.Cohort) *looking {
	l := &looking{ask: make(chan struct{}, 1), stop: make(chan struct{})}
	w := c.Watch()
	mainloop.Go(func() {
		for {
			seen := w.Look()
			mainloop.DoAndWait(func() {
				if p.looking == l {
					p.take(seen)
				}
			})
			select {
			case <-l.stop:
				return
			case <-l.ask:
			case <-time.After(lookEvery):
			}
		}
	})
	return l
}

// end ends it. A look that is under way is dropped.
func (l *looking) end() { close(l.stop) }

// lookNow looks at the files at once.
func (p *Page) lookNow() {
	if p.looking == nil {
		return
	}
	select {
	case p.looking.ask <- struct{}{}:
	default: // asked already
	}
}
