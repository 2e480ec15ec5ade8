package anchor

import (
	"context"
	"maps"
	"sync"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/parallel"
	"gwscope/solver/judge"
	"gwscope/solver/metric"
)

// Memory keeps the work that solves of the same spaces have in common, so that one after
// another, with a pin or a tip moved in between, takes a fraction of the time: the look of the
// samples, their functions, and the fields of single tips. It changes no
// bit of any result. It is safe for several goroutines; the zero value is empty.
type Memory struct {
	mu    sync.Mutex
	sides map[sideKey]*ground
}

type sideKey struct {
	space     *metric.Space
	reflected bool
}

// ground are the facts about a side that do not depend on its tips.
type ground struct {
	whole *metric.Space // with all its samples
	space *metric.Space // the first of them, which matching works on
	// unit is the mean distance between samples in Domain units: distances over it say
	// nothing about the size of a shape.
	unit float64
	// positions and normals of the samples; no normals where the outside is not known.
	positions, normals []r3.Vec
	near               []int32 // neighbourhoods that gradients are fitted to
	width              int

	mu       sync.Mutex
	tips     []Extremity
	lesser   []Extremity
	fields   map[int32]*field
	bases    map[[2]int]*functions // by samples and functions
	scorers  map[int]*scorer       // by samples
	judged   *judge.Shape          // for its curvature, which mirror images share
	extender *extender             // to targetsOf
}

// field are the features of a shape seen from one tip.
type field struct {
	// far are the distances from the tip to all points (v), in units.
	far []float32
	// away are the unit tangent gradients of far at the samples (n), the directions in
	// which the shortest paths from the tip go on; zero where far has none.
	away []r3.Vec
}

// ground of a space, or of its mirror image.
func (m *Memory) ground(space *metric.Space, reflected bool) *ground {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := sideKey{space, reflected}
	if g := m.sides[key]; g != nil {
		return g
	}
	if m.sides == nil {
		m.sides = map[sideKey]*ground{}
	}
	g := &ground{whole: space, space: space.Prefix(finishSamples), fields: map[int32]*field{},
		bases: map[[2]int]*functions{}, scorers: map[int]*scorer{}}
	g.unit = meanDistance(g.space) * space.Diameter
	g.positions, g.normals = g.space.Positions(), g.space.Normals()
	if reflected {
		g.positions, g.normals = reflect(g.positions), reflect(g.normals)
	}
	g.width = min(gradientNeighbors+1, g.space.Len())
	g.near = judge.Nearest(g.space, g.space.Len(), g.width, 1)
	m.sides[key] = g
	return g
}

func (m *Memory) extremities(space *metric.Space, threads int) (tips, lesser []Extremity) {
	g := m.ground(space, false)
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.tips == nil {
		tips, lesser, _ := extremities(context.Background(), space, threads)
		g.tips, g.lesser = append([]Extremity{}, tips...), lesser
	}
	return g.tips, g.lesser
}

// Distances are the distances from points of a shape to all others (one row of v each, in
// Domain units), remembered. Rows are not to be written.
func (m *Memory) Distances(ctx context.Context, space *metric.Space, points []int32, threads int) (rows [][]float32, unit float64, err error) {
	g := m.ground(space, false)
	fields, err := g.fieldsOf(ctx, points, threads)
	if err != nil {
		return nil, 0, err
	}
	for _, f := range fields {
		rows = append(rows, f.far)
	}
	return rows, g.unit, nil
}

// mostFields bounds the fields that are kept: those of a dozen drags.
const mostFields = 64

// fieldsOf works out the unknown fields of the tips at these points.
func (g *ground) fieldsOf(ctx context.Context, points []int32, threads int) ([]*field, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	missing := []int32{}
	found := make(map[int32]*field, len(points))
	for _, p := range points {
		if f := g.fields[p]; f != nil {
			found[p] = f
		} else if _, ok := found[p]; !ok {
			missing = append(missing, p)
			found[p] = &field{far: make([]float32, len(g.whole.Domain.Points)), away: make([]r3.Vec, g.space.Len())}
		}
	}
	if len(missing) > 0 {
		err := g.whole.Domain.Geodesics(ctx, missing, g.whole.Kind, threads, func(k int, dist []float64) {
			far := found[missing[k]].far
			for p, d := range dist {
				far[p] = float32(d / g.unit)
			}
		})
		if err != nil {
			return nil, err
		}
		fresh := make([]*field, len(missing))
		for k, p := range missing {
			fresh[k] = found[p]
		}
		err = parallel.For(ctx, threads, g.space.Len(), 16, func(_, lo, hi int) {
			for i := lo; i < hi; i++ {
				g.fit(i, fresh)
			}
		})
		if err != nil {
			return nil, err
		}
		if len(g.fields)+len(missing) > mostFields {
			clear(g.fields)
		}
		maps.Copy(g.fields, found)
	}
	out := make([]*field, len(points))
	for k, p := range points {
		out[k] = found[p]
	}
	return out, nil
}

// basisOf is basis, remembered.
func (g *ground) basisOf(count, k int) (*functions, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	key := [2]int{count, k}
	if b, ok := g.bases[key]; ok {
		return b, nil
	}
	b, err := basis(g.space, count, k)
	if err == nil {
		g.bases[key] = b
	}
	return b, err
}

// scorerOf the first count samples.
func (g *ground) scorerOf(count, threads int) *scorer {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.judged == nil {
		g.judged = judge.NewShape(g.space, threads)
	}
	if g.scorers[count] == nil {
		g.scorers[count] = newScorer(g, count, threads)
	}
	return g.scorers[count]
}

// extenderToTargets carries rows to all samples and points between them.
func (g *ground) extenderToTargets(ctx context.Context, threads int) (*extender, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.extender != nil {
		return g.extender, nil
	}
	e, err := newExtender(ctx, g, targetsOf(g.whole, threads), threads)
	if err == nil {
		g.extender = e
	}
	return e, err
}
