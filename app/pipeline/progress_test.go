package pipeline

import (
	"testing"
	"time"

	"gwscope/app/session"
)

// The time left is within a factor of two as soon as some of the work is done, also where the
// first stages were kept and take no time, and whatever the effort.
func TestTheTimeLeftIsAboutRight(t *testing.T) {
	t.Parallel()
	fast, alone := session.Defaults(), session.Defaults()
	fast.Effort = "fast"
	alone.Surface = session.MapAlone
	for name, c := range map[string]struct {
		o                            session.Options
		space, solve, dense, surface float64 // seconds, as measured
	}{
		"thorough":            {session.Defaults(), 3, 9.5, 7.4, 19.4},
		"thorough, hard":      {session.Defaults(), 2.4, 19, 3.5, 6.4},
		"fast":                {fast, 2.4, 1.6, 5.8, 34.5},
		"fast, easy":          {fast, 1.1, 1.3, 5.4, 13},
		"thorough, map alone": {alone, 3, 9.5, 7.4, 0},
		"spaces kept":         {session.Defaults(), 0, 9.5, 7.4, 19.4},
		"fast, solve kept":    {fast, 0, 0, 5.4, 13},
	} {
		clock := time.Unix(0, 0)
		total := c.space + c.solve + c.dense + c.surface
		over, looks := 0, 0
		r := newReporter(nil, c.o)
		r.now, r.start, r.entered[0] = func() time.Time { return clock }, clock, clock
		r.to = func(p Progress) {
			done := clock.Sub(time.Unix(0, 0)).Seconds()
			if done < 0.2*total || done > 0.95*total {
				return
			}
			looks++
			if left := total - done; p.Left.Seconds() > 2*left || p.Left.Seconds() < left/2 {
				over++
				t.Logf("%s: after %.1f s of %.1f it says %.1f s more", name, done, total, p.Left.Seconds())
			}
		}
		from := 0.0
		for k, to := range []float64{r.shares.space, r.shares.solve, r.shares.dense, r.shares.surface} {
			seconds := []float64{c.space, c.solve, c.dense, c.surface}[k]
			steps := 40
			if seconds == 0 {
				steps = 1
			}
			for i := 1; i <= steps; i++ {
				clock = clock.Add(time.Duration(seconds / float64(steps) * float64(time.Second)))
				r.report("stage", span(from, to, float64(i)/float64(steps)), nil)
			}
			from = to
		}
		if looks < 20 || over > looks/10 {
			t.Errorf("%s: %d of %d estimates are not within a factor of two", name, over, looks)
		}
	}
}
