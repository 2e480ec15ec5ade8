package experiments

import (
	"fmt"
	"math"
)

// believeLevels is the number of levels that confidence is cut into, each 0.2 wide.
const believeLevels = 5

// Two curves of a row say how far confidence can be believed. For each level: the share of the
// source's points with a confidence of that level, and the share of all points that have it
// and are mapped within [RightSide] of the truth.
const (
	curveConfident = "confidence"
	curveBelieved  = "confidence_right"
)

// believing adds to a cell's row how the confidence of its match compares with the truth.
// That takes the maps of all alternatives; their time is not measured.
func (k *Matches) believing(c Cell) Cell {
	return c.after(func(row Row, _ []Row) {
		if m := k.latest; m != nil && m.Errors != nil && row.Measured() {
			row.believe(m.Confidence().Total[0], m.Errors.Direct)
		}
	})
}

// believe compares the confidence of points with their errors / √area (NaN: the truth does
// not know the point).
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

// believeTable has a line for each group of rows; every pair counts alike.
func believeTable(names []string, groups [][]Row) Table {
	t := Table{Title: "Can confidence be believed?", Left: 1, Head: []string{"matches"},
		Note: fmt.Sprintf("The share of the source's vertices with a confidence of that level, and how many of these are mapped within %.2f √area of the truth. Confidence can be believed where the shares of right ones rise like the levels.", RightSide)}
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
