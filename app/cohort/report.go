package cohort

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gwscope/app/option"
	"gwscope/app/session"
	"gwscope/internal/figures"
)

// ReportFile is the report for people, in the folder of results.
const ReportFile = "report.md"

// mostListed is the largest number of entries in a list of the report.
const mostListed = 20

// report is the text of a cohort's report.
type report struct {
	*Analysis
	text strings.Builder
}

// say adds a line.
func (r *report) say(format string, args ...any) { fmt.Fprintf(&r.text, format+"\n", args...) }

// writeReport writes the report.
func (a *Analysis) writeReport(context.Context) error {
	c := a.Cohort
	r := &report{Analysis: a}
	say := r.say
	say("# %s\n", strings.Join(strings.Fields(c.Title), " "))
	matched, failed, missing, flagged := a.Rows.counts()
	say("%d templates, %d specimens, %d pairs: %d matched (%d of them flagged), %d failed, %d without a result.\n",
		len(c.Templates), len(c.Specimens), len(a.Rows), matched, flagged, failed, missing)
	for _, n := range a.Notes {
		say("- %s", n)
	}
	r.sayErrors()
	r.sayWorst()
	r.sayShapes()
	if figures := a.figures(); len(figures) > 0 {
		say("\n## Figures")
		for _, f := range figures {
			say("\n![%s](%s%s.png)\n\n%s", f.name, figuresDir, f.name, f.caption)
		}
	}
	say("\n## Options\n")
	defaults := session.Defaults()
	changed := []string{}
	for _, name := range slices.Sorted(maps.Keys(c.Options)) {
		opt := option.Lookup(name)
		if was := opt.Get(&defaults); was != c.Options[name] {
			changed = append(changed, fmt.Sprintf("%s %s (default %s)", name, c.Options[name], was))
		}
	}
	if len(changed) == 0 {
		say("All options of the matches have their defaults; seed %d.", c.options.Seed)
	} else {
		say("Options that differ from the defaults: %s; seed %d.", strings.Join(changed, ", "), c.options.Seed)
	}
	say("\n## Files\n\n%s", filesTable)
	return a.Cohort.Dir.text(ReportFile, r.text.String())
}

const filesTable = `| file | what it is |
|---|---|
| cohort.csv | a row for each pair: trust, reasons, errors where known, GW², folds |
| times.csv | times of each pair, which differ from run to run |
| landmarks/, landmarks.csv, landmarks.tps | landmarks of each specimen: the median of all templates, with their spread |
| meshes/ | the first template's mesh on each specimen, all in one connectivity |
| shape/ | mean shape, spread of its vertices, principal components as meshes and as sliders in one GLB, scores, variance |
| distances.csv, mds.csv, dendrogram.nwk | distances between specimens, their map, their tree |
| neighbours.csv | the nearest specimens of each specimen, where cohort.yaml asks for them |
| slicermorph/ | the analysis of the landmarks in the form of SlicerMorph, for SlicerMorphR |`

// sayErrors tells the known errors: of maps against the truth, of landmarks against the
// specimens' own.
func (r *report) sayErrors() {
	var errs []float64
	for _, row := range r.Rows {
		if of := row.Result; of != nil && of.Error == "" && !row.Pair.Among && !row.Pair.Self {
			errs = append(errs, float64(of.ErrorDirect))
		}
	}
	mean, e := figures.Mean(errs), r.LandmarkErrors()
	if math.IsNaN(mean) && math.IsNaN(e.All) {
		return
	}
	r.say("\n## Errors\n")
	if !math.IsNaN(mean) {
		r.say("Mean geodesic error of the maps against the truth: %.4f / √area.\n", mean)
	}
	if math.IsNaN(e.All) {
		return
	}
	r.say("Mean distance of landmarks from those that the specimens have, / √area:\n\n| template | error |\n|---|---|")
	for t, v := range e.ByTemplate {
		r.say("| %s | %.4f |", r.Cohort.Templates[t].Name, v)
	}
	if len(e.ByTemplate) > 1 {
		r.say("| median of all | %.4f |", e.All)
	}
}

// sayWorst lists the matches that a person should look at.
func (r *report) sayWorst() {
	var rows []Row
	for _, row := range r.Rows {
		if of := row.Result; of != nil && !row.Pair.Among && !row.rejected() && (of.Error != "" || of.Flagged) {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return
	}
	slices.SortStableFunc(rows, func(x, y Row) int { return cmp.Compare(x.Result.Trust.Trust, y.Result.Trust.Trust) })
	r.say("\n## Look at these first\n\n| specimen | template | trust | why |\n|---|---|---|---|")
	for _, row := range rows[:min(len(rows), mostListed)] {
		why := row.Result.Error
		if why == "" {
			why = strings.Join(row.Result.Reasons, "; ")
		}
		r.say("| %s | %s | %.2f | %s |", row.Pair.B.Name, row.Pair.A.Name, float64(row.Result.Trust.Trust), strings.ReplaceAll(why, "|", "/"))
	}
	if len(rows) > mostListed {
		r.say("\n%d more are in cohort.csv.", len(rows)-mostListed)
	}
}

// sayShapes tells the statistics in short.
func (r *report) sayShapes() {
	for _, of := range []struct {
		name string
		s    *Statistics
	}{{"meshes", r.Shapes}, {"landmarks", r.Marks}} {
		if of.s == nil {
			continue
		}
		r.say("\n## Shapes by their %s\n", of.name)
		r.say("%d specimens, %d points each, aligned by generalised Procrustes analysis in %d rounds.\n", len(of.s.Who), len(of.s.Points[0]), of.s.Alignment.Iterations)
		r.say("| component | variance | share |\n|---|---|---|")
		for k := range min(5, len(of.s.PCA.Variance)) {
			r.say("| PC %d | %.3e | %.1f %% |", k+1, of.s.PCA.Variance[k], 100*of.s.PCA.Share[k])
		}
	}
	var outliers []string
	for k, list := range r.Landmarks {
		for _, e := range list {
			if e.Outlier {
				outliers = append(outliers, fmt.Sprintf("%s of %s (%.3f)", e.Name, r.Cohort.Specimens[k].Name, e.Spread))
			}
		}
	}
	if len(outliers) > 0 {
		more := ""
		if len(outliers) > mostListed {
			more = fmt.Sprintf(", and %d more in landmarks.csv", len(outliers)-mostListed)
			outliers = outliers[:mostListed]
		}
		r.say("\nLandmarks about which the templates disagree much more than usual (spread / √area): %s%s.", strings.Join(outliers, ", "), more)
	}
}
