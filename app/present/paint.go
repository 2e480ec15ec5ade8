package present

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gwscope/render/colormap"
)

// Paint says how a quantity becomes colours. The zero value takes the quantity's own map
// and range, without isolines and mask.
type Paint struct {
	// Map is the name of a colour map (package colormap); "" is the quantity's own.
	Map   string
	Range Range
	// Isolines is the number of lines of equal value in the range, about; 0: none.
	Isolines int
	// Mask hatches places with less confidence than this, in all colours; 0: nothing.
	Mask float64
	// ColorLone gives parts that seem to have no partner on the other shape the colour of the
	// map instead of grey.
	ColorLone bool
}

// Range names the values at the ends of the colour map.
type Range struct {
	Rule RangeRule
	// Keep is the share of values in (0, 1] that RangeClamp keeps within the ends.
	Keep float64
	// Low and High are the ends of RangeManual.
	Low, High float64
	// Symmetric puts the middle of the map at the quantity's neutral value: 0, or 1 of
	// a coverage.
	Symmetric bool
}

// RangeRule is a way to find the ends.
type RangeRule string

// The rules. RangeAuto suits the quantity: 0 to 1 for shares, else from zero to
// the 98th percentile.
const (
	RangeAuto   RangeRule = ""
	RangeFull   RangeRule = "full" // least to largest
	RangeClamp  RangeRule = "clamp"
	RangeManual RangeRule = "manual"
)

// ParseRange reads the words of [Range.String]: auto, full, a share of values to keep
// within the ends such as 95%, or both ends such as 0:0.2. A leading ± makes it
// symmetric: ±auto, ±0.2.
func ParseRange(text string) (Range, error) {
	var r Range
	rest := strings.TrimSpace(text)
	for _, sign := range []string{"±", "+-"} {
		if after, ok := strings.CutPrefix(rest, sign); ok {
			r.Symmetric, rest = true, after
		}
	}
	wrong := fmt.Errorf("a range is auto, full, a share to keep such as 95%%, or two ends such as 0:0.2 (with ± in front: symmetric), not %q", text)
	switch {
	case rest == "auto" || rest == "":
		return r, nil
	case rest == "full":
		r.Rule = RangeFull
		return r, nil
	case strings.HasSuffix(rest, "%"):
		keep, err := strconv.ParseFloat(strings.TrimSuffix(rest, "%"), 64)
		if err != nil || !(keep > 0 && keep <= 100) {
			return Range{}, wrong
		}
		r.Rule, r.Keep = RangeClamp, keep/100
		return r, nil
	}
	low, high, two := strings.Cut(rest, ":")
	if !two && r.Symmetric {
		low, high = "-"+rest, rest
	}
	var errLow, errHigh error
	r.Low, errLow = strconv.ParseFloat(low, 64)
	r.High, errHigh = strconv.ParseFloat(high, 64)
	if errLow != nil || errHigh != nil || !(math.Abs(r.High-r.Low) > 0) || math.IsInf(r.High-r.Low, 0) {
		return Range{}, wrong
	}
	r.Rule = RangeManual
	return r, nil
}

// String writes the range for [ParseRange].
func (r Range) String() string {
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
	text := "auto"
	switch r.Rule {
	case RangeFull:
		text = "full"
	case RangeClamp:
		text = number(100*r.Keep) + "%"
	case RangeManual:
		text = number(r.Low) + ":" + number(r.High)
	}
	if r.Symmetric {
		return "±" + text
	}
	return text
}

// Quantity is a number at each vertex of both files.
type Quantity struct {
	By    ColorBy
	A, B  []float64 // NaN where it is unknown
	Scale colormap.Scale
	// Neutral is the value in the middle of a symmetric range.
	Neutral float64
}

// paint is the quantity's scale with a person's choices.
func (q *Quantity) paint(p Paint) colormap.Scale {
	s := q.Scale
	if m := colormap.ByName(p.Map); m != nil {
		s.Map = m
	}
	r := p.Range
	var sorted []float64
	at := func(share float64) float64 {
		if sorted == nil {
			sorted = finite(q.A, q.B)
		}
		if len(sorted) == 0 {
			return math.NaN()
		}
		return sorted[int(math.Round(share*float64(len(sorted)-1)))]
	}
	switch r.Rule {
	case RangeFull:
		s.Min, s.Max = at(0), at(1)
	case RangeClamp:
		out := (1 - min(max(r.Keep, 0), 1)) / 2
		s.Min, s.Max = at(out), at(1-out)
	case RangeManual:
		s.Min, s.Max = r.Low, r.High
	}
	if r.Symmetric {
		reach := max(math.Abs(s.Min-q.Neutral), math.Abs(s.Max-q.Neutral))
		s.Min, s.Max = q.Neutral-reach, q.Neutral+reach
	}
	if !(math.Abs(s.Max-s.Min) > 0) || math.IsInf(s.Max-s.Min, 0) { // all equal, or nothing known
		if math.IsNaN(s.Min) || math.IsInf(s.Min, 0) {
			s.Min = 0
		}
		s.Max = s.Min + 1
	}
	return s
}

// finite are the numbers among values, ascending.
func finite(lists ...[]float64) []float64 {
	out := []float64{}
	for _, values := range lists {
		for _, v := range values {
			if v-v == 0 {
				out = append(out, v)
			}
		}
	}
	slices.Sort(out)
	return out
}

// isoStep is the distance of isolines at round numbers, about n of them across a scale.
func isoStep(s colormap.Scale, n int) float32 {
	if n <= 0 {
		return 0
	}
	if ticks := s.Ticks(n); len(ticks) > 1 {
		return float32(ticks[1].Value - ticks[0].Value)
	}
	return float32(math.Abs(s.Max-s.Min) / float64(n))
}
