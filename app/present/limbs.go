package present

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/internal/heap"
	"gwscope/meshio/mesh"
)

// limb is a part that sticks out. It begins, seen from the middle of the shape, where it is no
// longer connected with another limb.
type limb struct {
	tip     int // vertex
	members []member
	offset  lab
}

// member is a vertex of a limb. share is its share of the limb's tint: 0 where the limb begins, 1
// from half of its length on.
type member struct {
	vertex int
	share  float64
}

// A limb is at least limbLeast long, in √area, and as long as limbEdges edges: shorter parts are
// noise. A finger of a person is 0.05 long.
const (
	limbLeast = 0.03
	limbEdges = 2.5
)

// mostTinted is the largest number of vertices for which limbs are sought, which takes a second.
const mostTinted = 1_000_000

// limbsOf finds the limbs of a mesh with vertices at, in √area; a cloud has none. It goes through
// the points from the farthest to the middle: where two parts that are long enough meet, both are
// limbs.
func limbsOf(m *mesh.Mesh, at []r3.Vec) []limb {
	if len(m.Triangles) == 0 || len(at) > mostTinted {
		return nil
	}
	point, vertex := mesh.Weld(m.Vertices)
	g := edgesOf(m, point, vertex, at)
	from, ok := g.middle(at, vertex)
	if !ok {
		return nil
	}
	far := g.distances(from)
	least := max(limbLeast, limbEdges*g.mean)

	order := make([]int32, 0, len(vertex))
	for p := range vertex {
		if !math.IsInf(far[p], 1) {
			order = append(order, int32(p))
		}
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Or(cmp.Compare(far[b], far[a]), cmp.Compare(a, b)) })
	f := &flood{far: far, least: least, vertex: vertex, sets: make([]*rise, len(vertex))}
	for _, p := range order {
		f.pass(p, g)
	}
	return toVertices(f.found, point, len(vertex))
}

// flood goes through the points by their distance from the middle, farthest first.
type flood struct {
	far    []float64 // of each point from the middle
	least  float64   // length of a limb
	vertex []int32   // of each point
	sets   []*rise   // of the points that were passed
	found  []limb    // members are points
}

// pass takes the next point: it begins a rise, joins a rise, or lets several rises meet.
func (f *flood) pass(p int32, g *edges) {
	var r *rise
	for _, e := range g.of(p) {
		other := f.sets[e.to].root()
		switch {
		case other == nil || other == r:
		case r == nil:
			r = other
		default:
			r = f.meet(r, other, f.far[p])
		}
	}
	if r == nil {
		r = &rise{tip: p}
	}
	f.sets[p] = r
	if !r.trunk {
		r.points = append(r.points, p)
	}
}

// meet joins two rises at a level. If both are long enough they are limbs, and the joined rise is a
// trunk.
func (f *flood) meet(r, other *rise, level float64) *rise {
	both := f.far[r.tip]-level > f.least && f.far[other.tip]-level > f.least
	if both {
		for _, s := range []*rise{r, other} {
			if !s.trunk {
				f.close(s, level)
			}
		}
	}
	trunk := both || r.trunk || other.trunk
	r = r.join(other, f.far)
	r.trunk = trunk
	if trunk {
		r.points = nil // points of a trunk need no list
	}
	return r
}

// close makes a limb of a rise that ends at a level.
func (f *flood) close(r *rise, level float64) {
	l := limb{tip: int(f.vertex[r.tip])}
	half := (f.far[r.tip] - level) / 2
	for _, p := range r.points {
		x := min((f.far[p]-level)/half, 1)
		l.members = append(l.members, member{int(p), x * x * (3 - 2*x)})
	}
	f.found = append(f.found, l)
}

// toVertices replaces the points of limbs by the vertices of the file at these points; point has
// the point of each vertex.
func toVertices(found []limb, point []int32, points int) []limb {
	of, share := make([]int32, points), make([]float64, points)
	for k := range found {
		for _, v := range found[k].members {
			of[v.vertex], share[v.vertex] = int32(k+1), v.share
		}
		found[k].members = found[k].members[:0]
	}
	for v, p := range point {
		if k := of[p]; k > 0 && share[p] > 0 {
			found[k-1].members = append(found[k-1].members, member{v, share[p]})
		}
	}
	return found
}

// rise is a connected part of the surface beyond a distance from the middle.
type rise struct {
	up     *rise // the rise that it has become a part of
	tip    int32 // its farthest point
	trunk  bool  // limbs have met in it
	points []int32
}

func (r *rise) root() *rise {
	for r != nil && r.up != nil {
		if r.up.up != nil {
			r.up = r.up.up
		}
		r = r.up
	}
	return r
}

// join makes one rise of two; the farther tip stays.
func (r *rise) join(other *rise, far []float64) *rise {
	if len(other.points) > len(r.points) {
		r, other = other, r
	}
	if far[other.tip] > far[r.tip] {
		r.tip = other.tip
	}
	r.points = append(r.points, other.points...)
	other.up, other.points = r, nil
	return r
}

// edges are the neighbours of points with their distances.
type edges struct {
	start []int32
	all   []edge
	mean  float64
}

type edge struct {
	to     int32
	length float64
}

func (g *edges) of(p int32) []edge { return g.all[g.start[p]:g.start[p+1]] }

// edgesOf are the edges of a mesh between welded points; an edge of two triangles is listed twice.
func edgesOf(m *mesh.Mesh, point, vertex []int32, at []r3.Vec) *edges {
	g := &edges{start: make([]int32, len(vertex)+1)}
	each := func(visit func(a, b int32)) {
		for _, t := range m.Triangles {
			for k := range 3 {
				if a, b := point[t[k]], point[t[(k+1)%3]]; a != b {
					visit(a, b)
					visit(b, a)
				}
			}
		}
	}
	each(func(a, _ int32) { g.start[a+1]++ })
	for p := range vertex {
		g.start[p+1] += g.start[p]
	}
	g.all = make([]edge, g.start[len(vertex)])
	next := slices.Clone(g.start)
	sum := 0.0
	each(func(a, b int32) {
		l := r3.Norm(r3.Sub(at[vertex[a]], at[vertex[b]]))
		g.all[next[a]] = edge{b, l}
		next[a]++
		sum += l
	})
	g.mean = sum / math.Max(1, float64(len(g.all)))
	return g
}

// middle is the point, among those with edges, that is nearest to the centre of the surface.
func (g *edges) middle(at []r3.Vec, vertex []int32) (point int32, ok bool) {
	least := math.Inf(1)
	for p, v := range vertex {
		if d := r3.Norm2(at[v]); d < least && len(g.of(int32(p))) > 0 {
			least, point, ok = d, int32(p), true
		}
	}
	return point, ok
}

// distances are the distances along edges from a point; infinite where no edges lead.
func (g *edges) distances(from int32) []float64 {
	far := make([]float64, len(g.start)-1)
	for p := range far {
		far[p] = math.Inf(1)
	}
	far[from] = 0
	var open heap.Min[float64, int32]
	open.Push(0, from)
	for len(open) > 0 {
		at, p := open.Pop()
		if at > far[p] {
			continue
		}
		for _, e := range g.of(p) {
			if d := at + e.length; d < far[e.to] {
				far[e.to] = d
				open.Push(d, e.to)
			}
		}
	}
	return far
}

// limbTints are the tints that a limb may add to its colours.
var limbTints = func() []lab {
	out := []lab{{}}
	for k := range 6 {
		angle := float64(k) * math.Pi / 3
		out = append(out, lab{0.05 * float64(1-2*(k%2)), 0.1 * math.Cos(angle), 0.1 * math.Sin(angle)})
	}
	return out
}()

// nearCounts weighs the distance between two tips, in √area, against their difference in colour:
// far limbs may have the same tint.
const nearCounts = 0.3

// offsets gives each limb a tint, so that the tips of near limbs differ as much as possible.
func offsets(limbs []limb, labs []lab, at []r3.Vec) []limb {
	shown := func(i int) lab { return labs[limbs[i].tip].plus(limbs[i].offset, 1) }
	const rounds = 4
	for round := range rounds {
		for i := range limbs {
			best, bestOf := math.Inf(-1), lab{}
			for _, t := range limbTints {
				limbs[i].offset = t
				least := math.Inf(1)
				for j := range limbs {
					if j == i || round == 0 && j > i {
						continue
					}
					least = min(least, apartLab(shown(i), shown(j))+nearCounts*r3.Norm(r3.Sub(at[limbs[i].tip], at[limbs[j].tip])))
				}
				if least > best+1e-9 {
					best, bestOf = least, t
				}
			}
			limbs[i].offset = bestOf
		}
	}
	return limbs
}
