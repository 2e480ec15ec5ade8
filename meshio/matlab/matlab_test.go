package matlab_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"gwscope/meshio/matlab"
	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
)

// writer writes MAT files, for tests.
type writer struct {
	order   binary.ByteOrder
	packed  bool
	numbers uint32 // the type that numbers are kept as; 9: double
}

func (w writer) file(variables ...[]byte) []byte {
	header := make([]byte, 128)
	copy(header, "MATLAB 5.0 MAT-file, by a test")
	w.order.PutUint16(header[124:], 0x0100)
	w.order.PutUint16(header[126:], 'M'<<8|'I')
	for _, v := range variables {
		if w.packed {
			var b bytes.Buffer
			z := zlib.NewWriter(&b)
			z.Write(v)
			z.Close()
			v = append(w.tag(15, b.Len()), b.Bytes()...)
		}
		header = append(header, v...)
	}
	return header
}

func (w writer) tag(kind uint32, size int) []byte {
	b := make([]byte, 8)
	w.order.PutUint32(b, kind)
	w.order.PutUint32(b[4:], uint32(size))
	return b
}

// element is short where it can be, as MATLAB writes it.
func (w writer) element(kind uint32, data []byte) []byte {
	if n := len(data); n > 0 && n <= 4 {
		b := make([]byte, 8)
		w.order.PutUint32(b, kind|uint32(n)<<16)
		copy(b[4:], data)
		return b
	}
	b := append(w.tag(kind, len(data)), data...)
	return append(b, make([]byte, -len(data)&7)...)
}

func (w writer) ints(values ...int) []byte {
	b := make([]byte, 4*len(values))
	for i, v := range values {
		w.order.PutUint32(b[4*i:], uint32(v))
	}
	return b
}

func (w writer) start(class, rows, cols int, name string) []byte {
	b := w.element(6, w.ints(class, 0))
	b = append(b, w.element(5, w.ints(rows, cols))...)
	return append(b, w.element(1, []byte(name))...)
}

func (w writer) matrix(b []byte) []byte { return append(w.tag(14, len(b)), b...) }

// columns writes a matrix of doubles, whose numbers are kept as the writer's type.
func (w writer) columns(name string, cols ...[]float64) []byte {
	var data []byte
	for _, c := range cols {
		for _, v := range c {
			var b [8]byte
			switch w.numbers {
			case 2:
				data = append(data, byte(v))
				continue
			case 3:
				w.order.PutUint16(b[:], uint16(int16(v)))
				data = append(data, b[:2]...)
				continue
			case 5:
				w.order.PutUint32(b[:], uint32(int32(v)))
				data = append(data, b[:4]...)
				continue
			case 7:
				w.order.PutUint32(b[:], math.Float32bits(float32(v)))
				data = append(data, b[:4]...)
				continue
			case 12:
				w.order.PutUint64(b[:], uint64(int64(v)))
			default:
				w.order.PutUint64(b[:], math.Float64bits(v))
			}
			data = append(data, b[:]...)
		}
	}
	return w.matrix(append(w.start(6, len(cols[0]), len(cols), name), w.element(w.numbers, data)...))
}

// structure writes a struct; fields are name and matrix in turn.
func (w writer) structure(name string, fields ...any) []byte {
	b := append(w.start(2, 1, 1, name), w.element(5, w.ints(32))...)
	var names []byte
	for k := 0; k < len(fields); k += 2 {
		var one [32]byte
		copy(one[:], fields[k].(string))
		names = append(names, one[:]...)
	}
	b = append(b, w.element(1, names)...)
	for k := 1; k < len(fields); k += 2 {
		b = append(b, fields[k].([]byte)...)
	}
	return w.matrix(b)
}

// parts are the columns of a mesh, which counts from 1.
func parts(m *mesh.Mesh) (x, y, z []float64, triv [3][]float64) {
	for _, p := range m.Vertices {
		x, y, z = append(x, p.X), append(y, p.Y), append(z, p.Z)
	}
	for _, t := range m.Triangles {
		for k, v := range t {
			triv[k] = append(triv[k], float64(v)+1)
		}
	}
	return x, y, z, triv
}

// surface is a mesh as TOSCA keeps it.
func (w writer) surface(m *mesh.Mesh) []byte {
	x, y, z, triv := parts(m)
	return w.structure("surface", "TRIV", w.columns("", triv[0], triv[1], triv[2]), "X", w.columns("", x), "Y", w.columns("", y), "Z", w.columns("", z))
}

// TestRoundTrip reads surfaces in both orders of bytes, packed and not, between other variables.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		for _, packed := range []bool{false, true} {
			for _, m := range meshtest.All() {
				if len(m.Triangles) == 0 {
					continue
				}
				w := writer{order, packed, 9}
				file := w.file(w.columns("landmarks", []float64{1, 2, 3}), w.structure("info", "author", w.matrix(w.start(4, 0, 0, ""))), w.surface(m))
				got, err := matlab.Decode(bytes.NewReader(file))
				if err != nil {
					t.Fatalf("%s, packed %v: %v", m.Name, packed, err)
				}
				if d := meshtest.Diff(m, got, meshtest.Keeps{Faces: true}); d != "" && m.Polygons == nil {
					t.Errorf("%s, packed %v: %s", m.Name, packed, d)
				}
				if len(got.Triangles) != len(m.Triangles) {
					t.Errorf("%s, packed %v: %d triangles, want %d", m.Name, packed, len(got.Triangles), len(m.Triangles))
				}
			}
		}
	}
}

// TestForms reads the forms in which people keep meshes, and checks the messages on faults.
func TestForms(t *testing.T) {
	t.Parallel()
	w := writer{binary.LittleEndian, true, 9}
	as := func(kind uint32) writer { v := w; v.numbers = kind; return v }
	x, y, z := []float64{0, 3, 3, 0}, []float64{0, 0, 5, 5}, []float64{1, 1, 1, 1}
	xyz := func(v writer) []any {
		return []any{"X", v.columns("", x), "Y", v.columns("", y), "Z", v.columns("", z)}
	}
	triv := func(name string, rows ...[3]float64) []byte {
		var c [3][]float64
		for _, r := range rows {
			for k := range c {
				c[k] = append(c[k], r[k])
			}
		}
		return as(5).columns(name, c[0], c[1], c[2])
	}
	two := triv("", [3]float64{1, 2, 3}, [3]float64{1, 3, 4})
	lying := [][]float64{{0, 0, 1}, {3, 0, 1}, {3, 5, 1}, {0, 5, 1}}
	nan := math.NaN()
	damaged := w.file(w.surface(meshtest.Icosphere(0)))
	damaged[len(damaged)/2] ^= 255
	for name, tt := range map[string]struct {
		file []byte
		want string
	}{
		"small types":   {w.file(as(2).structure("surface", append(xyz(as(2)), "TRIV", two)...)), "4 2"},
		"shorts":        {w.file(w.structure("surface", append(xyz(as(3)), "TRIV", two)...)), "4 2"},
		"singles":       {w.file(w.structure("surface", append(xyz(as(7)), "TRIV", two)...)), "4 2"},
		"long":          {w.file(w.structure("surface", append(xyz(as(12)), "TRIV", two)...)), "4 2"},
		"in a struct":   {w.file(w.structure("shape", "name", w.matrix(w.start(4, 0, 0, "")), "surface", w.structure("", append(xyz(w), "TRIV", two)...))), "4 2"},
		"VERT":          {w.file(w.structure("M", "VERT", w.columns("", x, y, z), "TRIV", two)), "4 2"},
		"lying":         {w.file(w.structure("M", "vertices", w.columns("", lying...), "faces", two)), "4 2"},
		"variables":     {w.file(w.columns("X", x), w.columns("Y", y), w.columns("Z", z), triv("TRIV", [3]float64{1, 2, 3})), "4 1"},
		"from 0":        {w.file(w.structure("M", append(xyz(w), "TRIV", triv("", [3]float64{0, 1, 2}, [3]float64{0, 2, 3}))...)), "4 2"},
		"quads":         {w.file(w.structure("M", append(xyz(w), "faces", w.columns("", []float64{1}, []float64{2}, []float64{3}, []float64{4}))...)), "4 2"},
		"some quads":    {w.file(w.structure("M", append(xyz(w), "faces", w.columns("", []float64{1, 1}, []float64{2, 2}, []float64{3, 3}, []float64{4, nan}))...)), "4 3"},
		"points":        {w.file(w.structure("cloud", xyz(w)...)), "4 0"},
		"second":        {w.file(w.structure("cloud", xyz(w)...), w.structure("M", append(xyz(w), "TRIV", two)...)), "4 2 The file holds 2 meshes or clouds of points; this is number 2."},
		"no mesh":       {w.file(w.columns("a", x)), "!no mesh is in this MAT file"},
		"empty":         {w.file(), "!no mesh is in this MAT file"},
		"lengths":       {w.file(w.structure("M", "X", w.columns("", x), "Y", w.columns("", y), "Z", w.columns("", z[:3]), "TRIV", two)), "!no mesh"},
		"corner 9":      {w.file(w.structure("M", append(xyz(w), "TRIV", triv("", [3]float64{1, 2, 9}))...)), "!vertex 9, but there are 4 vertices"},
		"corner 1.5":    {w.file(w.structure("M", append(xyz(w), "TRIV", w.columns("", []float64{1}, []float64{1.5}, []float64{3}))...)), "!TRIV has 1.5 in row 1"},
		"corner nan":    {w.file(w.structure("M", append(xyz(w), "TRIV", w.columns("", []float64{1}, []float64{2}, []float64{nan}))...)), "!TRIV has NaN in row 1"},
		"two corners":   {w.file(w.structure("M", append(xyz(w), "TRIV", w.columns("", []float64{1, 2, 3, 4, 1}, []float64{2, 3, 4, 1, 2}))...)), "!TRIV has 5 x 2 numbers"},
		"damaged":       {damaged, "!damaged"},
		"cut":           {w.file(w.surface(meshtest.Icosphere(1)))[:700], "!truncated or damaged"},
		"not packed":    {writer{binary.LittleEndian, false, 9}.file(w.surface(meshtest.Icosphere(1)))[:700], "!truncated or damaged"},
		"version 7.3":   {append(append([]byte("MATLAB 7.3 MAT-file"), make([]byte, 105)...), 0, 2, 'I', 'M'), "!'-v7'"},
		"version 4":     {[]byte("\x00\x00\x00\x00\x04\x00\x00\x00"), "!no MAT file of version 5"},
		"only a header": {[]byte("MATLAB 5.0 MAT-file"), "!damaged, or truncated"},
		"bomb":          {w.file(w.columns("X", make([]float64, 1<<20))), "!more numbers than it has bytes"},
	} {
		m, err := matlab.Decode(bytes.NewReader(tt.file))
		if want, ok := strings.CutPrefix(tt.want, "!"); ok {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want %q", name, err, want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := strings.TrimSpace(fmt.Sprint(len(m.Vertices), " ", len(m.Triangles), " ", strings.Join(m.Origin.Warnings, " ")))
		if p := m.Vertices[2]; got != tt.want || p.X != 3 || p.Y != 5 || p.Z != 1 {
			t.Errorf("%s: %q with %v, want %q", name, got, m.Vertices[2], tt.want)
		}
	}
}

// TestScipysFiles reads a cube as SciPy's savemat writes it: packed, plain, and with its fields
// as integers of 16 bits.
func TestScipysFiles(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"packed", "plain", "integers"} {
		data, err := os.ReadFile("testdata/" + name + ".mat")
		if err != nil {
			t.Fatal(err)
		}
		m, err := matlab.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if r := mesh.Validate(m); len(m.Vertices) != 8 || len(m.Triangles) != 12 || !r.Closed || math.Abs(r.Area-24) > 1e-12 {
			t.Errorf("%s: %d vertices, %d triangles, area %g", name, len(m.Vertices), len(m.Triangles), r.Area)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		for _, packed := range []bool{false, true} {
			w := writer{order, packed, 9}
			f.Add(w.file(w.columns("a", []float64{1}), w.surface(meshtest.OneTriangle())))
			f.Add(w.file(w.structure("M", "VERT", w.columns("", []float64{0, 1, 0}, []float64{0, 0, 1}, []float64{0, 0, 0}), "TRIV", w.columns("", []float64{1}, []float64{2}, []float64{3}))))
		}
	}
	w := writer{binary.LittleEndian, true, 2}
	f.Add(w.file(w.columns("V", make([]float64, 4000), make([]float64, 4000), make([]float64, 4000))))
	f.Fuzz(func(t *testing.T, data []byte) {
		var m *mesh.Mesh
		var err error
		meshtest.Held(t, len(data), 0, func() { m, err = matlab.Decode(bytes.NewReader(data)) })
		if err != nil {
			return
		}
		if len(m.Vertices) == 0 {
			t.Fatal("a mesh without vertices")
		}
		mesh.Validate(m)
	})
}
