package stl_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image/color"
	"io"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/meshio/stl"
)

const facet = "facet normal 0 0 1\n outer loop\n  vertex 0 0 0\n  vertex 1 0 0\n  vertex 0 1 0\n endloop\nendfacet\n"

func TestDecodeText(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{ // vertices, triangles, groups, warnings
		"solid a\n" + facet + facet + "endsolid a\n":                                                                      "6 2 1 0",
		"solid\n" + facet + "endsolid\nsolid b\nendsolid":                                                                 "3 1 1 0",
		"solid a\n" + facet + "endsolid a\nsolid b\n" + facet + "endsolid":                                                "6 2 2 0",
		strings.ToUpper("solid a\n" + facet + "endsolid a\n"):                                                             "3 1 1 0",
		strings.ReplaceAll("solid\ta\n"+facet+"endsolid", "\n", "\r\n"):                                                   "3 1 1 0",
		"\n solid a\n" + facet:                                                                                            "3 1 1 0",
		"solid a\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\n" + facet:                                              "5 1 1 1",
		strings.ReplaceAll("solid a\n"+facet+"endsolid a\nsolid b\n"+facet+"endsolid b", "\n", " "):                       "6 2 2 0",
		strings.ReplaceAll("solid\n"+facet+"endsolid", " ", "\n"):                                                         "3 1 1 0",
		"solid facet of a solid\n" + facet + "endsolid facet of a solid":                                                  "3 1 1 0",
		"solid\n" + strings.Replace(facet, "endloop", "vertex 0.5 0.9 0\nendloop", 1) + "endsolid":                        "4 2 1 0",
		"solid a\ncolor 1 0 0\n" + strings.ReplaceAll(facet, "vertex 0 0 0", "vertex 0 0 0 0.5 0.5 0.5") + "endsolid a\n": "3 1 1 0",
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

// Two vendors keep colours in the last two bytes of a facet, in forms that exclude each other.
func TestVendorsColours(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	if err := stl.Encode(&file, meshtest.CubeQuads()); err != nil {
		t.Fatal(err)
	}
	with := func(header string, attributes ...uint16) *mesh.Mesh {
		data := bytes.Clone(file.Bytes())
		copy(data[40:], header)
		for k, a := range attributes {
			binary.LittleEndian.PutUint16(data[84+50*k+48:], a)
		}
		m, err := stl.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	if m := with(""); m.Colors != nil {
		t.Errorf("zeros are no colours: %v", m.Colors[0])
	}
	m := with("", 0x8000|31<<10, 31)
	if m.Colors[2] != (color.NRGBA{R: 255, A: 255}) || m.Colors[3] != (color.NRGBA{R: 255, G: 255, B: 255, A: 255}) {
		t.Errorf("VisCAM: %v", m.Colors[:4])
	}
	m = with("COLOR=\x0a\x14\x1e\xff", 31, 0x8000|31<<5)
	if m.Colors[0] != (color.NRGBA{R: 255, A: 255}) || m.Colors[3] != (color.NRGBA{R: 10, G: 20, B: 30, A: 255}) || m.Colors[6] != (color.NRGBA{A: 255}) {
		t.Errorf("Magics: %v", m.Colors[:7])
	}
}

func TestSpaceIsKept(t *testing.T) {
	t.Parallel()
	text, err := stl.Decode(strings.NewReader("solid 3D Slicer output. SPACE=RAS\n" + facet + "endsolid"))
	if err != nil || text.Space != "RAS" {
		t.Fatalf("%v, error %v", text, err)
	}
	var file bytes.Buffer
	if err := stl.Encode(&file, text); err != nil {
		t.Fatal(err)
	}
	if got, err := stl.Decode(&file); err != nil || got.Space != "RAS" {
		t.Errorf("%v, error %v", got, err)
	}
}

// A shape that single precision would destroy is refused, with the shift that saves it.
func TestFarFromTheOriginIsRefused(t *testing.T) {
	t.Parallel()
	small := meshtest.CubeQuads()
	for i := range small.Vertices {
		small.Vertices[i] = r3.Add(r3.Scale(0.1, small.Vertices[i]), r3.Vec{X: 500000, Y: 5000000, Z: 100})
	}
	err := stl.Encode(io.Discard, small)
	if err == nil || !strings.Contains(err.Error(), "subtract (500000, 5000000, 100)") || !strings.Contains(err.Error(), "PLY or OBJ") {
		t.Errorf("error %v, want one with the shift that helps", err)
	}
	if err := stl.Encode(io.Discard, meshtest.Icosphere(3)); err != nil {
		t.Error(err)
	}
}

// soupOf is a mesh as an STL file keeps it.
func soupOf(m *mesh.Mesh) *mesh.Mesh {
	soup := meshtest.Soup(m)
	soup.Groups = m.Groups
	if m.Polygons != nil && len(m.Groups) == 1 {
		soup.Groups = []mesh.Group{{Name: m.Groups[0].Name, Count: len(m.Triangles)}}
	}
	return soup
}

// encoders write the two forms of the format.
var encoders = map[string]func(io.Writer, *mesh.Mesh) error{"text": encodeText, "binary": stl.Encode}

// encodeText writes the triangles as text, as one solid.
func encodeText(w io.Writer, m *mesh.Mesh) error {
	const name = "one solid"
	fmt.Fprintln(w, "solid", name)
	for t, f := range m.Triangles {
		n := m.FaceNormal(t)
		fmt.Fprintln(w, "facet normal", n.X, n.Y, n.Z, "\nouter loop")
		for _, v := range f {
			fmt.Fprintln(w, "vertex", m.Vertices[v].X, m.Vertices[v].Y, m.Vertices[v].Z)
		}
		fmt.Fprintln(w, "endloop\nendfacet")
	}
	_, err := fmt.Fprintln(w, "endsolid", name)
	return err
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
		for name, encode := range encoders {
			keeps := meshtest.Keeps{Faces: true, Groups: true}
			if name == "binary" {
				box := m.BoundingBox()
				keeps = meshtest.Keeps{Faces: true, Tolerance: max(-box.Min.X, box.Max.X, box.Max.Y, box.Max.Z) / (1 << 24)}
				if m.Name == "not a number" || m.Name == "huge offset" {
					continue // they do not fit, see below
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
	for _, encode := range encoders {
		var file bytes.Buffer
		if err := encode(&file, meshtest.CubeQuads()); err != nil {
			f.Fatal(err)
		}
		f.Add(file.Bytes())
	}
	f.Add([]byte("solid a\n" + facet + "endsolid\nSOLID b\nfacet\nvertex nan 1e400 0\nvertex 0 0 0\nvertex 1 1 1\nvertex 2 2 2\nendfacet\n"))
	f.Add([]byte("solid a SPACE=RAS facet normal 0 0 1 outer loop vertex 0 0 0\n1\nvertex 1 0 0 vertex 1 1 0 vertex 0 1 0 endloop endfacet endsolid a solid b"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var m *mesh.Mesh
		var err error
		meshtest.Held(t, len(data), 0, func() { m, err = stl.Decode(bytes.NewReader(data)) })
		if err != nil {
			return
		}
		mesh.Validate(m)
		var file bytes.Buffer
		if err := stl.Encode(&file, m); err != nil {
			return // it does not fit single precision
		}
		again, err := stl.Decode(&file)
		if err != nil {
			t.Fatalf("what Encode wrote cannot be read: %v", err)
		}
		if again.FaceCount() != len(m.Triangles) {
			t.Fatalf("%d faces of %d triangles came back", again.FaceCount(), len(m.Triangles))
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	m := meshtest.Torus(2, 0.5, 500, 200) // 200k triangles
	for name, encode := range encoders {
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
	for b.Loop() {
		if err := stl.Encode(&bytes.Buffer{}, m); err != nil {
			b.Fatal(err)
		}
	}
}
