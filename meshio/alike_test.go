package meshio_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image/color"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio"
)

// npyFile is an array as numpy.save writes it.
func npyFile(descr, shape string, values ...any) string {
	dict := fmt.Sprintf("{'descr': %s, 'fortran_order': False, 'shape': (%s), }\n", descr, shape)
	var b bytes.Buffer
	b.WriteString("\x93NUMPY\x01\x00" + string([]byte{byte(len(dict)), byte(len(dict) >> 8)}) + dict)
	for _, v := range values {
		binary.Write(&b, binary.LittleEndian, v)
	}
	return b.String()
}

func twice(values ...any) []any { return append(values[:len(values):len(values)], values...) }

// The same points with intensities and colours end alike, whatever file they come in.
func TestTheSameContentEndsAlike(t *testing.T) {
	t.Parallel()
	const two = "0.5 1 2 7 200 100 50\n3 4 5.25 9 10 20 30\n"
	const rows = two + two
	record := "[('x', '<f4'), ('y', '<f4'), ('z', '<f4'), ('intensity', '<f4'), ('red', '|u1'), ('green', '|u1'), ('blue', '|u1')]"
	for name, data := range map[string]string{
		"bare.xyz":         rows,
		"counted.pts":      "4\n" + rows,
		"named.txt":        "//X Y Z Intensity R G B\n" + rows,
		"named.csv":        "x,y,z,intensity,red,green,blue\n" + strings.ReplaceAll(rows, " ", ","),
		"german.csv":       "x;y;z;intensity;r;g;b\n" + strings.NewReplacer(" ", ";", ".", ",").Replace(rows),
		"tabs.asc":         strings.ReplaceAll(rows, " ", "\t"),
		"text.ply":         "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nproperty float intensity\nproperty uchar red\nproperty uchar green\nproperty uchar blue\nend_header\n" + rows,
		"columns.npy":      npyFile("'<f8'", "4, 7", twice([]float64{0.5, 1, 2, 7, 200, 100, 50, 3, 4, 5.25, 9, 10, 20, 30})...),
		"records.npy":      npyFile(record, "4,", twice([]float32{0.5, 1, 2, 7}, []uint8{200, 100, 50}, []float32{3, 4, 5.25, 9}, []uint8{10, 20, 30})...),
		"half columns.npy": npyFile("'<f2'", "4, 7", twice([]uint16{0x3800, 0x3c00, 0x4000, 0x4700, 0x5a40, 0x5640, 0x5240, 0x4200, 0x4400, 0x4540, 0x4880, 0x4900, 0x4d00, 0x4f80})...),
	} {
		m, err := meshio.Decode(strings.NewReader(data), name, meshio.LoadOptions{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(m.Vertices) != 4 || m.Vertices[0] != (r3.Vec{X: 0.5, Y: 1, Z: 2}) || m.Vertices[1] != (r3.Vec{X: 3, Y: 4, Z: 5.25}) {
			t.Errorf("%s: vertices %v", name, m.Vertices)
		}
		if len(m.Colors) != 4 || m.Colors[0] != (color.NRGBA{R: 200, G: 100, B: 50, A: 255}) || m.Colors[1] != (color.NRGBA{R: 10, G: 20, B: 30, A: 255}) {
			t.Errorf("%s: colours %v", name, m.Colors)
		}
		if len(m.Scalars) != 1 || m.Scalars[0].Name != "intensity" || m.Scalars[0].Values[1] != 9 {
			t.Errorf("%s: scalars %v", name, m.Scalars)
		}
	}
}
