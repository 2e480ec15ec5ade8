package stl_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/meshio/stl"
)

const facet = "facet normal 0 0 1\n outer loop\n  vertex 0 0 0\n  vertex 1 0 0\n  vertex 0 1 0\n endloop\nendfacet\n"

func TestDecodeText(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{ // vertices, triangles, groups, warnings
		"solid a\n" + facet + facet + "endsolid a\n":                         "6 2 1 0",
		"solid\n" + facet + "endsolid\nsolid b\nendsolid":                    "3 1 1 0",
		"solid a\n" + facet + "endsolid a\nsolid b\n" + facet + "endsolid":   "6 2 2 0",
		strings.ToUpper("solid a\n" + facet + "endsolid a\n"):                "3 1 1 0",
		strings.ReplaceAll("solid\ta\n"+facet+"endsolid", "\n", "\r\n"):      "3 1 1 0",
		"\n solid a\n" + facet:                                               "3 1 1 0",
		"solid a\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\n" + facet: "5 1 1 1",
	} {
		m, err := stl.Decode(strings.NewReader(file))
		if err != nil {
			t.Errorf("%q: %v", file, err)
			continue
		}
		if got := fmt.Sprint(len(m.Vertices), len(m.Triangles), len(m.Groups), len(m.Origin.Warnings)); got != want {
			t.Errorf("%q: vertices, triangles, groups, warnings %s, want %s", file, got, want)
		}
	}
}

func TestDecodeSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	promise := append(make([]byte, 80), 0xff, 0xff, 0xff, 0xff, 1, 2, 3)
	for file, want := range map[string]string{
		"":                            "not an STL file",
		"what is this":                "not an STL file",
		string(promise):               "byte 80: the header promises 4,294,967,295 triangles, but the file has room for 0",
		string(make([]byte, 84)):      "no triangles",
		"solid empty\nendsolid empty": "no triangles",
		"solid a\n" + facet + "facet\nvertex 1 2 x": `line 10: a vertex needs three numbers; "x" is none`,
		"solid a\nvertex 1 2":                       `line 2: a vertex needs three numbers; "" is none`,
		"solid a\nfacet\nvertex 1 2 3\n":            "line 3: the file ends inside a facet",
		"solid a\nfacet\nvertices 1 2 3\n":          `line 3: "vertices" is no word of STL`,
	} {
		if _, err := stl.Decode(strings.NewReader(file)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", file, err, want)
		}
	}
}

func TestBinaryWhoseHeaderSaysSolid(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	if err := stl.Encode(&file, meshtest.Icosphere(1)); err != nil {
		t.Fatal(err)
	}
	data := file.Bytes()
	copy(data, "solid facet of an exporter that does not know better")
	m, err := stl.Decode(bytes.NewReader(data))
	if err != nil || len(m.Triangles) != 80 {
		t.Fatalf("%v, error %v; want 80 triangles", m, err)
	}
	m, err = stl.Decode(io.MultiReader(bytes.NewReader(data), strings.NewReader("tail")))
	if err != nil || len(m.Triangles) != 80 || len(m.Origin.Warnings) != 1 {
		t.Errorf("%v, error %v; want 80 triangles and a warning about the tail", m, err)
	}
}

// soupOf is what an STL file makes of a mesh.
func soupOf(m *mesh.Mesh) *mesh.Mesh {
	soup := meshtest.Soup(m)
	soup.Groups = m.Groups
	if m.Polygons != nil && len(m.Groups) == 1 {
		soup.Groups = []mesh.Group{{Name: m.Groups[0].Name, Count: len(m.Triangles)}}
	}
	return soup
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for _, m := range meshtest.All() {
		if m.IsPointCloud() {
			if err := stl.Encode(io.Discard, m); err == nil {
				t.Errorf("%s: wrote a point cloud as STL", m.Name)
			}
			continue
		}
		m.Groups = []mesh.Group{{Name: "one solid", Count: m.FaceCount()}}
		for name, encode := range map[string]func(io.Writer, *mesh.Mesh) error{"text": stl.EncodeText, "binary": stl.Encode} {
			keeps := meshtest.Keeps{Faces: true, Groups: true}
			if name == "binary" {
				box := m.BoundingBox()
				keeps = meshtest.Keeps{Faces: true, Tolerance: max(-box.Min.X, box.Max.X, box.Max.Y, box.Max.Z) / (1 << 24)}
				if m.Name == "not a number" {
					continue // infinity does not fit, see below
				}
			}
			var file bytes.Buffer
			if err := encode(&file, m); err != nil {
				t.Fatalf("%s: %v", m.Name, err)
			}
			got, err := stl.Decode(&file)
			if err != nil {
				t.Fatalf("%s, %s: %v", m.Name, name, err)
			}
			if d := meshtest.Diff(soupOf(m), got, keeps); d != "" {
				t.Errorf("%s, %s: %s", m.Name, name, d)
			}
		}
	}
	if err := stl.Encode(io.Discard, meshtest.Scaled(meshtest.OneTriangle(), 1e39)); err == nil || !strings.Contains(err.Error(), "vertex 1") {
		t.Errorf("error %v, want one naming the vertex that does not fit float32", err)
	}
}

func FuzzDecode(f *testing.F) {
	for _, encode := range []func(io.Writer, *mesh.Mesh) error{stl.Encode, stl.EncodeText} {
		var file bytes.Buffer
		if err := encode(&file, meshtest.CubeQuads()); err != nil {
			f.Fatal(err)
		}
		f.Add(file.Bytes())
	}
	f.Add([]byte("solid a\n" + facet + "endsolid\nSOLID b\nfacet\nvertex nan 1e400 0\nvertex 0 0 0\nvertex 1 1 1\nvertex 2 2 2\nendfacet\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := stl.Decode(bytes.NewReader(data))
		if err != nil {
			return
		}
		mesh.Validate(m)
		var file bytes.Buffer
		if err := stl.EncodeText(&file, m); err != nil {
			t.Fatal(err)
		}
		again, err := stl.Decode(&file)
		if err != nil {
			t.Fatalf("what EncodeText wrote cannot be read: %v", err)
		}
		if d := meshtest.Diff(soupOf(m), again, meshtest.Keeps{Faces: true}); d != "" {
			t.Fatal(d)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	m := meshtest.Torus(2, 0.5, 500, 200) // 200k triangles
	for name, encode := range map[string]func(io.Writer, *mesh.Mesh) error{"text": stl.EncodeText, "binary": stl.Encode} {
		b.Run(name, func(b *testing.B) {
			var file bytes.Buffer
			if err := encode(&file, m); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(file.Len()))
			for b.Loop() {
				if _, err := stl.Decode(bytes.NewReader(file.Bytes())); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkEncode(b *testing.B) {
	m := meshtest.Torus(2, 0.5, 500, 200)
	for name, encode := range map[string]func(io.Writer, *mesh.Mesh) error{"text": stl.EncodeText, "binary": stl.Encode} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := encode(&bytes.Buffer{}, m); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
