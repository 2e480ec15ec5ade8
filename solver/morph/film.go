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
	from, to []r3.Vec                                // exact
	between  [Spans + 1]atomic.Pointer[[][3]float32] // single precision is enough to look at
	done     atomic.Int32
}

// NewFilm makes a film of which only both ends are there yet.
func NewFilm(p Path) *Film {
	f := &Film{path: p, from: p.At(0), to: p.At(1)}
	f.done.Add(2)
	return f
}

func (f *Film) take(k int) {
	at := f.path.At(float64(k) / Spans)
	x := make([][3]float32, len(at))
	for i, p := range at {
		x[i] = [3]float32{float32(p.X), float32(p.Y), float32(p.Z)}
	}
	f.between[k].Store(&x)
	f.done.Add(1)
}

// picture is the place of point i in picture k, which is there.
func (f *Film) picture(k int) func(i int) r3.Vec {
	switch k {
	case 0:
		return func(i int) r3.Vec { return f.from[i] }
	case Spans:
		return func(i int) r3.Vec { return f.to[i] }
	}
	x := *f.between[k].Load()
	return func(i int) r3.Vec { return r3.Vec{X: float64(x[i][0]), Y: float64(x[i][1]), Z: float64(x[i][2])} }
}

func (f *Film) there(k int) bool { return k == 0 || k == Spans || f.between[k].Load() != nil }

// Shoot takes all missing pictures, the middle first, then the quarters, and so on,
// until the context ends. taken, if set, is called after each.
func (f *Film) Shoot(ctx context.Context, taken func()) error {
	for step := Spans; step > 1; step /= 2 {
		for k := step / 2; k < Spans; k += step {
			if err := ctx.Err(); err != nil {
				return err
			}
			if !f.there(k) {
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
// there: the path itself at every picture, to single precision, and exactly at both ends.
func (f *Film) At(t float64) []r3.Vec {
	u := min(max(t, 0), 1) * Spans
	if math.IsNaN(u) {
		u = 0
	}
	lo, hi := int(math.Floor(u)), int(math.Ceil(u))
	for !f.there(lo) {
		lo--
	}
	for !f.there(hi) {
		hi++
	}
	a, b := f.picture(lo), f.picture(hi)
	out := make([]r3.Vec, len(f.from))
	if lo == hi {
		for i := range out {
			out[i] = a(i)
		}
		return out
	}
	s := (u - float64(lo)) / float64(hi-lo)
	for i := range out {
		out[i] = r3.Add(r3.Scale(1-s, a(i)), r3.Scale(s, b(i)))
	}
	return out
}
