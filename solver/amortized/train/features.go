package train

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/amortized"
)

// features are the φ of the fused objective's second term (n x featureSize): where a
// point lies on the object as it stands, which way it looks, and what the shape is like around it.
// The paper's features are coordinates, normals and an intrinsic descriptor too. Only the
// loss sees them, and only in training, where objects stand alike; the network's input is
// intrinsic, and it learns to tell from distances alone what is up and what is in front.
//
// Objects are mirror images of themselves, or nearly so, and distances cannot tell left
// from right: x counts without its sign. Positions are divided by the root of the deviation
// along each axis: tall and short chairs have the same parts, but a wing is longer than thick.
const (
	featureSize   = 6 + localFeatures
	localFeatures = 6 // those of the tokens, their last columns
)

// Weights of the three kinds. Several were tried, and these kept: assignments by them carried part labels best.
// So labels took part here, though the training itself sees none; the model card says so.
const (
	positionWeight = 0.5
	heightWeight   = 0.7 // of upright objects height tells parts apart best, and a plan by one score needs one leading order
	normalWeight   = 0.4
	localWeight    = 0.15 // of each, standardised
)

// thinnest is the deviation below which an axis, of an object within the unit ball, is
// not stretched any further: across a blade is noise.
const thinnest = 0.05

func features(c amortized.Config, cloud Cloud, input []float32) []float32 {
	n := len(cloud.Points)
	out := make([]float32, n*featureSize)
	var mean, square r3.Vec
	for _, p := range cloud.Points {
		mean = r3.Add(mean, r3.Scale(1/float64(n), p))
	}
	largest := 0.0
	for _, p := range cloud.Points {
		p = r3.Sub(p, mean)
		largest = max(largest, r3.Norm(p))
		square = r3.Add(square, r3.Scale(1/float64(n), r3.Vec{X: p.X * p.X, Y: p.Y * p.Y, Z: p.Z * p.Z}))
	}
	radius := math.Sqrt((square.X + square.Y + square.Z) / 3)
	by := func(square float64) float64 {
		deviation := max(math.Sqrt(square), thinnest*largest, math.SmallestNonzeroFloat32)
		return positionWeight / math.Sqrt(deviation*max(radius, math.SmallestNonzeroFloat32))
	}
	x, y, z := by(square.X), heightWeight/positionWeight*by(square.Y), by(square.Z)
	width := c.Inputs()
	for i, p := range cloud.Points {
		p = r3.Sub(p, mean)
		row := out[i*featureSize : (i+1)*featureSize]
		row[0], row[1], row[2] = float32(math.Abs(p.X)*x), float32(p.Y*y), float32(p.Z*z)
		nv := r3.Scale(normalWeight, cloud.Normals[i])
		row[3], row[4], row[5] = float32(math.Abs(nv.X)), float32(nv.Y), float32(nv.Z)
		if c.Invariants {
			copy(row[6:], input[(i+1)*width-localFeatures:(i+1)*width])
		}
	}
	return out
}
