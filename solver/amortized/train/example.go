package train

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/internal/routine"
	"gwscope/solver/amortized"
	"gwscope/solver/internal/order"
)

// shape is what a graph needs of one cloud, and its labels for reports.
type shape struct {
	n      int
	input  []float32         // n x F, see amortized.Tokens
	phi    []float32         // n x featureSize, see features
	dist   []float32         // n x n, divided by the largest
	ranks  []float32         // n: by height, with mean 0 and variance 1
	places []float32         // n x Outputs: what a network of places is to tell
	tokens *amortized.Tokens // of a validation shape of such a network
	labels []int32
}

// newShape makes a shape of a cloud, as the network sees it and as the loss does: a network of places
// needs the rest for validation alone.
func newShape(c amortized.Config, split Split, cloud, seen Cloud) (*shape, error) {
	t, err := c.Tokens(amortized.Cloud{Points: seen.Points, Normals: seen.Normals}, 1)
	if err != nil {
		return nil, err
	}
	s := &shape{n: len(cloud.Points), input: t.Input, labels: cloud.Labels}
	if c.Places {
		if cloud.Rest != nil {
			s.places = c.RestPlaces(cloud.Rest, cloud.RestNormals)
		} else {
			s.places, err = c.PlacesOf(amortized.Cloud{Points: cloud.Points, Normals: cloud.Normals})
		}
		if err != nil || split == Train {
			return s, err
		}
		s.tokens = t
	}
	s.phi, s.dist, s.ranks = features(c, cloud, t.Input), distances(cloud.Points), ranks(cloud.Points)
	return s, nil
}

func (s *shape) bytes() int {
	return 4 * (len(s.input) + len(s.phi) + len(s.dist) + len(s.places) + len(s.labels))
}

// distances are Euclidean ones divided by the largest, row by row.
func distances(points []r3.Vec) []float32 {
	n := len(points)
	d := make([]float32, n*n)
	largest := float32(0)
	for i, p := range points {
		for j := range i {
			q := points[j]
			x, y, z := p.X-q.X, p.Y-q.Y, p.Z-q.Z
			v := float32(math.Sqrt(x*x + y*y + z*z))
			d[i*n+j], d[j*n+i] = v, v
			largest = max(largest, v)
		}
	}
	if largest > 0 {
		for k := range d {
			d[k] /= largest
		}
	}
	return d
}

// ranks of points by height, with mean 0 and variance 1.
func ranks(points []r3.Vec) []float32 {
	heights := make([]float64, len(points))
	for i, p := range points {
		heights[i] = p.Y
	}
	out := make([]float32, len(points))
	deviation := math.Sqrt(float64(len(points)*len(points)-1) / 12)
	for k, i := range order.Ascending(heights) {
		out[i] = float32((float64(k) - float64(len(points)-1)/2) / deviation)
	}
	return out
}

// pair of shapes of one category.
type pair struct {
	category int
	x, y     *shape
}

// pairMaker draws pairs: the k-th of a split is a function of the seed and k alone, so
// that a training can go on anywhere. Shapes are functions of the seed, the object and the number of
// points; they are kept.
type pairMaker struct {
	source  Source
	config  amortized.Config
	seed    uint64
	objects int // of a category in the training split, not positive for all
	// draws draws a category; nil: each as often.
	draws func(*rand.Rand) int

	mu   sync.Mutex
	kept map[shapeKey]*shape
	room int // bytes that may still be kept
}

type shapeKey struct {
	split       Split
	category, n int
	object      uint64
}

// keepBytes is the memory for kept shapes: 256 objects of sixteen categories with 256
// points take two of these.
const keepBytes = 1 << 30

func newPairMaker(source Source, s Settings) *pairMaker {
	m := &pairMaker{source: source, config: s.Config, seed: s.Seed, objects: s.Objects, kept: map[shapeKey]*shape{}, room: keepBytes}
	if d, ok := source.(drawer); ok {
		m.draws = d.draw
	}
	return m
}

// draw makes pair k with n points in each shape. Validation takes the categories in turn.
func (m *pairMaker) draw(s Split, k uint64, n int) (*pair, error) {
	rng := rand.New(rand.NewPCG(m.seed, k<<2|uint64(s)))
	categories := len(m.source.Categories())
	p := &pair{}
	if m.draws != nil {
		p.category = m.draws(rng)
	} else {
		p.category = rng.IntN(categories)
	}
	if s != Train {
		p.category = int(k) % categories
	}
	count := m.count(s, p.category)
	first := rng.Uint64N(count)
	second := rng.Uint64N(count - 1)
	if second >= first {
		second++
	}
	var err error
	if p.x, err = m.shape(shapeKey{s, p.category, n, first}); err != nil {
		return nil, err
	}
	p.y, err = m.shape(shapeKey{s, p.category, n, second})
	return p, err
}

// count is the number of objects of a category that pairs are drawn from.
func (m *pairMaker) count(s Split, category int) uint64 {
	count := m.source.Count(s, category)
	if s == Train && m.objects > 0 {
		count = min(count, uint64(m.objects))
	}
	return count
}

func (m *pairMaker) shape(key shapeKey) (*shape, error) {
	m.mu.Lock()
	s := m.kept[key]
	m.mu.Unlock()
	if s != nil {
		return s, nil
	}
	rng := rand.New(rand.NewPCG(m.seed+uint64(key.category)<<32, key.object<<2|uint64(key.split)))
	cloud, err := m.source.Cloud(key.split, key.category, key.object, key.n, rng)
	if err != nil {
		return nil, err
	}
	// Some shapes have no normals but in the loss, as clouds of people may: the network sees estimated
	// ones then.
	seen := cloud
	if key.split == Train && key.object%4 == 3 {
		seen.Normals = nil
	}
	if s, err = newShape(m.config, key.split, cloud, seen); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if size := s.bytes(); m.kept[key] == nil && size <= m.room {
		m.kept[key] = s
		m.room -= size
	}
	return s, nil
}

// batch is the pairs of one step.
type batch struct {
	step  int
	pairs []*pair
	err   error
}

// batches makes the batches of steps from first on, ahead of who trains on them, until
// ctx ends. The channel is closed behind the last.
func batches(ctx context.Context, m *pairMaker, s Settings, first, last int) <-chan batch {
	const ahead = 2
	out := make(chan batch, ahead)
	send := func(b batch) bool {
		select {
		case out <- b:
			return true
		case <-ctx.Done():
			return false
		}
	}
	step := first
	broken := func(p *routine.Panic) {
		send(batch{step: step, err: p})
		close(out)
	}
	routine.Go(func() {
		for ; step < last; step++ {
			b := batch{step: step}
			size := min(s.Batch, s.Pairs-step%s.stepsPerEpoch()*s.Batch) // the last of an epoch may be smaller
			n := s.Points[rand.New(rand.NewPCG(s.Seed, uint64(step)<<2|3)).IntN(len(s.Points))]
			for k := range size {
				p, err := m.draw(Train, uint64(step)*uint64(s.Batch)+uint64(k), n)
				if err != nil {
					b.err = err
					break
				}
				b.pairs = append(b.pairs, p)
				if ctx.Err() != nil {
					break
				}
			}
			if ctx.Err() != nil || !send(b) {
				break
			}
		}
		close(out)
	}, broken)
	return out
}
