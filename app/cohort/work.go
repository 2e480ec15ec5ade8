package cohort

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/export"
	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/app/version"
	"gwscope/internal/figures"
	"gwscope/internal/routine"
	"gwscope/meshio"
	"gwscope/meshio/landmark"
)

// worker matches pairs. It is safe for use by several goroutines; they share the spaces of a
// template.
type worker struct {
	c       *Cohort
	engine  *pipeline.Engine
	threads int
	writing sync.Mutex // for kept files: pictures are drawn one after another

	mu     sync.Mutex
	shapes map[string]*held // the last few, by file
	order  []string
}

// held is a shape that is read once.
type held struct {
	once  sync.Once
	shape *pipeline.Shape
	err   error
}

// mostHeld is the number of shapes that are kept: templates, which many pairs share, and shapes
// that are being matched.
const mostHeld = 8

func (c *Cohort) newWorker(threads int) *worker {
	return &worker{c: c, engine: pipeline.NewEngine(), threads: threads, shapes: map[string]*held{}}
}

// load reads a shape, or takes a kept one.
func (w *worker) load(ctx context.Context, s Shape) (*pipeline.Shape, error) {
	w.mu.Lock()
	h := w.shapes[s.File]
	if h == nil {
		h = &held{}
		w.shapes[s.File] = h
		if w.order = append(w.order, s.File); len(w.order) > mostHeld {
			delete(w.shapes, w.order[0])
			w.order = w.order[1:]
		}
	}
	w.mu.Unlock()
	h.once.Do(func() { h.shape, h.err = w.c.Load(ctx, w.engine, s) })
	return h.shape, h.err
}

// threadsInBackend is the part of a backend's name that changes no result.
var threadsInBackend = regexp.MustCompile(`, \d+ threads?`)

// do makes one pair and stores the result. A fault of the pair is a result, too; errors are
// those of the cohort's folder and of ctx.
func (w *worker) do(ctx context.Context, p Pair) (*Result, error) {
	begin := time.Now()
	var m *pipeline.Match
	r := &Result{Format: resultFormat, Key: p.Key}
	var positions []r3.Vec
	err := errors.New(p.wrong)
	if p.wrong == "" {
		if panicked := routine.Try(func() {
			if m, err = w.match(ctx, p); err == nil && ctx.Err() == nil {
				positions = r.take(m, p)
			}
		}); panicked != nil {
			err = panicked
		}
	}
	if ctx.Err() != nil { // a match that was stopped early does not count
		return nil, ctx.Err()
	}
	host, _ := os.Hostname()
	t := &Times{Host: host, Finished: time.Now().Unix(), Stages: map[string]float64{}}
	r.Program = version.String()
	if err != nil {
		*r = *failed(p, w.c.Dir.local(err.Error(), p.A, p.B))
	} else {
		if len(w.c.kinds) > 0 && !p.Among {
			dir := w.c.Dir.Path(matchesDir, p.A.Name+"--"+p.B.Name)
			w.writing.Lock()
			_, err := export.Write(ctx, dir, m, w.c.kinds, export.DefaultSettings(), nil)
			w.writing.Unlock()
			if err != nil {
				return nil, err
			}
		}
		for stage, took := range map[string]time.Duration{"load": m.Times.Load, "space": m.Times.Space, "solve": m.Times.Solve, "dense": m.Times.Dense, "register": m.Times.Register} {
			t.Stages[stage] = took.Seconds()
		}
	}
	t.Seconds = time.Since(begin).Seconds()
	return r, w.c.Dir.store(r, positions, t)
}

// failed is the result of a pair that cannot be matched.
func failed(p Pair, why string) *Result {
	unknown := figures.Number(nan)
	return &Result{Format: resultFormat, Key: p.Key, Error: strings.Join(strings.Split(why, "\n"), "; "), Program: version.String(),
		Trust: Trust{Trust: 0, Flagged: true, Reasons: []string{"it could not be matched"}},
		GW2:   unknown, Margin: unknown, Distortion: unknown, Orientation: unknown, Folded: unknown, Collapsed: unknown, Distance99: unknown,
		ErrorDirect: unknown, ErrorMirrored: unknown, Unit: unknown}
}

// match matches a pair.
func (w *worker) match(ctx context.Context, p Pair) (*pipeline.Match, error) {
	a, err := w.load(ctx, p.A)
	if err != nil {
		return nil, err
	}
	b, err := w.load(ctx, p.B)
	if err != nil {
		return nil, err
	}
	opt := p.options
	opt.Threads = w.threads
	var marks session.Marks
	if !p.Among {
		if marks, err = w.c.Marks(p, a, b); err != nil {
			return nil, err
		}
	}
	truth, err := pipeline.LoadTruth(a, b, "")
	if err != nil {
		return nil, err
	}
	// Spaces are shared, solves are not: an earlier solve must not change the bits of a later one.
	prepared, err := w.engine.Prepare(ctx, a, b, opt, nil)
	if err != nil {
		return nil, err
	}
	return w.engine.MatchPrepared(ctx, prepared, opt, marks, truth, nil, nil)
}

// marksOn reads the landmarks of a shape; none where it has no file of them.
func (c *Cohort) marksOn(shape *pipeline.Shape, s Shape) (landmark.Set, error) {
	if s.Landmarks == "" {
		return landmark.Set{}, nil
	}
	set, err := landmark.Load(c.Dir.path(s.Landmarks), landmark.Options{Shape: meshio.Stem(s.File), Specimen: s.Which, Vertices: shape.Mesh.Vertices})
	if several := new(landmark.SpecimenError); errors.As(err, &several) {
		return landmark.Set{}, fmt.Errorf("%w (the entry which of %s names it)", err, s.Name)
	}
	if err != nil {
		return landmark.Set{}, err
	}
	on := landmark.Snap(shape.Mesh, *set)
	on.Tips = nil // extremities in the file come from another match, and must not steer this one
	return on, nil
}

// take fills in the figures of a match, and returns the places of the template's vertices.
func (r *Result) take(m *pipeline.Match, p Pair) []r3.Vec {
	s := export.Summarize(m)
	r.Backend = threadsInBackend.ReplaceAllString(s.Backend, "")
	r.Trust = trustOf(s)
	r.GW2, r.Margin, r.Distortion = s.GW2, s.Margin, s.Distortion
	r.Orientation = figures.Number(m.Alternative().Orientation)
	r.Species = s.Trust.Species
	r.Folded, r.Collapsed, r.Distance99, r.Mirrored = s.Surface.Folded, s.Surface.Collapsed, s.Surface.DistanceP99, s.Surface.Mirrored
	r.ErrorDirect, r.ErrorMirrored = figures.Number(nan), figures.Number(nan)
	if e := m.Errors; e != nil {
		r.ErrorDirect, r.ErrorMirrored = figures.Number(e.MeanDirect), figures.Number(e.MeanMirrored)
	}
	r.Unit = figures.Number(m.Y.Domain.Scale)
	if p.Among {
		return nil
	}
	if m.MarksAToB == nil { // as for a match without landmarks
		return m.MatchedVertices()
	}
	for _, l := range m.MarksAToB.All {
		one := Carried{Name: l.Name, At: [3]float64{l.At.X, l.At.Y, l.At.Z}, Confidence: figures.Number(l.Confidence)}
		if k := landmark.Index(m.Marks.B.Landmarks, l.Name); k >= 0 {
			one.Given = &m.Marks.B.Landmarks[k].Position
		}
		r.Landmarks = append(r.Landmarks, one)
	}
	return m.MatchedVertices()
}
