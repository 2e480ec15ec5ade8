package cohort

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
)

// Neighbour is a specimen near another one.
type Neighbour struct {
	// Specimen is an index into the cohort's list, Distance the measured GW distance.
	Specimen int
	Distance float64
}

// Neighbours are the n nearest specimens of each specimen, by the measured GW distances, nearest
// first; fewer where fewer are known. At equal distances, the first in the list comes first.
func (a *Analysis) Neighbours(n int) [][]Neighbour {
	out := make([][]Neighbour, len(a.Cohort.Specimens))
	for _, row := range a.Rows {
		d := row.Result.distance()
		if !row.Pair.Among || math.IsNaN(d) {
			continue
		}
		i, k := row.Pair.Template, row.Pair.Specimen
		out[i], out[k] = append(out[i], Neighbour{k, d}), append(out[k], Neighbour{i, d})
	}
	for i, list := range out {
		slices.SortFunc(list, func(x, y Neighbour) int {
			return cmp.Or(cmp.Compare(x.Distance, y.Distance), cmp.Compare(x.Specimen, y.Specimen))
		})
		out[i] = list[:min(n, len(list))]
	}
	return out
}

// writeNeighbours writes the nearest specimens of each specimen, where the cohort asks for them.
func (a *Analysis) writeNeighbours(context.Context) error {
	if a.Cohort.Nearest == 0 {
		return nil
	}
	rows := [][]string{{"specimen", "rank", "neighbour", "gw_distance"}}
	for i, list := range a.Neighbours(a.Cohort.Nearest) {
		for rank, n := range list {
			rows = append(rows, []string{a.Cohort.Specimens[i].Name, strconv.Itoa(rank + 1), a.Cohort.Specimens[n.Specimen].Name, number(n.Distance)})
		}
	}
	return a.Cohort.Dir.table("neighbours.csv", rows)
}
