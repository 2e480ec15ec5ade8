package solver

import (
	"gonum.org/v1/gonum/mat"

	"gwscope/solver/gw"
	"gwscope/solver/metric"
	"gwscope/solver/slicer"
)

// embed is classical scaling of the distances d (c x c) in at most dim dimensions.
func embed(d *mat.Dense, dim int) slicer.Cloud {
	c, _ := d.Dims()
	dim = min(dim, max(c-1, 1))
	return slicer.Cloud{Points: metric.MDSOf(d, nil, dim).RawMatrix().Data, Dim: dim, Weights: gw.Uniform(c)}
}

// extend places all n points of d (n x n) in the embedding of the first c of them
// by their distances to these, x = ½ L# (μ - δ²) (de Silva and Tenenbaum 2004). The
// first c stay where they are.
func extend(landmarks slicer.Cloud, d *mat.Dense, weights []float64) slicer.Cloud {
	n, _ := d.Dims()
	c, dim := landmarks.Len(), landmarks.Dim
	if c == n {
		return slicer.Cloud{Points: landmarks.Points, Dim: dim, Weights: weights}
	}
	squares := make([]float64, dim) // of each axis; zero for axes that the shape lacks
	mean := make([]float64, c)
	for k := range c {
		for a := range dim {
			v := landmarks.Points[k*dim+a]
			squares[a] += v * v
		}
		for _, v := range d.RawRowView(k)[:c] {
			mean[k] += v * v / float64(c)
		}
	}
	pull := make([]float64, c*dim)
	for k := range pull {
		if s := squares[k%dim]; s > 0 {
			pull[k] = landmarks.Points[k] / (2 * s)
		}
	}
	out := slicer.Cloud{Points: make([]float64, n*dim), Dim: dim, Weights: weights}
	for i := range n {
		p := out.Points[i*dim : (i+1)*dim]
		for k, v := range d.RawRowView(i)[:c] {
			gap := mean[k] - v*v
			for a, u := range pull[k*dim : (k+1)*dim] {
				p[a] += gap * u
			}
		}
	}
	return out
}
