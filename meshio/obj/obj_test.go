package obj_test

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"strings"
	"testing"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/meshio/obj"
)

// codec says which contents OBJ can hold.
var codec = meshtest.Codec{Decode: func(r io.Reader) (*mesh.Mesh, error) { return obj.Decode(r, nil) }, Encode: obj.Encode, Keeps: meshtest.Keeps{Faces: true, Polygons: true, Groups: true, Normals: true, Colors: true}}

func TestDecode(t *testing.T) {
	t.Parallel()
	const square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
	tests := []struct {
		name, file string
		want       string // vertices, faces, triangles, groups, warnings
	}{
		{"quad", square + "f 1 2 3 4\n", "4 1 2 0 0"},
		{"negative indices", square + "f -4 -3 -2 -1\n", "4 1 2 0 0"},
		{"negative among normals", square + "vn 0 0 1\nf -4//-1 -3//-1 -2//-1\n", "4 1 1 0 0"},
		{"texture and normal", square + "vt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1\nf 1/1 3/1 4/1\nf 1// 2// 3//\nf 1/1/ 2/1/ 4/1/\n", "4 4 4 0 0"},
		{"windows line ends", strings.ReplaceAll(square+"f 1 2 3\n", "\n", "\r\n"), "4 1 1 0 0"},
		{"macintosh line ends", strings.ReplaceAll(square+"f 1 2 3\n", "\n", "\r"), "4 1 1 0 0"},
		{"continued line", square + "f 1 2 \\\n3 \\\r\n4\nf 1 2\\\n 3\n", "4 2 3 0 0"},
		{"continued at the end", square + "f 1 2 3\\", "4 1 1 0 0"},
		{"no line end", square + "f 1 2 3", "4 1 1 0 0"},
		{"blanks and tabs", "\n  \t\nv\t0 0  0  \n v 1 0 0\nv 0 1 0 # comment\n\tf  1  2   3   # face\n", "3 1 1 0 0"},
		{"faces before vertices", "f 1 2 3\n" + square, "4 1 1 0 0"},
		{"groups", square + "g\ng first f 1 2\nf 1 2 3\no second\ng third\nf 1 3 4\nf 1 2 4\n", "4 3 3 2 0"},
		{"lines and points", square + "l 1 2\np 1\nf 1 2 3\n", "4 1 1 0 1"},
		{"wireframe", square + "l 1 2\n", "4 0 0 0 1"},
		{"two corners", square + "f 1// 2//\nf 1 2 3\n", "4 1 1 0 1"},
		{"point cloud", square, "4 0 0 0 0"},
		{"colours", "v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1\nf 1 2 3\n", "3 1 1 0 0"},
		{"colours in part", "v 0 0 0 1 0 0\nv 1 0 0\nv 0 1 0 nan nan nan\nf 1 2 3\n", "3 1 1 0 1"},
		{"utf-16", "\xff\xfev\x00 \x000\x00 \x000\x00 \x001\x00\n\x00", "1 0 0 0 0"},
		{"utf-8 mark", "\xef\xbb\xbfv 0 0 0\n", "1 0 0 0 0"},
		{"unknown words", "mtllib a b.mtl\nusemtl x\ns off\nvt 1\nvp 1 2\ncstype bezier\nsurf 0 1 0 1 1\n" + square, "4 0 0 0 1"},
		{"two coordinates", "v 0 0\nv 1 0\nv 0 1\nf 1 2 3\n", "3 1 1 0 1"},
		{"painted, too few", "#MRGB ff102030ffffffff\n" + square, "4 0 0 0 1"},
		{"weights", "v 0 0 0 1\nv 1 0 0 1.0\nv 0 1 0 1\nf 1 2 3", "3 1 1 0 0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m, err := obj.Decode(strings.NewReader(tt.file), nil)
			if err != nil {
				t.Fatal(err)
			}
			got := fmt.Sprint(len(m.Vertices), m.FaceCount(), len(m.Triangles), len(m.Groups), len(m.Origin.Warnings))
			if got != tt.want {
				t.Errorf("vertices, faces, triangles, groups, warnings: %s, want %s (%q)", got, tt.want, m.Origin.Warnings)
			}
		})
	}
}

func TestDecodeSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	const triangle = "v 0 0 0\nv 1 0 0\nv 1 1 0\n"
	for file, want := range map[string]string{
		"":                              "no vertices",
		"# nothing\n":                   "no vertices",
		"v 0\n":                         "line 1: a vertex needs three numbers, but has 1",
		"v 0,5 1 2\n":                   `line 1: "0,5" has a decimal comma`,
		triangle + "vn 0 1\n":           "line 4: a normal needs three numbers, but has 2",
		"v 1 2 3\nv 1e+2 2.e+1 3.1+e2":  `line 2: "3.1+e2" is not a number`,
		triangle + "f 1 2 4\n":          "line 4: vertex index 4 in a face, but the file has 3 vertices",
		triangle + "f 0 1 2\n":          "line 4: vertex index 0",
		triangle + "f 1 2 -4\n":         "line 4: vertex index -4",
		triangle + "f 1 2 x\n":          `line 4: "x" is not a corner`,
		triangle + "f 1 2 99999999999":  "line 4",
		triangle + "f \n":               "line 4: a face without corners",
		triangle + "vn 0 nothing 1\n":   `line 4: "nothing" is not a number`,
		"v 0 0 0\nv 0 0 \\\n 0 0 \\\nx": `line 2: "x" is not a number`,
	} {
		if _, err := obj.Decode(strings.NewReader(file), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", file, err, want)
		}
	}
}

// ZBrush keeps colours of vertices in comments, 3D Slicer the axes.
func TestCommentsThatSaySomething(t *testing.T) {
	t.Parallel()
	m, err := obj.Decode(strings.NewReader("# File of 3D Slicer. SPACE=RAS\n#MRGB ff102030ff0a0b0c\nv 0 0 0\nv 1 0 0\nv 0 1 0\n#MRGB 80ffffff\nf 1 2 3\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []color.NRGBA{{R: 0x10, G: 0x20, B: 0x30, A: 255}, {R: 10, G: 11, B: 12, A: 255}, {R: 255, G: 255, B: 255, A: 255}}
	if fmt.Sprint(m.Colors) != fmt.Sprint(want) || m.Space != "RAS" || len(m.Origin.Warnings) > 0 {
		t.Errorf("colours %v, space %q, warnings %q", m.Colors, m.Space, m.Origin.Warnings)
	}
	var file bytes.Buffer
	if err := obj.Encode(&file, m); err != nil {
		t.Fatal(err)
	}
	if again, err := obj.Decode(&file, nil); err != nil || again.Space != "RAS" {
		t.Errorf("the axes are lost: %v", err)
	}
}

func TestNormalsOnlyWhereUnambiguous(t *testing.T) {
	t.Parallel()
	const points = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvn 0 0 1\nvn 0 0 -1\nvn 0 0 1\n"
	one, err := obj.Decode(strings.NewReader(points+"f 1//1 2//1 3//3\nf 1//3 3//1 4//1\n"), nil)
	if err != nil || len(one.Normals) != 4 || one.Normals[2].Z != 1 {
		t.Errorf("normals %v, error %v; want (0, 0, 1) at all", one.Normals, err)
	}
	two, err := obj.Decode(strings.NewReader(points+"f 1//1 2//1 3//1\nf 1//2 3//2 4//2\n"), nil)
	if err != nil || two.Normals != nil {
		t.Errorf("normals %v, error %v; want none where a vertex has two", two.Normals, err)
	}
	cloud, err := obj.Decode(strings.NewReader("vn 0 0 1\nv 0 0 0\nvn 1 0 0\nv 1 0 0\n"), nil)
	if err != nil || len(cloud.Normals) != 2 || cloud.Normals[1].X != 1 {
		t.Errorf("normals %v, error %v; want one a point", cloud.Normals, err)
	}
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	codec.RoundTrip(t, func(m *mesh.Mesh) {
		if n := m.FaceCount(); n > 2 {
			m.Groups = []mesh.Group{{Name: "first part", Count: 1}, {Name: "rest", First: 1, Count: n - 1}}
		}
	})
}

func FuzzDecode(f *testing.F) {
	codec.Fuzz(f,
		"g a\nv 0 0 0 1 0 0\nv 1 0 0\nv 0 nan 1e400\nvn 0 0 1\nf -1//1 -2//1 \\\n-3//1\no b\\\nc\nf 1 2 3 1 2 3\nl 1 2\n",
		"# SPACE=LPS\n#MRGB ff102030ff0a0b0c\nv 0 0\nv 1 0\n",
		"\xfe\xff\x00v\x00 \x001\x00 \x002\x00 \x003",
	)
}

func ExampleDecode() {
	file := strings.NewReader("v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nf 1 2 3 4\n")
	square, err := obj.Decode(file, nil)
	fmt.Println(square.FaceCount(), "face,", len(square.Triangles), "triangles, area", square.Area(), err)
	// Output: 1 face, 2 triangles, area 4 <nil>
}

func BenchmarkDecode(b *testing.B) {
	m := meshtest.Torus(2, 0.5, 500, 200) // 200k triangles
	var file bytes.Buffer
	if err := obj.Encode(&file, m); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(file.Len()))
	for b.Loop() {
		if _, err := obj.Decode(bytes.NewReader(file.Bytes()), nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	m := meshtest.Torus(2, 0.5, 500, 200)
	for b.Loop() {
		if err := obj.Encode(&bytes.Buffer{}, m); err != nil {
			b.Fatal(err)
		}
	}
}
