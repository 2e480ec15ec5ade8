package judge

import (
	"cmp"
	"math"
	"slices"
	"sync"

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

	// The distances from the samples to the coarse targets (count x targets), gathered
	// when a coarse level first snaps onto this one.
	toTargets []float32
	gathered  sync.Once
	// The small triangles at each sample, gathered when orientation is first asked for.
	corners [][]corner
	turned  sync.Once
	// For coarse levels, the fixed left factor of snapping (count x 2 landmarks): w,
	// then -2 w D.
	fit []float32
	// For fine levels: the landmarks that place each sample (count x guided).
	guides []guide
	guided int
}

// guide is a landmark with its distance from a sample and its weight for it.
type guide struct {
	landmark         int32
	distance, weight float32
}

// Level prepares the first count samples (all, if count is larger).
func (s *Shape) Level(count, threads int) *Level {
	count = min(count, s.space.Len())
	l := &Level{Shape: s, count: count, landmarks: min(count, maxLandmarks)}
	l.rigid, l.curved = coarseRigidity, coarseCurvature
	if l.fine() {
		l.rigid, l.curved = fineRigidity, fineCurvature
	}
	l.reach = min(count, 1+max(l.rigid[len(l.rigid)-1], l.curved, orientationReach, snapCells))
	l.near = Nearest(s.space, count, l.reach, threads)
	if l.fine() {
		l.choose(threads)
	} else {
		l.weigh()
	}
	return l
}

func (l *Level) fine() bool { return l.count >= fineFrom }

// maxCoarseTargets is the number of targets of a coarse level. They lie 0.03 of
// √area apart, a third of the spacing of 150 samples.
const maxCoarseTargets = 1200

func (s *Shape) coarseTargets() []int32 { return s.targets[:min(len(s.targets), maxCoarseTargets)] }

// targetDistances are the distances from the samples to the coarse targets. A fine level
// needs them too: with shapes of unequal size one level of a pair may be coarse and
// the other fine.
func (l *Level) targetDistances() []float32 {
	l.gathered.Do(func() {
		targets := l.coarseTargets()
		l.toTargets = make([]float32, l.count*len(targets))
		for i := range l.count {
			row, out := l.space.Row(i), l.toTargets[i*len(targets):(i+1)*len(targets)]
			for t, y := range targets {
				out[t] = row.At(y)
			}
		}
	})
	return l.toTargets
}

// snapWidth and snapFloor shape the landmark weights: near landmarks place a point
// exactly, far ones only keep it on the right limb.
const (
	snapWidth = 0.1
	snapFloor = 0.02
)

// landmarkWeight is exp(-d²/(2 snapWidth²)) + snapFloor.
func landmarkWeight(d float32) float32 {
	if d > 5*snapWidth { // the rest is below 4e-6
		return snapFloor
	}
	return float32(math.Exp(-float64(d)*float64(d)/(2*snapWidth*snapWidth)) + snapFloor)
}

func (l *Level) weigh() {
	k := l.landmarks
	l.fit = make([]float32, l.count*2*k)
	for i := range l.count {
		row := l.space.Distances.RawRowView(i)
		for j := range k {
			d := float32(row[j])
			w := landmarkWeight(d)
			l.fit[i*2*k+j] = w
			l.fit[i*2*k+k+j] = -2 * w * d
		}
	}
}

// choose lists the landmarks that place each sample: the snapClose nearest of all
// landmarks, and the first snapSpread.
func (l *Level) choose(threads int) {
	l.guided = min(l.landmarks, snapClose+snapSpread)
	l.guides = make([]guide, l.count*l.guided)
	spread := min(snapSpread, l.guided)
	dense.Blocks(threads, l.count, 64, func(lo, hi int) {
		var pick picker
		for i := lo; i < hi; i++ {
			row := l.space.Distances.RawRowView(i)
			near := pick.nearest(row[spread:l.landmarks], -1, l.guided-spread)
			for g := range l.guided {
				k := int32(g)
				if g >= spread {
					k = int32(spread) + near[g-spread]
				}
				d := float32(row[k])
				l.guides[i*l.guided+g] = guide{k, d, landmarkWeight(d)}
			}
		}
	})
}

// at gives position and normal of a Domain point; the normal is zero without normals.
func (s *Shape) at(point int32) (p, normal r3.Vec) {
	if s.space.Domain.Normals != nil {
		normal = s.space.Domain.Normals[point]
	}
	return s.space.Domain.Points[point], normal
}

// Nearest lists the reach nearest of the first count samples for each of them
// (count x reach), itself first, by distance and then by index, which is the order of
// farthest-point sampling and not that of the file. reach is at most count.
func Nearest(space *metric.Space, count, reach, threads int) []int32 {
	near := make([]int32, count*reach)
	dense.Blocks(threads, count, 64, func(lo, hi int) {
		var pick picker
		for i := lo; i < hi; i++ {
			copy(near[i*reach:], pick.nearest(space.Distances.RawRowView(i)[:count], i, reach))
		}
	})
	return near
}

// picker finds the least of many distances between 0 and 1, and is memory for that.
type picker struct {
	bins [1024]int32
	keys []key
	out  []int32
}

type key struct {
	distance float64
	index    int32
}

// nearest are the reach least entries of row by distance and then by index, shared with p. Entry self comes first
// (-1: none), also where others coincide with it. Bins tell which entries can be among them, and only these are sorted.
func (p *picker) nearest(row []float64, self, reach int) []int32 {
	const most = len(p.bins) - 1
	clear(p.bins[:])
	for _, d := range row {
		bin := int(d * float64(most))
		if uint(bin) > uint(most) {
			bin = min(max(bin, 0), most)
		}
		p.bins[bin]++
	}
	last, n := 0, int(p.bins[0])
	for n < reach {
		last++
		n += int(p.bins[last])
	}
	bound := float64(last + 1) // of distances times most
	if last == most {
		bound = math.Inf(1)
	}
	p.keys, p.out = p.keys[:0], p.out[:0]
	for j, d := range row {
		switch {
		case j == self:
			p.keys = append(p.keys, key{-1, int32(j)})
		case d*float64(most) < bound:
			p.keys = append(p.keys, key{d, int32(j)})
		}
	}
	slices.SortFunc(p.keys, func(a, b key) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.index, b.index))
	})
	for _, k := range p.keys[:reach] {
		p.out = append(p.out, k.index)
	}
	return p.out
}
