package experiments

import (
	"math"

	"gwscope/internal/figures"
)

// surfaceTable tells how A's mesh lies on B, with a line for each group of rows; every pair
// counts alike. Groups in which nothing was laid on B are left out.
func surfaceTable(names []string, groups [][]Row) Table {
	t := Table{Title: "A's mesh on B", Left: 1, Head: []string{"matches", "pairs", "folded or collapsed, %", "distance, 99 % / √area", "turned over by the map, %", "turned over, %",
		"error by the map", "error", "error, change", "time"},
		Note: "Mean, median and worst of the pairs. Folded: triangles of A that lie on B with their back up. Turned over: share of A's area whose patches lose their orientation; unknown where a shape is open. Error by the map: of the map that the coupling alone gives, before A's mesh was laid on B."}
	for g, rows := range groups {
		var bad, far, turnedByMap, turned, byMap, errors, change, seconds []float64
		for _, r := range rows {
			if !r.Measured() || math.IsNaN(r.Number("folded")) {
				continue
			}
			bad = append(bad, 100*(r.Number("folded")+r.Number("collapsed")))
			far = append(far, r.Number("far99"))
			turnedByMap, turned = append(turnedByMap, 100*r.Number("reversed_map")), append(turned, 100*r.Number("reversed"))
			before, after := r.Number("dense_direct_map"), r.Number("dense_direct")
			byMap, errors = append(byMap, before), append(errors, after)
			change = append(change, 100*(after/before-1))
			seconds = append(seconds, r.Number("register_s"))
		}
		if bad == nil {
			continue
		}
		three := func(xs []float64, digits int) string {
			return Format(figures.Mean(xs), digits, "–") + ", " + Format(median(xs), digits, "–") + ", " + Format(largest(xs), digits, "–")
		}
		t.Rows = append(t.Rows, []string{names[g], Format(float64(len(bad)), 0, "–"), three(bad, 2), three(far, 4), three(turnedByMap, 1), three(turned, 1),
			three(byMap, 4), three(errors, 4), three(change, 0) + " %", Seconds(median(seconds)) + ", at most " + Seconds(largest(seconds))})
	}
	return t
}
