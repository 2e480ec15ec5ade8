package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gwscope/assets/shapes"
	"gwscope/meshio"
)

// recipes are the recipes of docs/recipes, with the program that runs each.
const recipes = "../../docs/recipes"

// TestRecipesRun: the recipes work on a real match, where their programs are installed.
func TestRecipesRun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.ply"), filepath.Join(dir, "b.ply")
	for id, file := range map[string]string{"cat/1": a, "cat/2": b} {
		m, err := shapes.Coarse(id, 600)
		if err != nil {
			t.Fatal(err)
		}
		if err := meshio.Save(file, m); err != nil {
			t.Fatal(err)
		}
	}
	marks := filepath.Join(dir, "marks.csv")
	if err := os.WriteFile(marks, []byte("name,vertex\nnose,1\nÖhrchen,20\ntail,300\npaw,50\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	var stderr bytes.Buffer
	args := []string{"match", a, b, "--samples", "60", "--effort", "fast", "--landmarks-a", marks, "--export", "result,maps,plan,landmarks,glb", "--out", out}
	if code := Main(args, Env{Stdout: &bytes.Buffer{}, Stderr: &stderr}); code != 0 {
		t.Fatalf("match: %s", stderr.String())
	}
	cats := filepath.Join(dir, "cats")
	for _, args := range [][]string{{"cohort", "new", cats, "sample:cats", "--individuals", "4", "--vertices", "400", "--samples", "60", "--effort", "fast"}, {"cohort", "run", cats}} {
		if code := Main(args, Env{Stdout: &bytes.Buffer{}, Stderr: &stderr}); code != 0 {
			t.Fatalf("%v: %s", args, stderr.String())
		}
	}
	for _, r := range []struct {
		name, program string
		probe, args   []string
		want          string
	}{
		{"match.py", "/usr/bin/python3", []string{"-c", "import numpy"}, []string{"match.py", out}, "plan 60 x 60, mass 1.000000"},
		{"landmarks.R", "Rscript", []string{"--version"}, []string{"landmarks.R", out}, "4 landmarks of 2 specimens"},
		{"landmarks.R", "Rscript", []string{"--version"}, []string{"landmarks.R", filepath.Join(cats, "results")}, "4 aligned shapes of size 1 1"},
		{"shape_keys.py", "blender", []string{"--version"}, []string{"--background", "--python", "shape_keys.py", "--", filepath.Join(out, "morph.glb"), filepath.Join(dir, "morph.blend")}, "shape keys:"},
	} {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			if err := exec.Command(r.program, r.probe...).Run(); err != nil {
				t.Skipf("%s cannot run it here: %v", r.program, err)
			}
			cmd := exec.Command(r.program, r.args...)
			cmd.Dir = recipes
			got, err := cmd.CombinedOutput()
			if err != nil || !strings.Contains(string(got), r.want) {
				t.Errorf("%v, printed:\n%s\nwant %q", err, got, r.want)
			}
		})
	}
}
