package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio"
	"gwscope/meshio/gltf"
	"gwscope/meshio/meshtest"
)

// TestTransferCarriesShapeKeys from one GLB to another, and says where a format cannot keep them.
func TestTransferCarriesShapeKeys(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	from := meshtest.Bumpy(2)
	open := append([]r3.Vec{}, from.Vertices...)
	open[7].Z++
	err := meshio.WriteFile(at("from.glb"), func(w io.Writer) error {
		return gltf.EncodeTargets(w, from, []gltf.Target{{Name: "open", Vertices: open}})
	})
	if err == nil {
		err = meshio.Save(at("to.ply"), from)
	}
	if err != nil {
		t.Fatal(err)
	}
	var rows strings.Builder
	for i := range from.Vertices {
		fmt.Fprintln(&rows, i)
	}
	if err := os.WriteFile(at("map.csv"), []byte(rows.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	var out, stderr bytes.Buffer
	args := []string{"transfer", at("from.glb"), at("to.ply"), "--map", at("map.csv"), "--truth-base", "0", "--out"}
	if code := Main(append(args, at("got.glb")), Env{Stdout: &out, Stderr: &stderr}); code != 0 || !strings.Contains(out.String(), "1 shape key -> ") {
		t.Fatalf("exit code %d: %s%s", code, out.String(), stderr.String())
	}
	got, err := meshio.LoadTargets(at("got.glb"))
	if err != nil || len(got) != 1 || got[0].Name != "open" {
		t.Fatalf("%v, error %v", got, err)
	}
	for i, p := range open {
		if r3.Norm(r3.Sub(got[0].Vertices[i], p)) > 1e-4 {
			t.Fatalf("vertex %d at %v, want %v", i, got[0].Vertices[i], p)
		}
	}
	if code := Main(append(args, at("got.ply")), Env{Stdout: &out, Stderr: &stderr}); code != 0 || !strings.Contains(stderr.String(), "1 shape key of ") {
		t.Errorf("into PLY: exit code %d: %s", code, stderr.String())
	}
}
