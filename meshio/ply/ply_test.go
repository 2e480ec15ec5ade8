package ply_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image/color"
	"strings"
	"testing"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/meshio/ply"
)

// keeps are the contents that PLY can hold.
var keeps = meshtest.Keeps{Faces: true, Polygons: true, Normals: true, Colors: true, Alpha: true, Scalars: true}

var encodings = []ply.Encoding{ply.BinaryLittleEndian, ply.BinaryBigEndian, ply.ASCII}

const xyz = "property float x\nproperty float y\nproperty float z\n"

func TestDecodeText(t *testing.T) {
	t.Parallel()
	const (
		vertex = "element vertex 4\n" + xyz
		face   = "element face 1\nproperty list uchar int vertex_indices\n"
		points = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n"
	)
	tests := []struct{ name, declarations, body, want string }{ // vertices, faces, triangles, normals, colours, scalars, warnings
		{"quad", vertex + face, points + "4 0 1 2 3\n", "4 1 2 0 0 0 0"},
		{"other name of the list", vertex + "element face 1\nproperty list uint8 uint32 vertex_index\n", points + "3 0 1 2", "4 1 1 0 0 0 0"},
		{"faces first", face + vertex, "4 0 1 2 3\n" + points, "4 1 2 0 0 0 0"},
		{"points", "comment no faces\nobj_info none\n" + vertex, points, "4 0 0 0 0 0 0"},
		{"blank lines", vertex + face, "\n" + points + "\n\n 3  0 1  2 \n\n", "4 1 1 0 0 0 0"},
		{"normals and scalars", "element vertex 1\n" + xyz + "property float nx\nproperty float ny\nproperty float nz\nproperty double quality\nproperty short id\n",
			"0 0 0 0 0 1 0.5 7\n", "1 0 0 1 0 2 0"},
		{"colours of bytes", "element vertex 1\n" + xyz + "property uchar red\nproperty uchar green\nproperty uchar blue\n", "0 0 0 255 128 0\n", "1 0 0 0 1 0 0"},
		{"colours of floats", "element vertex 1\n" + xyz + "property float r\nproperty float g\nproperty float b\nproperty float a\n", "0 0 0 1 0.5 0 1\n", "1 0 0 0 1 0 0"},
		{"colours of 16 bits", "element vertex 1\n" + xyz + "property ushort red\nproperty ushort green\nproperty ushort blue\n", "0 0 0 65535 32896 0\n", "1 0 0 0 1 0 0"},
		{"diffuse colours", "element vertex 1\n" + xyz + "property uchar diffuse_red\nproperty uchar diffuse_green\nproperty uchar diffuse_blue\n", "0 0 0 255 128 0\n", "1 0 0 0 1 0 0"},
		{"red alone is a scalar", "element vertex 1\n" + xyz + "property uchar red\n", "0 0 0 255\n", "1 0 0 0 0 1 0"},
		{"lists everywhere", "element vertex 1\nproperty list uchar int a\n" + xyz + "property list uchar float b\nelement face 1\nproperty list uchar float uv\nproperty list uchar int vertex_indices\nproperty char kind\n",
			"2 7 8 0 0 0 1 0.5\n2 0.1 0.2 3 0 0 0 -4\n", "1 1 1 0 0 0 0"},
		{"unknown elements", "element edge 2\nproperty int a\nproperty int b\n" + vertex + "element empty 99999999\nelement more 1\nproperty list int int x\n", "1 2\n3 4\n" + points + "1 1\n", "4 0 0 0 0 0 2"},
		{"a comment without its word", "Made by a script\n" + vertex + face, points + "4 0 1 2 3\n", "4 1 2 0 0 0 1"},
		{"rows broken", vertex + face, "0 0\n0 1 0 0\n1 1 0 0 1 0\n4 0 1\n2\n3\n", "4 1 2 0 0 0 0"},
		{"rows joined", vertex + face, strings.ReplaceAll(points+"4 0 1 2 3\n", "\n", " "), "4 1 2 0 0 0 0"},
		{"colours of faces", vertex + face + "property float red\nproperty float green\nproperty float blue\n", points + "4 0 1 2 3 1 0.5 0\n", "4 1 2 0 4 0 0"},
		{"colours of both", strings.Replace(vertex, "4", "1", 1) + "property uchar red\nproperty uchar green\nproperty uchar blue\n" + face + "property uchar r\nproperty uchar g\nproperty uchar b\n", "0 0 0 255 128 0\n3 0 0 0 9 9 9\n", "1 1 1 0 1 0 1"},
		{"rows too long", vertex + face, points + "3 0 1 2 255 0 0\n", "4 1 1 0 0 0 1"},
		{"list missing that is not needed", "element vertex 2\n" + xyz + "property list uchar int v\n", "0 0 0\n1 1 1\n", "2 0 0 0 0 0 1"},
		{"two corners", vertex + face, points + "2 0 1\n", "4 0 0 0 0 0 1"},
		{"faces without a list", vertex + "element face 1\nproperty int group\n", points + "1\n", "4 0 0 0 0 0 1"},
		{"strips", vertex + "element tristrips 1\nproperty list int int vertex_indices\n", points + "8 0 1 3 2 -1 0 1 2\n", "4 3 3 0 0 0 0"},
		{"windows line ends", strings.ReplaceAll(vertex+face, "\n", "\r\n"), strings.ReplaceAll(points+"4 0 1 2 3\n", "\n", "\r\n"), "4 1 2 0 0 0 0"},
		{"macintosh line ends", strings.ReplaceAll(vertex+face, "\n", "\r"), strings.ReplaceAll(points+"4 0 1 2 3\n", "\n", "\r"), "4 1 2 0 0 0 0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			end := "\n"
			if strings.Contains(tt.declarations, "\r") {
				end = strings.TrimSuffix(tt.declarations[strings.Index(tt.declarations, "\r"):][:2], "p")
			}
			m, err := ply.Decode(strings.NewReader("ply"+end+"format ascii 1.0"+end+tt.declarations+"end_header"+end+tt.body), nil)
			if err != nil {
				t.Fatal(err)
			}
			got := fmt.Sprint(len(m.Vertices), m.FaceCount(), len(m.Triangles), len(m.Normals), len(m.Colors), len(m.Scalars), len(m.Origin.Warnings))
			if got != tt.want {
				t.Errorf("vertices, faces, triangles, normals, colours, scalars, warnings: %s, want %s (%q)", got, tt.want, m.Origin.Warnings)
			}
			if m.Colors != nil && m.Colors[0] != (color.NRGBA{R: 255, G: 128, B: 0, A: 255}) {
				t.Errorf("colour %v, want orange", m.Colors[0])
			}
		})
	}
}

// A vertex where faces of several colours meet has their mean.
func TestFaceColoursGoToTheVertices(t *testing.T) {
	t.Parallel()
	m, err := ply.Decode(strings.NewReader("ply\nformat ascii 1.0\ncomment SPACE=LPS\nelement vertex 4\n"+xyz+
		"element face 3\nproperty list uchar int vertex_indices\nproperty uchar red\nproperty uchar green\nproperty uchar blue\nend_header\n"+
		"0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2 200 0 0\n2 0 1 9 9 9\n3 0 2 3 0 100 0\n"), nil)

	if err != nil {
		t.Fatal(err)
	}
	want := []color.NRGBA{{R: 100, G: 50, A: 255}, {R: 200, A: 255}, {R: 100, G: 50, A: 255}, {G: 100, A: 255}}
	if fmt.Sprint(m.Colors) != fmt.Sprint(want) || m.Space != "LPS" {
		t.Errorf("colours %v, want %v; space %q", m.Colors, want, m.Space)
	}
	var file bytes.Buffer
	if err := ply.Encode(&file, m, ply.Settings{}); err != nil {
		t.Fatal(err)
	}
	if again, err := ply.Decode(&file, nil); err != nil || again.Space != "LPS" {
		t.Errorf("the axes are lost: %v", err)
	}
}

func TestStripsTurnEveryOtherTriangle(t *testing.T) {
	t.Parallel()
	m, err := ply.Decode(strings.NewReader("ply\nformat ascii 1.0\nelement vertex 5\n"+xyz+
		"element tristrips 1\nproperty list int int vertex_indices\nend_header\n0 0 0\n0 1 0\n1 0 0\n1 1 0\n2 0 0\n5 1 0 3 2 4\n"), nil)

	if err != nil {
		t.Fatal(err)
	}
	r := mesh.Validate(m)
	if len(m.Triangles) != 3 || r.InconsistentEdges != 0 || m.FaceNormal(0).Z != 1 {
		t.Errorf("triangles %v, want three wound alike and facing up", m.Triangles)
	}
}

// le writes numbers little endian.
func le(values ...any) string {
	var b bytes.Buffer
	for _, v := range values {
		if err := binary.Write(&b, binary.LittleEndian, v); err != nil {
			panic(err)
		}
	}
	return b.String()
}

func TestHeaderEndsWhereItSays(t *testing.T) {
	t.Parallel()
	// 6.9675 as float32 begins with the byte of a line feed when written backwards in memory: 0x40DEF50A.
	body := le(float32(6.968144), float32(1), float32(2))
	if body[0] != '\n' {
		body = "\n" + body[1:]
	}
	for name, file := range map[string]string{
		"line feed":                  "ply\nformat binary_little_endian 1.0\nelement vertex 1\n" + xyz + "end_header\n" + body,
		"line feeds, but the last":   "ply\nformat binary_little_endian 1.0\nelement vertex 1\n" + xyz + "end_header\r\n" + body,
		"carriage return, line feed": strings.ReplaceAll("ply\nformat binary_little_endian 1.0\nelement vertex 1\n"+xyz+"end_header\n", "\n", "\r\n") + body,
		"carriage return":            strings.ReplaceAll("ply\nformat binary_little_endian 1.0\nelement vertex 1\n"+xyz+"end_header\n", "\n", "\r") + body,
	} {
		m, err := ply.Decode(strings.NewReader(file), nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if v := m.Vertices[0]; v.Y != 1 || v.Z != 2 {
			t.Errorf("%s: vertex %v, want y = 1, z = 2", name, v)
		}
	}
}

func TestDecodeSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	const (
		head = "ply\nformat ascii 1.0\n"
		bin  = "ply\nformat binary_little_endian 1.0\n"
	)
	for file, want := range map[string]string{
		"":                         "the file is empty",
		"plywood\n":                "line 1: a PLY file begins with the word ply",
		"ply\n":                    "line 1: the header has no end_header",
		head:                       "line 2: the header has no end_header",
		"ply\nformat binary 1.0\n": `line 2: unknown format "binary"`,
		"ply\nend_header\n":        "line 2: the header does not say the format",
		head + "end_header\n":      "no vertices",
		head + "element vertex 0\n" + xyz + "end_header\n":                   "no vertices",
		head + "element vertex -1\n":                                         `line 3: "-1" is not a usable number of rows`,
		head + "element vertex 1\nproperty float x\nproperty flaot y\n":      `line 5: cannot understand "property flaot y"`,
		head + "property float x\n":                                          "line 3: a property before the first element",
		head + "element vertex 1\nproperty list float int x\n":               "line 4",
		head + "element vertex 1\nproperty float x\nproperty int x\n":        "line 5: property x appears twice",
		head + "element vertex 1\n" + xyz + "element vertex 1\nend_header\n": "line 7: a second element vertex",
		head + "elephant\n":                                                  "line 3: the header has no end_header",
		head + "\x00\x01\x02\n":                                              "line 3",
		head + "element vertex 1\nend_header\n":                              "line 3: the vertices do not have the properties x, y and z",
		head + "element vertex 1\nproperty float x\nend_header\n1\n":         "line 3: the vertices do not have the properties x, y and z",
		head + "element vertex 2000000000\n" + xyz + "end_header\n0 0 0\n":   "line 3: the header promises 2000000000 rows",
		head + "element vertex 2\n" + xyz + "end_header\n0.000 0.000 0\n":    "line 8: the file ends before its last row",
		head + "element vertex 1\n" + xyz + "end_header\n0.0 1.0\n":          "line 8: vertex 0 has no z",
		head + "element vertex 1\n" + xyz + "end_header\n0 one 2\n":          `line 8: "one" is not a number`,
		head + "element vertex 1\n" + xyz + "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n3 0 0 1\n": "line 11: face 0 uses vertex 1",
		head + "element vertex 1\n" + xyz + "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n3 0 0 -1":  "line 11: face 0 uses vertex -1",
		head + "element vertex 1\n" + xyz + "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n3 0 0 0.5": "line 11: face 0 uses vertex 0.5",
		head + "element vertex 1\n" + xyz + "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n3 0 0\n":   "line 11: face 0 promises 3 corners, but has 2",
		head + "element vertex 1\n" + xyz + "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n-3 0 0\n":  "line 11: face 0 has no usable number of corners",
		bin + "element vertex 2\n" + xyz + "end_header\n" + le(float32(1), float32(2), float32(3)):                                 "line 3: the header promises 2 rows",
		bin + "element vertex 1\n" + xyz + "element face 1\nproperty list int int vertex_indices\nend_header\n" +
			le(float32(1), float32(2), float32(3), int32(2000000000), int32(0)): "the file ends in the middle of its data",
		bin + "element vertex 1\n" + xyz + "element face 1\nproperty list uchar int vertex_indices\nend_header\n" +
			le(float32(1), float32(2), float32(3), uint8(3), int32(0)): "the file ends in the middle of its data",
		bin + "element vertex 1\n" + xyz + "element face 1\nproperty list uint int other\nend_header\n" +
			le(float32(1), float32(2), float32(3), uint32(4000000000), int32(0)): "not the length of a list",
	} {
		if _, err := ply.Decode(strings.NewReader(file), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", file, err, want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for _, m := range append(meshtest.All(), meshtest.ConcavePolygon(200)) {
		if len(m.Vertices) == 0 {
			continue
		}
		dressed := meshtest.Dressed(m, 4)
		glass := meshtest.Dressed(m, 5)
		glass.Colors[0].A = 77
		glass.Scalars = append(glass.Scalars, mesh.Scalar{Name: "second", Values: make([]float64, len(m.Vertices))})
		for _, m := range []*mesh.Mesh{m, dressed, glass} {
			for _, encoding := range encodings {
				var file bytes.Buffer
				if err := ply.Encode(&file, m, ply.Settings{Encoding: encoding}); err != nil {
					t.Fatal(err)
				}
				got, err := ply.Decode(&file, nil)
				if err != nil {
					t.Fatalf("%s, encoding %d: %v", m.Name, encoding, err)
				}
				if d := meshtest.Diff(m, got, keeps); d != "" {
					t.Errorf("%s, encoding %d: %s", m.Name, encoding, d)
				}
			}
		}
	}
}

func TestScalarNamesBecomeUsable(t *testing.T) {
	t.Parallel()
	m := meshtest.OneTriangle()
	for _, name := range []string{"", "x", "red", "two words", "two words", "größe"} {
		m.Scalars = append(m.Scalars, mesh.Scalar{Name: name, Values: make([]float64, 3)})
	}
	var file bytes.Buffer
	if err := ply.Encode(&file, m, ply.Settings{}); err != nil {
		t.Fatal(err)
	}
	got, err := ply.Decode(&file, nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range got.Scalars {
		names = append(names, s.Name)
	}
	if want := "scalar x_ red_ two_words two_words_ größe"; strings.Join(names, " ") != want {
		t.Errorf("names %q, want %s", names, want)
	}
}

func FuzzDecode(f *testing.F) {
	for _, m := range []*mesh.Mesh{meshtest.CubeQuads(), meshtest.Dressed(meshtest.OneTriangle(), 1)} {
		for _, encoding := range encodings {
			var file bytes.Buffer
			if err := ply.Encode(&file, m, ply.Settings{Encoding: encoding}); err != nil {
				f.Fatal(err)
			}
			f.Add(file.Bytes())
		}
	}
	f.Add([]byte("ply\r\nformat ascii 1.0\r\nelement vertex 2\r\n" + xyz + "property ushort r\nproperty char g\nproperty uint b\nproperty list uchar int s\n" +
		"element tristrips 1\nproperty list char short vertex_index\nend_header\r\n1 2 3 4 5 6 1 7\n\nnan -inf 1e400 7 8 9 0\n4 0 1 -1 1\n"))
	f.Add([]byte("ply\nformat ascii 1.0\nWritten by hand\nobj_info SPACE=RAS\nelement vertex 3\n" + xyz +
		"element face 1\nproperty list uchar int vertex_indices\nproperty float r\nproperty float g\nproperty float b\nend_header\n0 0 0 1 0\n0 0 1 0 3 0 1\n2 0.5 1 0\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var m *mesh.Mesh
		var err error
		meshtest.Held(t, len(data), 0, func() { m, err = ply.Decode(bytes.NewReader(data), nil) })
		if err != nil {
			return
		}
		mesh.Validate(m)
		for _, encoding := range encodings {
			var file bytes.Buffer
			if err := ply.Encode(&file, m, ply.Settings{Encoding: encoding}); err != nil {
				t.Fatal(err)
			}
			again, err := ply.Decode(&file, nil)
			if err != nil {
				t.Fatalf("what Encode wrote cannot be read: %v", err)
			}
			for i := range again.Scalars {
				again.Scalars[i].Name = m.Scalars[i].Name // names may have had to change
			}
			if d := meshtest.Diff(m, again, keeps); d != "" {
				t.Fatal(d)
			}
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	m := meshtest.Dressed(meshtest.Torus(2, 0.5, 500, 200), 1) // 200k triangles
	for name, encoding := range map[string]ply.Encoding{"binary": ply.BinaryLittleEndian, "text": ply.ASCII} {
		b.Run(name, func(b *testing.B) {
			var file bytes.Buffer
			if err := ply.Encode(&file, m, ply.Settings{Encoding: encoding}); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(file.Len()))
			for b.Loop() {
				if _, err := ply.Decode(bytes.NewReader(file.Bytes()), nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkEncode(b *testing.B) {
	m := meshtest.Dressed(meshtest.Torus(2, 0.5, 500, 200), 1)
	for name, encoding := range map[string]ply.Encoding{"binary": ply.BinaryLittleEndian, "text": ply.ASCII} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := ply.Encode(&bytes.Buffer{}, m, ply.Settings{Encoding: encoding}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
