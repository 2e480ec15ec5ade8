package neural

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/nn"
)

// Scorer gives any number of points their push-forward values, in batches: the work that is left
// for a slicer that has been trained, before its values are sorted.
type Scorer struct {
	backend        nn.Backend
	net            *nn.Net
	points, scores nn.Tensor // of a batch
	batch          int
}

// scorerBatch is how many points go through the network at once: more take memory and no less time.
const scorerBatch = 8192

// NewScorer is a slicer of the settings for about that number of points and coordinates, its weights
// drawn from seed: the time does not depend on their values. The backend stays the caller's.
func NewScorer(s Settings, points, coordinates int, b nn.Backend, seed uint64) *Scorer {
	batch := min(points, scorerBatch)
	var params nn.Params
	shape := s.Net
	shape.In, shape.Out = coordinates, 1
	net := nn.NewNet(shape, &params, rand.New(rand.NewPCG(seed, 0)))
	params.Build(b)
	net.Bind(b, batch)
	return &Scorer{backend: b, net: net, points: b.New(batch, coordinates), scores: b.New(batch, 1), batch: batch}
}

// Scores are the push-forward values of points (n x coordinates).
func (s *Scorer) Scores(points *mat.Dense) []float64 {
	n, p := points.Dims()
	out := make([]float64, n)
	in, some := make([]float64, s.batch*p), make([]float64, s.batch)
	for lo := 0; lo < n; lo += s.batch {
		hi := min(n, lo+s.batch)
		for i := lo; i < hi; i++ {
			copy(in[(i-lo)*p:], points.RawRowView(i))
		}
		s.backend.Upload(s.points, in) // the rest of a last batch is that of the batch before
		s.net.Forward(s.scores, s.points, 0)
		s.backend.Download(some, s.scores)
		copy(out[lo:hi], some)
	}
	return out
}
