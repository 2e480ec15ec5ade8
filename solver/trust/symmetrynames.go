package trust

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// naming names the symmetries of a shape.
type naming struct {
	axes  correspond.Axes
	known bool      // the axes are
	turns []turning // all that are rigid
	// any are the axes about which any turn leaves the shape as it is.
	any []r3.Vec
}

// turning is a rigid turn: by an angle, in radians from 0 to π, about an axis.
type turning struct {
	angle float64
	axis  r3.Vec
}

// sameAxis is the cosine of the angle below which two axes are one, 15°; nearAngle how far
// apart, in radians, angles still count as one.
const (
	sameAxis  = 0.966
	nearAngle = 0.07
)

func newNaming(x *metric.Space, self *solver.SelfMaps) *naming {
	n := &naming{}
	n.axes, n.known = correspond.PrincipalAxes(x.Domain)
	var turns [][9]float64
	for k := range self.Others {
		if o := &self.Others[k]; rigidly(o) {
			turns = append(turns, o.Turn.R)
			n.turns = append(n.turns, turningOf(o.Turn.R))
		}
	}
	n.findAny(turns)
	return n
}

// highestFold is the highest number of equal turns that make a whole one by which a shape is
// still told from one that bears any turn.
const highestFold = 8

// oddTurns about one axis, by angles that are no part of a whole turn, are a sign that any
// turn will do.
const oddTurns = 2

// findAny finds the axes about which any turn will do: of the turns, and of the products of two
// turns, some are by angles that are no part of a whole turn.
func (n *naming) findAny(turns [][9]float64) {
	all := slices.Clone(turns)
	for _, a := range turns {
		for _, b := range turns {
			all = append(all, times(a, b))
		}
	}
	var odd []turning
	for _, r := range all {
		t := turningOf(r)
		part := t.angle < 2*nearAngle
		for fold := 2; fold <= highestFold; fold++ {
			step := 2 * math.Pi / float64(fold)
			part = part || math.Abs(t.angle-step*math.Round(t.angle/step)) < nearAngle
		}
		if !part {
			odd = append(odd, t)
		}
	}
	for _, t := range odd {
		if slices.ContainsFunc(n.any, func(a r3.Vec) bool { return along(a, t.axis) }) {
			continue
		}
		var angles []float64
		for _, u := range odd {
			if along(u.axis, t.axis) && !slices.ContainsFunc(angles, func(a float64) bool { return math.Abs(a-u.angle) < nearAngle }) {
				angles = append(angles, u.angle)
			}
		}
		if len(angles) >= oddTurns {
			n.any = append(n.any, t.axis)
		}
	}
}

func along(a, b r3.Vec) bool { return math.Abs(r3.Dot(a, b)) > sameAxis }

// times is the product of two matrices, row by row.
func times(a, b [9]float64) (out [9]float64) {
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				out[3*i+j] += a[3*i+k] * b[3*k+j]
			}
		}
	}
	return out
}

// turningOf is the angle and the axis of a rotation: R + Rᵀ + (1 - trace) I is a multiple of
// the axis times itself.
func turningOf(r [9]float64) turning {
	trace := r[0] + r[4] + r[8]
	rows := [3]r3.Vec{
		{X: 2*r[0] + 1 - trace, Y: r[1] + r[3], Z: r[2] + r[6]},
		{X: r[1] + r[3], Y: 2*r[4] + 1 - trace, Z: r[5] + r[7]},
		{X: r[2] + r[6], Y: r[5] + r[7], Z: 2*r[8] + 1 - trace},
	}
	t := turning{angle: math.Acos(min(max((trace-1)/2, -1), 1))}
	for _, row := range rows {
		if r3.Norm(row) > r3.Norm(t.axis) {
			t.axis = row
		}
	}
	if t.axis != (r3.Vec{}) {
		t.axis = r3.Unit(t.axis)
	}
	return t
}

// of names a symmetry: "mirror image", "half turn about the long axis", "any rotation about
// the long axis, here by 72°", "any rotation, here by 72°", or "another turn".
func (n *naming) of(o *solver.SelfMap) string {
	switch {
	case o.Orientation < 0.5:
		return "mirror image"
	case !rigidly(o) && math.IsNaN(o.Orientation):
		return "another turn, or the mirror image"
	case !rigidly(o):
		return "another turn"
	}
	t := turningOf(o.Turn.R)
	by := fmt.Sprintf("%.0f°", t.angle*180/math.Pi)
	switch {
	case len(n.any) > 1:
		return "any rotation, here by " + by
	case len(n.any) == 1 && along(n.any[0], t.axis):
		return "any rotation about " + n.about(t.axis) + ", here by " + by
	case math.Abs(t.angle-math.Pi) < 2*nearAngle:
		return "half turn about " + n.about(t.axis)
	}
	return "turn by " + by + " about " + n.about(t.axis)
}

// kind names all rigid turns together: "any rotation", "any rotation about the long axis",
// "the half turn about the long axis", "another turn"; "" where there is none.
func (n *naming) kind() string {
	switch {
	case len(n.any) > 1:
		return "any rotation"
	case len(n.any) == 1:
		return "any rotation about " + n.about(n.any[0])
	case len(n.turns) == 0:
		return ""
	}
	for _, t := range n.turns {
		if math.Abs(t.angle-math.Pi) > 2*nearAngle || !along(t.axis, n.turns[0].axis) {
			return "another turn"
		}
	}
	return "the half turn about " + n.about(n.turns[0].axis)
}

// about names an axis by the length of the shape along it.
func (n *naming) about(axis r3.Vec) string {
	for k, name := range [3]string{"the long axis", "the middle axis", "the short axis"} {
		if n.known && !n.axes.Alike[k] && along(n.axes.Along[k], axis) {
			return name
		}
	}
	return "an axis"
}
