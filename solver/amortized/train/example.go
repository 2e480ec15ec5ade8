package train

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/amortized"
)

// shape is what a graph needs of one cloud, and its labels for reports.
type shape struct {
	n      int
	tokens *amortized.Tokens
	phi    []float32 // n x featureSize, see features
	dist   []float32 // n x n, divided by the largest
	labels []int32
}

func newShape(c amortized.Config, cloud Cloud) (*shape, error) {
	t, err := c.Tokens(amortized.Cloud{Points: cloud.Points}, 1)
	if err != nil {
		return nil, err
	}
	return &shape{n: len(cloud.Points), tokens: t, phi: features(c, cloud, t.Input), dist: distances(cloud.Points), labels: cloud.Labels}, nil
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

// pair of shapes of one category.
type pair struct {
	category int
	x, y     *shape
}

// pairMaker draws pairs: the k-th of a split is a function of the seed and k alone, so
// that a training can go on anywhere.
type pairMaker struct {
	source Source
	config amortized.Config
	seed   uint64
}

// draw makes pair k with n points in each shape. Validation takes the categories in turn.
func (m pairMaker) draw(s Split, k uint64, n int) (*pair, error) {
	rng := rand.New(rand.NewPCG(m.seed, k<<2|uint64(s)))
	categories := len(m.source.Categories())
	p := &pair{category: rng.IntN(categories)}
	if s != Train {
		p.category = int(k) % categories
	}
	count := m.source.Count(s, p.category)
	first := rng.Uint64N(count)
	second := rng.Uint64N(count - 1)
	if second >= first {
		second++
	}
	var err error
	if p.x, err = m.shape(s, p.category, first, n, rng); err != nil {
		return nil, err
	}
	p.y, err = m.shape(s, p.category, second, n, rng)
	return p, err
}

func (m pairMaker) shape(s Split, category int, object uint64, n int, rng *rand.Rand) (*shape, error) {
	cloud, err := m.source.Cloud(s, category, object, n, rng)
	if err != nil {
		return nil, err
	}
	return newShape(m.config, cloud)
}

// batch is the pairs of one step.
type batch struct {
	step  int
	pairs []*pair
	err   error
}

// batches makes the batches of steps from first on, ahead of who trains on them, until
// ctx ends. The channel is closed behind the last.
func batches(ctx context.Context, m pairMaker, s Settings, first, last int) <-chan batch {
	const ahead = 2
	out := make(chan batch, ahead)
	go func() {
		defer close(out)
		for step := first; step < last; step++ {
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
					return
				}
			}
			select {
			case out <- b:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}
