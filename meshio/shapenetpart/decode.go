package shapenetpart

import (
	"bufio"
	"errors"
	"io"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/internal/text"
)

// Cloud is the points of one object.
type Cloud struct {
	Category Category
	ID       string // the object's name in the set, empty from [Decode]
	Points   []r3.Vec
	Normals  []r3.Vec // of unit length, or zero where the file gives none
	Labels   []int32  // of the category's own parts: 0 to len(Parts)-1
}

// longestLine bounds a line, so that a file which is no cloud is noticed early.
const longestLine = 1 << 12

// Decode reads a cloud of a category, line by line: "x y z nx ny nz label", with
// labels counted through all categories. Empty lines are skipped.
func Decode(r io.Reader, c Category) (*Cloud, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, longestLine), longestLine)
	cloud := &Cloud{Category: c}
	var fields [][]byte
	number := 0
	for lines.Scan() {
		number++
		fields = text.Fields(fields[:0], lines.Bytes())
		if len(fields) == 0 {
			continue
		}
		if len(fields) != 7 {
			return nil, text.AtLine(number, "%d numbers, want 7: x y z nx ny nz label (the set without normals cannot be read)", len(fields))
		}
		var v [7]float64
		for i, f := range fields {
			var ok bool
			if v[i], ok = text.Float(f); !ok || math.IsNaN(v[i]) || math.IsInf(v[i], 0) {
				return nil, text.AtLine(number, "%s is not a finite number", text.Quote(f))
			}
		}
		label := v[6] - float64(c.First)
		if label != math.Trunc(label) || label < 0 || label >= float64(len(c.Parts)) {
			return nil, text.AtLine(number, "label %v is not a part of a %s, whose labels are %d to %d", v[6], c.Name, c.First, c.First+len(c.Parts)-1)
		}
		normal := r3.Vec{X: v[3], Y: v[4], Z: v[5]}
		if m := max(math.Abs(normal.X), math.Abs(normal.Y), math.Abs(normal.Z)); m > 0 {
			// By its largest component first: the square of a huge number is infinite.
			normal = r3.Unit(r3.Vec{X: normal.X / m, Y: normal.Y / m, Z: normal.Z / m})
		}
		cloud.Points = append(cloud.Points, r3.Vec{X: v[0], Y: v[1], Z: v[2]})
		cloud.Normals = append(cloud.Normals, normal)
		cloud.Labels = append(cloud.Labels, int32(label))
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, text.AtLine(number+1, "longer than %d bytes: this is no list of points", longestLine)
	case err != nil:
		return nil, err
	case len(cloud.Points) == 0:
		return nil, text.Whole("no points in this file")
	}
	return cloud, nil
}
