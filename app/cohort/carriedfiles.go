package cohort

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"gwscope/internal/figures"
	"gwscope/meshio/landmark"
)

// landmarkNames are the names of all landmarks of all specimens, in order.
func (a *Analysis) landmarkNames() []string {
	var names []string
	for _, list := range a.Landmarks {
		for _, e := range list {
			if !slices.Contains(names, e.Name) {
				names = append(names, e.Name)
			}
		}
	}
	return names
}

// writeLandmarks writes the landmarks of each specimen for 3D Slicer, those of all specimens
// as one TPS file, and a table with the disagreement of the templates.
func (a *Analysis) writeLandmarks(context.Context) error {
	names := a.landmarkNames()
	if len(names) == 0 {
		return nil
	}
	rows := [][]string{{"specimen", "landmark", "x", "y", "z", "templates", "spread", "outlier", "off"}}
	for k, list := range a.Landmarks {
		if len(list) == 0 {
			continue
		}
		s := a.Cohort.Specimens[k]
		set := landmark.Set{Name: s.Name}
		for _, e := range list {
			l := landmark.New(e.Name, e.At)
			if e.Outlier {
				l.Note = "outlier: the templates disagree"
			}
			set.Landmarks = append(set.Landmarks, l)
			rows = append(rows, []string{s.Name, e.Name, number(e.At.X), number(e.At.Y), number(e.At.Z), strconv.Itoa(e.Votes), number(e.Spread), yes(e.Outlier), number(e.Off)})
		}
		for _, format := range []string{"fcsv", "mrk.json"} {
			if err := a.Cohort.Dir.write("landmarks/"+s.Name+"."+format, func(w io.Writer) error { return landmark.Encode(w, set, format) }); err != nil {
				return err
			}
		}
	}
	if err := a.Cohort.Dir.table("landmarks.csv", rows); err != nil {
		return err
	}
	return a.Cohort.Dir.write("landmarks.tps", func(w io.Writer) error { return a.encodeTPS(w, names) })
}

// encodeTPS writes a block for each specimen in the form that geomorph's readland.tps reads: all
// with the same number of landmarks, NA where one is missing, and no comments, because that
// reader takes every line with the letters ID for a name. The landmarks have the order of
// landmarks.csv.
func (a *Analysis) encodeTPS(w io.Writer, names []string) error {
	out := bufio.NewWriter(w)
	for k, list := range a.Landmarks {
		if len(list) == 0 {
			continue
		}
		fmt.Fprintf(out, "LM3=%d\n", len(names))
		for _, name := range names {
			i := slices.IndexFunc(list, func(e Estimate) bool { return e.Name == name })
			if i < 0 {
				fmt.Fprintln(out, "NA NA NA")
				continue
			}
			p := list[i].At
			fmt.Fprintln(out, number(p.X), number(p.Y), number(p.Z))
		}
		fmt.Fprintf(out, "ID=%s\n", a.Cohort.Specimens[k].Name)
	}
	return out.Flush()
}

// LandmarkErrors are mean distances, / √area, of carried landmarks from the specimens' own.
type LandmarkErrors struct {
	// ByTemplate are the distances of each template alone, All is that of all templates together.
	// They are NaN where no specimen has landmarks of its own.
	ByTemplate []float64
	All        float64
}

// LandmarkErrors compares the landmarks of each template, and those of all templates together,
// with the specimens' own. Specimens that are a template do not count.
func (a *Analysis) LandmarkErrors() LandmarkErrors {
	e := LandmarkErrors{ByTemplate: make([]float64, len(a.Cohort.Templates))}
	self := map[int]bool{}
	for _, row := range a.Rows {
		if row.Pair.Self && !row.Pair.Among {
			self[row.Pair.Specimen] = true
		}
	}
	for t := range e.ByTemplate {
		var off []float64
		for _, row := range a.Rows {
			if r := row.Result; !row.Pair.Among && row.Pair.Template == t && r != nil && r.Error == "" && !self[row.Pair.Specimen] {
				off = append(off, r.meanOff())
			}
		}
		e.ByTemplate[t] = figures.Mean(off)
	}
	var off []float64
	for k, list := range a.Landmarks {
		var of []float64
		for _, l := range list {
			of = append(of, l.Off)
		}
		if mean := figures.Mean(of); !math.IsNaN(mean) && !self[k] {
			off = append(off, mean)
		}
	}
	e.All = figures.Mean(off)
	return e
}
