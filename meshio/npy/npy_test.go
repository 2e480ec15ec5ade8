package npy_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/meshio/npy"
)

// array is a file as numpy.save writes it (version 1.0).
func array(typ string, fortran bool, shape string, order binary.ByteOrder, values any) []byte {
	word := "False"
	if fortran {
		word = "True"
	}
	dict := fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }", typ, word, shape)
	dict += strings.Repeat(" ", 63-(len(dict)+10)%64) + "\n"
	var b bytes.Buffer
	b.WriteString("\x93NUMPY\x01\x00")
	binary.Write(&b, binary.LittleEndian, uint16(len(dict)))
	b.WriteString(dict)
	binary.Write(&b, order, values)
	return b.Bytes()
}

func TestDecode(t *testing.T) {
	t.Parallel()
	le, be := binary.LittleEndian, binary.BigEndian
	want := []r3.Vec{{X: 1, Y: 2, Z: 3}, {X: 4, Y: 5, Z: 6}}
	for name, file := range map[string][]byte{
		"float64":             array("<f8", false, "(2, 3)", le, []float64{1, 2, 3, 4, 5, 6}),
		"float32":             array("<f4", false, "(2, 3)", le, []float32{1, 2, 3, 4, 5, 6}),
		"big endian":          array(">f8", false, "(2, 3)", be, []float64{1, 2, 3, 4, 5, 6}),
		"big endian integers": array(">i4", false, "(2, 3)", be, []int32{1, 2, 3, 4, 5, 6}),
		"Fortran":             array("<f4", true, "(2, 3)", le, []float32{1, 4, 2, 5, 3, 6}),
		"int64":               array("<i8", false, "(2, 3)", le, []int64{1, 2, 3, 4, 5, 6}),
		"bytes":               array("|u1", false, "(2, 3)", le, []uint8{1, 2, 3, 4, 5, 6}),
		"tail":                append(array("<i2", false, "(2, 3)", le, []int16{1, 2, 3, 4, 5, 6}), 7, 8, 9),
	} {
		m, err := npy.Decode(bytes.NewReader(file))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if d := meshtest.Diff(&mesh.Mesh{Vertices: want}, m, meshtest.Keeps{}); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
	flat, err := npy.Decode(bytes.NewReader(array("<f8", false, "(3, 2)", le, []float64{1, 2, 3, 4, 5, 6})))
	if err != nil || flat.Vertices[2] != (r3.Vec{X: 5, Y: 6}) || len(flat.Origin.Warnings) != 1 {
		t.Errorf("planar points: %v, error %v", flat, err)
	}
}

// records is a file of a structured array: descr as NumPy writes it.
func records(descr, shape string, body []byte) []byte {
	file := array("@", false, shape, binary.LittleEndian, []byte{})
	dict := strings.Replace(string(file[10:]), "'@'", descr, 1)
	head := append([]byte("\x93NUMPY\x01\x00"), byte(len(dict)), byte(len(dict)>>8))
	return append(append(head, dict...), body...)
}

func TestMoreColumnsMeanWhatTheyMeanInText(t *testing.T) {
	t.Parallel()
	le := binary.LittleEndian
	var body bytes.Buffer
	binary.Write(&body, le, []float32{1, 2, 3})
	body.Write([]byte{200, 100, 50, 'a', 'b', 0, 60})
	nested := append([]byte{}, body.Bytes()...)
	for name, file := range map[string][]byte{
		"six columns": array("<f8", false, "(1, 6)", le, []float64{1, 2, 3, 200, 100, 50}),
		"intensity":   array("<f4", false, "(1, 7)", le, []float32{1, 2, 3, 9, 200, 100, 50}),
		"Fortran":     array("<i2", true, "(1, 6)", le, []int16{1, 2, 3, 200, 100, 50}),
		"half":        array("<f2", false, "(1, 6)", le, []uint16{0x3c00, 0x4000, 0x4200, 0x5a40, 0x5640, 0x5240}),
		"records":     records("[('x', '<f4'), ('y', '<f4'), ('z', '<f4'), ('red', '|u1'), ('green', '|u1'), ('blue', '|u1'), ('tag', '|S2'), ('w', '<i2')]", "(1,)", body.Bytes()),
		"nested":      records("[('position', '<f4', (3,)), ('rgb', '|u1', (3,)), ('', '|V4')]", "(1,)", nested),
	} {
		m, err := npy.Decode(bytes.NewReader(file))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if m.Vertices[0] != (r3.Vec{X: 1, Y: 2, Z: 3}) || len(m.Colors) != 1 || m.Colors[0].R != 200 || m.Colors[0].G != 100 || m.Colors[0].B != 50 {
			t.Errorf("%s: vertices %v, colours %v", name, m.Vertices, m.Colors)
		}
	}
	for descr, want := range map[string]string{
		"[('x', '<f4'), ('y', '<c8')]":              "no x and y",
		"[('name', '|O'), ('x', '<f4')]":            `field "name" has the type "|O"`,
		"[('x', '<f4'), ('y', '<f4'), [[['deep']]]": "records of type",
		"[('s', '|S4')]":                            "records of type",
	} {
		if _, err := npy.Decode(bytes.NewReader(records(descr, "(1,)", make([]byte, 64)))); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", descr, err, want)
		}
	}
}

func TestHalfPrecision(t *testing.T) {
	t.Parallel()
	file := array("<f2", false, "(2, 3)", binary.LittleEndian, []uint16{0x0001, 0x8400, 0x7bff, 0x3555, 0xc000, 0xfc00})
	m, err := npy.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if p, q := m.Vertices[0], m.Vertices[1]; p != (r3.Vec{X: 0x1p-24, Y: -0x1p-14, Z: 65504}) || q.X != 0.333251953125 || q.Y != -2 || !math.IsInf(q.Z, -1) {
		t.Errorf("%v %v", p, q)
	}
}

func TestDecodeSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	le := binary.LittleEndian
	whole := array("<f8", false, "(2, 3)", le, []float64{1, 2, 3, 4, 5, 6})
	for _, tt := range []struct {
		file []byte
		want string
	}{
		{nil, "not a NumPy array"},
		{whole[:7], "malformed or truncated"},
		{whole[:40], "malformed or truncated"},
		{[]byte("\x93NUMPY\x02\x00\xff\xff\xff\xff"), "malformed or truncated"},
		{[]byte("\x93NUMPY\x01\x00\x02\x00{}"), "malformed or truncated"},
		{[]byte("\x93NUMPY\x09\x00\x02\x00\x00\x00\n\n"), "cannot be read"},
		{whole[:len(whole)-1], "promises 2 points, but the file has room for 1"},
		{array("<f8", false, "(400000000000, 3)", le, []float64{}), "promises 400000000000 points"},
		{array("<f8", false, "(-1, 3)", le, []float64{}), "promises -1 points"},
		{array("<f8", false, "(0, 3)", le, []float64{}), "no points"},
		{array("<f8", false, "(6,)", le, []float64{1, 2, 3, 4, 5, 6}), "shape 6; points need n x 3"},
		{array("<f8", false, "()", le, []float64{1}), "shape ()"},
		{array("<f8", false, "(3, 9)", le, make([]float64, 27)), "array.T"},
		{array("<f8", false, "(9, 1)", le, make([]float64, 9)), "shape 9 x 1"},
		{array("<f8", false, "(9, 65)", le, make([]float64, 585)), "up to 64"},
		{array("<c16", false, "(1, 3)", le, make([]float64, 6)), "type '<c16'"},
		{array("|O", false, "(1, 3)", le, make([]float64, 6)), "type '|O'"},
	} {
		if _, err := npy.Decode(bytes.NewReader(tt.file)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: error %v, want %q", tt.file, err, tt.want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for _, m := range meshtest.All() {
		var file bytes.Buffer
		if err := npy.Encode(&file, m); err != nil {
			if len(m.Vertices) > 0 {
				t.Errorf("%s: %v", m.Name, err)
			}
			continue
		}
		got, err := npy.Decode(&file)
		if err != nil {
			t.Fatalf("%s: %v", m.Name, err)
		}
		if d := meshtest.Diff(m, got, meshtest.Keeps{}); d != "" {
			t.Errorf("%s: %s", m.Name, d)
		}
	}
}

func FuzzDecode(f *testing.F) {
	le := binary.LittleEndian
	f.Add(array("<f8", false, "(2, 3)", le, []float64{1, math.NaN(), 3, 4, 5, math.Inf(1)}))
	f.Add(array(">i2", true, "(2, 3)", binary.BigEndian, []int16{1, 2, 3, 4, 5, 6}))
	f.Add(array("|u1", false, "(3, 2)", le, []uint8{1, 2, 3, 4, 5, 6}))
	f.Add(array("<f2", false, "(1, 7)", le, make([]uint16, 7)))
	f.Add(records("[('xyz', '<f4', (3,)), ('red', '|u1'), ('', '|V3')]", "(2,)", make([]byte, 32)))
	f.Fuzz(func(t *testing.T, data []byte) {
		var m *mesh.Mesh
		var err error
		meshtest.Held(t, len(data), 0, func() { m, err = npy.Decode(bytes.NewReader(data)) })
		if err != nil {
			return
		}
		mesh.Validate(m)
		var file bytes.Buffer
		if err := npy.Encode(&file, m); err != nil {
			t.Fatal(err)
		}
		again, err := npy.Decode(&file)
		if err != nil {
			t.Fatalf("what Encode wrote cannot be read: %v", err)
		}
		if d := meshtest.Diff(m, again, meshtest.Keeps{}); d != "" {
			t.Fatal(d)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	var file bytes.Buffer
	if err := npy.Encode(&file, meshtest.Torus(2, 0.5, 500, 400)); err != nil { // 200k points
		b.Fatal(err)
	}
	b.SetBytes(int64(file.Len()))
	for b.Loop() {
		if _, err := npy.Decode(bytes.NewReader(file.Bytes())); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	m := meshtest.Torus(2, 0.5, 500, 400)
	for b.Loop() {
		if err := npy.Encode(&bytes.Buffer{}, m); err != nil {
			b.Fatal(err)
		}
	}
}
