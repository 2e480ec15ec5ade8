package judge

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/order"
)

// bendingMatch is h: Spearman's rank correlation, over the samples of from, of
// mean curvature around a sample and around its snapped point.
func bendingMatch(from, to *Level, snapped []int32) float64 {
	here, there := make([]float64, from.count), make([]float64, from.count)
	for i := range here {
		here[i] = from.bending[i]
		there[i] = to.bending[to.cell[snapped[i]]]
	}
	return correlation(ranks(here), ranks(there))
}

// turningMatch is c: the correlation of the signed directional curvature
// (N_j - N_i)·(p_j - p_i)/|p_j - p_i| over all short steps i, j of from with that of
// the steps' images.
func turningMatch(from, to *Level, snapped []int32) float64 {
	steps := min(from.curved+1, from.reach)
	here := make([]float64, 0, from.count*steps)
	there := make([]float64, 0, from.count*steps)
	for i := range from.count {
		p, n := from.at(from.space.Samples[i])
		q, m := to.at(snapped[i])
		for _, j := range from.near[i*from.reach+1 : i*from.reach+steps] {
			p2, n2 := from.at(from.space.Samples[j])
			q2, m2 := to.at(snapped[j])
			here = append(here, turning(p, n, p2, n2))
			there = append(there, turning(q, m, q2, m2))
		}
	}
	return correlation(here, there)
}

func turning(p, n, p2, n2 r3.Vec) float64 {
	step := r3.Sub(p2, p)
	length2 := r3.Norm2(step)
	if length2 == 0 {
		return 0
	}
	return r3.Dot(r3.Sub(n2, n), step) / math.Sqrt(length2)
}

// correlation is Pearson's; 0 where one side does not vary, for then nothing is known.
func correlation(a, b []float64) float64 {
	if len(a) == 0 {
		return 0
	}
	meanA, meanB := mean(a), mean(b)
	var ab, aa, bb float64
	for k := range a {
		u, v := a[k]-meanA, b[k]-meanB
		ab += u * v
		aa += u * u
		bb += v * v
	}
	// Curvature of a flat shape is rounding noise around zero and must not count.
	const flat = 1e-12
	if aa <= flat || bb <= flat {
		return 0
	}
	return ab / math.Sqrt(aa*bb)
}

func mean(a []float64) float64 {
	sum := 0.0
	for _, v := range a {
		sum += v
	}
	return sum / float64(len(a))
}

// ranks replaces values by their ranks, equal ones by the mean of theirs.
func ranks(values []float64) []float64 {
	rising := order.Natural(len(values))
	slices.SortFunc(rising, func(i, j int32) int { return cmp.Compare(values[i], values[j]) })
	out := make([]float64, len(values))
	for lo := 0; lo < len(rising); {
		hi := lo + 1
		for hi < len(rising) && values[rising[hi]] == values[rising[lo]] {
			hi++
		}
		for _, i := range rising[lo:hi] {
			out[i] = float64(lo+hi-1) / 2
		}
		lo = hi
	}
	return out
}
