package race

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/internal/routine"
	"gwscope/solver/correspond"
)

// Pair is the pair of a race. Truth is nil where it is not known.
type Pair struct {
	A, B  *pipeline.Shape
	Truth *correspond.Truth
	// Marks are a person's landmarks. Pinned pairs and extremities steer the methods that can be
	// steered, and all maps honour the pins; a row's notes say where its plan does not. Other
	// landmarks are carried, and compared with B's own.
	Marks session.Marks
}

// Settings of a race.
type Settings struct {
	// Options are shared: each contestant changes some of them.
	Options session.Options
	// SideBySide runs as many contestants at once as there are processors, at least two. Times
	// are then shared, and the memory of each is not known.
	SideBySide bool
	// Limit is the longest time of each contestant's method; then its best plan so far counts. 0:
	// no limit.
	Limit time.Duration
	// Report, if set, is called with each event, by one goroutine at a time and never after Run
	// has returned. It must not block.
	Report func(Event)
	// Main is pipeline.Engine.Main.
	Main func(func())
}

// Event is the state of one contestant of a race.
type Event struct {
	// Index is the contestant, Row its state; figures come when it has ended.
	Index int
	Row   Row
	// Stage, Fraction and GW2 are of a running contestant: its step, the share of its work that
	// is done, and the loss of its best plan so far, 0 before the first.
	Stage    string
	Fraction float64
	GW2      float64
	// Elapsed is since the contestant began, Clock since the race did.
	Elapsed, Clock time.Duration
	// Preview is the contestant's best plan so far, nil before the first.
	Preview *pipeline.Preview
}

// Run runs the contestants and returns a row for each, in their order. When ctx ends, running
// contestants keep their best plan so far, waiting ones are not run, and finished ones stay.
// An error is a fault of the race as a whole, such as a missing shape; then there are no rows.
func Run(ctx context.Context, pair Pair, contestants []Contestant, s Settings) ([]Row, error) {
	if len(contestants) == 0 {
		return nil, errors.New("a race needs at least one method")
	}
	if pair.A == nil || pair.B == nil {
		return nil, errors.New("a race needs two shapes")
	}
	if err := option.Check(s.Options); err != nil {
		return nil, err
	}
	r := &run{ctx: ctx, pair: pair, s: s, begin: time.Now(), engine: pipeline.NewEngine(), rows: make([]Row, len(contestants))}
	r.engine.Main = s.Main
	for i, c := range contestants {
		r.rows[i] = newRow(c)
		r.rows[i].Shared = s.SideBySide
		r.tell(Event{Index: i, Row: r.rows[i]})
	}
	if !s.SideBySide {
		for i := range contestants {
			r.one(i)
		}
		return r.rows, nil
	}
	gate := make(chan struct{}, max(2, routine.Processors))
	var wg routine.Group
	for i := range contestants {
		gate <- struct{}{} // in their order
		wg.Go(func() {
			defer func() { <-gate }()
			r.one(i)
		})
	}
	wg.Wait()
	return r.rows, nil
}

// run is a running race.
type run struct {
	ctx    context.Context
	pair   Pair
	s      Settings
	begin  time.Time
	engine *pipeline.Engine
	rows   []Row

	telling sync.Mutex
	spaces  sync.Map // pipeline.SpaceKeys -> func() (*pipeline.Pair, error)
}

func (r *run) tell(e Event) {
	if r.s.Report == nil {
		return
	}
	r.telling.Lock()
	defer r.telling.Unlock()
	e.Clock = time.Since(r.begin)
	r.s.Report(e)
}

// one runs contestant i. A panic in a method ends the contestant, not the race.
func (r *run) one(i int) {
	row := &r.rows[i]
	begin := time.Now()
	defer func() {
		if p := recover(); p != nil {
			row.State, row.Err = Failed, routine.Of(p)
		}
		r.tell(Event{Index: i, Row: *row, Fraction: 1, Elapsed: time.Since(begin)})
	}()
	if r.ctx.Err() != nil {
		row.State = Skipped
		return
	}
	if err := r.match(i, row, begin); err != nil {
		row.State, row.Err = Failed, err
		if r.ctx.Err() != nil && gone(err) {
			row.State, row.Err = Skipped, nil
		}
	}
}

// gone reports whether an error only says that the match was stopped before it had a plan.
func gone(err error) bool {
	return errors.Is(err, pipeline.ErrCancelled) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// spacesEnd is the pipeline's progress when the spaces are made.
const spacesEnd = 0.25

func (r *run) match(i int, row *Row, begin time.Time) error {
	if err := row.Contestant.Accepts(r.s.Options, r.pair.A, r.pair.B); err != nil {
		return err
	}
	opt, err := row.Contestant.Options(r.s.Options)
	if err != nil {
		return err
	}
	if opt.Metric == session.AutoMetric && option.Distances(opt) != option.Distances(r.s.Options) {
		opt.Metric = pipeline.Distances(r.pair.A, r.pair.B, r.s.Options) // losses compare on the same distances only
	}
	row.State = Running
	look := func(stage string, fraction float64, p pipeline.Progress) {
		r.tell(Event{Index: i, Row: *row, Stage: stage, Fraction: max(fraction, 0), GW2: p.GW2, Preview: p.Preview, Elapsed: time.Since(begin)})
	}
	look("measuring distances", 0, pipeline.Progress{})
	prepared, err := r.prepare(opt)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(r.ctx)
	defer cancel()
	solved := func() {}
	if r.s.Limit > 0 { // for the method, not for the steps after it
		limit := routine.After(r.s.Limit, cancel, func(*routine.Panic) {}) // a cancel does not panic
		defer limit.Stop()
		solved = func() { limit.Stop() }
	}
	begin = time.Now() // the spaces are shared
	peak := func() uint64 { return 0 }
	if !r.s.SideBySide {
		peak = PeakMemory()
	}
	defer func() { peak() }()
	m, err := r.engine.MatchPrepared(ctx, prepared, opt, r.pair.Marks.Clone(), r.pair.Truth,
		func(p pipeline.Progress) { look(p.Stage, (p.Fraction-spacesEnd)/(1-spacesEnd), p) },
		func() { solved(); row.Memory = peak() })
	switch outOfTime := ctx.Err() != nil && r.ctx.Err() == nil; {
	case outOfTime && (err == nil && m.Result.Stopgap || err != nil && gone(err)):
		return &NoPlanError{r.s.Limit}
	case err != nil:
		return err
	case m.Result.Stopgap:
		return pipeline.ErrCancelled
	}
	row.take(m)
	if row.State == Stopped && r.ctx.Err() == nil {
		row.note("stopped after " + inSeconds(r.s.Limit))
	}
	return nil
}

// NoPlanError says that a method had no plan of its own when it reached the limit of time.
type NoPlanError struct{ Limit time.Duration }

func (e *NoPlanError) Error() string { return "no plan within " + inSeconds(e.Limit) }

// inSeconds writes a limit of time.
func inSeconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'g', 4, 64) + " s" }

// prepare computes the spaces of some options once; all callers share them.
func (r *run) prepare(o session.Options) (*pipeline.Pair, error) {
	key := pipeline.SpaceKeys(r.pair.A, r.pair.B, o)
	once, _ := r.spaces.LoadOrStore(key, sync.OnceValues(func() (*pipeline.Pair, error) {
		return r.engine.Prepare(r.ctx, r.pair.A, r.pair.B, o, nil)
	}))
	return once.(func() (*pipeline.Pair, error))()
}
