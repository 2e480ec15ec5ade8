package drawing

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"gwscope/internal/routine"
	"gwscope/render/glctx"
)

const (
	// mostTries is the number of tries to open a new context, within half a minute. After a reset a driver may
	// need some seconds.
	mostTries = 12
	// After more than mostLosses losses within lossWindow the drawer gives up.
	mostLosses = 5
	lossWindow = time.Minute
)

// TryAfter is the time to wait after so many failed tries: a twentieth of a second at first, then twice as long
// each time, up to five seconds.
func TryAfter(tries int) time.Duration {
	return min(50*time.Millisecond<<min(tries, 10), 5*time.Second)
}

// errDrawingOver is the error after too many losses.
var errDrawingOver = errors.New("the graphics driver was reset over and over: save the session and start GWScope again, or update the driver")

// failed takes an error of drawing on g. A lost context is replaced.
func (d *Drawer) failed(g *drawing, err error) {
	if !errors.Is(err, glctx.ErrLost) {
		d.settings.Fail(err)
		return
	}
	begin, over := d.noteLoss(g)
	if over {
		d.settings.Fail(errDrawingOver)
	}
	if !begin {
		return
	}
	// On a goroutine of its own: replace closes the lost viewer, and this goroutine may be the viewer's.
	routine.Go(func() { d.replace(g) }, func(p *routine.Panic) {
		d.mu.Lock()
		d.making = false
		d.mu.Unlock()
		d.settings.Fail(p)
	})
}

// noteLoss counts a loss. begin tells the caller to replace the context, over that there were too many losses.
func (d *Drawer) noteLoss(g *drawing) (begin, over bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.now != g || d.making || d.ended {
		return false, false
	}
	now := time.Now()
	d.recent = slices.DeleteFunc(append(d.recent, now), func(t time.Time) bool { return now.Sub(t) > lossWindow })
	if len(d.recent) > mostLosses {
		return false, true
	}
	d.making = true
	return true, false
}

// replace makes a new context and goes on with the last frame.
func (d *Drawer) replace(g *drawing) {
	d.settings.Lost()
	var next *drawing
	var err error
	for tries := range mostTries {
		if next, err = d.make(false); err == nil {
			break
		}
		time.Sleep(d.settings.Wait(tries))
		d.mu.Lock()
		ended := d.ended
		d.mu.Unlock()
		if ended {
			return
		}
	}
	d.mu.Lock()
	d.making = false
	if err != nil || d.ended {
		over := d.ended
		d.mu.Unlock()
		if next != nil {
			next.close()
		}
		if !over {
			d.settings.Fail(fmt.Errorf("the OpenGL context was lost and there is no other: %w", err))
		}
		return
	}
	d.now = next
	next.viewer.Submit(d.frame)
	d.mu.Unlock()
	g.close()
	d.settings.Back()
}
