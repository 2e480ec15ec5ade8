package experiments

import (
	"context"
	"fmt"
	"time"

	"gwscope/app/pipeline"
	"gwscope/app/race"
	"gwscope/app/session"
	"gwscope/internal/stages"
	"gwscope/solver"
	"gwscope/solver/amortized"
	"gwscope/solver/amortized/train"
	"gwscope/solver/baseline"
	"gwscope/solver/correspond"
	"gwscope/solver/gw"
	"gwscope/solver/nn/cpu"
)

// PartsSettings of the experiment "parts".
type PartsSettings struct {
	Source  train.Source
	Pairs   int   // of each category
	Samples []int // points of each cloud
	Methods []race.Contestant
	// Geodesic lets rivals run on distances along the neighbour graph as well as on straight
	// ones.
	Geodesic bool
	// Weights are those of the method amortized. They must not be trained with Source's test
	// split. About names them.
	Weights *amortized.Weights
	About   string
	Options session.Options
}

// PartsMethods are the methods of the paper's table, the hierarchical slicer, and the matcher: as it is, with
// the paper's network, and with its plan refined by conditional gradient.
const PartsMethods = "cg,entropic:0.05,entropic:0.5,entropic:1,hierarchical,amortized,amortized:model=paper,amortized:refined=true"

// onGeodesics ends the names of rivals on distances along the neighbour graph.
const onGeodesics = " on geodesics"

// partsColumns are the columns of the experiment's rows.
var partsColumns = []Column{
	wordColumn("category", "of both objects"),
	wordColumn("pair", "category and number"),
	wordColumn("method", "contestant"),
	numberColumn("samples", "asked for", 0),
	numberColumn("n", "points of the source", 0),
	numberColumn("m", "points of the target", 0),
	numberColumn("accuracy", "share of the target's points whose part label is that of the point that gives them most mass", 4),
	numberColumn("chance", "the same by mass for the plan that sends everything everywhere", 4),
	numberColumn("most", "what equal masses allow at most, for parts are of unequal size", 4),
	numberColumn("height", "the same for the plan that sorts both by their true height", 4),
	numberColumn("order", "the same for the best order of labels: both sorted by label, in the order of labels that suits the pair best", 4),
	numberColumn("alone", "of the matcher: the accuracy if the network reads each shape beside itself instead of its partner", 4),
	numberColumn("likeness", "of the matcher: correlation of what it tells of the source beside the target and beside itself, mean over its numbers", 4),
	numberColumn("gw2", "loss of the plan in Euclidean distances, whose largest is 1", 7),
	numberColumn("method_s", "the method alone: of the matcher, its forward pass", 6),
	numberColumn("cpu_s", "processor time of the method, all threads together", 6),
	numberColumn("before_s", "what the method needs of both shapes: distances, or tokens", 6),
}

// Parts is the paper's transfer of part labels between objects of one category: accuracy and
// time of the amortised matcher beside those of solvers, with the published figures.
func Parts(s PartsSettings) *Experiment {
	e := &Experiment{Name: "parts", Title: "Carrying part labels",
		About: "Accuracy is the share of the target's points whose label is that of the source point that gives them most mass, mean over pairs, the same number of pairs in every category. No method sees labels.",
		Settings: []Setting{{"Data", s.Source.About() + "; pairs of the test split"}, {"Pairs", fmt.Sprintf("%d of each category", s.Pairs)},
			{"Points", joined(s.Samples)}, {"Methods", joined(s.Methods)}, {"Seed", fmt.Sprint(s.Options.Seed)}},
		Columns: partsColumns,
		Notes: []string{
			"Published figures: " + paperCitation + ", table of part label transfer. They were measured on the ShapeNet-part set, with CUDA, so compare the order and the differences, not the digits.",
			"Both clouds are shuffled, turned, moved and scaled, with a seed, before any method gets them.",
			"Rivals run on Euclidean distances within each cloud, from the product coupling, as published; those on geodesics run on the graph of 20 nearest neighbours, as the hierarchical slicer does.",
			"The time of the method is its own alone: of the amortised matcher one forward pass with the sort of the scores, after its memory is allocated. The time before (distances, or tokens) has a column of its own.",
			"amortized:refined is the matcher's plan refined by conditional gradient on geodesics. That lowers GW²; it may undo parts of the trained match.",
		},
	}
	if s.About != "" {
		e.Settings = append(e.Settings, Setting{"Weights", s.About})
	}
	b := &partsBench{PartsSettings: s, models: map[*amortized.Weights]*amortized.Model{}, named: map[string]*amortized.Weights{}}
	for _, n := range s.Samples {
		for k := range s.Pairs {
			for c := range s.Source.Categories() {
				for _, m := range s.Methods {
					e.Cells = append(e.Cells, b.cell(c, k, n, m, false))
					if s.Geodesic && solver.Method(m.Method).Rival() {
						e.Cells = append(e.Cells, b.cell(c, k, n, m, true))
					}
				}
			}
		}
	}
	e.Tables, e.Figures = partsTables, b.figures
	return e
}

// partsBench measures, and keeps the latest pair and the matcher's models.
type partsBench struct {
	PartsSettings
	key    [3]int // of pair: category, number, points
	pair   *partsPair
	models map[*amortized.Weights]*amortized.Model
	named  map[string]*amortized.Weights // by the option model, where it is not that of all rows
}

func (b *partsBench) cell(category, k, n int, c race.Contestant, geodesic bool) Cell {
	name := b.Source.Categories()[category]
	method := c.String()
	if geodesic {
		method += onGeodesics
	}
	pair := fmt.Sprintf("%s %d", name, k+1)
	settings := fmt.Sprintf("%s; %s", settingsOf(c, b.Options), b.Source.About())
	if c.Method == string(solver.Amortized) {
		settings += "; " + b.About
	}
	return weighted(Cell{Key: fmt.Sprintf("%s n=%d %s seed=%d", pair, n, method, b.Options.Seed), Settings: settings, Group: method,
		Measure: func(ctx context.Context, _ SoFar) (Row, error) {
			row := NewRow()
			row.Say("category", name)
			row.Say("pair", pair)
			row.Say("method", method)
			row.Put("samples", float64(n))
			p, err := b.load(ctx, category, k, n)
			if err != nil {
				return row, err
			}
			plan, err := b.plan(ctx, p, c, geodesic, row)
			if err != nil {
				return row, err
			}
			row.takeParts(p, plan)
			if k == 0 && n == b.Samples[0] { // for the picture
				for _, i := range correspond.HeaviestSources(plan) {
					row.Curves[curveSources] = append(row.Curves[curveSources], float64(i))
				}
			}
			return row, nil
		}}, n)
}

// load makes a pair, or takes the latest one.
func (b *partsBench) load(ctx context.Context, category, k, n int) (*partsPair, error) {
	key := [3]int{category, k, n}
	if b.pair != nil && b.key == key {
		return b.pair, nil
	}
	p, err := pairOf(ctx, b.PartsSettings, category, k, n)
	if err != nil {
		return nil, err
	}
	b.key, b.pair = key, p
	return p, nil
}

// takeParts fills in the figures of a plan.
func (r Row) takeParts(p *partsPair, plan *gw.Plan) {
	r.Put("n", float64(p.x.space.Len()))
	r.Put("m", float64(p.y.space.Len()))
	r.Put("accuracy", carried(p.x.labels, p.y.labels, correspond.HeaviestSources(plan)))
	chance, most := shares(p.x.labels, p.y.labels)
	r.Put("chance", chance)
	r.Put("most", most)
	r.Put("height", byHeight(p))
	r.Put("order", bestOrder(p.x.labels, p.y.labels))
	r.Put("gw2", gw.Loss(p.x.straight, p.y.straight, p.x.space.Weights, p.y.space.Weights, plan))
}

// plan runs a contestant, and notes its times.
func (b *partsBench) plan(ctx context.Context, p *partsPair, c race.Contestant, geodesic bool, row Row) (*gw.Plan, error) {
	opt, err := c.Options(b.Options)
	if err != nil {
		return nil, err
	}
	timed := func(run func() error) error {
		start, cpu := time.Now(), stages.ProcessorSeconds()
		err := run()
		row.Put("method_s", time.Since(start).Seconds())
		row.Put("cpu_s", stages.ProcessorSeconds()-cpu)
		return err
	}
	switch method := solver.Method(c.Method); {
	case method == solver.Amortized && !opt.Refined:
		return b.forward(p, opt, row, timed)
	case method.Rival():
		rival, err := baseline.Find(c.Method)
		if err != nil {
			return nil, err
		}
		before := p.straightTime
		problem := &baseline.Problem{DX: p.x.straight, DY: p.y.straight, A: p.x.space.Weights, B: p.y.space.Weights}
		if geodesic {
			problem.DX, problem.DY, before = p.x.space.Distances, p.y.space.Distances, p.geodesicTime
		}
		if err := rival.Accepts(problem); err != nil {
			return nil, Skip("%v", err)
		}
		row.Put("before_s", before.Seconds())
		var r *baseline.Result
		err = timed(func() error {
			r, err = rival.Run(ctx, problem, baseline.Options{Seed: opt.Seed, Threads: opt.Threads, Parameters: pipeline.Parameters(opt)})
			return err
		})
		if err != nil {
			return nil, err
		}
		return r.Plan, ctx.Err()
	default:
		row.Put("before_s", p.geodesicTime.Seconds())
		unpolished := !opt.Polish
		var weights *amortized.Weights
		if method == solver.Amortized {
			unpolished = !opt.Refined
			if weights, err = b.weights(opt); err != nil {
				return nil, err
			}
		}
		var r *solver.Result
		err = timed(func() error {
			r, err = solver.Solve(ctx, solver.Problem{X: p.x.space, Y: p.y.space}, solver.Settings{Method: method, Matcher: weights,
				Effort: solver.Effort(opt.Effort), NoPolish: unpolished, AnchorRule: solver.AnchorRule(opt.Anchors), Seed: opt.Seed, Threads: opt.Threads})
			return err
		})
		if err != nil {
			return nil, err
		}
		return r.Plan(), ctx.Err()
	}
}

// forward is the matcher's instant plan.
func (b *partsBench) forward(p *partsPair, opt session.Options, row Row, timed func(func() error) error) (*gw.Plan, error) {
	weights, err := b.weights(opt)
	if err != nil {
		return nil, err
	}
	model := b.models[weights]
	if model == nil {
		model = amortized.NewModel(weights, cpu.New[float32](b.Options.Threads))
		b.models[weights] = model
	}
	start := time.Now()
	x, err := weights.Config.Tokens(p.x.cloud, b.Options.Threads)
	if err != nil {
		return nil, err
	}
	y, err := weights.Config.Tokens(p.y.cloud, b.Options.Threads)
	if err != nil {
		return nil, err
	}
	row.Put("before_s", time.Since(start).Seconds())
	if _, err := model.Match(x, y); err != nil { // allocates its memory
		return nil, err
	}
	var plan *gw.Plan
	err = timed(func() error {
		m, err := model.Match(x, y)
		if err == nil {
			plan = m.Plan
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return plan, row.takeAlone(p, weights.Config, model, x, y)
}

// weights are those that a contestant's options name.
func (b *partsBench) weights(opt session.Options) (*amortized.Weights, error) {
	if opt.Model != b.Options.Model {
		if w := b.named[opt.Model]; w != nil {
			return w, nil
		}
		w, err := pipeline.ReadMatcher(opt.Model)
		b.named[opt.Model] = w
		return w, err
	}
	if b.Weights == nil {
		return nil, Skip("this program carries no trained matcher, and none is named by --model")
	}
	return b.Weights, nil
}
