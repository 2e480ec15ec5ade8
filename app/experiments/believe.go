package experiments

import (
	"fmt"
	"math"

	"gwscope/app/pipeline"
)

// believeLevels is into how many levels confidence is cut, each 0.2 wide.
const believeLevels = 5

// The curves of a row that say how far confidence can be believed: for each level the
// share of the source's points that have it, and the share of all that have it and are
// mapped within [RightSide] of the truth.
const (
	curveConfident = "confidence"
	curveBelieved  = "confidence_right"
)

// believing adds to a cell's row how the confidence of its match compares with the truth.
// It takes the maps of all alternatives, which is not timed.
func believing(c Cell, match func() *pipeline.Match) Cell {
	return c.after(func(row Row, _ []Row) {
		if m := match(); m != nil && m.Errors != nil && row.Measured() {
			row.believe(m.Confidence().Total[0], m.Errors.Direct)
		}
	})
}

// believe compares the confidence of points with their errors / √area, NaN where the truth
// is silent.
func (r Row) believe(confidence, errors []float64) {
	share, right := make([]float64, believeLevels), make([]float64, believeLevels)
	known := 0.0
	for p, e := range errors {
		if math.IsNaN(e) || math.IsNaN(confidence[p]) {
			continue
		}
		known++
		level := min(int(confidence[p]*believeLevels), believeLevels-1)
		share[level]++
		if e < RightSide {
			right[level]++
		}
	}
	if known == 0 {
		return
	}
	for k := range share {
		share[k] /= known
		right[k] /= known
	}
	r.Curves[curveConfident], r.Curves[curveBelieved] = share, right
}

// believeTable is one line a group of rows, every pair counted alike.
func believeTable(names []string, groups [][]Row) Table {
	t := Table{Title: "Can confidence be believed?", Left: 1, Head: []string{"matches"},
		Note: fmt.Sprintf("Of all vertices of the source those with a confidence of that level, and how many of them are mapped within %.2f √area of the truth. To be believed, the shares should rise like the levels.", RightSide)}
	for k := range believeLevels {
		t.Head = append(t.Head, fmt.Sprintf("%.1f to %.1f", float64(k)/believeLevels, float64(k+1)/believeLevels))
	}
	for g, rows := range groups {
		share, right, pairs := make([]float64, believeLevels), make([]float64, believeLevels), 0
		for _, r := range rows {
			if r.Curves[curveConfident] == nil {
				continue
			}
			pairs++
			for k, v := range r.Curves[curveConfident] {
				share[k] += v
				right[k] += r.Curves[curveBelieved][k]
			}
		}
		if pairs == 0 {
			continue
		}
		line := []string{names[g]}
		for k := range believeLevels {
			if share[k] == 0 {
				line = append(line, "–")
				continue
			}
			line = append(line, fmt.Sprintf("%.0f %%, %.0f %% right", 100*share[k]/float64(pairs), 100*right[k]/share[k]))
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}
