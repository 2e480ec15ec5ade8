package experiments

import (
	"context"
	"fmt"
	"image/color"
	"math/rand/v2"
	"slices"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/app/race"
	"gwscope/app/session"
	"gwscope/render/camera"
	"gwscope/render/capture"
	"gwscope/render/scene"
	"gwscope/solver/correspond"
	"gwscope/solver/gw"
	"gwscope/solver/metric"
)

// ToySettings of the experiment "toy".
type ToySettings struct {
	Methods []race.Contestant
	Options session.Options
	// Starts is the number of descents. The least loss that they find stands for exact GW.
	Starts int
}

// exactMethod is the method in rows of the best of many descents.
const exactMethod = "exact GW"

// Toys is the number of planar shapes with a counterpart in space.
const Toys = 4

// Toy is the paper's matching of planar shapes with their counterparts in space, with exact
// GW beside our methods.
func Toy(s ToySettings) *Experiment {
	e := &Experiment{Name: "toy", Title: "Planar shapes and their counterparts in space",
		About: "Four pairs of a planar source and a target in space, points of two and of three dimensions. Losses are GW²; errors are mean geodesic / √area of the plan's heaviest targets.",
		Settings: []Setting{{"Samples", fmt.Sprint(s.Options.Samples)}, {"Distances", s.Options.Metric}, {"Seed", fmt.Sprint(s.Options.Seed)},
			{"Descents for exact GW", fmt.Sprint(s.Starts)}},
		Columns: append([]Column{wordColumn("shapes", "source and target")}, append(slices.Clone(MatchColumns),
			numberColumn("to_exact", "gw2 divided by that of exact GW", 3), wordColumn("picture", "file, or why there is none"))...),
		Notes: []string{
			fmt.Sprintf("Exact GW is NP-hard. The least loss of %d conditional gradient descents stands for it: from the product coupling, from the hierarchical slicer's plan, and from random permutations.", s.Starts),
			"Errors compare with the correspondence by which the shapes were made. Disc and ring have near-symmetries, so that a plan of least loss may be turned or mirrored against it; the star's map is unique.",
			"Published: " + paperCitation + ", figure of toy correspondences, qualitative only.",
		},
	}
	matches := &Matches{}
	for k := range Toys {
		src := embeddedPair(fmt.Sprintf("toy2d/%d", k+1), fmt.Sprintf("toy3d/%d", k+1))
		e.Cells = append(e.Cells, s.exactCell(matches, src))
		for _, c := range s.Methods {
			e.Cells = append(e.Cells, s.cell(matches, src, c))
		}
	}
	e.Tables = func(rows []Row) []Table { return []Table{toyTable(rows)} }
	e.Figures = func(rows []Row) []Figure {
		var files []string
		for _, method := range Distinct(rows, "method") {
			for _, r := range Where(rows, "method", method) {
				files = append(files, r.Files...)
			}
		}
		if files == nil {
			return nil
		}
		return []Figure{stack("toy", "Correspondences of planar sources, below, with targets in space, above; a row is a method.", files, Toys)}
	}
	return e
}

func (s ToySettings) cell(matches *Matches, src PairSource, c race.Contestant) Cell {
	cell := matches.Cell(src, c, s.Options)
	cell.Measure = func(ctx context.Context, so SoFar) (Row, error) {
		m, row, err := matches.Match(ctx, src, c, s.Options)
		if err != nil {
			return row, err
		}
		for _, exact := range Where(so.Rows, "pair", src.Name, "method", exactMethod) {
			row.Put("to_exact", row.Number("gw2")/exact.Number("gw2"))
		}
		row.Say("shapes", m.A.Mesh.Name+" → "+m.B.Mesh.Name)
		err = drawToy(ctx, so.Out, m.A, m.B, m.X, m.Y, m.Alternative().Plan, c.Title(), &row)
		return row, err
	}
	return cell
}

// exactCell searches for the least loss.
func (s ToySettings) exactCell(matches *Matches, src PairSource) Cell {
	return Cell{Key: fmt.Sprintf("%s n=%d %s", src.Name, s.Options.Samples, exactMethod), Group: exactMethod,
		Settings: fmt.Sprint(s.Options.Samples, s.Options.Metric, s.Options.Weights, s.Options.Seed, s.Starts),
		Measure: func(ctx context.Context, so SoFar) (Row, error) {
			row := NewRow()
			row.Say("pair", src.Name)
			row.Say("method", exactMethod)
			row.Put("samples", float64(s.Options.Samples))
			pair, err := matches.load(ctx, src)
			if err != nil {
				return row, err
			}
			row.Say("shapes", pair.A.Mesh.Name+" → "+pair.B.Mesh.Name)
			p, err := matches.prepare(ctx, pair, s.Options)
			if err != nil {
				return row, err
			}
			hierarchical, err := matches.engine.MatchPrepared(ctx, p, s.Options, session.Marks{}, nil, nil, nil)
			if err != nil {
				return row, err
			}
			began := time.Now()
			best, err := leastOfMany(ctx, p.X, p.Y, hierarchical.Alternative().Plan, s.Starts, s.Options)
			if err != nil {
				return row, err
			}
			row.Put("n", float64(p.X.Len()))
			row.Put("m", float64(p.Y.Len()))
			row.Put("gw2", best.Loss)
			row.Put("method_s", time.Since(began).Seconds())
			row.Put("to_exact", 1)
			if err := planErrors(ctx, row, pair, p.X, p.Y, best.Plan.Targets()); err != nil {
				return row, err
			}
			err = drawToy(ctx, so.Out, pair.A, pair.B, p.X, p.Y, best.Plan, exactMethod, &row)
			return row, err
		}}
}

// leastOfMany descends by conditional gradient from the product coupling, from a given
// plan, and from random permutations, starts times in all, and returns the result of least loss.
func leastOfMany(ctx context.Context, x, y *metric.Space, start *gw.Plan, starts int, o session.Options) (gw.CGResult, error) {
	var best gw.CGResult
	rng := rand.New(rand.NewPCG(o.Seed, 3))
	for k := range starts {
		var from *gw.Plan // the product coupling
		switch {
		case k == 1:
			from = start
		case k > 1:
			from = gw.Monotone(order(rng, x.Len()), order(rng, y.Len()), x.Weights, y.Weights)
		}
		r, err := gw.ConditionalGradient(ctx, x.Distances, y.Distances, x.Weights, y.Weights, from, gw.CGOptions{Threads: o.Threads})
		if err != nil {
			return best, err
		}
		if ctx.Err() != nil {
			return best, ctx.Err()
		}
		if best.Plan == nil || r.Loss < best.Loss {
			best = r
		}
	}
	return best, nil
}

// order is a random order of n things.
func order(rng *rand.Rand, n int) []int32 {
	out := make([]int32, n)
	for i, p := range rng.Perm(n) {
		out[i] = int32(p)
	}
	return out
}

// toyLines is the number of correspondences in a picture: enough to see a fold, few enough to
// follow each.
const toyLines = 48

// drawToy draws a planar source with its target floating above it, and lines between
// matched samples, coloured by their place on the source.
func drawToy(ctx context.Context, out string, a, b *pipeline.Shape, x, y *metric.Space, plan *gw.Plan, title string, row *Row) error {
	turn, _ := ontoSource(x, y, plan)
	above := make([]r3.Vec, len(y.Domain.Points))
	var low, high float64 // of source and target: the source is turned to lie flat, z up becomes y up
	flat := make([]r3.Vec, len(x.Domain.Points))
	for p, at := range x.Domain.Points {
		flat[p] = upright(at)
		low = max(low, flat[p].Y)
	}
	for p, at := range y.Domain.Points {
		above[p] = upright(turn.Apply(at))
		high = min(high, above[p].Y)
	}
	const gap = 0.55 // of √area: room for lines to be followed
	for p := range above {
		above[p].Y += low - high + gap
	}
	colors := positionColors(x.Domain)
	s := surfaceScene(a.Mesh, x.Domain, flat, colors)
	target := surfaceScene(b.Mesh, y.Domain, above, nil).Surfaces[0]
	target.ID = "target"
	target.Colors = targetColors(b, x, y, plan, colors)
	s.Surfaces = append(s.Surfaces, target)
	lines := scene.Lines{ID: "links", Width: 1.5, Hidden: 0.25}
	for i, j := range plan.Targets() {
		if i >= toyLines || j < 0 { // farthest-point order: the first ones are spread evenly
			continue
		}
		c := colors[x.Domain.VertexOf[x.Samples[i]]]
		lines.Positions = append(lines.Positions, vec(flat[x.Samples[i]]), vec(above[y.Samples[j]]))
		lines.Colors = append(lines.Colors, c, c)
	}
	s.Lines = []scene.Lines{lines}
	f := paperFigure(560, 640, camera.ThreeQuarter, capture.Shape{Scene: s, Title: title,
		Note: fmt.Sprintf("%s → %s, GW² %.6f", a.Mesh.Name, b.Mesh.Name, row.Number("gw2"))})
	f.Scale = 1
	name := fmt.Sprintf("toy-%s-%s.png", fileWord(row.Word("pair")), fileWord(row.Word("method")))
	return drawInto(ctx, out, name, f, row)
}

// upright turns the plane z = 0 into the ground y = 0.
func upright(p r3.Vec) r3.Vec { return r3.Vec{X: p.X, Y: p.Z, Z: -p.Y} }

// targetColors are the colours of the target's vertices, carried by the plan: each takes the
// colour of the source sample that gives most mass to its nearest sample.
func targetColors(b *pipeline.Shape, x, y *metric.Space, plan *gw.Plan, onA []color.NRGBA) []color.NRGBA {
	yToX := correspond.HeaviestSources(plan)
	nearest := y.NearestSamples(0)
	out := make([]color.NRGBA, len(b.Mesh.Vertices))
	for v, p := range y.Domain.PointOf {
		if i := yToX[nearest[p]]; i >= 0 {
			out[v] = onA[x.Domain.VertexOf[x.Samples[i]]]
		}
	}
	return out
}

func toyTable(rows []Row) Table {
	methods := Distinct(rows, "method")
	t := Table{Title: "GW², its ratio to exact GW, and error", Left: 1, Head: []string{"shapes"}}
	for _, m := range methods {
		t.Head = append(t.Head, m+" GW²", "/ exact", "error", "time")
	}
	for _, shapes := range Distinct(rows, "shapes") {
		line := []string{shapes}
		for _, m := range methods {
			r := Where(rows, "shapes", shapes, "method", m)
			f := func(column string, digits int) string { return Format(MeanOf(r, column), digits, "–") }
			line = append(line, f("gw2", 6), f("to_exact", 2), f("plan_direct", 3), Seconds(MeanOf(r, "method_s")))
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}
