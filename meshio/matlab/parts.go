package matlab

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/internal/base"
	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// part is a matrix of numbers, column by column.
type part struct {
	rows, cols int
	values     []float64
}

// group are the parts of one struct, or of the variables of the file, by their names in small
// letters.
type group map[string]part

// The names that people give the parts of a mesh.
var (
	axisNames     = []string{"x", "y", "z"}
	positionNames = []string{"vert", "verts", "vertices", "v"}
	faceNames     = []string{"triv", "tri", "faces", "f"}
)

// isPart reports whether a matrix of a name may belong to a mesh.
func isPart(name string) bool {
	name = strings.ToLower(name)
	return slices.Contains(axisNames, name) || slices.Contains(positionNames, name) || slices.Contains(faceNames, name)
}

// found keeps a group that has positions.
func (d *decoder) found(g group) {
	if g.positions() != nil {
		d.groups = append(d.groups, g)
	}
}

// first is the first of some parts that a group has, with its name.
func (g group) first(names []string) (part, string) {
	for _, name := range names {
		if p, ok := g[name]; ok && len(p.values) > 0 {
			return p, name
		}
	}
	return part{}, ""
}

// columns are the columns of a matrix that has from least to most columns; else its rows, if it has
// from least to most rows; else nil.
func (p part) columns(least, most int) [][]float64 {
	switch {
	case p.cols >= least && p.cols <= most:
		out := make([][]float64, p.cols)
		for k := range out {
			out[k] = p.values[k*p.rows : (k+1)*p.rows]
		}
		return out
	case p.rows >= least && p.rows <= most:
		out := make([][]float64, p.rows)
		for k := range out {
			out[k] = make([]float64, p.cols)
			for i := range p.cols {
				out[k][i] = p.values[i*p.rows+k]
			}
		}
		return out
	}
	return nil
}

// positions are x, y and z of all vertices; nil where a group has none.
func (g group) positions() [][]float64 {
	if p, name := g.first(positionNames); name != "" {
		if columns := p.columns(3, 3); columns != nil {
			return columns
		}
	}
	var out [][]float64
	for _, name := range axisNames {
		p := g[name]
		if len(p.values) == 0 || p.rows != 1 && p.cols != 1 || len(out) > 0 && len(p.values) != len(out[0]) {
			return nil
		}
		out = append(out, p.values)
	}
	return out
}

// mesh makes a mesh of the first group that has triangles, else of the first group.
func (d *decoder) mesh() (*mesh.Mesh, error) {
	if len(d.groups) == 0 {
		return nil, text.Whole("no mesh is in this MAT file: a mesh is a struct with X, Y, Z and TRIV, such as TOSCA's surface, or with VERT (n x 3) and TRIV")
	}
	of := slices.IndexFunc(d.groups, func(g group) bool { _, name := g.first(faceNames); return name != "" })
	g := d.groups[max(of, 0)]
	columns := g.positions()
	m := &mesh.Mesh{Origin: mesh.Origin{Format: "mat"}, Vertices: make([]r3.Vec, len(columns[0]))}
	for i := range m.Vertices {
		m.Vertices[i] = r3.Vec{X: columns[0][i], Y: columns[1][i], Z: columns[2][i]}
	}
	if len(d.groups) > 1 {
		m.Warn("The file holds %d meshes or clouds of points; this is number %d.", len(d.groups), max(of, 0)+1)
	}
	if of < 0 {
		return m, nil
	}
	faces, name := g.first(faceNames)
	return m, addFaces(m, faces, name)
}

// addFaces takes the faces of a matrix with a row for each face. A fourth corner that is NaN is no
// corner.
func addFaces(m *mesh.Mesh, p part, name string) error {
	corners := p.columns(3, 4)
	if corners == nil {
		return text.Whole("%s has %d x %d numbers; it should have three columns, for the corners of triangles", strings.ToUpper(name), p.rows, p.cols)
	}
	least, most := math.MaxInt32, -1
	for k, column := range corners {
		for f, v := range column {
			switch {
			case math.IsNaN(v) && k == 3:
			case v != math.Trunc(v) || v < 0 || v >= math.MaxInt32 || math.IsNaN(v):
				return text.Whole("%s has %g in row %d, which is no number of a vertex", strings.ToUpper(name), v, f+1)
			default:
				least, most = min(least, int(v)), max(most, int(v))
			}
		}
	}
	from, err := base.Of(least, most, m)
	if err != nil {
		return err
	}
	var b mesh.Builder
	b.Grow(len(p.values))
	face := make([]int32, 0, 4)
	for f := range corners[0] {
		face = face[:0]
		for _, column := range corners {
			if v := column[f]; !math.IsNaN(v) {
				face = append(face, int32(v)-int32(from))
			}
		}
		b.AddFace(face)
	}
	return b.Finish(m)
}
