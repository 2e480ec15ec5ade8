package pipeline

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/session"
	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/solver"
	"gwscope/solver/metric"
)

// contour is an outline of n points in a plane.
func contour(n int) *mesh.Mesh {
	m := &mesh.Mesh{Name: "contour"}
	for i := range n {
		t := 2 * math.Pi * float64(i) / float64(n)
		r := 1 + 0.3*math.Cos(2*t) + 0.1*math.Sin(3*t)
		m.Vertices = append(m.Vertices, r3.Vec{X: r * math.Cos(t), Y: r * math.Sin(t)})
	}
	return m
}

// A file against itself has GW² 0, whatever the effort, though it is sampled: nothing is
// off, and nothing is without a partner.
func TestAFileAgainstItselfIsExact(t *testing.T) {
	t.Parallel()
	cat, err := loadMesh(t.Context(), "sample:cat/1", quick())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []*mesh.Mesh{cat, meshtest.Bumpy(3), contour(200), {Name: "points", Vertices: meshtest.Bumpy(3).Vertices}} {
		for _, effort := range []string{"fast", "thorough"} {
			o := quick()
			if o.Effort = effort; effort == "thorough" && m.Name != "contour" {
				continue // where fast effort finds it, thorough does
			}
			got := match(t, ShapeOf("a", m), ShapeOf("b", m), o)
			if got.GW2() > 1e-12 {
				t.Errorf("%s, %s: GW² %g", m.Name, effort, got.GW2())
			}
			for i, p := range got.FromA().VertexMap().Position {
				if d := r3.Norm(r3.Sub(p, m.Vertices[i])); d > 0.05*r3.Norm(m.BoundingBox().Max) {
					t.Errorf("%s, %s: vertex %d goes %g away", m.Name, effort, i, d)
					break
				}
			}
			if u := got.Unmatched(); u.Telling(0) || u.Telling(1) {
				t.Errorf("%s, %s: %v without a partner", m.Name, effort, u.Area)
			}
		}
	}
}

// An outline matched with a shuffled, turned copy has no part without a partner, wherever
// along it the match begins.
func TestCurvesHavePartners(t *testing.T) {
	t.Parallel()
	m := contour(200)
	copied, _ := meshtest.Shuffle(m, 5)
	got := match(t, ShapeOf("a", m), ShapeOf("b", meshtest.RigidMove(copied, 6)), quick())
	if u := got.Unmatched(); u.Area[0] > 0.05 || u.Area[1] > 0.05 {
		t.Errorf("%v of the outline without a partner", u.Area)
	}
	if said := strings.Join(got.X.Domain.Warnings, ""); !strings.Contains(said, "along a curve") {
		t.Errorf("the outline is not told to be a curve: %q", said)
	}
	if ball := match(t, ShapeOf("a", &mesh.Mesh{Vertices: meshtest.Bumpy(3).Vertices}), ShapeOf("b", meshtest.Bumpy(3)), quick()); ball.X.Domain.IsCurve() {
		t.Error("a scan is called a curve")
	}
}

// A mesh and its own points are measured alike, and so are one species.
func TestAMeshAndItsOwnPointsAreOneSpecies(t *testing.T) {
	t.Parallel()
	e := NewEngine()
	o := session.Defaults()
	o.Samples, o.Effort, o.Surface = 200, "fast", session.MapAlone
	for _, ref := range []string{"sample:human/1", "sample:horse/2"} {
		a := mustLoad(t, e, ref)
		points := ShapeOf("points", &mesh.Mesh{Name: "points", Vertices: a.Mesh.Vertices})
		m := match(t, a, points, o)
		if kin, figure := m.Kin(); kin != solver.SameSpecies {
			t.Errorf("%s: %v, %.4f", ref, kin, figure)
		}
		if m.Distances() != "knn" || m.X.Kind != m.Y.Kind {
			t.Errorf("%s: measured by %v and %v", ref, m.X.Kind, m.Y.Kind)
		}
		asked := o
		asked.Metric = "graph"
		if Distances(a, points, asked) != "graph" || Distances(a, a, o) != "graph" {
			t.Error("distances are others than those that were asked for")
		}
	}
}

// A far point is named, and left out on request: then the match is that of the others.
func TestFarPointsAreLeftOutOnRequest(t *testing.T) {
	t.Parallel()
	m := meshtest.Bumpy(3)
	cloud := &mesh.Mesh{Vertices: append(append([]r3.Vec{}, m.Vertices...), r3.Vec{X: 900})}
	a, b := ShapeOf("a", &mesh.Mesh{Vertices: m.Vertices}), ShapeOf("b", cloud)
	if said := strings.Join(b.Report.Dangers(), ""); !strings.Contains(said, "(900, 0, 0)") {
		t.Errorf("the report says %q", said)
	}
	o := quick()
	with := match(t, a, b, o)
	if v := with.Verdict(); !v.Doubted() || !strings.Contains(strings.Join(v.Sentences(), " "), "--drop-outliers") {
		t.Errorf("of a match with a far point it is said: %s %q", v.Line(), v.Sentences())
	}
	o.DropOutliers = true
	without := match(t, a, b, o)
	d := without.Y.Domain
	if len(d.Points) != len(m.Vertices) || d.Takes[len(m.Vertices)] || !d.Far[len(m.Vertices)] || without.GW2() > with.GW2()/20 {
		t.Errorf("%d points take part; GW² %g, and %g with the far one", len(d.Points), without.GW2(), with.GW2())
	}
}

// Where all places are alike, no margin makes a match sure.
func TestABallIsNeverSure(t *testing.T) {
	t.Parallel()
	ball := meshtest.Icosphere(3)
	m, err := NewEngine().Match(context.Background(), ShapeOf("a", ball), ShapeOf("b", meshtest.RigidMove(ball, 2)), quick(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if v := m.Verdict(); v.Probability > 0.6 || v.Rival != "any rotation" {
		t.Errorf("of a ball it is said: %s %q", v.Line(), v.Sentences())
	}
	if v := match(t, ShapeOf("a", meshtest.Bumpy(3)), ShapeOf("b", meshtest.RigidMove(meshtest.Bumpy(3), 2)), quick()).Verdict(); v.Doubted() {
		t.Errorf("of a bumpy one it is said: %s %q", v.Line(), v.Sentences())
	}
}

// Of many samples two shapes have equally many, so that the solve is an assignment; of few, each has its own number.
func TestManySamplesAreEquallyMany(t *testing.T) {
	t.Parallel()
	small, large := ShapeOf("small", meshtest.Icosphere(4)), ShapeOf("large", meshtest.Icosphere(5)) // 2,562 and 10,242 vertices
	tiny := ShapeOf("tiny", meshtest.Icosphere(2))                                                   // 162
	for _, c := range []struct {
		a, b        *Shape
		asked, want int
		weights     string
	}{{small, large, 500, 500, "uniform"}, {small, large, 5000, 2562, "uniform"}, {large, small, 5000, 2562, "uniform"}, {large, large, 5000, 5000, "uniform"},
		{tiny, large, 500, 500, "uniform"}, {tiny, large, 5000, mostUneven, "uniform"}, {small, large, 5000, 5000, "area"}} {
		o := session.Defaults()
		o.Samples, o.Weights = c.asked, c.weights
		for side, m := range measures(c.a, c.b, o) {
			if m.samples != c.want {
				t.Errorf("%s and %s, %d samples asked for: at most %d on side %d, not %d", c.a.Mesh.Name, c.b.Mesh.Name, c.asked, m.samples, side, c.want)
			}
		}
	}
}

// A space says where its samples are most of the vertices.
func TestTooManySamplesAreTold(t *testing.T) {
	t.Parallel()
	d, err := metric.NewDomain(meshtest.Icosphere(4), metric.DomainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		samples int
		weights metric.WeightKind
		told    bool
	}{{1300, metric.WeightsUniform, true}, {1200, metric.WeightsUniform, false}, {1300, metric.WeightsArea, false}} {
		s, err := metric.NewSpace(t.Context(), d, metric.SpaceOptions{Samples: c.samples, Weights: c.weights})
		if err != nil {
			t.Fatal(err)
		}
		if told := len(notesOf(s)) > len(s.Notes); told != c.told {
			t.Errorf("%d samples of %d vertices, %v: told %t", c.samples, len(d.Points), c.weights, told)
		}
	}
}
