package morph

import (
	"container/heap"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/meshgraph"
)

// reach is the size of the neighbourhoods whose rotations are told apart, as a
// share of the source's extent (√area, or the diagonal of a cloud): the smallest
// joints of the bodies that we know are about as large, and the jitter of dense maps
// is a third of it.
const reach = 0.04

// Smoothing is repeated within these bounds, which matter for meshes of fewer than a
// thousand and of more than fifty thousand points.
const leastSmoothing, mostSmoothing = 1, 32

// rotations are the turns of the points' neighbourhoods, from their edges in from to
// those in to: for each point an axis times an angle (n). Angles go beyond half a turn
// where the neighbours' do, so that a tail may wind.
func rotations(g *meshgraph.Graph, from, to []r3.Vec, extent float64) []r3.Vec {
	var length float64
	for _, e := range g.Edges {
		length += r3.Norm(r3.Sub(from[e[1]], from[e[0]])) / float64(len(g.Edges))
	}
	// A mean over neighbours spreads by about an edge's length, and k of them by √k as far.
	times := leastSmoothing
	if length > 0 {
		times = int(min(max(math.Pow(reach*extent/length, 2), leastSmoothing), mostSmoothing))
	}
	return unwind(g, turnsOf(g, from, to, times))
}

// turnsOf are the turns themselves, as matrices, of neighbourhoods that are spread so many
// times over their neighbours.
func turnsOf(g *meshgraph.Graph, from, to []r3.Vec, times int) []dense.Mat3 {
	// Where a neighbourhood goes is told by Σ w e' e over its edges. These sums are spread
	// over neighbours rather than the rotations made of them: noise then cancels out
	// before it can turn anything.
	sums := make([]dense.Mat3, g.N)
	for k, e := range g.Edges {
		u, v := r3.Sub(from[e[1]], from[e[0]]), r3.Sub(to[e[1]], to[e[0]])
		for _, i := range e {
			sums[i].AddOuter(g.Weight[k], v, u)
		}
	}
	sums = smooth(g, sums, times)
	turns := make([]dense.Mat3, g.N)
	dense.Blocks(0, g.N, 512, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			turns[i], _ = dense.Rotation3(sums[i])
		}
	})
	return turns
}

// smooth replaces each sum by the mean of it and its neighbours', several times.
func smooth(g *meshgraph.Graph, sums []dense.Mat3, times int) []dense.Mat3 {
	next := make([]dense.Mat3, g.N)
	for range times {
		dense.Blocks(0, g.N, 512, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				s := sums[i]
				row := g.Near[g.Start[i]:g.Start[i+1]]
				for _, j := range row {
					for c, x := range sums[j] {
						s[c] += x
					}
				}
				for c := range s {
					s[c] /= float64(len(row) + 1)
				}
				next[i] = s
			}
		})
		sums, next = next, sums
	}
	return sums
}

// unwind takes logarithms of rotations so that neighbours agree: a rotation by θ is
// also one by θ - 2π about the same axis, and of those the one nearest to a neighbour's
// is meant. The neighbours that differ least are asked first (a minimum spanning tree,
// from the point of each part that turns least).
func unwind(g *meshgraph.Graph, turns []dense.Mat3) []r3.Vec {
	out := make([]r3.Vec, g.N)
	first := make([]int32, g.Parts)
	for p := range first {
		first[p] = -1
	}
	for i := range turns {
		out[i] = logarithm(turns[i])
		if p := g.Part[i]; first[p] < 0 || r3.Norm2(out[i]) < r3.Norm2(out[first[p]]) {
			first[p] = int32(i)
		}
	}
	done := make([]bool, g.N)
	var open steps
	for _, root := range first {
		open = append(open[:0], step{0, root, root})
		for len(open) > 0 {
			s := heap.Pop(&open).(step)
			if done[s.to] {
				continue
			}
			done[s.to] = true
			if s.to != s.from {
				out[s.to] = nearestBranch(out[s.to], out[s.from])
			}
			for _, j := range g.Near[g.Start[s.to]:g.Start[s.to+1]] {
				if !done[j] {
					heap.Push(&open, step{difference(turns[s.to], turns[j]), s.to, j})
				}
			}
		}
	}
	return out
}

// step leads to a point from a neighbour that is done.
type step struct {
	far      float64
	from, to int32
}

type steps []step

func (s steps) Len() int { return len(s) }
func (s steps) Less(i, j int) bool {
	if s[i].far != s[j].far {
		return s[i].far < s[j].far
	}
	return s[i].to < s[j].to // the same tree every time
}
func (s steps) Swap(i, j int) { s[i], s[j] = s[j], s[i] }
func (s *steps) Push(x any)   { *s = append(*s, x.(step)) }
func (s *steps) Pop() any {
	last := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return last
}

// difference grows with the angle between two rotations.
func difference(a, b dense.Mat3) float64 {
	var sum float64
	for c := range a {
		sum += (a[c] - b[c]) * (a[c] - b[c])
	}
	return sum
}

// nearestBranch is the rotation of v written with whole turns more or less, so that it is
// nearest to by.
func nearestBranch(v, by r3.Vec) r3.Vec {
	angle := r3.Norm(v)
	axis := r3.Scale(1/angle, v)
	if angle < 1e-9 { // any axis will do for no turn at all
		if angle, axis = 0, by; r3.Norm(axis) < math.Pi {
			return v
		}
		axis = r3.Unit(axis)
	}
	whole := math.Round((r3.Dot(by, axis) - angle) / (2 * math.Pi))
	return r3.Scale(angle+2*math.Pi*whole, axis)
}

// logarithm is the axis of a rotation times its angle, from 0 to π.
func logarithm(r dense.Mat3) r3.Vec {
	twist := r3.Vec{X: r[7] - r[5], Y: r[2] - r[6], Z: r[3] - r[1]} // 2 sin θ times the axis
	sine, cosine := r3.Norm(twist)/2, (r[0]+r[4]+r[8]-1)/2
	angle := math.Atan2(sine, cosine)
	switch {
	case angle < 1e-9:
		return r3.Scale(0.5, twist)
	case angle < math.Pi-1e-3:
		return r3.Scale(angle/(2*sine), twist)
	}
	// Near half a turn the twist vanishes; R + R' = 2 cos θ I + 2 (1 - cos θ) a a' gives the
	// axis, and the twist, if there is any, its sign.
	k := 0
	for c := 1; c < 3; c++ {
		if r[4*c] > r[4*k] {
			k = c
		}
	}
	var axis [3]float64
	for c := range 3 {
		axis[c] = (r[3*k+c] + r[3*c+k]) / 2
	}
	axis[k] -= cosine
	a := r3.Unit(r3.Vec{X: axis[0], Y: axis[1], Z: axis[2]})
	if r3.Dot(a, twist) < 0 {
		a = r3.Scale(-1, a)
	}
	return r3.Scale(angle, a)
}

// turn is u turned by a rotation given as axis times angle (Rodrigues).
func turn(omega, u r3.Vec) r3.Vec {
	angle := r3.Norm(omega)
	if angle == 0 {
		return u
	}
	sine, cosine := math.Sincos(angle)
	a := r3.Scale(1/angle, omega)
	return r3.Add(r3.Add(r3.Scale(cosine, u), r3.Scale(sine, r3.Cross(a, u))), r3.Scale((1-cosine)*r3.Dot(a, u), a))
}
