package amortized

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

const (
	heightQuantiles = 16 // over all points
	nearHeights     = 8  // over each of the ranges
	nearTurns       = 6
	heightSize      = heightQuantiles + len(ranges)*(nearHeights+nearTurns)
)

// ranges are the shares of the mass within which points are looked at.
var ranges = [...]float64{1.0 / 8, 1.0 / 4, 1}

// heights are quantiles of how far other points p_j lie from the point's tangent plane,
// |N·(p_j - p)|, over all of them and over the nearest, and of how their normals are turned
// against its own, (N·N_j)²: a seat looks different from a backrest even where distances
// are alike. Signs of normals do not matter.
func (p *profiler) heights(out []float32) {
	at, own := p.points[p.self], p.normals[p.self]
	p.plane, p.turn = p.plane[:0], p.turn[:0]
	for _, key := range p.sorted {
		j := uint32(key)
		cos := r3.Dot(own, p.normals[j])
		p.plane = append(p.plane, onGrid(math.Abs(r3.Dot(own, r3.Sub(p.points[j], at)))))
		p.turn = append(p.turn, onGrid(cos*cos))
	}
	if len(p.plane) == 0 {
		clear(out)
		return
	}
	// From the whole to the nearest would need them in their order again; so the other way:
	// each range sorts a copy of its part.
	rest := out[heightQuantiles:]
	for _, share := range ranges {
		near := p.nearest(share, min(fewestNear, len(p.sorted)))
		plane := p.sortedCopy(p.plane[:near])
		spread(rest[:nearHeights], plane)
		if near == len(p.plane) {
			spread(out[:heightQuantiles], plane)
		}
		spread(rest[nearHeights:nearHeights+nearTurns], p.sortedCopy(p.turn[:near]))
		rest = rest[nearHeights+nearTurns:]
	}
}

// onGrid rounds what is between 0 and 2.
func onGrid(v float64) uint32 { return uint32(math.Round(v * coarse)) }

func (p *profiler) sortedCopy(values []uint32) []uint32 {
	p.spare = append(p.spare[:0], values...)
	if cap(p.swap32) < len(values) {
		p.swap32 = make([]uint32, len(p.sorted))
	}
	p.spare, p.swap32 = radix(p.spare, p.swap32[:len(values)])
	return p.spare
}

// spread sets out to evenly spaced order statistics of sorted values on the coarse grid,
// from the least to the largest.
func spread(out []float32, sorted []uint32) {
	step := float64(len(sorted)-1) / float64(max(len(out)-1, 1))
	for q := range out {
		at := float64(q) * step
		k := min(int(at), len(sorted)-1)
		next := min(k+1, len(sorted)-1)
		v := float64(sorted[k]) + (at-float64(k))*(float64(sorted[next])-float64(sorted[k]))
		out[q] = float32(v / coarse)
	}
}
