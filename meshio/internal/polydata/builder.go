package polydata

import (
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
)

// Builder gathers the content of a file. The zero value with a Mesh is ready.
type Builder struct {
	Mesh *mesh.Mesh
	// Arrays are the data of points, each with as many tuples as there are points.
	Arrays []Array

	faces  mesh.Builder
	others int // cells of no surface
	cells  int // arrays of data of cells
}

// Points appends points, three values each.
func (b *Builder) Points(values []float64) {
	if b.Mesh.Vertices == nil {
		b.Mesh.Vertices = make([]r3.Vec, 0, len(values)/3)
	}
	for ; len(values) >= 3; values = values[3:] {
		b.Mesh.Vertices = append(b.Mesh.Vertices, r3.Vec{X: values[0], Y: values[1], Z: values[2]})
	}
}

// Polygons adds faces. first is added to every corner.
func (b *Builder) Polygons(c Cells, first int32) {
	b.faces.Grow(len(c.Corners))
	c.each(func(_ int, corners []int32) { b.face(corners, first) })
}

func (b *Builder) face(corners []int32, first int32) {
	if first > 0 {
		for k := range corners {
			corners[k] += first
		}
	}
	b.faces.AddFace(corners)
}

// Strips adds triangle strips: every other triangle turns the other way round.
func (b *Builder) Strips(c Cells, first int32) {
	c.each(func(_ int, strip []int32) { b.strip(strip, first) })
}

func (b *Builder) strip(strip []int32, first int32) {
	for i := 2; i < len(strip); i++ {
		p, q, r := strip[i-2]+first, strip[i-1]+first, strip[i]+first
		if i%2 == 1 {
			p, q = q, p
		}
		if p != q && q != r && r != p { // strips turn corners by repeating a point
			b.faces.AddTriangle(p, q, r)
		}
	}
}

// The types of cells that make a surface, and those that are points or lines.
const (
	polyLine = 4
	triangle = 5
	strip    = 6
	polygon  = 7
	pixel    = 8
	quad     = 9
)

// Typed adds the cells of an unstructured grid, as far as they are a surface.
func (b *Builder) Typed(c Cells, types []float64, first int32) {
	b.faces.Grow(len(c.Corners))
	c.each(func(k int, corners []int32) {
		if k >= len(types) {
			b.others++
			return
		}
		switch types[k] {
		case triangle, polygon, quad:
			b.face(corners, first)
		case strip:
			b.strip(corners, first)
		case pixel: // a quad whose last two corners have changed places
			if len(corners) == 4 {
				corners[2], corners[3] = corners[3], corners[2]
			}
			b.face(corners, first)
		default:
			if types[k] > polyLine {
				b.others++
			}
		}
	})
}

// Lines counts cells that are no faces.
func (b *Builder) Lines(cells int) { b.others += cells }

// CellArray notes an array of data of cells, which a mesh has no place for.
func (b *Builder) CellArray() { b.cells++ }

// Finish makes the mesh.
func (b *Builder) Finish() (*mesh.Mesh, error) {
	if b.others > 0 {
		b.Mesh.Warn("Left out %s that are no faces: lines, or cells of a volume.", mesh.Count(b.others, "cell"))
	}
	if b.cells > 0 {
		b.Mesh.Warn("Passed over %s of values of cells: only values of points are kept.", mesh.Count(b.cells, "array"))
	}
	if err := b.faces.Finish(b.Mesh); err != nil {
		return nil, err
	}
	b.giveMeaning()
	return b.Mesh, nil
}
