package parts

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
)

// dice makes an object's random choices.
type dice struct{ *rand.Rand }

// newDice is a stream of random numbers for a category, a seed and a purpose.
func newDice(category string, seed uint64, purpose string) dice {
	h := fnv.New64a()
	h.Write([]byte(category + "/" + purpose))
	return dice{rand.New(rand.NewPCG(seed, h.Sum64()))}
}

// between is uniform in [lo, hi).
func (d dice) between(lo, hi float64) float64 { return lo + (hi-lo)*d.Float64() }

// factor is a random proportion: log-uniform between 1/f and f.
func (d dice) factor(f float64) float64 {
	return math.Exp(d.between(-1, 1) * math.Log(f))
}

func (d dice) chance(p float64) bool { return d.Float64() < p }

// pick is an index with probability in proportion to its weight.
func (d dice) pick(weights ...float64) int {
	var sum float64
	for _, w := range weights {
		sum += w
	}
	x := d.Float64() * sum
	for i, w := range weights {
		if x -= w; x < 0 {
			return i
		}
	}
	return len(weights) - 1
}
