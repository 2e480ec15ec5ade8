package off_test

import (
	"bytes"
	"fmt"
	"image/color"
	"strings"
	"testing"

	"gwscope/meshio/meshtest"
	"gwscope/meshio/off"
)

// codec says which contents OFF can hold.
var codec = meshtest.Codec{Decode: off.Decode, Encode: off.Encode, Keeps: meshtest.Keeps{Faces: true, Polygons: true, Normals: true, Colors: true, Alpha: true}}

func TestDecode(t *testing.T) {
	t.Parallel()
	const body = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n"
	for file, want := range map[string]string{ // vertices, faces, triangles, normals, colours, warnings
		"OFF\n4 1 4\n" + body:                                                             "4 1 2 0 0 0",
		"OFF\n4 1\n" + body:                                                               "4 1 2 0 0 0",
		"OFF 4 1 0\n" + body:                                                              "4 1 2 0 0 0",
		"\t  OFF4 1 12 # or nah\n" + body:                                                 "4 1 2 0 0 0",
		"# a comment\n\nOFF\n# one\n4\n1 0 # two\n\n" + body:                              "4 1 2 0 0 0",
		"4 1 0\n" + body:                                                                  "4 1 2 0 0 0",
		strings.ReplaceAll("OFF\n4 1 4\n"+body, "\n", "\r\n"):                             "4 1 2 0 0 0",
		"OFF\n4 0 0\n" + body:                                                             "4 0 0 0 0 1",
		"OFF\n3 2 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2 1 0.5 0\n2 0 1":                         "3 1 1 0 3 1",
		"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2 255 128 0 255\n":                        "3 1 1 0 3 0",
		"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2 7\n":                                    "3 1 1 0 0 1",
		"COFF\n3 1 0\n0 0 0 255 128 0 0\n1 0 0 1 1 1 1\n0 1 0 2 2 2 2\n3 0 1 2 9 9 9\n":   "3 1 1 0 3 1",
		strings.ReplaceAll("OFF\n4 1 4\n"+body, "\n", " "):                                "4 1 2 0 0 0",
		strings.ReplaceAll("OFF\n4 1 4\n"+body, " ", "\n"):                                "4 1 2 0 0 0",
		"OFF\n4 1 4\n0 0 0 1 0 0\n1 1 0 0 1 0\n4 0 1\n2\n3\n":                             "4 1 2 0 0 0",
		"OFF\n4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2 3 0 2 3":                         "4 2 2 0 0 0",
		"OFF\n4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0\n1 2 255 128 0\n3 0 2 3 255 128 0\n": "4 2 2 0 4 0",
		"COFF\n3\n1\n0 0 0 255 128 0 255 1 0 0 0 0 0 0\n0 1 0 0 0 0 0 3 0 1 2\n":          "3 1 1 0 3 0",
		"OFF\n1 0 0\n1 2 3\n4 5 6\n":                                                      "1 0 0 0 0 1",
		"COFF\n1 0 0\n1 2 3 255 128 0\n":                                                  "1 0 0 0 1 0",
		"COFF\n1 0 0\n1 2 3 1.0 0.5 0.0 0.25\n":                                           "1 0 0 0 1 0",
		"NOFF\n1 0 0\n1 2 3 0 0 1\n":                                                      "1 0 0 1 0 0",
		"CNOFF\n1 0 0\n1 2 3 0 0 1 255 128 0 255\n":                                       "1 0 0 1 1 0",
		"STCNOFF\n1 0 0\n1 2 3 0 0 1 255 128 0 0.5 0.25\n":                                "1 0 0 1 1 0",
		"STOFF\n1 0 0\n1 2 3 0.5 0.25\n":                                                  "1 0 0 0 0 0",
		"4OFF\n1 0 0\n2 4 6 2\n":                                                          "1 0 0 0 0 0",
		"OFF\n1 0 0\n1 2 3 9 9 9\n":                                                       "1 0 0 0 0 1",
	} {
		m, err := off.Decode(strings.NewReader(file))
		if err != nil {
			t.Errorf("%q: %v", file, err)
			continue
		}
		got := fmt.Sprint(len(m.Vertices), m.FaceCount(), len(m.Triangles), len(m.Normals), len(m.Colors), len(m.Origin.Warnings))
		if got != want {
			t.Errorf("%q: %s, want %s (%q)", file, got, want, m.Origin.Warnings)
		}
		if v := m.Vertices[0]; len(m.Vertices) == 1 && (v.X != 1 || v.Y != 2 || v.Z != 3) {
			t.Errorf("%q: vertex %v, want (1, 2, 3)", file, v)
		}
		if m.Colors != nil && (color.NRGBA{R: m.Colors[0].R, G: m.Colors[0].G, B: m.Colors[0].B, A: 255}) != (color.NRGBA{R: 255, G: 128, A: 255}) {
			t.Errorf("%q: colour %v, want orange", file, m.Colors[0])
		}
	}
}

func TestDecodeSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"":                               "empty",
		"solid\n":                        "line 1: expected the word OFF",
		"OFF\n":                          "ends before",
		"OFF BINARY\n":                   "binary OFF",
		"nOFF 3\n":                       "any dimension",
		"OFF\n-1 0 0\n":                  `line 2: "-1" is not a number of vertices`,
		"OFF\n1 x 0\n":                   `line 2: "x" is not a number of faces`,
		"OFF\n0 0 0\n":                   "line 2: the file has no vertices",
		"OFF\n353535235358 6 0\n0 0 0\n": "line 2: the header promises 353,535,235,358 vertices",
		"OFF\n1 999999 0\n0 0 0\n":       "line 2: the header promises 999,999 faces",
		"OFF\n2 0 0\n0 0 0\n\n# 000000":  "ends after 1 of 2 vertices",
		"OFF\n1 1 0\n0 0 0\n\n":          "ends after 0 of 1 face",
		"OFF\n1 0 0\n0 zero 0\n":         `line 3: "zero" is not a number (in vertex 0)`,
		"OFF\n1 0 0\n0 00000\n":          "line 3: vertex 0 needs 3 numbers, but has 2",
		"NOFF\n1 0 0\n0 0 0 0 0":         "line 3: vertex 0 needs 6 numbers",
		"OFF\n3 4\n0 0 0\n1 0 0\n0 1 0\n0\n2\r20\n4": `line 6: face 0 has "0" corners`,
		"OFF\n1 1\n0 0 0\n3 0 0\n":                   "line 4: face 0 promises 3 corners, but has 2",
		"OFF\n1 1\n0 0 0\n3 0 0 1\n":                 "line 4: face 0 uses vertex 1",
		"OFF\n1 1\n0 0 0\n3 0 0 -1\n":                "line 4: face 0 uses vertex -1",
		"OFF\n1 1\n0 0 0\n3 0 0 a\n":                 `line 4: "a" is not a vertex index`,
	} {
		if _, err := off.Decode(strings.NewReader(file)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", file, err, want)
		}
	}
}

func TestSpaceIsKept(t *testing.T) {
	t.Parallel()
	m := meshtest.OneTriangle()
	m.Space = "RAS"
	var file bytes.Buffer
	if err := off.Encode(&file, m); err != nil {
		t.Fatal(err)
	}
	if got, err := off.Decode(&file); err != nil || got.Space != "RAS" {
		t.Errorf("%v, error %v", got, err)
	}
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	codec.RoundTrip(t, nil)
}

func FuzzDecode(f *testing.F) {
	codec.Fuzz(f,
		"STCN4OFF4 2 # x\n1 2 3 1 0 0 1 .5 .5 .5 .1 0 0\n1 2 3 0 0 0 1 1 1 1 1\nnan 2 1e400 1 1 1 1 1 0 0\n1 2 3 1 1 1 1 1 0 0\n3 0 1 2 9 9\n2 0 1\n",
		"OFF # SPACE=LPS\n3 1\n0\n0 0 0 1 0 0\n0 1 0 3 0\n1 2\n",
		"OFF\n3 4\n0.1 0.2 0.3\n0.2 0.3 0.4\n0.3 0.4 0.5\n0\n2\r20\n4\n",
	)
}

func BenchmarkDecode(b *testing.B) {
	m := meshtest.Torus(2, 0.5, 500, 200) // 200k triangles
	var file bytes.Buffer
	if err := off.Encode(&file, m); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(file.Len()))
	for b.Loop() {
		if _, err := off.Decode(bytes.NewReader(file.Bytes())); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	m := meshtest.Torus(2, 0.5, 500, 200)
	for b.Loop() {
		if err := off.Encode(&bytes.Buffer{}, m); err != nil {
			b.Fatal(err)
		}
	}
}
