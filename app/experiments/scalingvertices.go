package experiments

import (
	"context"
	"fmt"
	"math"
	"time"

	"gwscope/app/diagram"
	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/race"
	"gwscope/app/session"
	"gwscope/internal/stages"
)

// VerticesSettings of the experiment "scaling-vertices".
type VerticesSettings struct {
	Pair     PairSource
	Vertices []int // of each shape, about
	Options  session.Options
}

// Vertices measures how time and memory of a whole match grow with the number of vertices.
func Vertices(s VerticesSettings) *Experiment {
	e := &Experiment{Name: "scaling-vertices", Title: "How a match grows with the vertices",
		About:    "Seconds of each stage of a match of two shapes that are in memory, and the memory of the whole match.",
		Settings: []Setting{{"Pair", s.Pair.Name}, {"Effort", s.Options.Effort}, {"Samples", fmt.Sprint(s.Options.Samples)}, {"Distances", s.Options.Metric}},
		Columns: []Column{
			numberColumn("vertices", "of A", 0),
			numberColumn("space_s", "samples and distances", 3),
			numberColumn("solve_s", "the coupling", 3),
			numberColumn("dense_s", "the map of all vertices", 3),
			numberColumn("register_s", "A's mesh on B", 3),
			numberColumn("analysis_s", "trust, orientation, coverage", 3),
			numberColumn("total_s", "from shapes in memory to the end of the analysis", 3),
			numberColumn("cpu_s", "processor time of all that", 3),
			numberColumn("peak_mb", "growth of the Go heap beyond the shapes", 0),
		},
		Notes: []string{
			"Horses in two poses; each size has four times the vertices of the one before, by cutting triangles at the middles of their edges.",
			"Surfaces of more than 25,000 vertices are matched on a level of about 16,000 of them, and all others follow.",
			"Last column: microseconds of processor time over v log v; it is constant where time grows as v log v.",
		}}
	for _, n := range s.Vertices {
		src := s.Pair.finely(n / 2) // each cut makes about four vertices of one: the size nearest to n
		e.Cells = append(e.Cells, Cell{
			Key:      fmt.Sprintf("%s v=%d", src.Name, n),
			Settings: option.Key(s.Options),
			Weight:   float64(n),
			Measure:  func(ctx context.Context, _ SoFar) (Row, error) { return measureVertices(ctx, src, s.Options) },
		})
	}
	e.Tables, e.Figures = verticesTables, verticesFigures
	return e
}

func measureVertices(ctx context.Context, src PairSource, o session.Options) (Row, error) {
	row := NewRow()
	pair, err := src.Make(ctx)
	if err != nil {
		return row, err
	}
	row.Put("vertices", float64(len(pair.A.Mesh.Vertices)))
	peak := race.PeakMemory()
	began := stages.ProcessorSeconds()
	m, err := pipeline.NewEngine().Match(ctx, pair.A, pair.B, o, nil, nil)
	if err == nil {
		err = ctx.Err() // a match that was stopped early says nothing
	}
	if err != nil {
		peak()
		return row, err
	}
	begin := time.Now()
	if err := m.Analyse(ctx); err != nil {
		peak()
		return row, err
	}
	analysis := time.Since(begin).Seconds()
	row.Put("cpu_s", stages.ProcessorSeconds()-began)
	row.Put("peak_mb", float64(peak())/1e6)
	t := m.Times
	row.Put("space_s", t.Space.Seconds())
	row.Put("solve_s", t.Solve.Seconds())
	row.Put("dense_s", t.Dense.Seconds())
	row.Put("register_s", t.Register.Seconds())
	row.Put("analysis_s", analysis)
	row.Put("total_s", t.Total.Seconds()+analysis)
	return row, nil
}

// overNLogN is a value over n log n.
func overNLogN(r Row, size, value string) float64 {
	n := r.Number(size)
	return r.Number(value) / (n * math.Log(n))
}

func verticesTables(rows []Row) []Table {
	t := Table{Title: "A match by vertices, seconds", Head: []string{"vertices", "space", "solve", "dense", "A on B", "analysis", "total", "processor", "MB", "µs / v log v"}}
	for _, r := range rows {
		line := []string{Format(r.Number("vertices"), 0, "–")}
		for _, c := range []string{"space_s", "solve_s", "dense_s", "register_s", "analysis_s", "total_s", "cpu_s"} {
			line = append(line, Seconds(r.Number(c)))
		}
		t.Rows = append(t.Rows, append(line, Format(r.Number("peak_mb"), 0, "–"), Format(1e6*overNLogN(r, "vertices", "cpu_s"), 2, "–")))
	}
	return []Table{t}
}

func verticesFigures(rows []Row) []Figure {
	lines := []growing{{"cpu_s", "all, processor time"}, {"total_s", "all"}, {"space_s", "space"}, {"dense_s", "dense map"}, {"register_s", "A on B"}}
	return []Figure{figureOf(growthChart("A match by vertices", "vertices of each shape", "vertices", rows, lines),
		"scaling-vertices", "Time of a match and its stages against the number of vertices, both logarithmic. The dashed line grows as v log v.")}
}

// growing is a column of times and its label.
type growing struct{ column, label string }

// growthChart plots columns of times against a size. A line that grows as n log n starts at the first value of
// the first column.
func growthChart(title, axis, size string, rows []Row, lines []growing) diagram.Chart {
	chart := diagram.Chart{Title: title, XLabel: axis, YLabel: "seconds", LogX: true, LogY: true}
	for k, l := range lines {
		line := diagram.Series{Label: l.label, Ink: k}
		for _, r := range rows {
			if y := r.Number(l.column); y > 0 {
				line.X, line.Y = append(line.X, r.Number(size)), append(line.Y, y)
			}
		}
		if len(line.X) == 0 {
			continue
		}
		if k == 0 {
			from, to := line.X[0], line.X[len(line.X)-1]
			chart.Series = append(chart.Series, diagram.Series{Label: "n log n", X: []float64{from, to},
				Y: []float64{line.Y[0], line.Y[0] * to * math.Log(to) / (from * math.Log(from))}, Ink: diagram.Grey, Dashed: true, Plain: true, Tagged: true})
		}
		chart.Series = append(chart.Series, line)
	}
	return chart
}
