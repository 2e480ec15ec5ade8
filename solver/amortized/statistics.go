package amortized

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Statistics are of the shapes that a model has learned from, to recognise one that is
// unlike any of them. A shape's signature is the mean and the deviation of its points'
// descriptors; signatures are whitened, and what counts is the distance to the nearest
// one that the model has learned from (Sun et al. 2022, "Out-of-distribution detection
// with deep nearest neighbors"): a Gaussian would fill the room between kinds of shapes.
type Statistics struct {
	// Quantile is the share of shapes that the model has not learned from but that are
	// of the same kinds, whose distance is at most Shape; and the share of pairs of one
	// kind whose distance from each other is at most Pair.
	Quantile    float64
	Shape, Pair float64

	residual float32   // variance of a direction that is not among the axes
	mean     []float32 // 2 DescriptorSize
	scale    []float32 // reciprocal deviations, 2 DescriptorSize
	axes     []float32 // axes x 2 DescriptorSize, divided by the deviations along them
	known    []float32 // shapes x axes: the signatures
	nAxes    int
	nKnown   int
}

const (
	signatureSize = 2 * DescriptorSize
	// signatureAxes hold nearly all of what distinguishes shapes; the rest counts as one.
	signatureAxes = 16
	// noveltyQuantile: one in a hundred familiar shapes may be called unfamiliar.
	noveltyQuantile = 0.99
	maxKnown        = 1 << 16
)

// signature is what a shape is recognised by.
func signature(t *Tokens) []float64 {
	out := make([]float64, signatureSize)
	mean, spread := out[:DescriptorSize], out[DescriptorSize:]
	for i, a := range t.Mass {
		for q, v := range t.Descriptor[i*DescriptorSize : (i+1)*DescriptorSize] {
			mean[q] += a * v
		}
	}
	for i, a := range t.Mass {
		for q, v := range t.Descriptor[i*DescriptorSize : (i+1)*DescriptorSize] {
			spread[q] += a * (v - mean[q]) * (v - mean[q])
		}
	}
	for q, v := range spread {
		spread[q] = math.Sqrt(v)
	}
	return out
}

// Survey collects what Statistics are made of.
type Survey struct {
	learned, held []sighting
}

type sighting struct {
	signature []float64
	kind      string
}

// Learned adds a shape of the training split, and Held one of a split that the training
// never sees; kind is its category.
func (s *Survey) Learned(t *Tokens, kind string) {
	s.learned = append(s.learned, sighting{signature(t), kind})
}

// Held adds a shape that the model has not learned from.
func (s *Survey) Held(t *Tokens, kind string) {
	s.held = append(s.held, sighting{signature(t), kind})
}

// Statistics of all shapes added: some dozens of each kind in both splits are enough. The
// same shapes in the same order give the same bits.
func (s *Survey) Statistics() (*Statistics, error) {
	if len(s.learned) < 2*signatureAxes || len(s.held) < 2*signatureAxes {
		return nil, fmt.Errorf("%d learned and %d held-out shapes are too few for statistics: at least %d each", len(s.learned), len(s.held), 2*signatureAxes)
	}
	rows := mat.NewDense(len(s.learned), signatureSize, nil)
	st := &Statistics{Quantile: noveltyQuantile, mean: make([]float32, signatureSize), scale: make([]float32, signatureSize),
		nAxes: signatureAxes, nKnown: len(s.learned)}
	column := make([]float64, len(s.learned))
	for c := range signatureSize {
		for r, l := range s.learned {
			column[r] = l.signature[c]
		}
		mean, deviation := stat.MeanStdDev(column, nil)
		st.mean[c], st.scale[c] = float32(mean), float32(1/max(deviation, 1e-6))
		for r, v := range column {
			rows.Set(r, c, (v-float64(st.mean[c]))*float64(st.scale[c]))
		}
	}
	var cov mat.SymDense
	stat.CovarianceMatrix(&cov, rows, nil)
	var eigen mat.EigenSym
	if !eigen.Factorize(&cov, true) {
		return nil, errors.New("the statistics of the shapes have no principal axes: are their coordinates finite?")
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	values := eigen.Values(nil) // ascending
	st.axes = make([]float32, signatureAxes*signatureSize)
	for a := range signatureAxes {
		from := signatureSize - 1 - a
		for c := range signatureSize {
			st.axes[a*signatureSize+c] = float32(vectors.At(c, from) / math.Sqrt(max(values[from], 1e-9)))
		}
	}
	st.residual = float32(max(values[signatureSize-1-signatureAxes], 1e-9))
	for _, l := range s.learned {
		at, _ := st.whiten(l.signature)
		for _, v := range at {
			st.known = append(st.known, float32(v))
		}
	}
	var shapes []float64
	for _, h := range s.held {
		shapes = append(shapes, st.distance(h.signature))
	}
	st.Shape = quantile(shapes, noveltyQuantile)
	pairs := s.pairs(st)
	if len(pairs) == 0 {
		return nil, errors.New("the held-out shapes have no two of one kind")
	}
	st.Pair = quantile(pairs, noveltyQuantile)
	return st, nil
}

// pairs are the distances between held-out shapes of one kind.
func (s *Survey) pairs(st *Statistics) []float64 {
	var out []float64
	for i, a := range s.held {
		for _, b := range s.held[:i] {
			if a.kind == b.kind {
				out = append(out, st.between(a.signature, b.signature))
			}
		}
	}
	return out
}

func quantile(values []float64, q float64) float64 {
	slices.Sort(values)
	return stat.Quantile(q, stat.LinInterp, values, nil)
}

// whiten gives a signature's coordinates along the axes, and the squares of what is left
// beside them.
func (s *Statistics) whiten(signature []float64) (at []float64, rest float64) {
	x := make([]float64, signatureSize)
	for c, v := range signature {
		x[c] = (v - float64(s.mean[c])) * float64(s.scale[c])
		rest += x[c] * x[c]
	}
	at = make([]float64, s.nAxes)
	for a := range at {
		var along, norm float64
		for c, v := range s.axes[a*signatureSize : (a+1)*signatureSize] {
			along += float64(v) * x[c]
			norm += float64(v) * float64(v)
		}
		at[a] = along
		rest -= along * along / norm
	}
	return at, max(rest, 0)
}

// distance of a signature from the nearest known one, in standard deviations; what lies
// beside the axes counts as one more direction.
func (s *Statistics) distance(signature []float64) float64 {
	at, rest := s.whiten(signature)
	least := math.Inf(1)
	for k := range s.nKnown {
		sum := 0.0
		for a, v := range s.known[k*s.nAxes : (k+1)*s.nAxes] {
			sum += (at[a] - float64(v)) * (at[a] - float64(v))
		}
		least = min(least, sum)
	}
	// The known ones have such a rest too: signatureSize directions of at most this variance.
	return math.Sqrt(least + rest/float64(s.residual)/(signatureSize-signatureAxes))
}

// between is the distance of two signatures from each other.
func (s *Statistics) between(a, b []float64) float64 {
	x, _ := s.whiten(a)
	y, _ := s.whiten(b)
	sum := 0.0
	for k, v := range x {
		sum += (v - y[k]) * (v - y[k])
	}
	return math.Sqrt(sum)
}

// statisticsHead is the part of Statistics that is in a file's header.
type statisticsHead struct {
	Quantile float64 `json:"quantile"`
	Shape    float64 `json:"shape"`
	Pair     float64 `json:"pair"`
	Residual float32 `json:"residual"`
	Axes     int     `json:"axes"`
	Known    int     `json:"known"`
}

func (s *Statistics) head() *statisticsHead {
	return &statisticsHead{s.Quantile, s.Shape, s.Pair, s.residual, s.nAxes, s.nKnown}
}

// matrices are the rest, for the payload.
func (s *Statistics) matrices() []*[]float32 {
	return []*[]float32{&s.mean, &s.scale, &s.axes, &s.known}
}

func (h *statisticsHead) size() (int, error) {
	if h.Axes < 1 || h.Axes > signatureSize || h.Known < 1 || h.Known > maxKnown || !(h.Residual > 0) {
		return 0, fmt.Errorf("statistics of %d shapes along %d axes", h.Known, h.Axes)
	}
	return 4 * (2*signatureSize + h.Axes*signatureSize + h.Known*h.Axes), nil
}

func (h *statisticsHead) empty() *Statistics {
	return &Statistics{Quantile: h.Quantile, Shape: h.Shape, Pair: h.Pair, residual: h.Residual, nAxes: h.Axes, nKnown: h.Known,
		mean: make([]float32, signatureSize), scale: make([]float32, signatureSize),
		axes: make([]float32, h.Axes*signatureSize), known: make([]float32, h.Known*h.Axes)}
}
