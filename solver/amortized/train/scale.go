package train

import (
	"math"

	"gwscope/solver/amortized"
)

// scales make the two terms of the fused objective comparable, whatever the data: each is divided by
// what it is for the plan that matches everything with everything, a b', on average over training
// pairs. Local features are standardised before that, number by number.
type scales struct {
	Shift   []float32 `json:"shift"` // of features, featureSize
	Factor  []float32 `json:"factor"`
	GW2     float64   `json:"gw2"`
	Feature float64   `json:"feature"`
}

// fitted is the number of training pairs that scales, and the input's standardisation,
// are taken from.
const fitted = 96

func fitScales(c amortized.Config, pairs []*pair) scales {
	const f = featureSize
	s := scales{Shift: make([]float32, f), Factor: make([]float32, f)}
	if c.Places {
		return s // its loss has one term
	}
	mean, square, count := make([]float64, f), make([]float64, f), 0.0
	for _, p := range pairs {
		for _, x := range []*shape{p.x, p.y} {
			count += float64(x.n)
			for k, v := range x.phi {
				mean[k%f] += float64(v)
				square[k%f] += float64(v) * float64(v)
			}
		}
	}
	for q := range mean {
		if s.Factor[q] = 1; q < f-localFeatures {
			continue
		}
		mean[q] /= count
		s.Shift[q] = float32(mean[q])
		s.Factor[q] = localWeight / float32(math.Sqrt(max(square[q]/count-mean[q]*mean[q], 1e-12)))
	}
	for _, p := range pairs {
		s.GW2 += (meanOf(p.x.dist, true) + meanOf(p.y.dist, true) - 2*meanOf(p.x.dist, false)*meanOf(p.y.dist, false)) / float64(len(pairs))
		s.Feature += s.product(p) / float64(len(pairs))
	}
	return s
}

func meanOf(v []float32, squared bool) float64 {
	sum := 0.0
	for _, x := range v {
		if squared {
			sum += float64(x) * float64(x)
		} else {
			sum += float64(x)
		}
	}
	return sum / float64(len(v))
}

// product is the feature term of the plan a b'.
func (s *scales) product(p *pair) float64 {
	const f = featureSize
	var means [2][f]float64
	total := 0.0
	for side, x := range []*shape{p.x, p.y} {
		phi := make([]float32, x.n*f)
		s.features(phi, x)
		for k, v := range phi {
			means[side][k%f] += float64(v) / float64(x.n)
			total += float64(v) * float64(v) / float64(x.n)
		}
	}
	for q := range f {
		total -= 2 * means[0][q] * means[1][q]
	}
	return total
}

// features fills in the standardised features of a shape (n x featureSize).
func (s *scales) features(to []float32, x *shape) {
	for k, v := range x.phi {
		q := k % featureSize
		to[k] = (v - s.Shift[q]) * s.Factor[q]
	}
}
