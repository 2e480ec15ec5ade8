package pcd_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"testing"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/meshio/pcd"
)

var keeps = meshtest.Keeps{Normals: true, Colors: true, Alpha: true, Scalars: true}

func encodeWith(ascii bool) func(w io.Writer, m *mesh.Mesh) error {
	return func(w io.Writer, m *mesh.Mesh) error { return pcd.Encode(w, m, pcd.Settings{ASCII: ascii}) }
}

func le(values ...any) string {
	var b bytes.Buffer
	for _, v := range values {
		if err := binary.Write(&b, binary.LittleEndian, v); err != nil {
			panic(err)
		}
	}
	return b.String()
}

const head = "# .PCD v0.7\nVERSION 0.7\n"

// literal packs bytes as LibLZF does where nothing repeats.
func literal(data string) string {
	var out strings.Builder
	for len(data) > 0 {
		n := min(32, len(data))
		out.WriteString(string([]byte{byte(n - 1)}) + data[:n])
		data = data[n:]
	}
	return out.String()
}

// TestDecode checks the number of points, and the second point with its normal, colour and scalars.
func TestDecode(t *testing.T) {
	t.Parallel()
	xyz := "FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH 2\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS 2\n"
	column := le([]float32{0, 1, 0, 2, 0, 3})
	repeated := "\x00\x00" + "\xe0\x0d\x00" // a zero, then 22 more of it
	for name, tt := range map[string]struct{ file, want string }{
		"text":   {head + xyz + "DATA ascii\n0 0 0\n1 2 3\n", "2 {1 2 3}"},
		"colour": {head + "FIELDS x y z rgb\nSIZE 4 4 4 4\nTYPE F F F F\nCOUNT 1 1 1 1\nWIDTH 2\nHEIGHT 1\nPOINTS 2\nDATA ascii\n0 0 0 0\n1 2 3 4.2108e+06\n", "2 {1 2 3} {128 128 224 255}"},
		"many": {head + "FIELDS x y z normal_x normal_y normal_z curvature fpfh\nSIZE 4 4 4 4 4 4 4 4\nTYPE F F F F F F F F\nCOUNT 1 1 1 1 1 1 1 2\nWIDTH 1\nHEIGHT 2\nDATA ascii\n0 0 0 0 0 1 9 8 7\n1 2 3 0 1 0 6 5 4\n",
			"2 {1 2 3} {0 1 0} curvature=6 fpfh_0=5 fpfh_1=4"},
		"binary": {head + "FIELDS x y z _ rgba label\nSIZE 4 4 4 1 4 2\nTYPE F F F U U I\nCOUNT 1 1 1 3 1 1\nWIDTH 2\nHEIGHT 1\nPOINTS 2\nDATA binary\n" +
			le([]float32{0, 0, 0}, []byte{0, 0, 0}, uint32(0), int16(0), []float32{1, 2, 3}, []byte{9, 9, 9}, uint32(0x80010203), int16(-5)), "2 {1 2 3} {1 2 3 128} label=-5"},
		"packed":   {head + xyz + "DATA binary_compressed\n" + le(uint32(len(literal(column))), uint32(24)) + literal(column), "2 {1 2 3}"},
		"repeated": {head + xyz + "DATA binary_compressed\n" + le(uint32(len(repeated)), uint32(23)) + repeated + "\x00", "!2 points take 12 bytes each, but the data unpack to 23"},
		"copies":   {head + xyz + "DATA binary_compressed\n" + le(uint32(5), uint32(24)) + "\x00\x00\xe0\x0e\x00", "2 {0 0 0}"},
		"no data":  {head + xyz, "!no line DATA"},
		"promise":  {head + strings.Replace(xyz, "POINTS 2", "POINTS 2000000", 1) + "DATA ascii\n", "!line 11: the header promises 2,000,000 points"},
		"bomb":     {head + xyz + "DATA binary_compressed\n" + le(uint32(5), uint32(1e9)) + "\x00\x00\xe0\x0e\x00", "!more than 8 times"},
		"cut":      {head + xyz + "DATA binary\n" + le([]float32{0, 0, 0}), "!the header promises 2 points"},
		"word":     {head + xyz + "DATA ascii\n0 0 0\n1 two 3\n", "!line 13: point 1: \"two\" is not a number"},
		"type":     {head + "FIELDS x y\nTYPE F Q\n", "!line 4: \"Q\" is no TYPE"},
		"key":      {head + "COLOR 1\n", "!line 3: \"COLOR\" is no keyword"},
		"wrong":    {head + xyz + "DATA binary_compressed\n" + le(uint32(3), uint32(24)) + "\xe0\x0e\x00", "!do not unpack"},
		"no y":     {head + "FIELDS x\nPOINTS 1\nDATA ascii\n1\n", "!the column names have no x and y"},
	} {
		m, err := pcd.Decode(strings.NewReader(tt.file))
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
		got := fmt.Sprint(len(m.Vertices), " ", m.Vertices[1])
		if m.Normals != nil {
			got += fmt.Sprint(" ", m.Normals[1])
		}
		if m.Colors != nil {
			got += fmt.Sprint(" ", m.Colors[1])
		}
		for _, s := range m.Scalars {
			got += fmt.Sprintf(" %s=%g", s.Name, s.Values[1])
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for _, ascii := range []bool{false, true} {
		meshtest.Codec{Decode: pcd.Decode, Encode: encodeWith(ascii), Keeps: keeps}.RoundTrip(t, func(m *mesh.Mesh) {
			if m.Colors != nil {
				m.Colors[0].A = 77
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	// Names of scalars may have to change.
	anyName := keeps
	anyName.Scalars = false
	meshtest.Codec{Decode: pcd.Decode, Encode: encodeWith(false), Keeps: anyName}.Fuzz(f,
		head+"FIELDS x y z normal_x normal_y normal_z curvature fpfh\nCOUNT 1 1 1 1 1 1 1 2\nWIDTH 1\nHEIGHT 2\nDATA ascii\n0 0 0 0 0 1 9 8 7\n1 2 3 0 1 0 6 5 4\n",
		head+"FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nWIDTH 2\nHEIGHT 1\nDATA binary_compressed\n"+le(uint32(5), uint32(24))+"\x00\x00\xe0\x0e\x00",
		head+"FIELDS x y rgb _\nSIZE 1 2 4 8\nTYPE I U F F\nCOUNT 1 1 1 2\nPOINTS 1\nDATA binary\n\x01\x02\x00\x01\x02\x03\x04................",
	)
}
