package correspond

import (
	"math"
	"slices"
	"sort"
)

// ErrorSummary condenses geodesic errors / √area.
type ErrorSummary struct {
	Count  int // errors that are known
	Mean   float64
	Median float64
	P90    float64 // nine in ten are at most this
	Max    float64
	// AUC is the area under the cumulative curve from 0 to AUCLimit, divided by
	// AUCLimit: 1 for a perfect map.
	AUC float64
}

// AUCLimit is the error / √area at which cumulative curves usually end.
const AUCLimit = 0.25

// Summarize condenses errors; NaN entries are left out. Without any known error
// all figures are NaN.
func Summarize(errors []float64) ErrorSummary {
	known := knownSorted(errors)
	s := ErrorSummary{Count: len(known)}
	if s.Count == 0 {
		nan := math.NaN()
		s.Mean, s.Median, s.P90, s.Max, s.AUC = nan, nan, nan, nan, nan
		return s
	}
	for _, e := range known {
		s.Mean += e
		// Each error adds the stretch of the axis on which it is counted.
		s.AUC += max(0, 1-e/AUCLimit)
	}
	s.Mean /= float64(s.Count)
	s.AUC /= float64(s.Count)
	s.Median = quantile(known, 0.5)
	s.P90 = quantile(known, 0.9)
	s.Max = known[s.Count-1]
	return s
}

// Mean is the mean of the known errors, NaN when there is none.
func Mean(errors []float64) float64 { return Summarize(errors).Mean }

// Median is the median of the known errors, NaN when there is none.
func Median(errors []float64) float64 { return Summarize(errors).Median }

// CumulativeErrors is the cumulative curve: for each level the share of the known
// errors that are at most that. Without known errors every share is NaN.
func CumulativeErrors(errors, levels []float64) []float64 {
	known := knownSorted(errors)
	out := make([]float64, len(levels))
	for i, l := range levels {
		count := sort.Search(len(known), func(k int) bool { return known[k] > l })
		out[i] = float64(count) / float64(len(known))
	}
	return out
}

func knownSorted(errors []float64) []float64 {
	known := make([]float64, 0, len(errors))
	for _, e := range errors {
		if !math.IsNaN(e) {
			known = append(known, e)
		}
	}
	slices.Sort(known)
	return known
}

// quantile interpolates between the order statistics of sorted values.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}
