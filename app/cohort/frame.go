package cohort

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
)

// principalFrame is a right-handed frame of the principal axes of the vertices, the longest
// first, with their centre and the root of their mean squared distance from it (the spread; 0:
// there is no frame). Vertices of a mesh have their areas as weights, so that finely meshed
// parts do not weigh more.
func principalFrame(m *mesh.Mesh) (axes [3]r3.Vec, centre r3.Vec, spread float64) {
	weights := m.VertexAreas()
	total := 0.0
	for i := range m.Vertices {
		if m.IsPointCloud() {
			weights[i] = 1
		}
		total += weights[i]
	}
	if !(total > 0) || math.IsInf(total, 0) {
		return axes, centre, 0
	}
	for i, v := range m.Vertices {
		centre = r3.Add(centre, r3.Scale(weights[i]/total, v))
	}
	moments := mat.NewSymDense(3, nil)
	for i, v := range m.Vertices {
		d := r3.Sub(v, centre)
		x := [3]float64{d.X, d.Y, d.Z}
		for j := range 3 {
			for k := j; k < 3; k++ {
				moments.SetSym(j, k, moments.At(j, k)+weights[i]/total*x[j]*x[k])
			}
		}
	}
	var e mat.EigenSym
	if !e.Factorize(moments, true) {
		return axes, centre, 0
	}
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	for k := range 2 {
		axes[k] = r3.Vec{X: vectors.At(0, 2-k), Y: vectors.At(1, 2-k), Z: vectors.At(2, 2-k)}
	}
	axes[2] = r3.Cross(axes[0], axes[1])
	return axes, centre, math.Sqrt(mat.Trace(moments))
}
