package gui

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"gwscope/solver/slicer/lapsum"
)

// softPlan is the plan of soft sorting at a temperature (LapSum),
//
//	P_ij = K a_i b_j Σ_k SX_ik SY_jk ,  K = min(n, m),
//
// for as many samples of A as a person can tell apart. The samples of B are joined to as many groups of neighbours.
// The whole of P is large, and a chart of it would be black. It is computed at its first use.
type softPlan struct {
	pushX, pushY []float64
	a, b         []float64 // weights
	tau          float64   // in deviations of the scores

	once  sync.Once
	pairs []softLink
}

// softLink is the share of sample i's mass that goes to the group of sample j, its
// heaviest member.
type softLink struct {
	i, j  int32
	share float64
}

const (
	softSources = 64    // drawn rows, and groups of columns
	softFloor   = 0.003 // smaller shares cannot be seen
)

// links are the visible entries, largest last, so that they are drawn on top.
func (p *softPlan) links() []softLink {
	p.once.Do(p.compute)
	return p.pairs
}

func (p *softPlan) compute() {
	n, m := len(p.pushX), len(p.pushY)
	bins := min(n, m)
	if bins == 0 {
		return
	}
	x, softX := softSort(p.pushX, p.a, bins, p.tau)
	y, softY := softSort(p.pushY, p.b, bins, p.tau)
	sources, groups := min(n, softSources), min(m, softSources)
	row := make([]float64, m)
	byBin := transposed(softY, p.b, m, bins)
	for k := range sources {
		i := x.Order[k*n/sources+n/sources/2]
		clear(row)
		first, soft, _ := softX.Row(int(i))
		for c, s := range soft {
			for _, e := range byBin[first+c] {
				row[e.j] += float64(bins) * s * e.share
			}
		}
		for g := range groups {
			members := y.Order[g*m/groups : (g+1)*m/groups]
			sum, heaviest := 0.0, members[0]
			for _, j := range members {
				sum += row[j]
				if row[j] > row[heaviest] {
					heaviest = j
				}
			}
			if sum > softFloor {
				p.pairs = append(p.pairs, softLink{i: i, j: heaviest, share: sum})
			}
		}
	}
	slices.SortStableFunc(p.pairs, func(u, v softLink) int { return cmp.Compare(u.share, v.share) })
}

// softSort sorts standardised scores softly.
func softSort(push, mass []float64, bins int, tau float64) (*lapsum.Sorter[float64], *lapsum.Band[float64]) {
	mean, square := 0.0, 0.0
	for i, v := range push {
		mean += mass[i] * v
	}
	for i, v := range push {
		square += mass[i] * (v - mean) * (v - mean)
	}
	scores := make([]float64, len(push))
	for i, v := range push {
		scores[i] = v - mean
		if square > 0 {
			scores[i] /= math.Sqrt(square)
		}
	}
	s, band := new(lapsum.Sorter[float64]), new(lapsum.Band[float64])
	s.Sort(scores, mass, bins, tau)
	const reach = 10 // e^-10 is far below anything visible
	s.Band(band, scores, reach, bins)
	return s, band
}

// transposed lists, for each bin k, the samples j of B in it with b_j S_jk.
func transposed(soft *lapsum.Band[float64], b []float64, m, bins int) [][]softLink {
	out := make([][]softLink, bins)
	for j := range m {
		first, row, _ := soft.Row(j)
		for c, s := range row {
			if s > 1e-6 {
				out[first+c] = append(out[first+c], softLink{j: int32(j), share: b[j] * s})
			}
		}
	}
	return out
}
