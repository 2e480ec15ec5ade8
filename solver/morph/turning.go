package morph

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/meshgraph"
	"gwscope/solver/internal/sparse"
)

// Ends are the two ends of a morph, in one frame, and the edges that keep points together.
type Ends struct {
	From, To []r3.Vec // n each
	// Triangles of the surface whose points these are, with good shapes at From; empty
	// for a point cloud.
	Triangles [][3]int32
	// Neighbors of the points of a cloud at From, n rows of Width.
	Neighbors []int32
	Width     int
	// Area weighs the points where a part as a whole moves (n); nil: all alike.
	Area []float64
}

// Turning is the path on which neighbourhoods turn.
//
// With ω_ij the turn of an edge (the mean of its points' logarithms), R(t) = exp(t ω_ij)
// and e, e' the edge at both ends, the edge at t is to be
//
//	g_ij(t) = R(t) ((1-t) e + t R(1)' e')
//
// and the points are those with the least Σ w_ij |x_j - x_i - g_ij(t)|², a Laplacian
// system that is factored once. g is e at t = 0 and e' at t = 1, so the ends are exact.
// The few triangles that turn over on the way alone are turned back; see untangle.
// Each connected part keeps its centre on a straight line.
type Turning struct {
	ends   Ends
	g      *meshgraph.Graph
	turns  []r3.Vec // of each point
	omega  []r3.Vec // of each edge
	begin  []r3.Vec // e
	end    []r3.Vec // R(1)' e'
	factor *sparse.Cholesky
	pin    []int32 // a point of each part, whose place the system is told
	mass   []float64
	// knotted marks the triangles that oppose their surroundings at an end.
	knotted []bool
}

// NewTurning prepares a turning path; it takes about 0.1 s for 17,000 triangles. The
// error is the context's, or says what is wrong with the ends, or that there are too
// many points: a linear path does then.
func NewTurning(ctx context.Context, ends Ends) (*Turning, error) {
	n := len(ends.From)
	if len(ends.To) != n || ends.Area != nil && len(ends.Area) != n || len(ends.Neighbors) != n*ends.Width {
		panic("morph: both ends, areas and neighbours must be of the same points")
	}
	for _, end := range [][]r3.Vec{ends.From, ends.To} {
		for i, p := range end {
			if s := p.X + p.Y + p.Z; math.IsNaN(s) || math.IsInf(s, 0) {
				return nil, fmt.Errorf("point %d of the morph is at no finite place", i)
			}
		}
	}
	m := &Turning{ends: ends}
	if len(ends.Triangles) > 0 {
		m.g = meshgraph.Surface(ends.From, ends.Triangles)
	} else {
		m.g = meshgraph.Cloud(n, ends.Neighbors, ends.Width)
	}
	m.turns = rotations(m.g, ends.From, ends.To, extent(ends))
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.knotted = tangled(ends.From, ends.Triangles)
	for k, is := range tangled(ends.To, ends.Triangles) {
		m.knotted[k] = m.knotted[k] || is
	}
	edges := len(m.g.Edges)
	m.omega, m.begin, m.end = make([]r3.Vec, edges), make([]r3.Vec, edges), make([]r3.Vec, edges)
	for k, e := range m.g.Edges {
		m.omega[k] = r3.Scale(0.5, r3.Add(m.turns[e[0]], m.turns[e[1]]))
		m.begin[k] = r3.Sub(ends.From[e[1]], ends.From[e[0]])
		m.end[k] = turn(r3.Scale(-1, m.omega[k]), r3.Sub(ends.To[e[1]], ends.To[e[0]]))
	}
	m.weigh()
	a := sparse.Laplacian(n, m.g.Edges, m.g.Weight)
	for _, i := range m.pin {
		a.Diagonal[i]++ // one told place makes the system of a part definite and changes nothing else
	}
	var err error
	m.factor, err = sparse.Factor(ctx, a, sparse.Dissect(ends.From, a))
	return m, err
}

// extent is √area of a surface, the diagonal of a cloud.
func extent(ends Ends) float64 {
	if len(ends.Triangles) > 0 {
		var area float64
		for _, t := range ends.Triangles {
			a := ends.From[t[0]]
			area += r3.Norm(r3.Cross(r3.Sub(ends.From[t[1]], a), r3.Sub(ends.From[t[2]], a))) / 2
		}
		return math.Sqrt(area)
	}
	inf := math.Inf(1)
	lo, hi := r3.Vec{X: inf, Y: inf, Z: inf}, r3.Vec{X: -inf, Y: -inf, Z: -inf}
	for _, p := range ends.From {
		lo = r3.Vec{X: min(lo.X, p.X), Y: min(lo.Y, p.Y), Z: min(lo.Z, p.Z)}
		hi = r3.Vec{X: max(hi.X, p.X), Y: max(hi.Y, p.Y), Z: max(hi.Z, p.Z)}
	}
	if len(ends.From) == 0 {
		return 0
	}
	return r3.Norm(r3.Sub(hi, lo))
}

// weigh chooses the pinned point of each part, and the shares of points in its centre.
func (m *Turning) weigh() {
	m.mass = make([]float64, m.g.N)
	total := make([]float64, m.g.Parts)
	m.pin = make([]int32, m.g.Parts)
	for p := range m.pin {
		m.pin[p] = -1
	}
	for i, p := range m.g.Part {
		m.mass[i] = 1
		if m.ends.Area != nil {
			m.mass[i] = max(m.ends.Area[i], 0) + 1e-12 // so that a part without area has a centre
		}
		total[p] += m.mass[i]
		if m.pin[p] < 0 {
			m.pin[p] = int32(i)
		}
	}
	for i, p := range m.g.Part {
		m.mass[i] /= total[p]
	}
}

// Len is the number of points.
func (m *Turning) Len() int { return m.g.N }

// At is the place of each point at t (n).
func (m *Turning) At(t float64) []r3.Vec {
	switch {
	case !(t > 0):
		return append([]r3.Vec(nil), m.ends.From...)
	case t >= 1:
		return append([]r3.Vec(nil), m.ends.To...)
	}
	wanted := make([]r3.Vec, len(m.g.Edges))
	dense.Blocks(0, len(wanted), 4096, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			g := r3.Add(r3.Scale(1-t, m.begin[k]), r3.Scale(t, m.end[k]))
			wanted[k] = r3.Scale(m.g.Weight[k], turn(r3.Scale(t, m.omega[k]), g))
		}
	})
	x := make([]r3.Vec, m.g.N)
	for k, e := range m.g.Edges {
		x[e[0]] = r3.Sub(x[e[0]], wanted[k])
		x[e[1]] = r3.Add(x[e[1]], wanted[k])
	}
	m.factor.Solve(x)
	m.untangle(x)
	m.center(x, t)
	return x
}

// center moves each part so that its centre is on the straight line between the ends'.
func (m *Turning) center(x []r3.Vec, t float64) {
	off := make([]r3.Vec, m.g.Parts)
	for i, p := range m.g.Part {
		want := r3.Add(r3.Scale(1-t, m.ends.From[i]), r3.Scale(t, m.ends.To[i]))
		off[p] = r3.Add(off[p], r3.Scale(m.mass[i], r3.Sub(want, x[i])))
	}
	for i, p := range m.g.Part {
		x[i] = r3.Add(x[i], off[p])
	}
}
