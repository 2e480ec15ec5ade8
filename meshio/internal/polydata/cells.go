package polydata

import (
	"math"
	"slices"

	"gwscope/meshio/internal/text"
)

// Cells are cells one after another.
type Cells struct {
	Corners []int32 // of all cells, indices of points
	Ends    []int32 // where each cell ends in Corners
}

// Counted makes cells of the old legacy form: each cell's number of corners, then these.
// points is how many there are.
func Counted(values []float64, cells, points int) (Cells, error) {
	var c Cells
	c.Ends = make([]int32, 0, cells)
	c.Corners = make([]int32, 0, max(0, len(values)-cells))
	for at := 0; len(c.Ends) < cells; {
		if at >= len(values) {
			return c, text.Whole("the list of cells ends after %d of %d", len(c.Ends), cells)
		}
		size := values[at]
		at++
		if !(size >= 0) || size != math.Trunc(size) || size > float64(len(values)-at) {
			return c, text.Whole("cell %d promises %v corners, which the list of cells does not hold", len(c.Ends), size)
		}
		end := at + int(size)
		if err := c.add(values[at:end], points); err != nil {
			return c, err
		}
		at = end
		c.Ends = append(c.Ends, int32(len(c.Corners)))
	}
	return c, nil
}

// Offset makes cells of corners and of where each cell ends among them.
func Offset(corners, ends []float64, points int) (Cells, error) {
	c := Cells{Corners: make([]int32, 0, len(corners)), Ends: make([]int32, 0, len(ends))}
	before := 0.0
	for k, end := range ends {
		if !(end >= before) || end != math.Trunc(end) || end > float64(len(corners)) {
			return c, text.Whole("the offset of cell %d is %v, after %v, where there are %d corners", k, end, before, len(corners))
		}
		before = end
		c.Ends = append(c.Ends, int32(end))
	}
	return c, c.add(corners[:int(before)], points)
}

func (c *Cells) add(corners []float64, points int) error {
	for _, v := range corners {
		if !(v >= 0) || v != math.Trunc(v) || v >= float64(points) {
			cell, _ := slices.BinarySearch(c.Ends, int32(len(c.Corners)+1)) // the first that ends after this corner
			return text.Whole("cell %d uses point %v, but there are %d points (counting from 0)", cell, v, points)
		}
		c.Corners = append(c.Corners, int32(v))
	}
	return nil
}

// each hands out the corners of every cell.
func (c Cells) each(take func(k int, corners []int32)) {
	start := int32(0)
	for k, end := range c.Ends {
		take(k, c.Corners[start:end])
		start = end
	}
}
