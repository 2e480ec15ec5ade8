package present

import (
	"image/color"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/meshio/mesh"
	"gwscope/render/scene"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// Stage holds the values that all pictures of one state share: both shapes in one frame, and the
// place to which each vertex goes. Arrays are made once and shared between pictures, so that a
// renderer uploads changed arrays only. A Stage is safe for use by several goroutines.
//
// The frame: A is centred and has unit area. So has B; once a match is known, B is turned by the
// rotation that lays it best on A (GW does not depend on motion and size, and the pictures must
// not either).
type Stage struct {
	a, b  *side
	match *pipeline.Match
	// previewBToA has, before the match is finished, a vertex of A for each vertex of B: the match
	// of its nearest sample.
	previewBToA []int32

	turn correspond.Rigid // of B, once a match is known
	// For each vertex of A, in the common frame: matched is its place on B; arrives is the end of
	// its way in the morph, which is the same place or, where A's mesh was laid on B, its place
	// there. lies is that place on B in the pictures; it differs from arrives if B stands as filed.
	matched, arrives, lies []r3.Vec

	// Values that pictures share, computed when they are first needed.
	carried, filed sync.Once
	colA, colB     []color.NRGBA
	fileA, fileB   []color.NRGBA
	values         sync.Mutex // guards the fields below
	quantities     map[ColorBy]*Quantity
	distance       *Quantity
	distanceFrom   [2]int32
	checkers       [2]*checker
	worst          []int
	trust          [2][]float32
	wires          []scene.Vec // the edges of A's mesh on B
	loneOnce       sync.Once
	loneMarked     [2][]bool
	loneShare      [2]float64
	painting       sync.Mutex // guards the last colours
	painted        *painted
	paintedBy      paintKey
	cells          cellCache
}

// side is one shape in the common frame.
type side struct {
	mesh      *mesh.Mesh
	domain    *metric.Domain // nil before a space is known
	positions []r3.Vec       // vertices in file order, common frame
	normals   []r3.Vec
	vecs      []scene.Vec // the same for the renderer
	normalVec []scene.Vec
	bounds    [2]r3.Vec // of the points that take part
	far       bool      // some vertices lie far from all others, and are left out
	// place takes a position of the file to the common frame.
	place func(r3.Vec) r3.Vec
	unit  float64 // length of the common frame's unit in the file's units
	inner []uint8 // edges that cut polygons, by triangle; nil for none
}

// side is A's or B's side; nil where there is no such shape.
func (s *Stage) side(onB bool) *side {
	if onB {
		return s.b
	}
	return s.a
}

// has reports whether there is a shape with such a vertex.
func (sd *side) has(vertex int) bool { return sd != nil && vertex >= 0 && vertex < len(sd.positions) }

// NewStage prepares pictures of a finished match.
func NewStage(m *pipeline.Match) *Stage {
	s := &Stage{match: m, a: newSide(m.A.Mesh, m.X.Domain, nil), turn: turnOf(m)}
	s.b = newSide(m.B.Mesh, m.Y.Domain, &s.turn)
	s.place()
	return s
}

// NewStageAsFiled prepares pictures in which B is centred and scaled but not turned. The morph is
// that of all other pictures.
func NewStageAsFiled(m *pipeline.Match) *Stage {
	s := &Stage{match: m, a: newSide(m.A.Mesh, m.X.Domain, nil), turn: correspond.Identity()}
	s.b = newSide(m.B.Mesh, m.Y.Domain, nil)
	s.place()
	turn := turnOf(m)
	s.arrives = make([]r3.Vec, len(s.lies))
	for i, p := range s.lies {
		s.arrives[i] = turn.Apply(p)
	}
	return s
}

// NewStageLike prepares pictures of a match of the same two shapes in which B is turned as in the
// pictures of like, so that several matches can be compared. Both stages share their arrays.
func NewStageLike(m *pipeline.Match, like *Stage) *Stage {
	s := &Stage{match: m, a: like.a, b: like.b, turn: like.turn}
	s.place()
	return s
}

// turnOf is the motion that lays B best on A, by the match.
func turnOf(m *pipeline.Match) correspond.Rigid {
	return correspond.BestRigid(m.AToB.Positions, m.X.Domain.Points, m.X.Domain.PointArea)
}

// place finds the places to which A's vertices go.
func (s *Stage) place() {
	m := s.match
	s.matched, s.arrives = make([]r3.Vec, len(m.A.Mesh.Vertices)), make([]r3.Vec, len(m.A.Mesh.Vertices))
	arrival := arrival(m)
	for i, p := range m.X.Domain.PointOf {
		s.matched[i], s.arrives[i] = s.turn.Apply(m.AToB.Positions[p]), s.turn.Apply(arrival[p])
	}
	s.lies = s.arrives
}

// NewShapesStage prepares pictures of two shapes that are not matched yet;
// either may be nil.
func NewShapesStage(a, b *pipeline.Shape) *Stage {
	s := &Stage{}
	if a != nil {
		s.a = newSide(a.Mesh, nil, nil)
	}
	if b != nil {
		s.b = newSide(b.Mesh, nil, nil)
	}
	return s
}

// NewPreviewStage prepares pictures of a plan that is still being improved: each point has the
// match of its nearest sample. A sample without mass has the match of the nearest sample with
// mass. With asFiled, B is not turned.
func NewPreviewStage(a, b *pipeline.Shape, p *pipeline.Preview, asFiled bool) *Stage {
	yToX := inPlan(p.Y, correspond.HeaviestSources(p.Plan))
	if yToX == nil {
		return NewShapesStage(a, b)
	}
	s := &Stage{}
	s.a = newSide(a.Mesh, p.X.Domain, nil)
	from, to := make([]r3.Vec, len(yToX)), make([]r3.Vec, len(yToX))
	for j, i := range yToX {
		from[j], to[j] = p.Y.Domain.Points[p.Y.Samples[j]], p.X.Domain.Points[p.X.Samples[i]]
	}
	turn := correspond.BestRigid(from, to, p.Y.Weights)
	s.b = newSide(b.Mesh, p.Y.Domain, map[bool]*correspond.Rigid{false: &turn}[asFiled])
	nearest := p.Y.NearestSamples(0)
	s.previewBToA = make([]int32, len(b.Mesh.Vertices))
	for i, point := range p.Y.Domain.PointOf {
		s.previewBToA[i] = p.X.Domain.VertexOf[p.X.Samples[yToX[nearest[point]]]]
	}
	return s
}

// inPlan gives each sample without a match (-1) the match of the nearest sample that has one; nil
// where no sample has one.
func inPlan(y *metric.Space, yToX []int32) []int32 {
	out := slices.Clone(yToX)
	for j, i := range yToX {
		least := math.Inf(1)
		for k, d := range y.Distances.RawRowView(j) {
			if i < 0 && yToX[k] >= 0 && d < least {
				least, out[j] = d, yToX[k]
			}
		}
		if out[j] < 0 {
			return nil
		}
	}
	return out
}

// Matched is the place on B of vertex i of A, in the common frame.
func (s *Stage) Matched(i int) r3.Vec { return s.matched[i] }

func newSide(m *mesh.Mesh, d *metric.Domain, turn *correspond.Rigid) *side {
	sd := &side{mesh: m, domain: d}
	center, scale := frameOf(m)
	if d != nil {
		center, scale = d.Center, d.Scale
	}
	sd.unit = scale
	sd.place = func(v r3.Vec) r3.Vec {
		p := r3.Scale(1/scale, r3.Sub(v, center))
		if turn != nil {
			p = turn.Apply(p)
		}
		return p
	}
	sd.positions = make([]r3.Vec, len(m.Vertices))
	for i, v := range m.Vertices {
		sd.positions[i] = sd.place(v)
	}
	sd.normals = sideNormals(m, d)
	if turn != nil && sd.normals != nil {
		for i, n := range sd.normals {
			sd.normals[i] = turn.Turn(n)
		}
	}
	sd.vecs, sd.normalVec = toVecs(sd.positions), toVecs(sd.normals)
	sd.bounds, sd.far = boundsOf(sd.near(d)), d != nil && d.Far != nil
	sd.inner = innerEdges(m)
	return sd
}

// near are the positions without those far from all others, which the match leaves out.
func (sd *side) near(d *metric.Domain) []r3.Vec {
	if d == nil || d.Far == nil {
		return sd.positions
	}
	var out []r3.Vec
	for v, p := range sd.positions {
		if !d.Far[v] {
			out = append(out, p)
		}
	}
	return out
}

// frameOf centres a mesh at its area centroid with unit area, as a Domain does;
// a cloud at its mean with unit bounding-box diagonal.
func frameOf(m *mesh.Mesh) (center r3.Vec, scale float64) {
	var area float64
	for _, t := range m.Triangles {
		a, b, c := m.Vertices[t[0]], m.Vertices[t[1]], m.Vertices[t[2]]
		w := r3.Norm(r3.Cross(r3.Sub(b, a), r3.Sub(c, a))) / 2
		center = r3.Add(center, r3.Scale(w/3, r3.Add(r3.Add(a, b), c)))
		area += w
	}
	if area > 0 {
		return r3.Scale(1/area, center), math.Sqrt(area)
	}
	for _, v := range m.Vertices {
		center = r3.Add(center, r3.Scale(1/float64(len(m.Vertices)), v))
	}
	box := boundsOf(m.Vertices)
	if scale = r3.Norm(r3.Sub(box[1], box[0])); scale == 0 {
		scale = 1
	}
	return center, scale
}

// sideNormals are smooth normals for each vertex of the file: those of the welded
// domain where there is one, so that a triangle soup looks smooth too.
func sideNormals(m *mesh.Mesh, d *metric.Domain) []r3.Vec {
	if d != nil && d.Normals != nil {
		out := make([]r3.Vec, len(m.Vertices))
		for i, p := range d.PointOf {
			out[i] = d.Normals[p]
		}
		return out
	}
	if len(m.Triangles) == 0 {
		return m.Normals
	}
	return m.VertexNormals()
}

func toVecs(ps []r3.Vec) []scene.Vec {
	if ps == nil {
		return nil
	}
	out := make([]scene.Vec, len(ps))
	for i, p := range ps {
		out[i] = toVec(p)
	}
	return out
}

func toVec(p r3.Vec) scene.Vec { return scene.Vec{float32(p.X), float32(p.Y), float32(p.Z)} }

func boundsOf(ps []r3.Vec) [2]r3.Vec {
	inf := math.Inf(1)
	lo, hi := r3.Vec{X: inf, Y: inf, Z: inf}, r3.Vec{X: -inf, Y: -inf, Z: -inf}
	for _, p := range ps {
		lo = r3.Vec{X: math.Min(lo.X, p.X), Y: math.Min(lo.Y, p.Y), Z: math.Min(lo.Z, p.Z)}
		hi = r3.Vec{X: math.Max(hi.X, p.X), Y: math.Max(hi.Y, p.Y), Z: math.Max(hi.Z, p.Z)}
	}
	return [2]r3.Vec{lo, hi}
}
