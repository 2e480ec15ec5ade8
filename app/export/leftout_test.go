package export

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gwscope/meshio/mesh"
)

// A file that single precision would destroy is left out with a note; the others are written.
// Where it is the only file, it is an error.
func TestWhatSinglePrecisionDestroysIsLeftOut(t *testing.T) {
	t.Parallel()
	m := tiny(2)
	a := *m.A
	a.Mesh = m.A.Mesh.WithVertices(m.A.Mesh.Vertices)
	a.Mesh.Vertices = append(a.Mesh.Vertices[:0:0], a.Mesh.Vertices...)
	for i := range a.Mesh.Vertices {
		a.Mesh.Vertices[i].X += 1e9
	}
	a.Mesh.Vertices[3].X = -1e9 // no shift saves the others beside it
	m.A = &a
	kinds := func(names string) []Kind {
		t.Helper()
		kinds, err := ParseKinds(names)
		if err != nil {
			t.Fatal(err)
		}
		return kinds
	}
	for _, format := range []string{"glb", "stl"} {
		dir, s := t.TempDir(), few()
		s.MeshFormat, s.T = format, 0
		sum, err := Write(t.Context(), dir, m, kinds("result,glb,mesh,obj"), s, nil)
		if err != nil {
			t.Errorf("%s: %v", format, err)
		}
		if len(sum.LeftOut) != 2 || !strings.HasPrefix(sum.LeftOut[0], "morph.glb: single precision would move") || !strings.HasPrefix(sum.LeftOut[1], "morph_t0.00."+format) {
			t.Errorf("%s: left out %q", format, sum.LeftOut)
		}
		if _, err := os.Stat(filepath.Join(dir, MorphFile)); err == nil {
			t.Error("the morph is there")
		}
		if _, err := os.Stat(filepath.Join(dir, MatchedBFile)); err != nil {
			t.Error(err)
		}
		var result struct {
			LeftOut []string `json:"left_out"`
		}
		data, err := os.ReadFile(filepath.Join(dir, ResultFile))
		if err != nil || json.Unmarshal(data, &result) != nil || len(result.LeftOut) != 2 {
			t.Errorf("%s: result.json says %q (%v)", format, result.LeftOut, err)
		}
	}
	destroyed := new(mesh.PrecisionError)
	if sum, err := Write(t.Context(), t.TempDir(), m, kinds("glb"), few(), nil); !errors.As(err, &destroyed) || sum.LeftOut != nil {
		t.Errorf("alone it is %v, left out %q", err, sum.LeftOut)
	}
}
