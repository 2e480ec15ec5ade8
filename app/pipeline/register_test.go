package pipeline

import (
	"context"
	"math"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/session"
	"gwscope/meshio/mesh"
	"gwscope/solver"
)

func catOptions() session.Options {
	o := session.Defaults()
	o.Samples, o.Effort = 150, "fast"
	return o
}

// A match ends with A's mesh on B: maps, meshes and errors agree with it.
func TestAMatchEndsWithAsMeshOnB(t *testing.T) {
	t.Parallel()
	ctx, e := context.Background(), NewEngine()
	a, b := mustLoad(t, e, "sample:cat/1"), mustLoad(t, e, "sample:cat/3r")
	truth, err := LoadTruth(a, b, "")
	if err != nil {
		t.Fatal(err)
	}
	m, err := e.Match(ctx, a, b, catOptions(), truth, nil)
	if err != nil {
		t.Fatal(err)
	}
	on := m.Registered
	if on == nil || m.AToB != on.AToB || m.BToA != on.BToA || m.MapAToB == m.AToB || m.MapBToA == m.BToA {
		t.Fatal("the maps of the match are not those of A's mesh on B")
	}
	if !(m.Times.Register > 0) {
		t.Error("laying A's mesh on B took no time")
	}
	places, lying := m.FromA().VertexMap().Position, m.MatchedVertices()
	far, scale := 0.0, m.Y.Domain.Scale
	for i := range lying {
		far = math.Max(far, r3.Norm(r3.Sub(places[i], lying[i]))/scale)
	}
	if limit := math.Max(on.Quality.FarMost, 0.02); far > limit {
		t.Errorf("a vertex of A's mesh on B lies %.4f √area from the place that the map gives it; the surfaces are %.4f apart at most", far, limit)
	}
	if !(m.Errors.MeanDirect < m.Errors.MapDirect) {
		t.Errorf("the error is %.4f, and was %.4f before A's mesh was laid on B", m.Errors.MeanDirect, m.Errors.MapDirect)
	}
	if s := m.Sense(); s.Patches == nil || !(s.Reversed <= 0.01) || !(s.Reversed <= s.ReversedByMap) {
		t.Errorf("%.4f of A is turned over, by the map alone %.4f", s.Reversed, s.ReversedByMap)
	}
	if !reflect.DeepEqual(m.Confidence().Map[0], m.MapAToB.Confidence) {
		t.Error("confidence is not that of the coupling's map")
	}

	// The map alone is the same, to the bit, and needs no other solve.
	o := catOptions()
	o.Surface = session.MapAlone
	alone, err := e.Match(ctx, a, b, o, truth, nil)
	if err != nil {
		t.Fatal(err)
	}
	if alone.Registered != nil || alone.AToB != m.MapAToB || alone.BToA != m.MapBToA || alone.Result != m.Result {
		t.Error("the map alone is another than before A's mesh was laid on B")
	}
	if e := alone.Errors; e.MeanDirect != m.Errors.MapDirect || e.MapDirect != e.MeanDirect {
		t.Errorf("errors of the map alone are %g and %g, want %g", e.MeanDirect, e.MapDirect, m.Errors.MapDirect)
	}
	if len(alone.SurfaceNotes) > 0 {
		t.Errorf("who asked for the map alone is told %q", alone.SurfaceNotes)
	}
	for i, p := range alone.MatchedVertices() {
		if p != alone.FromA().VertexMap().Position[i] {
			t.Fatalf("vertex %d is at %v and on the map at %v", i, p, alone.FromA().VertexMap().Position[i])
		}
		if i > 3 { // the map is made anew each time
			break
		}
	}
}

// Clouds keep the map of their coupling, and the match says so.
func TestCloudsHaveNoMeshToLay(t *testing.T) {
	t.Parallel()
	a, b, _ := bumpyPair(t)
	cloud := ShapeOf("cloud", &mesh.Mesh{Vertices: b.Mesh.Vertices, Name: "cloud"})
	m := match(t, a, cloud, quick())
	if m.Registered != nil || m.AToB != m.MapAToB || m.BToA != m.MapBToA {
		t.Error("a mesh was laid on a cloud")
	}
	if len(m.Notes()) == 0 || !strings.Contains(strings.Join(m.Notes(), " "), "point cloud") {
		t.Errorf("the notes %q say nothing of the cloud", m.Notes())
	}
	if s := m.Sense(); s.Patches != nil || !math.IsNaN(s.Reversed) {
		t.Error("a cloud has an orientation")
	}
}

// A match that is cancelled while A's mesh is laid on B keeps the map, also through a session.
func TestCancellingKeepsTheMap(t *testing.T) {
	t.Parallel()
	e := NewEngine()
	a, b, _ := bumpyPair(t)
	o := quick()
	if !testing.Short() { // the race detector makes animals for seconds and needs none
		a, b, o = coarse(t, "cat/1"), coarse(t, "cat/3r"), catOptions()
	}
	ctx, cancel := context.WithCancel(context.Background())
	m, err := e.Match(ctx, a, b, o, nil, func(p Progress) {
		if strings.Contains(p.Stage, "laying") {
			cancel()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if m.Registered != nil || m.AToB != m.MapAToB || m.Result.Status != solver.Cancelled || len(m.SurfaceNotes) != 1 {
		t.Errorf("registered %v, status %v, notes %q", m.Registered != nil, m.Result.Status, m.SurfaceNotes)
	}
	back, err := NewEngine().Restore(context.Background(), a, b, throughFile(t, Keep(m)), m.Marks, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if back.Registered != nil || !reflect.DeepEqual(back.AToB, m.AToB) {
		t.Error("the session gives another map back")
	}
	// The solve itself was finished, and the next match has A's mesh on B.
	again, err := e.Match(context.Background(), a, b, o, nil, nil)
	if err != nil || again.Registered == nil || again.Result.Status == solver.Cancelled {
		t.Errorf("the next match is cut short, too: %v", err)
	}
}

// Pins end where they were put, exactly.
func TestPinsLieOnEachOther(t *testing.T) {
	t.Parallel()
	e, a, b, marks := markedPair(t, "cat/2", "cat/3r", 100, 1700)
	for k := range marks.A.Landmarks {
		marks.A.Landmarks[k].Pinned, marks.B.Landmarks[k].Pinned = true, true
	}
	m, err := e.MatchMarked(context.Background(), a, b, catOptions(), marks, nil, nil)
	if err != nil || m.Registered == nil {
		t.Fatal(err)
	}
	for _, p := range m.pins() {
		if off := r3.Norm(r3.Sub(m.AToB.Positions[p.X], m.Y.Domain.Points[p.Y])); off > 1e-6 {
			t.Errorf("pin %s ends %.4f √area from its place", p.Name, off)
		}
	}
}
