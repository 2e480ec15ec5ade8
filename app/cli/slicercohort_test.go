package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gwscope/app/cohort"
	"gwscope/app/slicer"
	"gwscope/assets/shapes"
	"gwscope/meshio"
)

// TestSlicerRunsACohort: called as Slicer calls the module, with every setting at its default
// but the number of samples. The template's file may go away. A second call goes on, and says so.
func TestSlicerRunsACohort(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(parts ...string) string { return filepath.Join(append([]string{dir}, parts...)...) }
	for k, file := range []string{"template.ply", "scans/one.ply", "scans/two.ply", "scans/three.ply"} {
		m, err := shapes.Coarse(fmt.Sprintf("cats/%d", k+1), 600)
		if err != nil {
			t.Fatal(err)
		}
		if err := meshio.Save(at(file), m); err != nil {
			t.Fatal(err)
		}
	}
	given := map[string]string{slicer.FlagSpecimens: at("scans"), slicer.FlagTemplate: at("template.ply"), slicer.FlagCohort: at("cats"),
		slicer.FlagMean: at("mean.vtp"), "samples": "60", "effort": "fast"}
	args := Called([]string{"/opt/modules/" + slicer.CohortName, "--returnparameterfile", at("returned"), "--processinformationaddress", "0x0"})
	for _, g := range slicer.Find(slicer.CohortName).Parameters {
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
	for _, wants := range [][]string{
		{"<filter-name>GWScopeCohort</filter-name>", "<filter-comment>template to one</filter-comment>", "<filter-progress>0.900</filter-progress>", "<filter-progress>1</filter-progress>", "<filter-end>"},
		{"going on: cohort.yaml lists the shapes", "<filter-progress>1</filter-progress>"},
	} {
		var out, stderr bytes.Buffer
		if code := Main(args, Env{Stdout: &out, Stderr: &stderr}); code != 0 {
			t.Fatalf("exit code %d: %s", code, stderr.String())
		}
		for _, want := range wants {
			if !strings.Contains(out.String(), want) {
				t.Errorf("stdout lacks %s:\n%s", want, out.String())
			}
		}
		os.Remove(at("template.ply"))
	}
	c, err := cohort.Open(at("cats"))
	if err != nil {
		t.Fatal(err)
	}
	if opt := c.Match(); opt.Samples != 60 || len(c.Options) != 2 || len(c.Specimens) != 3 {
		t.Errorf("%d specimens, options %v", len(c.Specimens), c.Options)
	}
	if m, err := meshio.Load(at("mean.vtp"), meshio.LoadOptions{}); err != nil || len(m.Vertices) < 500 {
		t.Errorf("the mean shape: %v", err)
	}
	if returned, err := os.ReadFile(at("returned")); err != nil || !strings.Contains(string(returned), "pairs = 3\nflagged = ") || !strings.Contains(string(returned), "failed = 0\n") {
		t.Errorf("returned %q, %v", returned, err)
	}
}

// Wrong calls end with a code and a reason.
func TestSlicerRefusesACohort(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for want, args := range map[string][]string{
		"needs a folder of results":   {"--specimens", dir},
		"needs a folder of specimens": {"--cohort", filepath.Join(dir, "c")},
		"holds no meshes":             {"--cohort", filepath.Join(dir, "c"), "--specimens", dir},
		"takes options alone":         {"--cohort", dir, "more"},
	} {
		var out, stderr bytes.Buffer
		if code := Main(Called(append([]string{slicer.CohortName + ".exe"}, args...)), Env{Stdout: &out, Stderr: &stderr}); code == 0 || !strings.Contains(stderr.String(), want) {
			t.Errorf("%v: exit code %d, %q", args, code, stderr.String())
		}
	}
}
