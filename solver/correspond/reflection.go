package correspond

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
	"gonum.org/v1/gonum/spatial/r3"
	"gonum.org/v1/gonum/stat"

	"gwscope/meshio/closest"
	"gwscope/meshio/mesh"
	"gwscope/solver/internal/order"
)

const (
	// A plane is fitted to few vertices and judged by more.
	reflectionProbes, reflectionJudges = 250, 2500
	// A shape stands symmetrically where its reflection lies on it: the mean distance, and
	// that of all but a twentieth, in √area. People and animals that were modelled so have
	// 0.002 and 0.006 at most, others 0.01 and more.
	reflectionMean, reflectionMost = 0.004, 0.012
	// reflectionShift is how far, in √area, the mean vertex must be from its image: a
	// shape that lies flat in the plane has no sides.
	reflectionShift = 0.1
)

// Reflection finds the plane about which a mesh is symmetric as it stands, such as a person
// with arms and legs alike. It returns for each vertex (n) the vertex nearest to its reflection,
// or nil where there is no such plane. Of several planes the best one counts. Each search begins
// at right angles to a principal axis and lowers the squared distance of reflected vertices from
// the shape.
func Reflection(m *mesh.Mesh) []int32 {
	if len(m.Triangles) == 0 {
		return nil
	}
	unit := math.Sqrt(m.Area())
	if !(unit > 0) || math.IsInf(unit, 1) {
		return nil
	}
	tree := closest.NewTree(m.Vertices, m.Triangles)
	probes, judges := thinned(m.Vertices, reflectionProbes), thinned(m.Vertices, reflectionJudges)
	var best plane
	least := math.Inf(1)
	for _, start := range principalPlanes(m.Vertices) {
		p := start.fitted(probes, tree, unit)
		if mean, most, shift := p.misfit(judges, tree); mean < reflectionMean*unit && most < reflectionMost*unit && shift > reflectionShift*unit && mean < least {
			least, best = mean, p
		}
	}
	if math.IsInf(least, 1) {
		return nil
	}
	image := make([]int32, len(m.Vertices))
	for i, v := range m.Vertices {
		face, bary, _ := tree.Closest(best.reflect(v))
		image[i] = HeaviestCorner(m.Triangles[face], bary)
	}
	return image
}

// thinned is every k-th point, at most limit of them.
func thinned(points []r3.Vec, limit int) []r3.Vec {
	step := (len(points) + limit - 1) / limit
	var out []r3.Vec
	for i := 0; i < len(points); i += step {
		out = append(out, points[i])
	}
	return out
}

// plane runs through a point, at right angles to its normal of length 1.
type plane struct{ normal, through r3.Vec }

func (p plane) reflect(v r3.Vec) r3.Vec {
	return r3.Sub(v, r3.Scale(2*r3.Dot(p.normal, r3.Sub(v, p.through)), p.normal))
}

// principalPlanes run through the centre, at right angles to the principal axes.
func principalPlanes(points []r3.Vec) []plane {
	coordinates := mat.NewDense(len(points), 3, nil)
	for i, v := range points {
		coordinates.SetRow(i, []float64{v.X, v.Y, v.Z})
	}
	var pc stat.PC
	if !pc.PrincipalComponents(coordinates, nil) {
		return nil
	}
	var axes mat.Dense
	pc.VectorsTo(&axes)
	column := make([]float64, len(points))
	centre := func(axis int) float64 { return stat.Mean(mat.Col(column, axis, coordinates), nil) }
	middle := r3.Vec{X: centre(0), Y: centre(1), Z: centre(2)}
	var out []plane
	_, count := axes.Dims()
	for k := range count {
		normal := r3.Vec{X: axes.At(0, k), Y: axes.At(1, k), Z: axes.At(2, k)}
		out = append(out, plane{normal, middle})
	}
	return out
}

// fitted is the plane near p whose reflections of points lie closest to the shape.
func (p plane) fitted(points []r3.Vec, tree *closest.Tree, unit float64) plane {
	// Two vectors at right angles to the normal, to turn it by.
	side := r3.Unit(r3.Cross(p.normal, leastAxis(p.normal)))
	other := r3.Cross(p.normal, side)
	at := func(x []float64) plane {
		normal := r3.Unit(r3.Add(p.normal, r3.Add(r3.Scale(x[0], side), r3.Scale(x[1], other))))
		return plane{normal, r3.Add(p.through, r3.Scale(x[2]*unit, normal))}
	}
	squares := func(x []float64) float64 {
		q, sum := at(x), 0.0
		for _, v := range points {
			r := q.reflect(v)
			_, _, near := tree.Closest(r)
			sum += r3.Norm2(r3.Sub(r, near))
		}
		return sum / (float64(len(points)) * unit * unit)
	}
	found, err := optimize.Minimize(optimize.Problem{Func: squares}, make([]float64, 3),
		&optimize.Settings{FuncEvaluations: 150, Converger: &optimize.FunctionConverge{Absolute: 1e-9, Iterations: 20}}, &optimize.NelderMead{SimplexSize: 0.1})
	if err != nil && found == nil {
		return p
	}
	return at(found.X)
}

// leastAxis is the coordinate axis that v has least to do with.
func leastAxis(v r3.Vec) r3.Vec {
	x, y, z := math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z)
	switch {
	case x <= y && x <= z:
		return r3.Vec{X: 1}
	case y <= z:
		return r3.Vec{Y: 1}
	}
	return r3.Vec{Z: 1}
}

// misfit is how far reflected points lie from the shape, in the mean and all but a
// twentieth of them, and how far they lie from where they came from, in the mean.
func (p plane) misfit(points []r3.Vec, tree *closest.Tree) (mean, most, shift float64) {
	distances := make([]float64, len(points))
	for i, v := range points {
		r := p.reflect(v)
		_, _, at := tree.Closest(r)
		distances[i] = r3.Norm(r3.Sub(r, at))
		mean += distances[i] / float64(len(points))
		shift += r3.Norm(r3.Sub(v, at)) / float64(len(points))
	}
	slices.Sort(distances)
	return mean, stat.Quantile(0.95, stat.Empirical, distances, nil), shift
}

// HeaviestCorner is the corner of a triangle with the largest barycentric coordinate, the first
// of equal ones.
func HeaviestCorner(corners [3]int32, bary [3]float64) int32 {
	return corners[order.Largest(bary[:])]
}
