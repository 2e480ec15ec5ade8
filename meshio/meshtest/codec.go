package meshtest

import (
	"bytes"
	"io"
	"testing"

	"gwscope/meshio/mesh"
)

// Codec reads and writes one file format, and names the contents that the format can hold.
type Codec struct {
	Decode func(io.Reader) (*mesh.Mesh, error)
	Encode func(io.Writer, *mesh.Mesh) error
	Keeps  Keeps
}

// RoundTrip writes every mesh of [All] that has vertices, plain and [Dressed], reads it
// back, and compares. change, if set, alters a mesh before that.
func (c Codec) RoundTrip(t *testing.T, change func(*mesh.Mesh)) {
	t.Helper()
	for _, m := range All() {
		if len(m.Vertices) == 0 {
			continue
		}
		for _, m := range []*mesh.Mesh{m, Dressed(m, 4)} {
			if change != nil {
				change(m)
			}
			c.same(t, m)
		}
	}
}

// Fuzz feeds the decoder seeds and a fuzzer's variants of them, beside files of its
// own. It must not take more memory than the file justifies. Meshes that it accepts must survive validation, encoding, and decoding again.
func (c Codec) Fuzz(f *testing.F, seeds ...string) {
	for _, m := range []*mesh.Mesh{CubeQuads(), Dressed(OneTriangle(), 1), ConcavePolygon(4)} {
		var file bytes.Buffer
		if err := c.Encode(&file, m); err != nil {
			f.Fatal(err)
		}
		f.Add(file.Bytes())
	}
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var m *mesh.Mesh
		var err error
		Held(t, len(data), 0, func() { m, err = c.Decode(bytes.NewReader(data)) })
		if err != nil {
			return
		}
		mesh.Validate(m)
		c.same(t, m)
	})
}

// same fails where a mesh does not come back as it was written.
func (c Codec) same(t *testing.T, m *mesh.Mesh) {
	t.Helper()
	var file bytes.Buffer
	if err := c.Encode(&file, m); err != nil {
		t.Fatalf("%s: %v", m.Name, err)
	}
	again, err := c.Decode(&file)
	if err != nil {
		t.Fatalf("%s: what Encode wrote cannot be read: %v", m.Name, err)
	}
	if d := Diff(m, again, c.Keeps); d != "" {
		t.Fatalf("%s: %s", m.Name, d)
	}
}
