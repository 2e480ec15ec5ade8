package experiments

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/race"
	"gwscope/app/session"
	"gwscope/internal/stages"
	"gwscope/solver"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// Matches measures contestants on pairs. Spaces of the latest pair are kept, so that
// successive cells of one pair share them; the time of the spaces counts for each. Nothing
// else is remembered.
type Matches struct {
	source   PairSource // of pair
	pair     *Pair
	engine   *pipeline.Engine
	prepared map[[2]string]*pipeline.Pair
	latest   *pipeline.Match // of the last cell; nil if it failed
	// Heavy keeps only the latest pair of spaces, where they hardly fit into memory.
	Heavy bool
}

// mirrorNote says where mirrored errors are known.
const mirrorNote = "Mirrored errors are those against the truth with left and right exchanged. This is known for embedded animals and people, and for other pairs where one of the shapes stands symmetrically about a plane."

// MatchColumns are the columns of rows that [Matches] makes.
var MatchColumns = []Column{
	wordColumn("pair", "names of source and target"),
	wordColumn("method", "contestant"),
	numberColumn("seed", "of samples and method", 0),
	numberColumn("samples", "asked for", 0),
	numberColumn("n", "samples of the source", 0),
	numberColumn("m", "samples of the target", 0),
	numberColumn("gw2", "loss of the plan", 7),
	numberColumn("gw2_slicer", "loss of the slicer's own plan", 7),
	numberColumn("gw2_least", "least loss among the alternatives offered", 7),
	numberColumn("own_value", "the value that a rival itself minimises", 7),
	numberColumn("bound", "proven lower bound on GW²", 7),
	numberColumn("plan_direct", "geodesic error / √area of the plan's heaviest targets", 4),
	numberColumn("plan_mirrored", "the same against the mirror image", 4),
	numberColumn("snapped_direct", "error at the samples, snapped", 4),
	numberColumn("snapped_mirrored", "the same against the mirror image", 4),
	numberColumn("dense_direct", "error of the map of all vertices", 4),
	numberColumn("dense_mirrored", "the same against the mirror image", 4),
	numberColumn("dense_direct_map", "error of the map that the coupling alone gives, before A's mesh was laid on B", 4),
	numberColumn("folded", "share of A's triangles that lie on B with their back up", 5),
	numberColumn("collapsed", "share of A's triangles that have lost their area on B", 5),
	numberColumn("far99", "99th percentile of the distance between A's mesh and B / √area, the larger of both directions", 5),
	numberColumn("far99_partnered", "the same of the parts that have a partner on the other shape", 5),
	numberColumn("squeezed", "share of the area that lies squeezed or stretched more than tenfold, the larger", 5),
	numberColumn("reversed_map", "share of A's area whose patches the coupling's map turns over", 4),
	numberColumn("reversed", "the same of the map read off A's mesh on B", 4),
	numberColumn("auc", "area under the cumulative curve of dense errors up to 0.25", 4),
	numberColumn("distortion", "mean pair distortion, share of the diameter", 5),
	numberColumn("orientation", "share of nearby triples that keep orientation", 3),
	numberColumn("margin", "of the choice among minima", 3),
	numberColumn("probability", "of the match being right, as the verdict on it says", 3),
	numberColumn("uncertain", "1: the probability is below 0.8", 0),
	numberColumn("space_s", "samples and distances of both shapes", 4),
	numberColumn("method_s", "the method alone", 4),
	numberColumn("solve_s", "the method and the judging of its plan", 4),
	numberColumn("cpu_s", "processor time of the solve, all threads together, judging included", 4),
	numberColumn("judge_s", "asking whether a fast match is right, and for extremities", 4),
	numberColumn("dense_s", "the map of all vertices", 4),
	numberColumn("register_s", "laying A's mesh on B", 4),
	numberColumn("total_s", "everything after loading", 4),
	numberColumn("peak_mb", "largest growth of the heap during the solve", 1),
	numberColumn("iterations", "of a rival", 0),
	wordColumn("status", "how the solve ended"),
}

// ErrorLevels are the abscissas of the cumulative curves, errors / √area.
var ErrorLevels = func() []float64 {
	levels := make([]float64, 101)
	for i := range levels {
		levels[i] = correspond.AUCLimit * float64(i) / 100
	}
	return levels
}()

// CurveDense is the name of the curve that holds, for each of [ErrorLevels], the share
// of vertices whose error is at most this level.
const CurveDense = "dense_cumulative"

// Cell measures a contestant on a pair, with options that all contestants share. Its key has
// the pair, the number of samples, the contestant and the seed. The words "pair" and "method"
// are set also where the match fails.
func (k *Matches) Cell(src PairSource, c race.Contestant, shared session.Options) Cell {
	return Cell{
		Key:      fmt.Sprintf("%s n=%d %s seed=%d", src.Name, shared.Samples, c, shared.Seed),
		Settings: settingsOf(c, shared),
		Group:    c.String(),
		Measure: func(ctx context.Context, _ SoFar) (Row, error) {
			_, row, err := k.Match(ctx, src, c, shared)
			return row, err
		},
	}
}

// settingsOf writes down the options of a match. Threads are left out, because the result
// does not depend on them.
func settingsOf(c race.Contestant, shared session.Options) string {
	o, err := c.Options(shared)
	if err != nil {
		return err.Error() // the cell fails with the same words
	}
	o.Threads = 0
	key := option.Key(o)
	if model := pipeline.ModelKey(o); model != "" { // a file that was trained anew makes old rows stale
		key += "; weights " + model
	}
	return key
}

// Match measures a contestant on a pair, and returns the match with the row.
func (k *Matches) Match(ctx context.Context, src PairSource, c race.Contestant, shared session.Options) (*pipeline.Match, Row, error) {
	return k.matchMarked(ctx, src, c, shared, nil)
}

// matchMarked is Match with the marks that mark makes on both shapes; nil: none.
func (k *Matches) matchMarked(ctx context.Context, src PairSource, c race.Contestant, shared session.Options,
	mark func(*Pair, *pipeline.Pair) (session.Marks, error)) (*pipeline.Match, Row, error) {
	k.latest = nil
	row := NewRow()
	row.Say("pair", src.Name)
	row.Say("method", c.String())
	row.Put("samples", float64(shared.Samples))
	row.Put("seed", float64(shared.Seed))
	pair, err := k.load(ctx, src)
	if err != nil {
		return nil, row, err
	}
	if err := c.Accepts(shared, pair.A, pair.B); err != nil {
		return nil, row, Skip("%v", err)
	}
	opt, err := c.Options(shared)
	if err != nil {
		return nil, row, err
	}
	prepared, err := k.prepare(ctx, pair, opt)
	var full *metric.MemoryError
	if errors.As(err, &full) {
		return nil, row, Skip("%v", err)
	}
	if err != nil {
		return nil, row, err
	}
	var marks session.Marks
	if mark != nil {
		if marks, err = mark(pair, prepared); err != nil {
			return nil, row, err
		}
	}
	peak := race.PeakMemory()
	began := stages.ProcessorSeconds()
	var grown uint64
	m, err := k.engine.MatchPrepared(ctx, prepared, opt, marks, pair.Truth, nil, func() {
		row.Put("cpu_s", stages.ProcessorSeconds()-began)
		grown = peak()
	})
	if err != nil {
		peak()
		return nil, row, err
	}
	row.take(m, grown)
	k.latest = m
	return m, row, nil
}

// load makes a pair, or takes the latest one.
func (k *Matches) load(ctx context.Context, src PairSource) (*Pair, error) {
	if k.pair != nil && k.source.Name == src.Name && k.source.vertices == src.vertices {
		return k.pair, nil
	}
	pair, err := src.Make(ctx)
	if err != nil {
		return nil, err
	}
	k.source, k.pair, k.engine, k.prepared = src, pair, nil, nil
	return pair, nil
}

// prepare computes spaces, or takes kept ones. Each call makes a new engine: an engine
// remembers solves, and must not make a later one look faster.
func (k *Matches) prepare(ctx context.Context, pair *Pair, o session.Options) (*pipeline.Pair, error) {
	key := pipeline.SpaceKeys(pair.A, pair.B, o)
	if pair.At[0] != nil {
		key[0] += fmt.Sprintf("|at %v", pair.At)
	}
	k.engine = pipeline.NewEngine()
	if p, ok := k.prepared[key]; ok {
		return p, nil
	}
	if k.Heavy || k.prepared == nil {
		k.prepared = map[[2]string]*pipeline.Pair{}
	}
	var p *pipeline.Pair
	var err error
	if pair.At[0] != nil {
		p, err = k.engine.PrepareAt(ctx, pair.A, pair.B, o, pair.At)
	} else {
		p, err = k.engine.Prepare(ctx, pair.A, pair.B, o, nil)
	}
	if err != nil {
		return nil, err
	}
	k.engine = pipeline.NewEngine() // the old one would keep the spaces in memory
	k.prepared[key] = p
	return p, nil
}

// take fills in the figures of a match; grown is the growth of the heap in bytes.
func (r Row) take(m *pipeline.Match, grown uint64) {
	res := m.Result
	r.Put("n", float64(m.X.Len()))
	r.Put("m", float64(m.Y.Len()))
	r.Put("gw2", m.GW2())
	r.Put("gw2_slicer", float64(res.GW2Slicer))
	least := m.GW2()
	for _, alt := range res.Alternatives {
		least = min(least, alt.GW2)
	}
	r.Put("gw2_least", least)
	r.Put("distortion", m.MeanDistortion())
	r.Put("orientation", m.Alternative().Orientation)
	if e := m.Errors; e != nil {
		r.Put("plan_direct", e.PlanDirect)
		r.Put("plan_mirrored", e.PlanMirrored)
		r.Put("snapped_direct", e.SamplesDirect)
		r.Put("snapped_mirrored", e.SamplesMirrored)
		r.Put("dense_direct", e.MeanDirect)
		r.Put("dense_mirrored", e.MeanMirrored)
		r.Put("dense_direct_map", e.MapDirect)
		r.Put("auc", correspond.Summarize(e.Direct).AUC)
		if curve := correspond.CumulativeErrors(e.Direct, ErrorLevels); !math.IsNaN(curve[0]) {
			r.Curves[CurveDense] = curve
		}
	}
	t := m.Times
	r.Put("space_s", t.Space.Seconds())
	r.Put("solve_s", t.Solve.Seconds())
	r.Put("method_s", t.Solve.Seconds())
	if own := res.Own; own != nil {
		r.Put("own_value", float64(own.Value))
		r.Put("bound", float64(own.Bound))
		r.Put("iterations", float64(own.Iterations))
		// A warm start is part of the method, but the rival's own time lacks it.
		if m.Options.Start != string(solver.FromHierarchical) {
			r.Put("method_s", t.Rival.Seconds())
		}
	} else {
		r.Put("margin", float64(res.Margin))
	}
	r.Put("probability", m.Verdict().Probability)
	r.Put("uncertain", 0)
	if m.Verdict().Doubted() {
		r.Put("uncertain", 1)
	}
	r.Put("judge_s", t.Judge.Seconds())
	r.Put("dense_s", t.Dense.Seconds())
	if on := m.Registered; on != nil {
		r.Put("folded", on.Quality.Folded)
		r.Put("collapsed", on.Quality.Collapsed)
		r.Put("far99", on.Quality.Far99)
		r.Put("far99_partnered", on.Quality.Partnered99)
		r.Put("squeezed", on.Quality.Squeezed)
		r.Put("register_s", t.Register.Seconds())
	}
	sense := m.Sense()
	r.Put("reversed_map", sense.ReversedByMap)
	r.Put("reversed", sense.Reversed)
	r.Put("total_s", (t.Space + t.Solve + t.Judge + t.Dense + t.Register).Seconds())
	r.Put("peak_mb", float64(grown)/(1<<20))
	r.Say("status", res.Status.String())
}
