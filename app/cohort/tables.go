package cohort

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/internal/figures"
	"gwscope/solver/morphometrics"
)

// The tables of a cohort.
const (
	PairsTable = "cohort.csv"
	TimesTable = "times.csv"
)

// RMSE is the root mean squared distance of a pair's landmarks from the specimen's own, / √area; NaN where it
// has none.
func (r *Result) RMSE() float64 {
	sum, n := 0.0, 0
	for _, l := range r.Landmarks {
		if l.Given != nil {
			sum += r3.Norm2(r3.Sub(vec(l.At), vec(*l.Given)))
			n++
		}
	}
	return math.Sqrt(sum/float64(n)) / float64(r.Unit)
}

// meanOff is the mean distance of a pair's landmarks from the specimen's own, / √area; NaN where
// it has none.
func (r *Result) meanOff() float64 {
	var off []float64
	for _, l := range r.Landmarks {
		if l.Given != nil {
			off = append(off, r3.Norm(r3.Sub(vec(l.At), vec(*l.Given)))/float64(r.Unit))
		}
	}
	return figures.Mean(off)
}

var pairColumns = []string{"specimen", "template", "group", "state", "trust", "trust_measure", "flagged", "reasons",
	"error_direct", "error_mirrored", "landmark_rmse", "gw2", "margin", "distortion", "orientation", "species",
	"folded", "collapsed", "distance_p99", "mirrored", "counted", "review", "error", "result"}

// writeTables writes the table of pairs and the table of their times.
func (a *Analysis) writeTables(context.Context) error {
	rows := [][]string{pairColumns}
	times := [][]string{{"specimen", "template", "seconds", "load", "space", "solve", "dense", "register", "host"}}
	for _, row := range a.Rows {
		p := row.Pair
		out := []string{p.B.Name, p.A.Name, p.B.Group, row.state()}
		if r := row.Result; r == nil || r.Error != "" {
			out = append(out, slices.Repeat([]string{""}, len(pairColumns)-len(out)-3)...)
			why := ""
			if r != nil {
				why = r.Error
			}
			out = append(out, string(row.Judged.Decision), why, p.Key)
		} else {
			out = append(out, number(r.Trust.Trust), r.Measure, yes(r.Flagged), strings.Join(r.Reasons, " "),
				number(r.ErrorDirect), number(r.ErrorMirrored), number(r.RMSE()), number(r.GW2), margin(float64(r.Margin)), number(r.Distortion), number(r.Orientation), r.Species,
				number(r.Folded), number(r.Collapsed), number(r.Distance99), yes(r.Mirrored), yes(row.Counted), string(row.Judged.Decision), "", p.Key)
		}
		rows = append(rows, out)
		if t := a.Cohort.Dir.times(p.Key); t != nil {
			line := []string{p.B.Name, p.A.Name, fmt.Sprintf("%.3f", t.Seconds)}
			for _, stage := range times[0][3:8] {
				line = append(line, fmt.Sprintf("%.3f", t.Stages[stage]))
			}
			times = append(times, append(line, t.Host))
		}
	}
	if err := a.Cohort.Dir.table(PairsTable, rows); err != nil {
		return err
	}
	return a.Cohort.Dir.table(TimesTable, times)
}

// margin writes a margin; "" where there is no second minimum.
func margin(v float64) string {
	if math.IsInf(v, 0) {
		return ""
	}
	return number(v)
}

// writeMatrix writes the distances, their tree and their map.
func (a *Analysis) writeMatrix(context.Context) error {
	m := a.Distances
	if m == nil {
		return nil
	}
	names := a.names(m.Who)
	rows := [][]string{append([]string{""}, names...)}
	places := [][]string{{"specimen", "group"}}
	for k := range len(m.Map.Values) {
		places[0] = append(places[0], fmt.Sprintf("axis_%d", k+1))
	}
	for i, row := range m.Between {
		line, place := []string{names[i]}, []string{names[i], a.Cohort.Specimens[m.Who[i]].Group}
		for _, d := range row {
			line = append(line, number(d))
		}
		for _, x := range m.Map.Places[i] {
			place = append(place, number(x))
		}
		rows, places = append(rows, line), append(places, place)
	}
	if err := a.Cohort.Dir.table("distances.csv", rows); err != nil {
		return err
	}
	if err := a.Cohort.Dir.table("mds.csv", places); err != nil {
		return err
	}
	return a.Cohort.Dir.text("dendrogram.nwk", morphometrics.Newick(m.Joins, names)+"\n")
}

func (a *Analysis) names(who []int) []string {
	var out []string
	for _, k := range who {
		out = append(out, a.Cohort.Specimens[k].Name)
	}
	return out
}
