package gw

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Profile is all that a [LowerBound] asks of a space: means of quantiles, in bins of equal
// mass. Two profiles can be compared only where they have the same numbers of bins.
type Profile struct {
	// Distances are the quantiles of the distances of all pairs of points, each pair with the
	// product of its weights (profileBins).
	Distances []float64 `json:"distances"`
	// Eccentricities are the quantiles of the root mean squared distance of each point from
	// all (profileBins).
	Eccentricities []float64 `json:"eccentricities"`
}

// profileBins is the number of bins of a profile. More of them change a bound between meshes
// by less than a thousandth of it.
const profileBins = 512

// ProfileOf is the profile of a space with distances d (n x n) and weights a (n, of sum 1).
// It takes O(n² log n).
func ProfileOf(d *mat.Dense, a []float64) Profile {
	n := len(a)
	type weighted struct{ value, mass float64 }
	all, far := make([]weighted, 0, n*n), make([]weighted, 0, n)
	for i, ai := range a {
		sum := 0.0
		for j, v := range d.RawRowView(i) {
			sum += a[j] * v * v
			all = append(all, weighted{v, ai * a[j]})
		}
		far = append(far, weighted{math.Sqrt(sum), ai})
	}
	means := func(values []weighted) []float64 {
		slices.SortFunc(values, func(x, y weighted) int {
			return cmp.Or(cmp.Compare(x.value, y.value), cmp.Compare(x.mass, y.mass)) // so that sums have one order
		})
		out := make([]float64, profileBins)
		bin, room := 0, 1.0/profileBins
		for _, w := range values {
			for w.mass > room && bin < profileBins-1 {
				out[bin] += room * w.value
				w.mass -= room
				bin++
				room = 1.0 / profileBins
			}
			out[bin] += w.mass * w.value
			room -= w.mass
		}
		for k := range out {
			out[k] *= profileBins
		}
		return out
	}
	return Profile{Distances: means(all), Eccentricities: means(far)}
}

// LowerBound is a number that GW² is never below, of any plan between two spaces that moves
// all of their mass. It is the larger of two of the bounds of Mémoli (Gromov-Wasserstein
// distances and the metric approach to object matching, 2011, section 6), with p = 2 and
// without his factor of one half:
//
//   - FLB: each plan couples the eccentricities s of the points, and by the triangle
//     inequality its loss is at least Σ (sX(i) - sY(j))² P_ij;
//   - SLB: each plan couples the distances of all pairs of points, and its loss is the mean
//     squared difference of those.
//
// Both are at least the squared Wasserstein distance of two distributions of numbers, which
// their quantiles give. Means of quantiles lie nearer to each other than the quantiles
// themselves (Jensen), so that bins make the bound smaller and never wrong.
func LowerBound(x, y *Profile) float64 {
	between := func(p, q []float64) float64 {
		sum := 0.0
		for k, v := range p {
			sum += (v - q[k]) * (v - q[k])
		}
		return sum / float64(len(p))
	}
	return max(between(x.Distances, y.Distances), between(x.Eccentricities, y.Eccentricities))
}
