package cohort

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
	"gonum.org/v1/gonum/stat"

	"gwscope/assets/shapes"
	"gwscope/meshio"
	"gwscope/meshio/landmark"
	"gwscope/meshio/mesh"
)

func readTable(t *testing.T, c *Cohort, name string) [][]string {
	t.Helper()
	f, err := os.Open(c.Dir.Path(ResultsDir, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return rows
}

// The files of a merged cohort can be read, agree with each other, and are right.
func TestMergeWritesWhatOthersRead(t *testing.T) {
	t.Parallel()
	c := cats(t, filepath.Join(t.TempDir(), "cats"), 4, 2, laid)
	ran(t, c, Settings{})
	a := merged(t, c)
	if len(a.Notes) > 0 && !strings.Contains(strings.Join(a.Notes, " "), "flagged") {
		t.Errorf("notes %q", a.Notes)
	}

	rows := readTable(t, c, PairsTable)
	if len(rows) != 1+8 || !slices.Equal(rows[0], pairColumns) {
		t.Fatalf("%d rows, head %v", len(rows), rows[0])
	}
	column := slices.Index(rows[0], "error_direct")
	for _, row := range rows[1:] {
		if v, err := strconv.ParseFloat(row[column], 64); err != nil || v > 0.1 {
			t.Errorf("%s by %s has an error of %s", row[0], row[1], row[column])
		}
	}
	if e := a.LandmarkErrors(); !(e.All < 0.06) || len(e.ByTemplate) != 2 || !(e.ByTemplate[0] < 0.08) {
		t.Errorf("landmark errors %+v", e)
	}

	// All specimens as one TPS file, as geomorph's reader takes it.
	data, err := os.ReadFile(c.Dir.Path(ResultsDir, "landmarks.tps"))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(data), "LM3=22\n"); n != 4 || strings.Contains(string(data), "COMMENT") {
		t.Errorf("%d blocks of 22 landmarks", n)
	}
	for k, s := range c.Specimens {
		for _, e := range []string{".fcsv", ".mrk.json"} {
			set, err := landmark.Load(c.Dir.Path(ResultsDir, "landmarks", s.Name+e), landmark.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(set.Landmarks) != 22 || r3.Norm(r3.Sub(set.Landmarks[0].At(), a.Landmarks[k][0].At)) > 1e-5 {
				t.Errorf("%s%s holds %d landmarks", s.Name, e, len(set.Landmarks))
			}
		}
		tps, err := landmark.Load(c.Dir.Path(ResultsDir, "landmarks.tps"), landmark.Options{Specimen: s.Name})
		if err != nil || r3.Norm(r3.Sub(tps.Landmarks[3].At(), a.Landmarks[k][3].At)) > 1e-12 {
			t.Errorf("specimen %s of the TPS file: %v", s.Name, err)
		}
	}

	// Meshes in one connectivity, the mean shape among them.
	template, err := shapes.Make("cats/101@300")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"meshes/cats-01.ply", "shape/mean.ply", "shape/pc1_plus3.ply", "shape/components.glb"} {
		m, err := meshio.Load(c.Dir.Path(ResultsDir, filepath.FromSlash(name)), meshio.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(m.Triangles, template.Triangles) {
			t.Errorf("%s has %d triangles, and not those of the template", name, len(m.Triangles))
		}
	}

	// SlicerMorph's folder.
	var log struct {
		GPALog []struct {
			Files                                                            []string
			NumberLM                                                         int
			Boas                                                             bool
			LMFormat, InputPath, OutputData, PCScores, MeanShape, Covariates string
		}
	}
	data, err = os.ReadFile(c.Dir.Path(ResultsDir, "slicermorph", "analysis.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &log); err != nil || len(log.GPALog) != 1 {
		t.Fatal(err)
	}
	l := log.GPALog[0]
	for _, f := range l.Files {
		if _, err := os.Stat(filepath.Join(l.InputPath, f)); err != nil {
			t.Error(err)
		}
	}
	out, scores := readTable(t, c, "slicermorph/"+l.OutputData), readTable(t, c, "slicermorph/"+l.PCScores)
	if len(out) != 1+len(l.Files) || len(out[0]) != 3+3*l.NumberLM || out[0][3] != "LM 1_X" || scores[0][1] != "PC 1" || out[1][0]+l.LMFormat != l.Files[0] {
		t.Errorf("OutputData %d x %d, head %v; scores head %v", len(out), len(out[0]), out[0][:4], scores[0])
	}
	if mean := readTable(t, c, "slicermorph/"+l.MeanShape); len(mean) != 23 || mean[1][0] != "LM 1" {
		t.Errorf("mean shape: %v", mean[:2])
	}
	// The table's aligned coordinates give its Procrustes distance from its mean.
	if d := a.Marks.Alignment.Distance[0]; out[1][1] != number(d) {
		t.Errorf("distance %s, not %g", out[1][1], d)
	}
	report, err := os.ReadFile(c.Dir.Path(ResultsDir, ReportFile))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range a.figures() {
		if !strings.Contains(string(report), figuresDir+f.name+".png") {
			t.Errorf("the report does not show %s", f.name)
		}
		if info, err := os.Stat(c.Dir.Path(ResultsDir, "figures", f.name+".png")); err != nil || info.Size() < 1000 {
			t.Errorf("figure %s: %v", f.name, err)
		}
	}
}

// The first component of a cohort that is made by one parameter is that parameter.
func TestOneParameterIsTheFirstComponent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var legs []float64
	for k := range 6 {
		by := shapes.Usual
		by.Legs = 0.8 + 0.08*float64(k)
		legs = append(legs, by.Legs)
		m, _, err := shapes.Variant("cats", by, 500, uint64(k+1))
		if err != nil {
			t.Fatal(err)
		}
		if err := meshio.Save(filepath.Join(dir, "scans", fmt.Sprintf("cat%d.ply", k)), m); err != nil {
			t.Fatal(err)
		}
	}
	// A template that is a specimen lies exactly on itself, and less so on all others.
	template, _, err := shapes.Variant("cats", shapes.Usual, 500, 99)
	if err != nil {
		t.Fatal(err)
	}
	if err := meshio.Save(filepath.Join(dir, "template.ply"), template); err != nil {
		t.Fatal(err)
	}
	if _, err := New(filepath.Join(dir, "legs"), Plan{Specimens: []string{filepath.Join(dir, "scans")}, Templates: []string{filepath.Join(dir, "template.ply")}, Options: FileOptions{"samples": "100", "effort": "fast"}}); err != nil {
		t.Fatal(err)
	}
	c := open(t, filepath.Join(dir, "legs"))
	c.Statistics = EveryOne
	ran(t, c, Settings{})
	a := merged(t, c)
	if a.Shapes == nil || len(a.Shapes.Who) != 6 {
		t.Fatalf("no statistics of 6 shapes: %v", a.Notes)
	}
	var scores []float64
	for _, s := range a.Shapes.PCA.Scores {
		scores = append(scores, s[0])
	}
	if r := math.Abs(stat.Correlation(scores, legs, nil)); r < 0.95 {
		t.Errorf("the first component follows the length of the legs with a correlation of %.3f", r)
	}
}

// All pairs of specimens give a matrix of GW distances, in which one mesh in two
// triangulations is nearest to itself.
func TestAllPairsGiveAMatrix(t *testing.T) {
	t.Parallel()
	c := cats(t, t.TempDir(), 1, 0, func(p *Plan) {
		p.Pairs = AllPairs
		p.Specimens = []string{"sample:cats/1@300", "sample:cats/1@320", "sample:humans/1@300"}
	})
	if at := ran(t, c, Settings{}); at.All != 3 {
		t.Fatalf("%d pairs", at.All)
	}
	m := merged(t, c).Distances
	if m == nil || !strings.HasPrefix(m.Kind, "GW distance") || len(m.Who) != 3 {
		t.Fatalf("%+v", m)
	}
	if d := m.Between; d[0][1] != d[1][0] || d[0][0] != 0 || d[0][1] > d[0][2]/2 {
		t.Errorf("distances %v", d)
	}
	if j := m.Joins[0]; j.A != 0 || j.B != 1 {
		t.Errorf("first joined are %d and %d", j.A, j.B)
	}
}

func TestSpatialMedianKeepsTwistsOut(t *testing.T) {
	t.Parallel()
	at := func(x, y float64) r3.Vec { return r3.Vec{X: x, Y: y} }
	for _, c := range []struct {
		points []r3.Vec
		want   r3.Vec
	}{
		{[]r3.Vec{at(3, 4)}, at(3, 4)},
		{[]r3.Vec{at(0, 0), at(2, 0)}, at(1, 0)},
		// The corners of a square meet in its middle, wherever one point more lies there.
		{[]r3.Vec{at(0, 0), at(2, 0), at(2, 2), at(0, 2)}, at(1, 1)},
		// An angle of 120° or more: its corner.
		{[]r3.Vec{at(-10, 1), at(0, 0), at(10, 1)}, at(0, 0)},
		// Three of four agree.
		{[]r3.Vec{at(1, 1), at(1, 1), at(1, 1), at(90, 90)}, at(1, 1)},
	} {
		if got := spatialMedian(c.points); r3.Norm(r3.Sub(got, c.want)) > 1e-6 {
			t.Errorf("%v: %v", c.points, got)
		}
	}
}

// Landmarks follow the templates that are sound, and tell of those that disagree.
func TestFlaggedTemplatesHaveNoVote(t *testing.T) {
	t.Parallel()
	row := func(x float64, flagged, self bool) Row {
		return Row{Pair: Pair{Self: self}, Result: &Result{Unit: 2, Trust: Trust{Flagged: flagged}, Landmarks: []Carried{{Name: "nose", At: [3]float64{x, 0, 0}, Given: &[3]float64{1, 0, 0}}}}}
	}
	for _, c := range []struct {
		rows           []Row
		x, spread, off float64
		votes          int
	}{
		{[]Row{row(1, false, false), row(3, false, false), row(90, true, false)}, 2, 0.5, 0.5, 2},
		{[]Row{row(90, true, false)}, 90, nan, 44.5, 1},
		{[]Row{row(1, false, true), row(3, false, false)}, 3, nan, 1, 1},
	} {
		e, ok := estimate(c.rows, "nose")
		if !ok || e.At.X != c.x || e.Votes != c.votes || e.Spread != c.spread && !math.IsNaN(c.spread) || e.Off != c.off {
			t.Errorf("%+v, want %+v", e, c)
		}
	}
	if _, ok := estimate([]Row{row(1, false, false)}, "tail"); ok {
		t.Error("a landmark that nobody has")
	}
}

// The check names the oddities of shapes.
func TestCheckFindsWhatIsOdd(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	save := func(name string, m *mesh.Mesh) {
		if err := meshio.Save(filepath.Join(dir, name), m); err != nil {
			t.Fatal(err)
		}
	}
	make := func(id string) *mesh.Mesh {
		m, err := shapes.Make(id)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	changed := func(m *mesh.Mesh, f func(v r3.Vec) r3.Vec) *mesh.Mesh {
		var at []r3.Vec
		for _, v := range m.Vertices {
			at = append(at, f(v))
		}
		return m.WithVertices(at)
	}
	save("a.ply", make("cats/6@500"))
	save("again.ply", make("cats/6@500"))
	save("mm.ply", changed(make("cats/2@500"), func(v r3.Vec) r3.Vec { return r3.Scale(1000, v) }))
	save("other.ply", make("cats/4@500"))
	mirror := changed(make("cats/6@520"), func(v r3.Vec) r3.Vec { return r3.Vec{X: v.X, Y: v.Y, Z: -v.Z} }).TurnedOver()
	save("mirror.ply", mirror)
	if err := os.WriteFile(filepath.Join(dir, "text.ply"), []byte("hello"), 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := New(filepath.Join(dir, "cohort"), Plan{Specimens: []string{dir}, Templates: []string{filepath.Join(dir, "a.ply")}})
	if err != nil {
		t.Fatal(err)
	}
	findings, err := c.Check(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, f := range findings[1:] {
		got[f.Name] = f.Line()
	}
	for name, want := range map[string]string{"a": "fine", "again": "It is the same as a.", "mm": "mm beside m", "other": "fine", "mirror": "better as a mirror image", "text": "text.ply"} {
		if !strings.Contains(got[name], want) {
			t.Errorf("%s: %q, want something about %q", name, got[name], want)
		}
	}
}
