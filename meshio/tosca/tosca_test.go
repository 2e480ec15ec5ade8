package tosca_test

import (
	"bytes"
	"testing"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/meshio/tosca"
)

func both(t *testing.T, m *mesh.Mesh) (vertices, triangles []byte) {
	t.Helper()
	var v, f bytes.Buffer
	if err := tosca.EncodeVertices(&v, m); err != nil {
		t.Fatal(err)
	}
	if err := tosca.EncodeTriangles(&f, m); err != nil {
		t.Fatal(err)
	}
	return v.Bytes(), f.Bytes()
}

// decode reads a mesh; without triangles there is no file of triangles.
func decode(vertices, triangles []byte) (*mesh.Mesh, error) {
	if len(triangles) == 0 {
		return tosca.Decode(bytes.NewReader(vertices), nil)
	}
	return tosca.Decode(bytes.NewReader(vertices), bytes.NewReader(triangles))
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for _, m := range meshtest.All() {
		if len(m.Vertices) == 0 {
			continue
		}
		m, err := decode(both(t, m))
		if err != nil {
			t.Fatalf("%s: %v", m.Name, err)
		}
		again, err := decode(both(t, m))
		if err != nil {
			t.Fatal(err)
		}
		if d := meshtest.Diff(m, again, meshtest.Keeps{Faces: true}); d != "" {
			t.Errorf("%s: %s", m.Name, d)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("0 0 0\n1 0 0\n1 1 0\n0 1 0\n"), []byte("1 2 3\n1 3 4\n"))
	f.Add([]byte("0,5 0 0\n1 0 0\n1 1 0\n"), []byte("0 1 2\n"))
	f.Add([]byte("3\n0 0 0\n1 0 0\nnan 1 0\n"), []byte("1 2e0 3 # end\r\n"))
	f.Add([]byte("0 0 0\n"), []byte("999999999 2 3\n"))
	f.Fuzz(func(t *testing.T, vertices, triangles []byte) {
		var m *mesh.Mesh
		var err error
		meshtest.Held(t, len(vertices)+len(triangles), 0, func() { m, err = decode(vertices, triangles) })
		if err != nil {
			return
		}
		mesh.Validate(m)
		again, err := decode(both(t, m))
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		if d := meshtest.Diff(m, again, meshtest.Keeps{Faces: true}); d != "" {
			t.Fatal(d)
		}
	})
}
