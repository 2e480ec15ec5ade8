package correspond

import (
	"context"
	"math"
	"slices"

	"gwscope/solver/internal/argmin"
	"gwscope/solver/internal/order"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/metric"
)

// Misfit says for every sample of x (n) how badly the best place for it on y fits: over
// places j of y's samples the least of
//
//	mean over k of |d_X(i, k) - s d_Y(j, σ(k))| / √area ,
//
// where k runs through samples of x that are themselves well matched, the worst tenth of
// the terms is left out, σ is the map (n points of y), and s the ratio of scales. It does not ask where σ sends i:
// maps squeeze a part that the other shape lacks into the rest of it, in good order,
// and only distances to the rest tell that no place is far enough away. Small where the
// part is there (about half a spacing of the samples), and as large as the missing length
// where it is not.
//
// The measure is as good as the map and the likeness of proportions: within a species,
// and where most of the map is right, it sees more than half of the missing part and
// hardly anything else; see [Unmatched].
//
// Of more than a thousand samples the first thousand of either shape stand for all, and a sample has the
// misfit of the nearest of them: places are compared in pairs, and more of them tell nothing new of a limb.
func Misfit(ctx context.Context, x, y *metric.Space, xToY []int32, threads int) ([]float64, error) {
	if n := x.Len(); n > mostFitted {
		few := x.Prefix(mostFitted)
		misfit, err := Misfit(ctx, few, y, xToY[:mostFitted], threads)
		if err != nil {
			return nil, err
		}
		nearest, err := few.NearestSamplesContext(ctx, threads)
		if err != nil {
			return nil, err
		}
		out := make([]float64, n)
		for i, point := range x.Samples {
			out[i] = misfit[nearest[point]]
		}
		return out, nil
	}
	y = y.Prefix(mostFitted)
	m := &misfit{x: x, y: y, xToY: xToY, near: y.NearestSamples(threads), threads: threads}
	// At first nothing is known of the map, and the farthest samples speak for the
	// shape; then those speak that fit best where the map has put them.
	m.speak(order.Natural(min(x.Len(), maxSpeakers)))
	m.trimmed = firstTrim
	for range misfitRounds {
		own, err := m.own(ctx)
		if err != nil {
			return nil, err
		}
		m.speak(order.Ascending(own)[:max(1, len(own)/2)])
		m.trimmed = lastTrim
	}
	return m.best(ctx)
}

// The speakers are those samples to which distances are compared; mostFitted is the largest number of samples
// that are compared on either shape.
const (
	maxSpeakers  = 100
	mostFitted   = 1000
	misfitRounds = 2
	// Shares of the distances that count, the best ones: at first a quarter of the
	// speakers may stand where nothing is.
	firstTrim = 0.75
	lastTrim  = 0.9
)

type misfit struct {
	x, y     *metric.Space
	xToY     []int32
	near     []int32 // of y's points, the nearest sample
	speakers []int32
	scale    float64 // of y's distances, to be like those of x
	trimmed  float64
	threads  int
}

// speak makes an even choice of samples the speakers and finds the ratio of scales, the
// median over pairs of them.
func (m *misfit) speak(samples []int32) {
	step := float64(len(samples)) / float64(min(len(samples), maxSpeakers))
	m.speakers = m.speakers[:0]
	for k := 0.0; int(k) < len(samples); k += step {
		m.speakers = append(m.speakers, samples[int(k)])
	}
	var ratios []float64
	for a, i := range m.speakers {
		for _, k := range m.speakers[:a] {
			dx := m.x.Distances.At(int(i), int(k)) * m.x.Diameter
			dy := m.onY(m.near[m.xToY[i]], k)
			if dx > 0 && dy > 0 {
				ratios = append(ratios, dx/dy)
			}
		}
	}
	m.scale = 1
	if len(ratios) > 0 {
		slices.Sort(ratios)
		m.scale = ratios[len(ratios)/2]
	}
}

// onY is the distance from a sample of y to where speaker k is sent, in Domain units.
func (m *misfit) onY(sample, k int32) float64 {
	return float64(m.y.Row(int(sample)).At(m.xToY[k])) * m.y.Diameter
}

// profiles are distances from samples to speakers (samples x speakers, row-major).
type profiles struct {
	all      []float32
	speakers int
}

func (p profiles) of(sample int) []float32 {
	return p.all[sample*p.speakers : (sample+1)*p.speakers]
}

// profiles are the distances from every sample to every speaker on either shape
// (n and m samples), y's brought to x's scale, in √area of x.
func (m *misfit) profiles() (onX, onY profiles) {
	unit, speakers := 1/rootArea(m.x.Domain), len(m.speakers)
	onX, onY = profiles{make([]float32, m.x.Len()*speakers), speakers}, profiles{make([]float32, m.y.Len()*speakers), speakers}
	for i := range m.x.Len() {
		row := onX.of(i)
		for s, k := range m.speakers {
			row[s] = float32(m.x.Distances.At(i, int(k)) * m.x.Diameter * unit)
		}
	}
	for j := range m.y.Len() {
		row := onY.of(j)
		for s, k := range m.speakers {
			row[s] = float32(m.onY(int32(j), k) * m.scale * unit)
		}
	}
	return onX, onY
}

// own is the fit of every sample where the map has put it.
func (m *misfit) own(ctx context.Context) ([]float64, error) {
	onX, onY := m.profiles()
	out := make([]float64, m.x.Len())
	err := parallel.For(ctx, m.threads, len(out), misfitBlock, func(_, lo, hi int) {
		gaps := make([]float32, len(m.speakers))
		for i := lo; i < hi; i++ {
			out[i] = trimmedGap(gaps, onX.of(i), onY.of(int(m.near[m.xToY[i]])), m.trimmed)
		}
	})
	return out, err
}

// best is the fit of every sample at its best place.
func (m *misfit) best(ctx context.Context) ([]float64, error) {
	onX, onY := m.profiles()
	out := make([]float64, m.x.Len())
	err := parallel.For(ctx, m.threads, len(out), misfitBlock, func(_, lo, hi int) {
		gaps, places := make([]float32, len(m.speakers)), make([]int32, m.y.Len())
		for i := lo; i < hi; i++ {
			// The map's own place is a good one, and spares most others the sorting.
			mine := onX.of(i)
			least := trimmedGap(gaps, mine, onY.of(int(m.near[m.xToY[i]])), m.trimmed)
			limit, most := fitBound(len(mine), least, m.trimmed)
			for _, j := range places[:argmin.Within(mine, onY.all, limit, most, places)] {
				row := onY.of(int(j))
				if mayFit(mine, row, least, m.trimmed) && untrimmedGaps(gaps, mine, row, m.trimmed) <= least*(1+rounding) {
					least = min(least, trimmedMean(gaps, m.trimmed))
				}
			}
			out[i] = least
		}
	})
	return out, err
}

const (
	misfitBlock = 16
	// rounding is more than single precision makes a sum of gaps too large or too small.
	rounding = 1e-4
	// capped is the gap, in limits, above which one counts no more: with 8 to 32 about a quarter of
	// the speakers rule a place out.
	capped = 16
	// fitBlock is how many speakers are heard between two looks at the sum.
	fitBlock = 8
)

// kept is how many of n gaps the trimming leaves.
func kept(n int, share float64) int { return max(1, int(share*float64(n))) }

// fitBound is the sum of n gaps, each cut at top, above which their trimmed mean cannot be below limit. The
// trimming takes away no more than its number of gaps, each of which counts up to a cap: what is left of the
// capped gaps bounds the sum from below.
func fitBound(n int, limit, share float64) (top, most float32) {
	count := kept(n, share)
	return float32(capped * limit), float32(limit*float64(count)+capped*limit*float64(n-count)) * (1 + rounding)
}

// mayFit reports whether the trimmed mean of gaps |a - b| can be below limit. It spares most places the sorting.
func mayFit(a, b []float32, limit, share float64) bool {
	top, most := fitBound(len(a), limit, share)
	highest := math.Float32bits(top)
	b = b[:len(a)]
	var sum, other float32
	for k := 0; k+fitBlock <= len(a); k += fitBlock {
		u, v := (*[fitBlock]float32)(a[k:]), (*[fitBlock]float32)(b[k:])
		for e := range fitBlock / 2 {
			// As whole numbers, positive ones are in the same order, and nothing has to be guessed.
			g, h := math.Float32bits(u[e]-v[e])&^(1<<31), math.Float32bits(u[e+fitBlock/2]-v[e+fitBlock/2])&^(1<<31)
			sum += math.Float32frombits(min(g, highest))
			other += math.Float32frombits(min(h, highest))
		}
		if sum+other > most {
			return false
		}
	}
	return true
}

// trimmedGap is the mean of the smallest share of |a - b|; gaps is memory.
func trimmedGap(gaps, a, b []float32, share float64) float64 {
	gapsOf(gaps, a, b)
	return trimmedMean(gaps, share)
}

// untrimmedGaps fills gaps with |a - b| and returns their trimmed mean but for rounding.
func untrimmedGaps(gaps, a, b []float32, share float64) float64 {
	gapsOf(gaps, a, b)
	count := kept(len(gaps), share)
	var room [maxSpeakers]float32
	largest := room[: 0 : len(gaps)-count] // ascending
	sum := 0.0
	for _, d := range gaps {
		sum += float64(d)
		k := len(largest)
		switch {
		case k < cap(largest):
			largest = largest[:k+1]
		case k == 0 || d <= largest[0]:
			continue
		default: // the least of them leaves
			k = len(largest) - 1
			copy(largest, largest[1:])
		}
		for ; k > 0 && largest[k-1] > d; k-- {
			largest[k] = largest[k-1]
		}
		largest[k] = d
	}
	for _, d := range largest {
		sum -= float64(d)
	}
	return sum / float64(count)
}

// gapsOf fills gaps with |a - b|.
func gapsOf(gaps, a, b []float32) {
	b = b[:len(a)]
	for k, v := range a {
		d := v - b[k]
		if d < 0 {
			d = -d
		}
		gaps[k] = d
	}
}

// trimmedMean is the mean of the smallest share of gaps, which it sorts.
func trimmedMean(gaps []float32, share float64) float64 {
	count := kept(len(gaps), share)
	slices.Sort(gaps)
	sum := 0.0
	for _, d := range gaps[:count] {
		sum += float64(d)
	}
	return sum / float64(count)
}

// UnmatchedFrom is how many times the median misfit a sample's must be to be called
// unmatched: within a species one in fifty of those that are there exceeds it.
const UnmatchedFrom = 2

// UnmatchedLeast is the misfit, / √area, below which a sample has a partner whatever the
// median: with many samples the median is small, and a gallop changes distances by as much.
const UnmatchedLeast = 0.04

// Unmatched marks the samples of x that have no partner on y, by their [Misfit]. It is an
// estimate with limits: under the true map half to four fifths of a missing limb is marked
// (points nearer to the cut than about a spacing of the samples cannot be told), under
// maps of equal mass, which bend the rest to make room for it, a sixth; across species
// differences of proportion are marked as well, and where the map itself is wrong the
// marks mean nothing.
func Unmatched(misfit []float64) []bool {
	sorted := slices.Clone(misfit)
	slices.Sort(sorted)
	out := make([]bool, len(misfit))
	if len(sorted) == 0 {
		return out
	}
	limit := max(UnmatchedLeast, UnmatchedFrom*sorted[len(sorted)/2])
	for i, v := range misfit {
		out[i] = v > limit
	}
	return out
}
