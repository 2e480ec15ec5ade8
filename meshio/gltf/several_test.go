package gltf_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	khronos "github.com/qmuntal/gltf"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/gltf"
	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
)

// A mesh with several targets is the mesh at rest, has a named slider for each, and is a valid
// file.
func TestSeveralTargetsHaveTheirSliders(t *testing.T) {
	t.Parallel()
	base := &mesh.Mesh{Name: "m", Vertices: []r3.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}}, Triangles: [][3]int32{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}}
	moved := func(by float64) []r3.Vec {
		at := append([]r3.Vec{}, base.Vertices...)
		at[3].Z += by
		return at
	}
	var b bytes.Buffer
	if err := gltf.EncodeTargets(&b, base, []gltf.Target{{Name: "PC 1, -3 sd", Vertices: moved(-0.5)}, {Name: "PC 1, +3 sd", Vertices: moved(0.5)}}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "m.glb")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Run("valid", func(t *testing.T) { // where there is no validator, this part is skipped
		if r := meshtest.Khronos(t, path); !r.Flawless() {
			t.Errorf("%+v", r)
		}
	})
	var doc khronos.Document
	if err := khronos.NewDecoder(bytes.NewReader(b.Bytes())).Decode(&doc); err != nil {
		t.Fatal(err)
	}
	names, _ := doc.Meshes[0].Extras.(map[string]any)["targetNames"].([]any)
	if len(names) != 2 || names[1] != "PC 1, +3 sd" || len(doc.Meshes[0].Primitives[0].Targets) != 2 || len(doc.Meshes[0].Weights) != 2 {
		t.Errorf("targets %v, weights %v", names, doc.Meshes[0].Weights)
	}
	m, err := gltf.Decode(bytes.NewReader(b.Bytes()), nil)
	if err != nil || len(m.Vertices) != 4 || r3.Norm(r3.Sub(m.Vertices[3], r3.Vec{Z: 1})) > 1e-6 {
		t.Errorf("at rest %v, %v", m, err)
	}
	if err := gltf.EncodeTargets(&b, base, []gltf.Target{{Name: "few", Vertices: moved(1)[:3]}}); err == nil || !strings.HasPrefix(err.Error(), "few: ") {
		t.Errorf("too few vertices: %v", err)
	}
}
