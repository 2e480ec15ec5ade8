package judge

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/dense"
)

// normalWeight is the length (in √area) that a unit normal counts for beside the
// positions of a neighbourhood, whose radius is about 0.15: both have equal say.
const normalWeight = 0.15

// rigidity is the residual of the neighbourhoods of from under their best proper
// rotations to the snapped points: root mean square within a neighbourhood, in
// Domain units, then the geometric mean over samples and over the level's
// neighbourhood sizes. The normals of to count times outer, 1 or -1. The geometric mean asks where a map fits well; the
// arithmetic one would mostly tell where both candidates fit badly. Both Domains
// have unit area, so no scale is fitted. NaN when there are too few samples for a
// neighbourhood of three.
func rigidity(from, to *Level, snapped []int32, outer float64) float64 {
	sizes := from.sizes()
	if len(sizes) == 0 {
		return math.NaN()
	}
	logs := 0.0
	for i := range from.count {
		var g gather
		next := 0
		for k, j := range from.near[i*from.reach : i*from.reach+sizes[len(sizes)-1]] {
			p, n := from.at(from.space.Samples[j])
			q, m := to.at(snapped[j])
			g.add(p, n, q, r3.Scale(outer, m))
			if k+1 == sizes[next] {
				logs += math.Log(g.residual()/g.count+residualFloor*residualFloor) / 2
				next++
			}
		}
	}
	return math.Exp(logs / float64(from.count*len(sizes)))
}

// residualFloor keeps the logarithm of an exact match finite: a tenth of the
// resolution of the snap.
const residualFloor = 1e-3

// sizes are the neighbourhood sizes, the sample itself included, that this level has.
func (l *Level) sizes() []int {
	var sizes []int
	for _, k := range l.rigid {
		size := min(k+1, l.reach)
		if size >= 3 && (len(sizes) == 0 || size > sizes[len(sizes)-1]) {
			sizes = append(sizes, size)
		}
	}
	return sizes
}

// gather accumulates matched points and normals for one rotation fit.
type gather struct {
	count   float64
	p, q    r3.Vec
	squares float64
	cross   dense.Mat3 // Σ q p' + w² Σ m n'
}

func (g *gather) add(p, n, q, m r3.Vec) {
	const w2 = normalWeight * normalWeight
	g.count++
	g.p, g.q = r3.Add(g.p, p), r3.Add(g.q, q)
	g.squares += r3.Norm2(p) + r3.Norm2(q) + w2*(r3.Norm2(n)+r3.Norm2(m))
	g.cross.AddOuter(1, q, p)
	g.cross.AddOuter(w2, m, n)
}

// residual is min over proper rotations R and translations of
// Σ |R p + t - q|² + w² Σ |R n - m|².
func (g *gather) residual() float64 {
	h := g.cross
	h.AddOuter(-1/g.count, g.q, g.p)
	_, trace := dense.Rotation3(h)
	centred := g.squares - (r3.Norm2(g.p)+r3.Norm2(g.q))/g.count
	return max(centred-2*trace, 0)
}
