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
			pick.reset(l.guided - spread)
			for k, d := range row[spread:l.landmarks] {
				pick.offer(int32(spread+k), d)
			}
			for g := range l.guided {
				k := int32(g)
				if g >= spread {
					k = pick.index[g-spread]
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
		var within shortlist
		for i := lo; i < hi; i++ {
			row := space.Distances.RawRowView(i)[:count]
			if reach > manyPicked {
				copy(near[i*reach:], within.nearest(row, i, reach))
				continue
			}
			pick.reset(reach)
			for j, d := range row {
				if j == i {
					d = -1 // itself first, also among coinciding samples
				}
				pick.offer(int32(j), d)
			}
			copy(near[i*reach:], pick.index)
		}
	})
	return near
}

// manyPicked is the number of picks from which on they are counted into bins first: a picker moves half of its
// picks for each that comes in.
const manyPicked = 64

// shortlist finds the least of many distances between 0 and 1, and is memory for that.
type shortlist struct {
	bins [1024]int32
	keys []distance
	out  []int32
}

type distance struct {
	d float64
	j int32
}

// nearest are the reach least entries of row, self first, by distance and then by index. Bins tell which can be
// among them, and only these are sorted.
func (s *shortlist) nearest(row []float64, self, reach int) []int32 {
	bin := func(d float64) int { return int(min(max(d, 0), 1) * float64(len(s.bins)-1)) }
	clear(s.bins[:])
	for _, d := range row {
		s.bins[bin(d)]++
	}
	last, n := 0, int(s.bins[0])
	for n < reach {
		last++
		n += int(s.bins[last])
	}
	s.keys, s.out = s.keys[:0], s.out[:0]
	for j, d := range row {
		switch {
		case j == self:
			s.keys = append(s.keys, distance{-1, int32(j)})
		case bin(d) <= last:
			s.keys = append(s.keys, distance{d, int32(j)})
		}
	}
	slices.SortFunc(s.keys, func(a, b distance) int { return cmp.Or(cmp.Compare(a.d, b.d), cmp.Compare(a.j, b.j)) })
	for _, k := range s.keys[:reach] {
		s.out = append(s.out, k.j)
	}
	return s.out
}

// picker keeps the few least of many keys, in order; of equal ones the first.
type picker struct {
	size  int
	key   []float64
	index []int32
}

func (p *picker) reset(size int) {
	p.size, p.key, p.index = size, p.key[:0], p.index[:0]
}

func (p *picker) offer(index int32, key float64) {
	if len(p.key) < p.size {
		p.key, p.index = append(p.key, key), append(p.index, index)
	} else if p.size == 0 || key >= p.key[p.size-1] {
		return
	}
	at := len(p.key) - 1
	for ; at > 0 && p.key[at-1] > key; at-- {
		p.key[at], p.index[at] = p.key[at-1], p.index[at-1]
	}
	p.key[at], p.index[at] = key, index
}
