package experiments

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/app/race"
	"gwscope/app/session"
	"gwscope/render/camera"
	"gwscope/render/capture"
	"gwscope/solver/correspond"
)

// InterpolationSettings of the experiment "interpolation".
type InterpolationSettings struct {
	// Shapes are at least two embedded shapes. Each is matched with the next.
	Shapes  []string
	Methods []race.Contestant
	Options session.Options // their metric is not used: it is always kNN-20
	Times   []float64       // of the frames, 0 source, 1 target
}

// InterpolationHorses are three poses of one horse.
func InterpolationHorses() []string { return []string{"horse/6", "horse/2", "horse/3"} }

// InterpolationTimes are the times of the paper's figure.
func InterpolationTimes() []float64 { return []float64{0.33, 0.67} }

// publishedInterpolation are the GW² of the paper's horses, by its label and pair of
// consecutive meshes.
var publishedInterpolation = map[string][2]float64{"POT": {8.257e-3, 9.714e-3}, "Ours": {2.884e-2, 4.622e-2}}

// publishedWalk is the published row to show below a contestant, "" for none. The paper's own method stands
// below our neural slicer without polish.
func publishedWalk(method string) string {
	switch method {
	case "cg":
		return "POT"
	case "neural:polish=false", "neural:paper-horse:polish=false":
		return "Ours"
	}
	return ""
}

// Interpolation is the paper's interpolation of horses: consecutive poses are matched,
// and the plans alone, without any map of ours on top, move the source to the target.
func Interpolation(s InterpolationSettings) *Experiment {
	s.Options.Metric = "knn"
	s.Options.Surface = session.MapAlone // the plan alone is shown
	e := &Experiment{Name: "interpolation", Title: "Interpolating between poses of a horse",
		About: "Consecutive poses are matched, and each sample of the source walks straight to the barycentric projection of its mass, after the best rigid motion of the target onto the source; vertices between samples follow their nearest samples. The plan alone moves the shape: where it tears the shape, the picture shows the tear.",
		Settings: []Setting{{"Poses", strings.Join(s.Shapes, ", ")}, {"Samples", fmt.Sprint(s.Options.Samples)},
			{"Distances", "symmetrised graph of 20 nearest neighbours, divided by the largest"}, {"Seed", fmt.Sprint(s.Options.Seed)}},
		Columns: append([]Column{wordColumn("step", "which pair of consecutive poses")}, append(slices.Clone(MatchColumns),
			numberColumn("stretch", "root mean square of log edge stretch at t = 0.5: 0 is a rigid walk", 4), wordColumn("picture", "file, or why there is none"))...),
		Notes: []string{
			"Published GW²: " + paperCitation + ", caption of the horse interpolation (POT beside cg, theirs beside the neural slicer without polish). Their meshes and poses are others, so compare the ratio between methods.",
			standardAdds,
			"Stretch: root mean square of log(edge length / length on the source) over the edges of the source halfway, t = 0.5. Where it is large the surface crumples.",
			"max-min-sgw is a distance; its plan is the sort along its best direction.",
		},
	}
	matches := &Matches{}
	for k := range len(s.Shapes) - 1 {
		src := embeddedPair(s.Shapes[k], s.Shapes[k+1])
		step := fmt.Sprintf("%d → %d", k, k+1)
		for _, c := range s.Methods {
			e.Cells = append(e.Cells, s.cell(matches, src, c, step, k))
		}
	}
	e.Tables = func(rows []Row) []Table { return []Table{interpolationTable(rows)} }
	e.Figures = func(rows []Row) []Figure {
		var out []Figure
		for k, step := range Distinct(rows, "step") {
			var files []string
			for _, r := range Where(rows, "step", step) {
				files = append(files, r.Files...)
			}
			if files != nil {
				out = append(out, stack(fmt.Sprintf("interpolation-%d-%d", k, k+1),
					fmt.Sprintf("Barycentric interpolation %s; a row is a method.", step), files, 1))
			}
		}
		return out
	}
	return e
}

// cell matches two poses and draws the walk between them.
func (s InterpolationSettings) cell(matches *Matches, src PairSource, c race.Contestant, step string, k int) Cell {
	cell := matches.Cell(src, c, s.Options)
	cell.Settings += fmt.Sprint(" frames:", s.Times)
	cell.Measure = func(ctx context.Context, so SoFar) (Row, error) {
		m, row, err := matches.Match(ctx, src, c, s.Options)
		row.Say("step", step)
		if err != nil {
			return row, err
		}
		walk := newWalk(m)
		row.Put("stretch", walk.stretch(0.5))
		name := fmt.Sprintf("interpolation-%d-%d-%s.png", k, k+1, fileWord(c.String()))
		err = drawInto(ctx, so.Out, name, walk.figure(c, s.Times), &row)
		return row, err
	}
	return cell
}

// walk is a source on its way to a target by a plan alone.
type walk struct {
	m       *pipeline.Match
	turn    correspond.Rigid
	targets []r3.Vec // of the points of the source's Domain, turned onto it
}

func newWalk(m *pipeline.Match) walk {
	turn, samples := ontoSource(m.X, m.Y, m.Alternative().Plan)
	return walk{m: m, turn: turn, targets: projected(m.X, samples)}
}

// at is the source at time t, in its Domain's coordinates.
func (w walk) at(t float64) []r3.Vec { return correspond.Morph(w.m.X.Domain.Points, w.targets, t) }

// stretch is the root mean square of log(edge length / length on the source) at t.
func (w walk) stretch(t float64) float64 { return edgeStretch(w.m.X.Domain, w.at(t)) }

// figure shows the source, the frames, and the target.
func (w walk) figure(c race.Contestant, times []float64) *capture.Figure {
	m := w.m
	colors := positionColors(m.X.Domain)
	shapes := []capture.Shape{{Scene: surfaceScene(m.A.Mesh, m.X.Domain, m.X.Domain.Points, colors), Title: c.Title(), Note: "source: " + m.A.Mesh.Name}}
	for _, t := range times {
		shapes = append(shapes, capture.Shape{Scene: surfaceScene(m.A.Mesh, m.X.Domain, w.at(t), colors), Title: fmt.Sprintf("t = %.2f", t)})
	}
	onB := make([]r3.Vec, len(m.Y.Domain.Points))
	for p, at := range m.Y.Domain.Points {
		onB[p] = w.turn.Apply(at)
	}
	target := capture.Shape{Scene: surfaceScene(m.B.Mesh, m.Y.Domain, onB, nil), Title: "target", Note: fmt.Sprintf("%s; GW² %.5f", m.B.Mesh.Name, m.GW2())}
	f := paperFigure(1800, 400, camera.Front, append(shapes, target)...)
	f.Scale = 1
	return f
}

func interpolationTable(rows []Row) Table {
	steps := Distinct(rows, "step")
	t := Table{Title: "GW², error and stretch", Left: 1, Head: []string{"method"},
		Note: "Rows in italics are published figures. Plan direct: geodesic error / √area of the plan's heaviest targets."}
	for _, step := range steps {
		t.Head = append(t.Head, step+" GW²", "plan direct", "plan mirrored", "stretch", "time")
	}
	told := map[string]bool{}
	for _, method := range Distinct(rows, "method") {
		line := []string{method}
		for _, step := range steps {
			r := Where(rows, "step", step, "method", method)
			f := func(column string, digits int) string { return Format(MeanOf(r, column), digits, "–") }
			line = append(line, f("gw2", 6), f("plan_direct", 3), f("plan_mirrored", 3), f("stretch", 3), Seconds(MeanOf(r, "method_s")))
		}
		t.Rows = append(t.Rows, line)
		label := publishedWalk(method)
		if p, ok := publishedInterpolation[label]; ok && !told[label] && len(steps) == len(p) {
			told[label] = true
			line := []string{"*published: " + label + "*"}
			for _, v := range p {
				line = append(line, Format(v, 6, ""), "", "", "", "")
			}
			t.Rows = append(t.Rows, line)
		}
	}
	return t
}
