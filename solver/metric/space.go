package metric

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/order"
)

// Domain is a shape prepared for distances. Its coordinates are centred at the
// area centroid and scaled to unit area (to unit bounding-box diagonal for
// point clouds), so that all lengths here are "/ √area".
type Domain struct {
	// Points are the welded, centred, scaled vertices that take part (v).
	Points []r3.Vec
	// Triangles index Points; oriented consistently, outward where the surface
	// is closed. Empty for point clouds.
	Triangles [][3]int32
	// FaceOf gives, for each of Triangles, the index of the triangle of the file
	// (mesh.Mesh.Triangles) that it came from, for triangles may be dropped or turned
	// around (match their corners through PointOf) but maps are written in the terms
	// of the file.
	FaceOf []int32
	// Normals are unit outward normals per point (v), nil for clouds without normals.
	Normals []r3.Vec
	// PointOf gives the point of each vertex of the file; a vertex that does not
	// take part (isolated in a mesh) has the nearest point, and Takes false.
	PointOf []int32
	Takes   []bool
	// Far marks vertices of the file that were left out for being far from all others; nil
	// for none.
	Far []bool
	// VertexOf gives one vertex of the file for each point.
	VertexOf []int32
	// Center and Scale lead back: file position = Center + Scale * point.
	Center r3.Vec
	Scale  float64
	// PointArea is the barycentric area of each point (v, sums to 1).
	PointArea []float64
	// Closed reports a surface without boundary; Bridges counts edges that were
	// added to join components.
	Closed  bool
	Bridges int
	// Sheet reports an open surface whose normals are a guess: discs over its holes would
	// add a tenth of its area or more, so neither of its sides is the outer one.
	Sheet bool
	// Warnings are sentences for people.
	Warnings []string

	graph   graph      // edges with lengths, bridges included
	slivers [][3]int32 // triangles without area: distances may run across them
	lazy    lazy       // parts that are worked out when first asked for
}

// Space is a metric measure space of n samples of a Domain.
type Space struct {
	Domain *Domain
	// Samples are point indices in farthest-point order (n): every prefix is a
	// coarser sample of the shape.
	Samples []int32
	// Weights are positive and sum to 1 (n).
	Weights []float64
	// Distances are geodesic distances between samples divided by Diameter, so
	// that the largest is 1 (n x n, symmetric, zero diagonal).
	Distances *mat.Dense
	// ToPoints are the distances from every sample to every point divided by
	// Diameter (n rows of v, row-major). Row i, entry Samples[j] is Distances[i,j]
	// before symmetrisation. It is nil where distances are known on a level; see [Row].
	ToPoints []float32
	// Diameter is the largest distance between samples, in Domain units (/ √area).
	// A Prefix keeps the scale of the space it was cut from.
	Diameter float64
	// Kind is the geodesic that was used, which may not be the one asked for (see Notes).
	Kind Kind
	// WeightKind is how Weights were chosen.
	WeightKind WeightKind
	// Notes are sentences for people about how the space was made.
	Notes []string

	cells *cells // nil in spaces that are made by hand
	// Of a large surface, the level and the space of the same samples on it; else nil.
	level  *Level
	coarse *Space
}

// Coarse is the space of the same samples on the level of a large surface, and the level; nil
// where distances run along the mesh itself.
func (s *Space) Coarse() (*Space, *Level) { return s.coarse, s.level }

// cells are the nearest samples of a space, worked out when they are first asked for.
type cells struct {
	mu      sync.Mutex
	nearest []int32
	reach   *Reach
	moments sync.Once
	mean    float64
	square  float64
}

// Len is the number of samples n.
func (s *Space) Len() int { return len(s.Samples) }

// Moments are the mean distance between samples, all alike, and the mean squared one by their weights; 1 and 0
// where all samples coincide.
func (s *Space) Moments() (mean, square float64) {
	if s.cells == nil {
		return s.moments()
	}
	s.cells.moments.Do(func() { s.cells.mean, s.cells.square = s.moments() })
	return s.cells.mean, s.cells.square
}

func (s *Space) moments() (mean, square float64) {
	n := float64(s.Len())
	for i, a := range s.Weights {
		for j, d := range s.Distances.RawRowView(i) {
			mean += d / (n * n)
			square += a * s.Weights[j] * d * d
		}
	}
	if mean == 0 {
		return 1, 0
	}
	return mean, square
}

// Spacing is the mean distance from a sample to the nearest other one, divided by Diameter; 0 for a single sample.
func (s *Space) Spacing() float64 {
	sum := 0.0
	for i := range s.Samples {
		sum += s.Gap(i)
	}
	return sum / float64(s.Len())
}

// Gap is the distance from sample i to the nearest other one, divided by Diameter; 0 for a single sample.
func (s *Space) Gap(i int) float64 {
	least := math.Inf(1)
	for j, d := range s.Distances.RawRowView(i) {
		if j != i {
			least = min(least, d)
		}
	}
	if math.IsInf(least, 1) {
		return 0
	}
	return least
}

// Known are the points at which distances from the samples are known: all, or those of the
// level.
func (s *Space) Known() []int32 {
	if s.level != nil {
		return s.level.Points
	}
	return order.Natural(len(s.Domain.Points))
}

// Row are the distances from sample i to all points (v).
func (s *Space) Row(i int) Row {
	if s.coarse != nil {
		return Row{s.coarse.Row(i).values, s.level}
	}
	v := len(s.Domain.Points)
	return Row{s.ToPoints[i*v : (i+1)*v : (i+1)*v], nil}
}

// Row are distances to all points of a Domain: of a large surface those to the points of its
// level, between which others are read.
type Row struct {
	values []float32
	level  *Level // nil: values has all points
}

// At is the distance to a point.
func (r Row) At(point int32) float32 {
	if r.level == nil {
		return r.values[point]
	}
	return r.level.read(r.values, point)
}

// Gather writes the distances to some points to out, one for each.
func (r Row) Gather(points []int32, out []float32) {
	out = out[:len(points)]
	if r.level != nil {
		for k, p := range points {
			out[k] = r.level.read(r.values, p)
		}
		return
	}
	for k, p := range points {
		out[k] = r.values[p]
	}
}

// Part are the distances to the points from lo to hi, shared or in buffer, which is to hold
// hi-lo; not to be written.
func (r Row) Part(lo, hi int, buffer []float32) []float32 {
	if r.level == nil {
		return r.values[lo:hi]
	}
	out := buffer[:hi-lo]
	for k := range out {
		out[k] = r.level.read(r.values, int32(lo+k))
	}
	return out
}

// Bytes is about the memory that the space takes, with its domain.
func (s *Space) Bytes() int {
	n := 4*len(s.Samples) + 8*len(s.Weights) + 4*len(s.ToPoints)
	if s.coarse != nil {
		n += s.coarse.Bytes() + 24*len(s.level.Corners)
	}
	if s.Distances != nil {
		n += 8 * len(s.Distances.RawMatrix().Data)
	}
	if c := s.cells; c != nil {
		c.mu.Lock()
		if c.reach != nil {
			n += 12*len(c.reach.Sample) + 4*len(c.reach.From)
		}
		c.mu.Unlock()
	}
	if d := s.Domain; d != nil {
		n += 24*(len(d.Points)+len(d.Normals)) + 12*len(d.Triangles) + 4*(len(d.FaceOf)+len(d.PointOf)+len(d.VertexOf)) + len(d.Takes) + 8*len(d.PointArea)
	}
	return n
}
