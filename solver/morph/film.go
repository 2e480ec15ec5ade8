package morph

import (
	"context"
	"math"
	"sync/atomic"

	"gonum.org/v1/gonum/spatial/r3"
)

// Spans is the number of spans that a film is cut into. Between its pictures points
// go straight: a limb that turns by 150° on the whole is then shortened by less than
// a thousandth.
const Spans = 32

// Film keeps pictures along a path, so that any t costs one blend of two of them. It
// is safe for use by several goroutines.
type Film struct {
	path     Path
	pictures [Spans + 1]atomic.Pointer[[]r3.Vec]
	done     atomic.Int32
}

// NewFilm makes a film of which only both ends are there yet.
func NewFilm(p Path) *Film {
	f := &Film{path: p}
	f.take(0)
	f.take(Spans)
	return f
}

func (f *Film) take(k int) {
	x := f.path.At(float64(k) / Spans)
	f.pictures[k].Store(&x)
	f.done.Add(1)
}

// Shoot takes all missing pictures, the middle first, then the quarters, and so on,
// until the context ends. taken, if set, is called after each.
func (f *Film) Shoot(ctx context.Context, taken func()) error {
	for step := Spans; step > 1; step /= 2 {
		for k := step / 2; k < Spans; k += step {
			if err := ctx.Err(); err != nil {
				return err
			}
			if f.pictures[k].Load() == nil {
				f.take(k)
				if taken != nil {
					taken()
				}
			}
		}
	}
	return nil
}

// Ready is the share of the pictures that are there.
func (f *Film) Ready() float64 { return float64(f.done.Load()) / (Spans + 1) }

// Len is the number of points.
func (f *Film) Len() int { return f.path.Len() }

// At is the place of each point at t (n), between the nearest pictures that are
// there: the path itself at every picture, and at both ends always.
func (f *Film) At(t float64) []r3.Vec {
	u := min(max(t, 0), 1) * Spans
	if math.IsNaN(u) {
		u = 0
	}
	lo, hi := int(math.Floor(u)), int(math.Ceil(u))
	for f.pictures[lo].Load() == nil {
		lo--
	}
	for f.pictures[hi].Load() == nil {
		hi++
	}
	a, b := *f.pictures[lo].Load(), *f.pictures[hi].Load()
	out := make([]r3.Vec, len(a))
	if lo == hi {
		copy(out, a)
		return out
	}
	s := (u - float64(lo)) / float64(hi-lo)
	for i := range out {
		out[i] = r3.Add(r3.Scale(1-s, a[i]), r3.Scale(s, b[i]))
	}
	return out
}
