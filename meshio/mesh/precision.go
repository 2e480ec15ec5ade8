package mesh

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/spatial/r3"
)

// Single precision destroys a mesh if it changes the length of more than edgeShare of the edges by more
// than edgeChange, and a cloud of points if it moves a point by more than pointShare of the diagonal.
const (
	edgeChange = 0.1
	edgeShare  = 0.01
	pointShare = 1e-4
)

// PrecisionError says that single precision would destroy a mesh.
type PrecisionError struct {
	// Moved is how far vertices would move at most, Diagonal the size of the mesh.
	Moved, Diagonal float64
	// Edges is the number of edges whose length would change by more than a tenth, Of the number of all
	// edges.
	Edges, Of int
	// If Shift is subtracted from all vertices, they survive; zero where no shift helps.
	Shift r3.Vec
}

func (e *PrecisionError) Error() string {
	text := fmt.Sprintf("single precision would move vertices by up to %.3g, where the shape is %.3g large", e.Moved, e.Diagonal)
	if e.Of > 0 {
		text += fmt.Sprintf(", and change the length of %s of %d by more than a tenth", Count(e.Edges, "edge"), e.Of)
	}
	if e.Shift != (r3.Vec{}) {
		number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
		text += fmt.Sprintf(": subtract (%s, %s, %s) from the coordinates first, or", number(e.Shift.X), number(e.Shift.Y), number(e.Shift.Z))
	} else {
		text += ":"
	}
	return text + " save as PLY or OBJ, which keep every digit"
}

// SinglePrecision checks that the vertices less origin survive as float32. Its error, if
// any, is a *PrecisionError. Vertices must be finite.
func (m *Mesh) SinglePrecision(origin r3.Vec) error {
	e := m.roundedAt(origin)
	if e == nil {
		return nil
	}
	// A round shift near the middle is easy to type and to remember.
	box := m.BoundingBox()
	for digits := -math.Ceil(math.Log10(max(e.Diagonal, math.SmallestNonzeroFloat64))); digits < 300; digits++ {
		unit := math.Pow(10, -digits)
		round := func(low, high float64) float64 {
			v, _ := strconv.ParseFloat(strconv.FormatFloat(math.Round((low/2+high/2)/unit)*unit, 'f', int(max(digits, 0)), 64), 64)
			return v
		}
		shift := r3.Vec{X: round(box.Min.X, box.Max.X), Y: round(box.Min.Y, box.Max.Y), Z: round(box.Min.Z, box.Max.Z)}
		if m.roundedAt(shift) == nil {
			e.Shift = shift
			break
		}
		if unit < e.Diagonal/100 {
			break // nothing helps
		}
	}
	return e
}

// roundedAt is the harm of float32 to the vertices less origin, nil where they survive.
func (m *Mesh) roundedAt(origin r3.Vec) *PrecisionError {
	box := m.BoundingBox()
	e := &PrecisionError{Diagonal: r3.Norm(r3.Sub(box.Max, box.Min))}
	rounded := make([]r3.Vec, len(m.Vertices))
	for i, p := range m.Vertices {
		p = r3.Sub(p, origin)
		q := r3.Vec{X: float64(float32(p.X)), Y: float64(float32(p.Y)), Z: float64(float32(p.Z))}
		rounded[i] = q
		e.Moved = max(e.Moved, math.Abs(q.X-p.X), math.Abs(q.Y-p.Y), math.Abs(q.Z-p.Z))
	}
	if m.IsPointCloud() {
		if e.Moved > pointShare*e.Diagonal {
			return e
		}
		return nil
	}
	for _, f := range m.Triangles {
		for k, v := range f {
			w := f[(k+1)%3]
			is := r3.Norm(r3.Sub(m.Vertices[v], m.Vertices[w]))
			if is == 0 {
				continue
			}
			e.Of++
			if becomes := r3.Norm(r3.Sub(rounded[v], rounded[w])); !(math.Abs(becomes-is) <= edgeChange*is) {
				e.Edges++
			}
		}
	}
	if float64(e.Edges) > edgeShare*float64(e.Of) {
		return e
	}
	return nil
}
