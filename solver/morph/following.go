package morph

import (
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/dense"
)

// Followers are many points (v) that go along with few.
type Followers struct {
	From, To []r3.Vec
	// Corners and Shares give three of the few and barycentric coordinates between them.
	Corners [][3]int32
	Shares  [][3]float32
}

// following is the path of followers: each goes with its three corners, and its offset
// from their plane turns and changes as an edge does there.
type following struct {
	few        *Turning
	f          Followers
	turns      []r3.Vec // of the followers
	begin, end []r3.Vec // beside the corners' plane, the end turned back
}

// Following is the path of points that go along with those of a turning path. Its ends are
// exact.
func Following(few *Turning, f Followers) Path {
	if len(f.To) != len(f.From) || len(f.Corners) != len(f.From) || len(f.Shares) != len(f.From) {
		panic("morph: both ends and the corners must be of the same points")
	}
	n := len(f.From)
	p := &following{few: few, f: f, turns: make([]r3.Vec, n), begin: make([]r3.Vec, n), end: make([]r3.Vec, n)}
	dense.Blocks(0, n, 4096, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			p.turns[i] = p.mean(few.turns, i)
			p.begin[i] = r3.Sub(f.From[i], p.mean(few.ends.From, i))
			p.end[i] = turn(r3.Scale(-1, p.turns[i]), r3.Sub(f.To[i], p.mean(few.ends.To, i)))
		}
	})
	return p
}

// mean is the value at a follower of values at the few.
func (p *following) mean(of []r3.Vec, i int) (sum r3.Vec) {
	for k, c := range p.f.Corners[i] {
		sum = r3.Add(sum, r3.Scale(float64(p.f.Shares[i][k]), of[c]))
	}
	return sum
}

func (p *following) Len() int { return len(p.f.From) }

func (p *following) At(t float64) []r3.Vec {
	switch {
	case !(t > 0):
		return append([]r3.Vec(nil), p.f.From...)
	case t >= 1:
		return append([]r3.Vec(nil), p.f.To...)
	}
	few := p.few.At(t)
	out := make([]r3.Vec, len(p.f.From))
	dense.Blocks(0, len(out), 4096, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			beside := r3.Add(r3.Scale(1-t, p.begin[i]), r3.Scale(t, p.end[i]))
			out[i] = r3.Add(p.mean(few, i), turn(r3.Scale(t, p.turns[i]), beside))
		}
	})
	return out
}
