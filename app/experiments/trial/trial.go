package trial

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/assets/shapes"
	"gwscope/meshio/closest"
	"gwscope/meshio/mesh"
	"gwscope/solver/correspond"
)

// Kind is a kind of pair; results are listed by it.
type Kind string

// The kinds of pairs.
const (
	Within    Kind = "one species"
	Across    Kind = "two species"
	Object    Kind = "objects"
	Symmetric Kind = "symmetric"
	Unrelated Kind = "unrelated"
)

// Trial is a pair that is made when it is needed.
type Trial struct {
	Name   string
	Family string // of bases
	Kind   Kind
	Harm   string
	// Test says that the family serves for testing, and never for fitting.
	Test bool
	// Samples is the number of samples of each shape.
	Samples int
	base    func() (*base, error)
	harm    harm
}

// RightWithin and RightAcross are the mean geodesic errors, in √area, below which a match is
// right, within a species and between two.
const (
	RightWithin = 0.10
	RightAcross = 0.13
)

// Limit is the error below which a match of the trial is right.
func (t *Trial) Limit() float64 {
	if t.Kind == Across {
		return RightAcross
	}
	return RightWithin
}

// Pair is the pair of a trial. Truth is nil where nothing on one shape means what
// something on the other does: then no match is right.
type Pair struct {
	A, B  *pipeline.Shape
	Truth *correspond.Truth
}

// base is a pair before harm is done to it.
type base struct {
	a, b *mesh.Mesh // closed
	// place says where every vertex of a belongs on b, mirror where it belongs with left and
	// right exchanged; nil: not known.
	place, mirror []shapes.Place
}

// same is the base of a mesh and itself.
func same(m *mesh.Mesh) *base {
	b := &base{a: m, b: m, place: make([]shapes.Place, len(m.Vertices))}
	for f, t := range m.Triangles {
		for k, v := range t {
			p := shapes.Place{Face: int32(f)}
			p.Bary[k] = 1
			b.place[v] = p
		}
	}
	return b
}

func seedOf(words ...any) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, words...)
	return h.Sum64()
}

// Make makes the pair.
func (t *Trial) Make() (*Pair, error) {
	base, err := t.base()
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(seedOf(t.Name), 0x747269616c))
	a, b := clone(base.a), clone(base.b)
	place := base.place
	if t.harm.warp != nil {
		t.harm.warp(rng, b)
		if t.harm.reflects {
			if base.mirror == nil && base.place != nil {
				return nil, fmt.Errorf("%s: no mirror image is known", t.Name)
			}
			place = base.mirror
		}
	}
	least, more := 900, 900
	if t.Samples == ordinary {
		least, more = 2500, 3000 // as fine as meshes that people have
	}
	countA, countB := least+rng.IntN(more), least+rng.IntN(more)
	if t.harm.uneven {
		countA, countB = 2600, 600
	}
	A, B := shapes.Remeshed(a, countA, rng.Uint64()), shapes.Remeshed(b, countB, rng.Uint64())
	var truth *correspond.Truth
	if place != nil {
		truth = carried(a, b, place, A, B)
	}
	turn(rng, B)
	p := &pair{a: A, b: B, truth: truth}
	if t.harm.damage != nil {
		t.harm.damage(rng, p)
	}
	A, B = p.a, p.b
	A.Name, B.Name = t.Name+", A", t.Name+", B"
	return &Pair{A: pipeline.ShapeOf(A.Name, A), B: pipeline.ShapeOf(B.Name, B), Truth: p.truth}, nil
}

// carried is the truth from A to B, which are other triangulations of a and b.
func carried(a, b *mesh.Mesh, place []shapes.Place, A, B *mesh.Mesh) *correspond.Truth {
	onA, onB := closest.NewTree(a.Vertices, a.Triangles), closest.NewTree(B.Vertices, B.Triangles)
	n := len(A.Vertices)
	t := &correspond.Truth{Target: make([]int32, n), Face: make([]int32, n), Bary: make([][3]float64, n)}
	for v, p := range A.Vertices {
		f, bary, _ := onA.Closest(p)
		var q r3.Vec
		for k, c := range a.Triangles[f] {
			to := place[c]
			g := b.Triangles[to.Face]
			q = r3.Add(q, r3.Scale(bary[k], closest.At(to.Bary, b.Vertices[g[0]], b.Vertices[g[1]], b.Vertices[g[2]])))
		}
		t.Face[v], t.Bary[v], _ = onB.Closest(q)
		bary = t.Bary[v]
		t.Target[v] = B.Triangles[t.Face[v]][slices.Index(bary[:], slices.Max(bary[:]))]
	}
	return t
}

func clone(m *mesh.Mesh) *mesh.Mesh {
	return &mesh.Mesh{Name: m.Name, Vertices: slices.Clone(m.Vertices), Triangles: slices.Clone(m.Triangles)}
}

// turn turns, scales and moves a mesh.
func turn(rng *rand.Rand, m *mesh.Mesh) {
	q := quat.Number{Real: rng.NormFloat64(), Imag: rng.NormFloat64(), Jmag: rng.NormFloat64(), Kmag: rng.NormFloat64()}
	r := r3.Rotation(quat.Scale(1/quat.Abs(q), q))
	for i, v := range m.Vertices {
		m.Vertices[i] = r3.Add(r3.Scale(2.5, r.Rotate(v)), r3.Vec{X: 3, Y: 1, Z: -2})
	}
}
