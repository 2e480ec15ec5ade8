package export

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/app/version"
	"gwscope/internal/figures"
	"gwscope/meshio"
	"gwscope/meshio/meshtest"
)

// matchedOnce is the match of most tests here, which only read it.
var matchedOnce = sync.OnceValues(func() (*pipeline.Match, error) {
	m := meshtest.Bumpy(3)
	shuffled, _ := meshtest.Shuffle(m, 5)
	o := session.Defaults()
	o.Samples, o.Effort = 80, "fast"
	return pipeline.NewEngine().Match(context.Background(), pipeline.ShapeOf("a", m), pipeline.ShapeOf("b", meshtest.RigidMove(shuffled, 6)), o, nil, nil)
})

// matched is a match that must not be changed.
func matched(t *testing.T) *pipeline.Match {
	t.Helper()
	m, err := matchedOnce()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestMapCSVCanBeReadByAnybody(t *testing.T) {
	t.Parallel()
	m := matched(t)
	vm := m.FromA().VertexMap()
	var buf bytes.Buffer
	if err := WriteMapCSV(&buf, vm); err != nil {
		t.Fatal(err)
	}
	// As the standard readers of numpy and R take it: names in the first line, no comments.
	rows, err := csv.NewReader(&buf).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(rows[0], ","); got != "source,target,face,b0,b1,b2,x,y,z,confidence" {
		t.Errorf("header %q", got)
	}
	if len(rows)-1 != len(m.A.Mesh.Vertices) {
		t.Fatalf("%d rows for %d vertices", len(rows)-1, len(m.A.Mesh.Vertices))
	}
	for i, row := range rows[1:] {
		f := make([]float64, len(row))
		for k, cell := range row {
			if f[k], err = strconv.ParseFloat(cell, 64); err != nil {
				t.Fatalf("row %d: %v", i, err)
			}
		}
		if int(f[0]) != i || int32(f[1]) != vm.Target[i] || int32(f[2]) != vm.Face[i] {
			t.Fatalf("row %d reads %v", i, row)
		}
		at := r3.Vec{X: f[6], Y: f[7], Z: f[8]}
		if d := r3.Norm(r3.Sub(at, vm.Position[i])); d > 1e-9*(1+r3.Norm(at)) {
			t.Fatalf("row %d: the position lost %g", i, d)
		}
	}
}

func TestAllWritesWhatItPromises(t *testing.T) {
	t.Parallel()
	m := matched(t)
	dir := filepath.Join(t.TempDir(), "deep", "down")
	s, err := All(context.Background(), dir, m)
	if err != nil && !strings.Contains(err.Error(), "no picture") { // no EGL here
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, ResultFile))
	if err != nil {
		t.Fatal(err)
	}
	var result map[string]any
	if err := json.Unmarshal(data, &result); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"version", "method", "settings", "seed", "n", "m", "gw2_slicer", "gw2", "marginal_error", "margin", "alternatives", "time_s"} {
		if _, ok := result[key]; !ok {
			t.Errorf("result.json has no %q", key)
		}
	}
	for _, key := range []string{"coverage_of_a", "coverage_of_b"} {
		if c, ok := result[key].(float64); !ok || c < 0.8 || c > 1 {
			t.Errorf("%s is %v for a shape matched with its copy", key, result[key])
		}
	}
	times := result["time_s"].(map[string]any)
	for _, key := range []string{"load", "space", "solve", "dense", "register", "analysis", "write", "total"} {
		if v, ok := times[key].(float64); !ok || v < 0 {
			t.Errorf("time_s has no %q: %v", key, times[key])
		}
	}
	if got := result["gw2"].(float64); got != float64(s.GW2) || got != m.GW2() {
		t.Errorf("gw2 %v, want %v", got, m.GW2())
	}

	colored, err := meshio.Load(filepath.Join(dir, ColoredBFile), meshio.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range colored.Vertices {
		if r3.Norm(r3.Sub(v, m.B.Mesh.Vertices[i])) > 1e-6 {
			t.Fatalf("vertex %d of %s is not that of the input", i, ColoredBFile)
		}
	}
	if len(colored.Colors) != len(colored.Vertices) || len(colored.Scalars) < 2 {
		t.Errorf("%s has %d colours and %d scalars", ColoredBFile, len(colored.Colors), len(colored.Scalars))
	}
	b, err := meshio.Load(filepath.Join(dir, MatchedBFile), meshio.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(b.Triangles) != len(m.A.Mesh.Triangles) {
		t.Errorf("%s has %d triangles, A has %d", MatchedBFile, len(b.Triangles), len(m.A.Mesh.Triangles))
	}
	if m.Registered == nil {
		t.Fatal("A's mesh was not laid on B")
	}
	at, lying := m.FromA().VertexMap().Position, m.MatchedVertices()
	most := m.Registered.Quality.FarMost*m.Y.Domain.Scale + 1e-6
	for i, v := range b.Vertices {
		if r3.Norm(r3.Sub(v, lying[i])) > 1e-6 {
			t.Fatalf("vertex %d of %s is not where A's mesh lies on B", i, MatchedBFile)
		}
		if off := r3.Norm(r3.Sub(v, at[i])); off > most {
			t.Fatalf("vertex %d of %s lies %g from the place that the map gives it, and the surfaces are %g apart at most", i, MatchedBFile, off, most)
		}
	}
	surface, _ := result["surface"].(map[string]any)
	for _, key := range []string{"folded", "collapsed", "distance_mean", "distance_p99", "distance_p99_partnered", "distance_largest", "angle_stretch", "area_stretch", "squeezed", "reversed", "reversed_by_map"} {
		if v, ok := surface[key].(float64); !ok || v < 0 {
			t.Errorf("surface has no %q: %v", key, surface[key])
		}
	}
	if surface["kind"] != "registered" || s.Surface.Line() == "" {
		t.Errorf("the surface is of the kind %q, in words %q", surface["kind"], s.Surface.Line())
	}
	folded, _ := result["morph"].(map[string]any)["folded"].(map[string]any)
	for _, at := range []string{"0.25", "0.5", "0.75", "1"} {
		if v, ok := folded[at].(float64); !ok || v != 0 {
			t.Errorf("at t = %s %v of the morph's triangles are folded", at, folded[at])
		}
	}
	if _, err := meshio.Load(filepath.Join(dir, MorphFile), meshio.LoadOptions{}); err != nil {
		t.Error(err)
	}
	if entries, _ := filepath.Glob(filepath.Join(dir, ".*")); len(entries) > 0 {
		t.Errorf("temporary files were left: %v", entries)
	}
}

func TestNumbersThatJSONLacksBecomeNull(t *testing.T) {
	t.Parallel()
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if data, err := json.Marshal(figures.Number(v)); err != nil || string(data) != "null" {
			t.Errorf("%v becomes %s, %v", v, data, err)
		}
	}
	if data, _ := json.Marshal(figures.Number(0.25)); string(data) != "0.25" {
		t.Errorf("0.25 becomes %s", data)
	}
}

func TestADirectoryThatCannotBeWrittenIsNoticedFirst(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := PrepareDir(filepath.Join(file, "below")); err == nil {
		t.Error("a directory below a file was made")
	}
}

// The version stands in three places, which must agree.
func TestTheVersionIsOne(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"../../FyneApp.toml": `Version = "` + version.Number + `"`,
		"../../CHANGELOG.md": "## " + version.Number,
	} {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(data), want) {
			t.Errorf("%s does not say %q", path, want)
		}
	}
}

// A's mesh as it lies on its own mirror image looks outward as B does.
func TestTheMatchedMeshOfAMirrorImageLooksOutward(t *testing.T) {
	t.Parallel()
	m := meshtest.Icosphere(3)
	for i, p := range m.Vertices { // three horns of different lengths: a shape with no plane of symmetry
		for k, at := range []r3.Vec{{X: 1}, {Y: 1}, {Z: 1}} {
			m.Vertices[i] = r3.Add(m.Vertices[i], r3.Scale(float64(k+1)*math.Exp(-9*r3.Norm2(r3.Sub(p, at))), at))
		}
	}
	image := m.TurnedOver()
	image.Vertices = slices.Clone(m.Vertices)
	for i := range image.Vertices {
		image.Vertices[i].X *= -1
	}
	shuffled, _ := meshtest.Shuffle(image, 5)
	o := session.Defaults()
	o.Samples, o.Effort, o.Flip = 80, "fast", "mirrored"
	match, err := pipeline.NewEngine().Match(context.Background(), pipeline.ShapeOf("a", m), pipeline.ShapeOf("b", shuffled), o, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if match.Registered == nil || !match.Registered.Mirrored {
		t.Fatal("the wanted mirrored match is no reflection")
	}
	if got, want := newJob(match, small()).matchedB().Volume(), image.Volume(); !(math.Abs(got/want-1) < 0.01) {
		t.Errorf("the volume inside the matched mesh is %g, and of B %g", got, want)
	}
}
