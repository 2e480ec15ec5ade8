package cohort

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
)

// slicerMorphDir is a folder in the form of SlicerMorph's module GPA. SlicerMorphR's parser2
// reads it, and through it geomorph.
const slicerMorphDir = "slicermorph/"

// gpaLog is one analysis of analysis.json, in the words of SlicerMorph's schema 1.0.0.
type gpaLog struct {
	Date, Time            string
	InputPath, OutputPath string
	Files                 []string
	LMFormat              string
	NumberLM              int
	ExcludedLM            []int
	Boas                  bool
	MeanShape             string
	Eigenvalues           string
	Eigenvectors          string
	OutputData            string
	PCScores              string
	SemiLandmarks         []int
	Covariates            string
}

// writeSlicerMorph writes the analysis of the landmarks. Date and time stay empty, so that the
// same cohort gives the same files.
func (a *Analysis) writeSlicerMorph(context.Context) error {
	s := a.Marks
	if s == nil {
		return nil
	}
	p := len(s.Points[0])
	log := gpaLog{InputPath: a.Cohort.Dir.merged("landmarks"), OutputPath: a.Cohort.Dir.merged(slicerMorphDir), LMFormat: ".mrk.json", NumberLM: p, ExcludedLM: []int{}, SemiLandmarks: []int{},
		MeanShape: "meanShape.csv", Eigenvalues: "eigenvalues.csv", Eigenvectors: "eigenvectors.csv", OutputData: "OutputData.csv", PCScores: "pcScores.csv"}
	mean := [][]string{{"", "X", "Y", "Z"}}
	data := [][]string{{"Sample_name", "proc_dist", "centroid"}}
	for i, v := range s.Alignment.Mean {
		mean = append(mean, []string{fmt.Sprintf("LM %d", i+1), number(v.X), number(v.Y), number(v.Z)})
		for _, axis := range "XYZ" {
			data[0] = append(data[0], fmt.Sprintf("LM %d_%c", i+1, axis))
		}
	}
	scores, values, vectors := [][]string{{"Sample_name"}}, [][]string{{"PC", "eigenvalue"}}, [][]string{{""}}
	for k, v := range s.PCA.Variance {
		name := fmt.Sprintf("PC %d", k+1)
		scores[0], vectors[0] = append(scores[0], name), append(vectors[0], name)
		values = append(values, []string{name, number(v)})
	}
	for i := range p {
		for axis, letter := range "XYZ" {
			row := []string{fmt.Sprintf("LM %d_%c", i+1, letter)}
			for _, v := range s.PCA.Vectors {
				row = append(row, number([3]float64{v[i].X, v[i].Y, v[i].Z}[axis]))
			}
			vectors = append(vectors, row)
		}
	}
	for i, k := range s.Who {
		name := a.Cohort.Specimens[k].Name
		log.Files = append(log.Files, name+log.LMFormat)
		row := []string{name, number(s.Alignment.Distance[i]), number(s.Alignment.Size[i])}
		for _, v := range s.Alignment.Aligned[i] {
			row = append(row, number(v.X), number(v.Y), number(v.Z))
		}
		data = append(data, row)
		line := []string{name}
		for _, v := range s.PCA.Scores[i] {
			line = append(line, number(v))
		}
		scores = append(scores, line)
	}
	for name, rows := range map[string][][]string{log.MeanShape: mean, log.OutputData: data, log.PCScores: scores, log.Eigenvalues: values, log.Eigenvectors: vectors} {
		if err := a.Cohort.Dir.table(slicerMorphDir+name, rows); err != nil {
			return err
		}
	}
	return a.Cohort.Dir.write(slicerMorphDir+"analysis.json", func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		return enc.Encode(map[string]any{
			"@schema": "https://raw.githubusercontent.com/slicermorph/slicermorph/master/GPA/Resources/Schema/GPALog-schema-v1.0.0.json#",
			"GPALog":  []gpaLog{log},
		})
	})
}
