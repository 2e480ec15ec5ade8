package pts_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/meshio/pts"
)

// codec says which contents PTS can hold.
var codec = meshtest.Codec{Decode: pts.Decode, Encode: pts.Encode, Keeps: meshtest.Keeps{Normals: true, Colors: true, Alpha: true}}

func TestDecode(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{ // points, normals, colours, scalars, warnings
		"0 0 0\n1 2 3\n":                        "2 0 0 0 0",
		"2\n0 0 0\n1 2 3":                       "2 0 0 0 0",
		"3\n0 0 0\n1 2 3":                       "2 0 0 0 1",
		"0,0,0\n1, 2 ,3\n":                      "2 0 0 0 0",
		"0;0;0\r\n1;2;3\r\n":                    "2 0 0 0 0",
		"# c\n// d\n\n 0 0 0 # e\n1\t2\t3 // f": "2 0 0 0 0",
		"x y z\n1 2 3\n":                        "1 0 0 0 0",
		"\"X\",\"Y\",\"Z\",\"Red\",\"Green\",\"Blue\"\n1,2,3,255,0,0\n": "1 0 1 0 0",
		"//X Y Z\n1 2 3\n":                "1 0 0 0 0",
		"z,y,x,temperature\n3,2,1,20.5\n": "1 0 0 1 0",
		"1 2 3 0.5\n":                     "1 0 0 1 1",
		"1 2 3 0 0 1\n":                   "1 1 0 0 1",
		"1 2 3 0.6 0 0.8\n":               "1 1 0 0 1",
		"1 2 3 255 0 0\n":                 "1 0 1 0 1",
		"1 2 3 0.1 0.2 0.3\n":             "1 0 1 0 1",
		"1 2 3 -5 7.5 9\n":                "1 0 0 3 1",
		"1 2 3 255 0 0 255\n":             "1 0 1 0 1",
		"1\n1 2 3 -1371 255 0 0\n":        "1 0 1 1 0",
		"1 2 3 0 0.6 0.8 12.000\n":        "1 1 0 1 1",
		"1 2 3 255 0 0 0 0 1\n":           "1 1 1 0 1",
		"1 2 3 0 0 1 255 0 0\n":           "1 1 1 0 1",
		"1 2 3 9 9 9 9 9\n":               "1 0 0 5 1",
		"1 2\n3 4\n":                      "2 0 0 0 1",
		"//X Y Z Rf Gf Bf Intensity\n1 2 3 0.1 0.2 0.3 9\n":             "1 0 1 1 0",
		"# x, y, z, nx, ny, nz\n1,2,3,0,0,1\n":                          "1 1 0 0 0",
		"# x y and z follow\n1 2 3\n":                                   "1 0 0 0 1",
		"X [m];Y [m];Z [m];Point Id\n1;2;3;4\n":                         "1 0 0 1 0",
		"1 0.5 0 0\n2 0.5 1 0\n3 1 2 3\n":                               "3 0 0 0 1",
		"0 5 0.5 0 9 9 9\n1 5 1 0 9 9 9\n2 1 2 3 200 100 50\n":          "3 0 3 0 1",
		"2\n1 2 3 4 200 100 50\n1\n1 2 3 4 200 100 50\n1 2 3 4 5 6 7\n": "3 0 3 1 0",
		"1 2 3 4 200 100 50\n":                                          "1 0 1 1 1",
	} {
		m, err := pts.Decode(strings.NewReader(file))
		if err != nil {
			t.Errorf("%q: %v", file, err)
			continue
		}
		got := fmt.Sprint(len(m.Vertices), len(m.Normals), len(m.Colors), len(m.Scalars), len(m.Origin.Warnings))
		if got != want {
			t.Errorf("%q: points, normals, colours, scalars, warnings %s, want %s", file, got, want)
		}
		if v := m.Vertices[len(m.Vertices)-1]; v.Z != 0 && (v.X != 1 || v.Y != 2 || v.Z != 3) {
			t.Errorf("%q: last point %v, want (1, 2, 3)", file, v)
		}
		if m.Colors != nil && m.Colors[0].A != 255 {
			t.Errorf("%q: colour %v, want it opaque", file, m.Colors[0])
		}
	}
}

// A comma separates only where nothing else does.
func TestDecimalCommas(t *testing.T) {
	t.Parallel()
	for _, file := range []string{
		"0,25 1,5 -2\n0,5 1 2,75\n", "0,25\t1,5\t-2\n0,5\t1\t2,75\n", "x;y;z\n0,25;1,5;-2\n0,5;1;2,75\n", "0,25; 1,5; -2\n0,5; 1; 2,75\n",
		"0.25,1.5,-2\n0.5,1,2.75\n", "0.25, 1.5, -2\n.5, 1, 2.75\n", "0.25;1.5;-2\n.5;1;2.75\n", "0.25,\t1.5,\t-2\n.5,\t1,\t2.75\n",
	} {
		m, err := pts.Decode(strings.NewReader(file))
		if err != nil {
			t.Errorf("%q: %v", file, err)
			continue
		}
		if len(m.Vertices) != 2 || m.Vertices[0] != (r3.Vec{X: 0.25, Y: 1.5, Z: -2}) || m.Vertices[1] != (r3.Vec{X: 0.5, Y: 1, Z: 2.75}) {
			t.Errorf("%q: %v", file, m.Vertices)
		}
	}
	for file, want := range map[string]string{
		"1,234.5 2,345.5 3,456.5\n": "line 1: a decimal comma, or a comma between thousands",
		"1 2 3\n1,5 2.5 3\n":        "line 2: a decimal comma",
		"1,5, 2,5, 3,5\n":           "line 1: each comma here may be a decimal comma",
		"1,2,3\n1,5 2,5 3,5\n":      "line 2: commas separate numbers in line 1 and are decimal commas in line 2",
		"1,2,3;4,5,6\n":             "line 1: commas and semicolons",
	} {
		if _, err := pts.Decode(strings.NewReader(file)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", file, err, want)
		}
	}
}

func TestGuessesAreTold(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"1 2 3 4 200 100 50\n":                 "columns 4 to 7 for intensity, red, green, blue.",
		"1 2 3 200 100 50 255\n":               "columns 4 to 7 for red, green, blue, opacity.",
		"1 0.5 0 0\n2 0.5 1 0\n3 1 2 3\n":      "column 1 for a running number.",
		"1 2 3 9 9 9 9 9\n":                    "columns 4 to 8 for values without a meaning.",
		"0 0 0 7\n1 0 0 8\n2 0 0 9\n1 2 3 4\n": "column 4 for intensity.", // a grid, not numbered points
	} {
		m, err := pts.Decode(strings.NewReader(file))
		if err != nil || len(m.Origin.Warnings) != 1 || !strings.Contains(m.Origin.Warnings[0], want) {
			t.Errorf("%q: warnings %q, error %v; want %q", file, m.Origin.Warnings, err, want)
		}
	}
}

func TestDecodeSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"":                       "no points",
		"# nothing\n7\n":         "no points",
		"1 2 3\n1 2\n":           "line 2: 2 numbers where line 1 has 3",
		"1 2 3\n1 2 three\n":     `line 2: "three" is not a number`,
		"hello world\n":          `line 1: "hello" is not a number`,
		"1.5\n":                  "line 1: a point needs three numbers",
		"x y z\n1 2\n":           "line 2: 2 numbers under 3 column names",
		"x z\n1 2\n":             "no x and y",
		"x y x\n1 2 3\n":         `two columns are called "x"`,
		strings.Repeat("1 ", 65): "line 1: 65 numbers in a line",
	} {
		if _, err := pts.Decode(strings.NewReader(file)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", file, err, want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	codec.RoundTrip(t, func(m *mesh.Mesh) {
		if m.Colors != nil {
			m.Colors[0].A = 3
		}
	})
}

func FuzzDecode(f *testing.F) {
	codec.Fuzz(f,
		"# points\n2\nX,Y;Z\tnx ny nz red,green,blue alpha t\n1 2 3 0 0 1 .5 nan 1 1 7 // end\nnan -inf 1e400 0 0 0 0 0 0 0 0",
		"2\n1 2 3 -1371 255 0 0\n1 2 3 4 5 6 7",
		"//X;Y;Z;Rf\n0,5;1,5;,25;0\n",
		"1 0,5 1,5 2 200 100 50\n2 0,5 1 2 1 2 3\n3 1 1 1 4 5 6",
	)
}

func BenchmarkDecode(b *testing.B) {
	m := meshtest.Dressed(meshtest.Torus(2, 0.5, 500, 400), 1) // 200k points
	var file bytes.Buffer
	if err := pts.Encode(&file, m); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(file.Len()))
	for b.Loop() {
		if _, err := pts.Decode(bytes.NewReader(file.Bytes())); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	m := meshtest.Dressed(meshtest.Torus(2, 0.5, 500, 400), 1)
	for b.Loop() {
		if err := pts.Encode(&bytes.Buffer{}, m); err != nil {
			b.Fatal(err)
		}
	}
}
