package judge

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/metric"
)

// maxTargets is the number of Domain points that a map may be snapped to. 2,500
// points lie 0.02 of √area apart, about the error of the geodesics themselves;
// more would cost time and find nothing.
const maxTargets = 2500

// bendingShare is the share of the surface over which mean curvature is averaged:
// wide enough to be blind to wrinkles and mesh noise, narrow enough to know a
// chest from a back (25 of 500 samples).
const bendingShare = 0.05

// Shape is a space with the data that the judge needs.
type Shape struct {
	space *metric.Space
	// targets are Domain points that maps may be snapped to: the samples, then points
	// between them. Every prefix is spread evenly.
	targets []int32
	// inCell are the targets nearest to each sample, itself first (n).
	inCell [][]int32
	// cell gives the nearest sample of every Domain point (v).
	cell []int32
	// bending is the mean curvature around every sample (n), nil without normals.
	bending []float64
}

// NewShape prepares a space on the given number of threads (0: all processors).
func NewShape(space *metric.Space, threads int) *Shape {
	s := &Shape{space: space}
	s.cell = space.NearestSamples(threads)
	s.targets, s.inCell = Spread(space, s.cell, maxTargets)
	if s.HasNormals() {
		s.bending = bending(space, s.cell, threads)
	}
	return s
}

// HasNormals reports whether orientation and curvature can be judged.
func (s *Shape) HasNormals() bool { return s.space.Domain.Normals != nil }

// Spread picks up to most points: all samples, then the same number from every cell
// by farthest-point sampling within it, in rounds. That is as even as sampling the
// whole shape, takes time proportional to its size, and does not depend on the order
// of the vertices. cell gives the nearest sample of every Domain point (v); inCell are
// the targets in the cell of each sample, itself first (n).
func Spread(space *metric.Space, cell []int32, most int) (targets []int32, inCell [][]int32) {
	points, n := space.Domain.Points, space.Len()
	// More samples than that are targets all the same.
	quota := max(most/n-1, 0)
	if len(points) <= most {
		quota = len(points)
	}
	inCell = make([][]int32, n)
	for i, y := range space.Samples {
		inCell[i] = []int32{y}
	}
	if quota > 0 {
		for y, i := range cell {
			if space.Samples[i] != int32(y) {
				inCell[i] = append(inCell[i], int32(y))
			}
		}
	}
	var far []float64
	longest := 0
	for i, members := range inCell {
		pick := min(len(members), quota+1)
		far = far[:0]
		for range members {
			far = append(far, math.Inf(1))
		}
		// members[:k] are picked; far is the distance to the nearest of them.
		for k := 1; k < pick; k++ {
			next := k
			for e := k; e < len(members); e++ {
				far[e] = min(far[e], r3.Norm2(r3.Sub(points[members[e]], points[members[k-1]])))
				if far[e] > far[next] {
					next = e
				}
			}
			members[k], members[next] = members[next], members[k]
			far[k], far[next] = far[next], far[k]
		}
		inCell[i] = members[:pick]
		longest = max(longest, pick)
	}
	for round := range longest {
		for _, members := range inCell {
			if round < len(members) {
				targets = append(targets, members[round])
			}
		}
	}
	return targets, inCell
}

// bending averages mean curvature over each sample's cell, weighted by area, and
// then over the nearest samples that make up bendingShare of the surface.
func bending(space *metric.Space, cell []int32, threads int) []float64 {
	n := space.Len()
	sum, area := make([]float64, n), make([]float64, n)
	for y, h := range space.Domain.MeanCurvature() {
		w := space.Domain.PointArea[y]
		sum[cell[y]] += w * h
		area[cell[y]] += w
	}
	count := max(1, int(math.Round(bendingShare*float64(n))))
	near := Nearest(space, n, count, threads)
	smooth := make([]float64, n)
	for i := range smooth {
		total, weight := 0.0, 0.0
		for _, j := range near[i*count : (i+1)*count] {
			total += sum[j]
			weight += area[j]
		}
		if weight > 0 {
			smooth[i] = total / weight
		}
	}
	return smooth
}
