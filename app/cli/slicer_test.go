package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gwscope/app/slicer"
	"gwscope/assets/shapes"
	"gwscope/meshio"
)

// TestSlicerRunsTheMatch: called as Slicer calls a module, with every setting at its default,
// the outputs are there, with confidence at the points, and stdout has the progress.
func TestSlicerRunsTheMatch(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.ply"), filepath.Join(dir, "b.ply")
	for id, file := range map[string]string{"cat/1": a, "cat/2": b} {
		m, err := shapes.Coarse(id, 600)
		if err != nil {
			t.Fatal(err)
		}
		m.Space = "LPS"
		if err := meshio.Save(file, m); err != nil {
			t.Fatal(err)
		}
	}
	marks := filepath.Join(dir, "in.mrk.json")
	if err := os.WriteFile(marks, []byte(`{"markups":[{"type":"Fiducial","coordinateSystem":"LPS","controlPoints":[{"label":"nose","position":[0.5,0.5,0]}]}]}`), 0o666); err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	given := map[string]string{slicer.FlagLandmarksA: marks, slicer.FlagLandmarksOut: at("out.mrk.json"), slicer.FlagRegistered: at("r.vtp"),
		slicer.FlagColoredA: at("ca.vtp"), slicer.FlagColoredB: at("cb.vtp"), "samples": "60", "effort": "fast"}
	args := Called([]string{"/opt/modules/GWScopeMatch", "--returnparameterfile", at("returned"), "--processinformationaddress", "0x0"})
	for _, g := range slicer.Find("GWScopeMatch").Parameters {
		for _, p := range g.Parameters {
			value := given[p.Flag]
			if value == "" {
				value = p.Default
			}
			if p.Flag != "" && value != "" {
				args = append(args, "--"+slicer.LongFlag(p.Flag), value)
			}
		}
	}
	var out, stderr bytes.Buffer
	if code := Main(append(args, a, b), Env{Stdout: &out, Stderr: &stderr}); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr.String())
	}
	for _, want := range []string{"<filter-start>", "<filter-name>GWScopeMatch</filter-name>", "<filter-comment>", "<filter-progress>1</filter-progress>", "<filter-end>"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("stdout lacks %s", want)
		}
	}
	for _, name := range []string{"r.vtp", "ca.vtp", "cb.vtp"} {
		m, err := meshio.Load(at(name), meshio.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Scalars) == 0 || m.Scalars[0].Name != "confidence" || m.Space != "LPS" {
			t.Errorf("%s has %d scalars and the axes %q", name, len(m.Scalars), m.Space)
		}
	}
	returned, err := os.ReadFile(at("returned"))
	if err != nil || !strings.Contains(string(returned), "meanConfidence = 0.") || !strings.Contains(string(returned), "uncertain = ") {
		t.Errorf("returned %q, %v", returned, err)
	}
	if data, err := os.ReadFile(at("out.mrk.json")); err != nil || !strings.Contains(string(data), "nose") {
		t.Errorf("landmarks: %v", err)
	}
}

// TestSlicerDescribesItself says nothing on stderr, and wrong calls end with a code.
func TestSlicerDescribesItself(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		args []string
		code int
	}{
		{Called([]string{"GWScopeLandmarks", "--xml"}), 0},
		{Called([]string{"/x/GWScopeMatch.exe", "a.ply"}), 2},
		{Called([]string{"/x/GWScopeMatch", "no such a.ply", "no such b.ply"}), 1},
		{[]string{"slicer", "run", "GWScopeMorph"}, 2},
		{[]string{"slicer", "install"}, 2},
	} {
		var out, stderr bytes.Buffer
		code := Main(tt.args, Env{Stdout: &out, Stderr: &stderr})
		if code != tt.code || (stderr.Len() > 0) != (code != 0) || code == 0 && !strings.Contains(out.String(), "<executable>") {
			t.Errorf("%v: exit code %d, stderr %q", tt.args, code, stderr.String())
		}
	}
	if got := Called([]string{"/usr/bin/gwscope", "info"}); len(got) != 1 || got[0] != "info" {
		t.Errorf("the program's own name gives %v", got)
	}
}
