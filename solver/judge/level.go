package judge

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/dense"
	"gwscope/solver/metric"
)

// Neighbourhoods by level of detail. Small samples jitter more than they differ,
// so the coarse level looks at several sizes and takes the geometric mean; with
// many samples one size, of the same width on the surface, is enough.
var (
	coarseRigidity = []int{6, 10, 14, 24}
	fineRigidity   = []int{40}
)

const (
	coarseCurvature = 10
	fineCurvature   = 20
	// fineFrom is the number of samples from which a level counts as fine: below
	// it 40 neighbours would be more than a limb.
	fineFrom = 300
	// orientationReach is the number of neighbours whose pairs make the triangles of o.
	orientationReach = 8
)

// maxLandmarks is the number of samples whose distances place a snapped point.
const maxLandmarks = 150

// Level is the first count samples of a shape.
type Level struct {
	*Shape
	count     int
	landmarks int
	reach     int
	// near are the nearest samples of each (count x reach), itself first.
	near []int32
	// rigid and curved are the neighbourhood sizes for R and for c.
	rigid  []int
	curved int
	// toTargets are the distances from the samples to the targets and their
	// squares (count x targets each).
	toTargets, toTargets2 []float32
	// fit is the fixed left factor of snapping (count x 2 landmarks): w, then -2 w D.
	fit []float32
}

// Level prepares the first count samples (all, if count is larger).
func (s *Shape) Level(count, threads int) *Level {
	count = min(count, s.space.Len())
	l := &Level{Shape: s, count: count, landmarks: min(count, maxLandmarks)}
	l.rigid, l.curved = coarseRigidity, coarseCurvature
	if count >= fineFrom {
		l.rigid, l.curved = fineRigidity, fineCurvature
	}
	l.reach = min(count, 1+max(l.rigid[len(l.rigid)-1], l.curved, orientationReach))
	l.near = nearest(s.space, count, l.reach, threads)
	l.gatherTargets(threads)
	l.weigh()
	return l
}

// Len is the number of samples at this level.
func (l *Level) Len() int { return l.count }

func (l *Level) gatherTargets(threads int) {
	width := len(l.targets)
	l.toTargets = make([]float32, l.count*width)
	l.toTargets2 = make([]float32, l.count*width)
	dense.Blocks(threads, l.count, 64, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := l.space.Row(i)
			out, out2 := l.toTargets[i*width:(i+1)*width], l.toTargets2[i*width:(i+1)*width]
			for t, y := range l.targets {
				out[t] = row[y]
				out2[t] = row[y] * row[y]
			}
		}
	})
}

// snapWidth and snapFloor shape the landmark weights exp(-d²/(2 width²)) + floor:
// near landmarks place a point exactly, far ones only keep it on the right limb.
const (
	snapWidth = 0.1
	snapFloor = 0.02
)

func (l *Level) weigh() {
	k := l.landmarks
	l.fit = make([]float32, l.count*2*k)
	for i := range l.count {
		row := l.space.Distances.RawRowView(i)
		for j := range k {
			w := math.Exp(-row[j]*row[j]/(2*snapWidth*snapWidth)) + snapFloor
			l.fit[i*2*k+j] = float32(w)
			l.fit[i*2*k+k+j] = float32(-2 * w * row[j])
		}
	}
}

// at gives position and normal of a Domain point; the normal is zero without normals.
func (s *Shape) at(point int32) (p, normal r3.Vec) {
	if s.space.Domain.Normals != nil {
		normal = s.space.Domain.Normals[point]
	}
	return s.space.Domain.Points[point], normal
}

// nearest lists the reach nearest of the first count samples for each of them
// (count x reach), itself first, by distance and then by index.
func nearest(space *metric.Space, count, reach int, threads int) []int32 {
	near := make([]int32, count*reach)
	dense.Blocks(threads, count, 64, func(lo, hi int) {
		dist := make([]float64, reach)
		for i := lo; i < hi; i++ {
			list, filled := near[i*reach:(i+1)*reach], 0
			for j, d := range space.Distances.RawRowView(i)[:count] {
				if j == i {
					d = -1 // itself first, also among coinciding samples
				}
				if filled == reach && d >= dist[reach-1] {
					continue
				}
				at := min(filled, reach-1)
				for ; at > 0 && dist[at-1] > d; at-- {
					dist[at], list[at] = dist[at-1], list[at-1]
				}
				dist[at], list[at] = d, int32(j)
				filled = min(filled+1, reach)
			}
		}
	})
	return near
}
