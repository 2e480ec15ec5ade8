package amortized

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Statistics are of the shapes that a model has learned from, to recognise one that is
// unlike any of them. A shape's signature is the mean and the deviation of what the
// network sees of its points, whitened by how they vary within a kind; it is outside
//
//   - if it lies farther from the shapes of each kind than nearly all held-out shapes of that
//     kind (nearest neighbours, after Sun et al. 2022), or
//   - if the nearest of all known shapes is one that the model is not meant for (outlier
//     exposure, Hendrycks et al. 2019).
type Statistics struct {
	// Quantile is the share of shapes that the model has not learned from, but of the
	// same kinds, that the first rule leaves inside: their distance, in radii of a kind, is
	// at most Shape. As many pairs of one kind are at most Pair apart.
	Quantile    float64
	Shape, Pair float64

	mean   []float32 // size
	scale  []float32 // reciprocal deviations, size
	axes   []float32 // nAxes x size, divided by the deviations along them
	known  []float32 // nKnown x nAxes: signatures
	kindOf []float32 // nKnown: which kind, -1 a foreign one
	radius []float32 // nKinds

	size, nAxes, nKnown, nKinds int
}

// signature are the numbers by which a shape is recognised. The K nearest distances are left out: they
// tell more of how the points were drawn than of the shape.
func signature(c Config, t *Tokens) []float64 {
	width, first := c.Inputs(), c.Neighbors
	if first == width {
		first = 0
	}
	size := width - first
	out := make([]float64, 2*size)
	mean, spread := out[:size], out[size:]
	for i, a := range t.Mass {
		for k, v := range t.Input[i*width+first : (i+1)*width] {
			mean[k] += a * float64(v)
		}
	}
	for i, a := range t.Mass {
		for k, v := range t.Input[i*width+first : (i+1)*width] {
			d := float64(v) - mean[k]
			spread[k] += a * d * d
		}
	}
	for k, v := range spread {
		spread[k] = math.Sqrt(v)
	}
	return out
}

func (s *Statistics) standard(signature []float64) []float64 {
	out := make([]float64, s.size)
	for c, v := range signature {
		out[c] = (v - float64(s.mean[c])) * float64(s.scale[c])
	}
	return out
}

// whiten gives a signature's coordinates along the axes.
func (s *Statistics) whiten(signature []float64) []float64 {
	x, at := s.standard(signature), make([]float64, s.nAxes)
	for a := range at {
		for c, v := range s.axes[a*s.size : (a+1)*s.size] {
			at[a] += float64(v) * x[c]
		}
	}
	return at
}

// nearest are the distances to the nearest known shape of each kind and to the nearest
// foreign one.
func (s *Statistics) nearest(signature []float64) (ofKind []float64, ofForeign float64) {
	at := s.whiten(signature)
	ofKind, ofForeign = slices.Repeat([]float64{math.Inf(1)}, s.nKinds), math.Inf(1)
	for k := range s.nKnown {
		sum := 0.0
		for a, v := range s.known[k*s.nAxes : (k+1)*s.nAxes] {
			sum += (at[a] - float64(v)) * (at[a] - float64(v))
		}
		if kind := int(s.kindOf[k]); kind >= 0 {
			ofKind[kind] = min(ofKind[kind], math.Sqrt(sum))
		} else {
			ofForeign = min(ofForeign, math.Sqrt(sum))
		}
	}
	return ofKind, ofForeign
}

// excess is the least distance from a kind in radii of that kind.
func (s *Statistics) excess(signature []float64) float64 {
	least := math.Inf(1)
	ofKind, _ := s.nearest(signature)
	for k, d := range ofKind {
		least = min(least, d/float64(s.radius[k]))
	}
	return least
}

// between is the distance of two signatures from each other.
func (s *Statistics) between(a, b []float64) float64 {
	x, y, sum := s.whiten(a), s.whiten(b), 0.0
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
	Axes     int     `json:"axes"`
	Known    int     `json:"known"`
	Kinds    int     `json:"kinds"`
}

func (s *Statistics) head() *statisticsHead {
	return &statisticsHead{s.Quantile, s.Shape, s.Pair, s.nAxes, s.nKnown, s.nKinds}
}

// matrices are the rest, for the payload.
func (s *Statistics) matrices() []*[]float32 {
	return []*[]float32{&s.mean, &s.scale, &s.axes, &s.known, &s.kindOf, &s.radius}
}

func signatureSize(c Config) int {
	if n := c.Inputs() - c.Neighbors; n > 0 {
		return 2 * n
	}
	return 2 * c.Inputs()
}

// maxKnown is a thousand times what a survey adds.
const maxKnown = 1 << 20

// bytes of the payload.
func (h *statisticsHead) bytes(c Config) (int, error) {
	size := signatureSize(c)
	if h.Axes < 1 || h.Axes > size || h.Known < 1 || h.Known > maxKnown || h.Kinds < 1 || h.Kinds > h.Known {
		return 0, fmt.Errorf("statistics of %d shapes of %d kinds along %d axes", h.Known, h.Kinds, h.Axes)
	}
	return 4 * (2*size + h.Axes*size + h.Known*(h.Axes+1) + h.Kinds), nil
}

func (h *statisticsHead) empty(c Config) *Statistics {
	size := signatureSize(c)
	return &Statistics{Quantile: h.Quantile, Shape: h.Shape, Pair: h.Pair, size: size, nAxes: h.Axes, nKnown: h.Known, nKinds: h.Kinds,
		mean: make([]float32, size), scale: make([]float32, size), axes: make([]float32, h.Axes*size),
		known: make([]float32, h.Known*h.Axes), kindOf: make([]float32, h.Known), radius: make([]float32, h.Kinds)}
}

// check says what in the payload cannot be: a distance that is no number would be above no
// threshold.
func (s *Statistics) check() error {
	for _, m := range s.matrices() {
		for _, v := range *m {
			if v-v != 0 {
				return errors.New("the file of weights is damaged: its statistics are not finite")
			}
		}
	}
	for _, k := range s.kindOf {
		if !(k >= -1 && k < float32(s.nKinds)) {
			return fmt.Errorf("the file of weights is damaged: its statistics name a kind %g of %d", k, s.nKinds)
		}
	}
	return nil
}
