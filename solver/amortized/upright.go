package amortized

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/slicer"
)

// upright is a shape in a pose: its points and normals in the pose's frame.
type upright struct {
	points, normals []r3.Vec
	mass            []float64
}

func (t *Tokens) in(p pose) *upright {
	turn := func(v []r3.Vec) []r3.Vec {
		out := make([]r3.Vec, len(v))
		for i, q := range v {
			out[i] = r3.Vec{X: rounded(r3.Dot(p.x, q)), Y: rounded(r3.Dot(p.y, q)), Z: rounded(r3.Dot(p.z, q))}
		}
		return out
	}
	return &upright{points: turn(t.Points), normals: turn(t.Normals), mass: t.Mass}
}

// rounded is on a grid, so that the roundings of a rigid motion do not show.
func rounded(v float64) float64 { return math.Round(v*coarse) / coarse }

const (
	numberSize = 6
	// heightFactor: of upright objects height tells parts apart best.
	heightFactor = 1.4
	normalFactor = 0.5
	// thin is the deviation below which an axis is not stretched any further: across a blade is noise.
	thin = 0.05
)

// numbers are the d = 6 numbers of each point that are cut (n x 6): its position, each coordinate divided by the root
// of its deviation, for tall and short chairs have the same parts, but a wing is longer than thick; and
// how the surface is turned, without the normal's sign.
func (u *upright) numbers() slicer.Cloud {
	var square r3.Vec
	for i, p := range u.points {
		square = r3.Add(square, r3.Scale(u.mass[i], r3.Vec{X: p.X * p.X, Y: p.Y * p.Y, Z: p.Z * p.Z}))
	}
	// Roundings of the sum depend on the order of points.
	radius := rounded(math.Sqrt((square.X + square.Y + square.Z) / 3))
	by := func(square float64) float64 {
		return 1 / math.Sqrt(max(rounded(math.Sqrt(square)), thin)*max(radius, thin))
	}
	x, y, z := by(square.X), heightFactor*by(square.Y), by(square.Z)
	out := make([]float64, 0, len(u.points)*numberSize)
	for i, p := range u.points {
		n := u.normals[i]
		out = append(out, x*p.X, y*p.Y, z*p.Z, normalFactor*math.Abs(n.X), normalFactor*math.Abs(n.Y), normalFactor*math.Abs(n.Z))
	}
	return slicer.Cloud{Points: out, Dim: numberSize, Weights: u.mass}
}

// cut is the hierarchical cut of both shapes' numbers.
func cut(x, y slicer.Cloud) *slicer.Slicing {
	var s slicer.Slicer
	return s.Slice(x, y, slicer.PrincipalCuts)
}
