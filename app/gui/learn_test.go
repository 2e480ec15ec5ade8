package gui

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/widget"
	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/meshio/meshtest"
	"gwscope/solver"
	"gwscope/solver/metric"
	"gwscope/solver/slicer"
	"gwscope/solver/slicer/neural"
)

func TestThinnedStaysWithinItsLimitAndEven(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{2, 7, 16} {
		keep := thinned[int]{limit: limit}
		for i := range 1000 {
			keep.add(i)
			if len(keep.items) > limit {
				t.Fatalf("limit %d: %d items", limit, len(keep.items))
			}
		}
		if len(keep.items) < limit/2 || keep.items[0] != 0 {
			t.Errorf("limit %d: kept %v", limit, keep.items)
		}
		for k := 1; k < len(keep.items); k++ {
			if keep.items[k]-keep.items[k-1] != keep.every {
				t.Errorf("limit %d: %v is not every %dth", limit, keep.items, keep.every)
			}
		}
	}
}

// learningSpaces are two small shapes as a solver sees them.
func learningSpaces(t testing.TB, samples int) (a, b *pipeline.Shape, x, y *metric.Space) {
	t.Helper()
	a, b = pipeline.ShapeOf("a", meshtest.Bumpy(4)), pipeline.ShapeOf("b", meshtest.Bumpy(4))
	spaces := [2]*metric.Space{}
	for k, s := range []*pipeline.Shape{a, b} {
		d, err := metric.NewDomain(s.Mesh, metric.DomainOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if spaces[k], err = metric.NewSpace(context.Background(), d, metric.SpaceOptions{Samples: samples + 10*k, Seed: uint64(k)}); err != nil {
			t.Fatal(err)
		}
	}
	return a, b, spaces[0], spaces[1]
}

// training is a look at step k of a made-up training.
func training(x, y *metric.Space, k int) *pipeline.Training {
	t := &solver.Training{Steps: 50, Restarts: 2, PushX: make([]float64, x.Len()), PushY: make([]float64, y.Len())}
	t.Step = neural.Step{Restart: k / 50, Step: k % 50, Temperature: 1 / float64(k+1), Soft: 0.1, Hard: math.NaN()}
	t.Passed = []neural.Step{t.Step}
	for i := range t.PushX {
		t.PushX[i] = math.Sin(float64(i + k))
	}
	for j := range t.PushY {
		t.PushY[j] = math.Cos(float64(j * k))
	}
	return &pipeline.Training{X: x, Y: y, Training: t}
}

func TestRecordBoundsItsMemoryAndKeepsTheNewest(t *testing.T) {
	t.Parallel()
	_, _, x, y := learningSpaces(t, 30)
	r := newRecord(training(x, y, 0), 1)
	for k := range 3000 {
		r.add(training(x, y, k))
	}
	if n := r.frames(); n > mostSnapshots+1 {
		t.Errorf("%d frames are kept", n)
	}
	if got := r.frame(r.frames() - 1).Step; !sameStep(got, training(x, y, 2999).Step) {
		t.Errorf("the last frame is of step %+v", got)
	}
	if r.along(neural.Step{Restart: 1, Step: 49}) != 1 || r.along(neural.Step{}) != 0 {
		t.Error("a training does not go from 0 to 1")
	}
}

// A session keeps a finished training so that it can be replayed, and a match takes no record of other
// samples.
func TestATrainingComesBackFromASession(t *testing.T) {
	t.Parallel()
	a, b, x, y := learningSpaces(t, 30)
	m := new(pipeline.Match)
	m.Pair, m.Result = pipeline.Pair{A: a, B: b, X: x, Y: y}, &solver.Result{}
	r := newRecord(training(x, y, 0), 1)
	for k := range 100 {
		r.add(training(x, y, k))
	}
	r.finish(m.Result)
	text, err := json.Marshal(r.keep())
	if err != nil {
		t.Fatal(err)
	}
	kept := &session.Training{}
	if err := json.Unmarshal(text, kept); err != nil {
		t.Fatal(err)
	}
	back := recordOf(kept, m)
	if back == nil || back.frames() != r.frames() || back.steps != r.steps || back.restarts != r.restarts || back.result != m.Result {
		t.Fatalf("the record comes back as %+v", back)
	}
	for i := range r.frames() {
		if was, is := r.frame(i), back.frame(i); !sameStep(was.Step, is.Step) || !slices.Equal(was.pushX, is.pushX) || !slices.Equal(was.pushY, is.pushY) || was.Temperature != is.Temperature {
			t.Fatalf("frame %d comes back as step %+v", i, is.Step)
		}
	}
	if extra := len(back.curve.items) - len(r.curve.items); extra < 0 || extra > 1 || !sameStep(back.newest(), r.newest()) {
		t.Errorf("%d points of the curve, want %d", len(back.curve.items), len(r.curve.items))
	}
	m.X = y
	if recordOf(kept, m) != nil {
		t.Error("scores of other samples were taken")
	}
}

// Near zero temperature the soft plan is the sorted plan; at any temperature every drawn sample's shares
// sum to its mass.
func TestSoftPlanTurnsHard(t *testing.T) {
	t.Parallel()
	const n = 40
	push := [2][]float64{make([]float64, n), make([]float64, n)}
	weights := make([]float64, n)
	for i := range n {
		push[0][i], push[1][i], weights[i] = 3*float64((i*7)%n), 100-float64((i*11)%n), 1.0/n
	}
	at := func(tau float64) *softPlan {
		return &softPlan{pushX: push[0], pushY: push[1], a: weights, b: weights, tau: tau}
	}
	target := slicer.SortedPlan(push[0], push[1], weights, weights).Targets()
	hard := at(widget.Coldest).links()
	if len(hard) != n {
		t.Errorf("%d links of %d samples at the coldest", len(hard), n)
	}
	for _, l := range hard {
		if l.j != target[l.i] || math.Abs(l.share-1) > 1e-6 {
			t.Errorf("sample %d goes to %d with share %g, sorting says %d", l.i, l.j, l.share, target[l.i])
		}
	}
	last := len(hard)
	for _, tau := range []float64{0.03, 0.3, widget.Hottest} {
		sums := map[int32]float64{}
		links := at(tau).links()
		for _, l := range links {
			sums[l.i] += l.share
		}
		for i, sum := range sums {
			if sum > 1+1e-6 || sum < 0.9 {
				t.Errorf("temperature %g: the shares of sample %d sum to %g", tau, i, sum)
			}
		}
		if len(links) <= last {
			t.Errorf("temperature %g: %d links, %d at a lower one", tau, len(links), last)
		}
		last = len(links)
	}
}

func TestOptionsOfAMethodShowOnlyWithIt(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		for _, method := range []string{"neural", "cg", "hierarchical"} {
			d.solving.setOption(option.Find("method"), method)
			shown := 0
			for _, s := range d.inspector.solve.special {
				if s.row.Visible() != s.option.For(method) {
					t.Errorf("with %s, %s shows: %t", method, s.option.Name, s.row.Visible())
				}
				if s.row.Visible() {
					shown++
				}
			}
			if shown == 0 {
				t.Errorf("no row shows for %s alone", method)
			}
		}
	})
}

func TestATrainingIsWatchedPausedAndScrubbed(t *testing.T) {
	d, _ := testDesk(t)
	a, b, x, y := learningSpaces(t, 30)
	onTestMain(func() {
		d.m.shapes = [2]*pipeline.Shape{a, b}
		d.solving.solve()
		look := func(k int) {
			t := training(x, y, k)
			d.solving.showProgress(d.solving.runs, pipeline.Progress{Stage: "learning", Fraction: 0.1, Training: t}, []*pipeline.Training{t})
		}
		look(0)
		look(1)
		panel := d.inspector.solve
		if !d.m.job.learning || d.m.view.ColorBy != present.ByPush || d.m.view.Push == nil || !panel.pause.Visible() || !d.learning.bar.slide.Disabled() {
			t.Fatal("a training is under way and the window does not show it")
		}
		if got := len(d.slicer.plot.data.links); got < max(x.Len(), y.Len()) {
			t.Errorf("the strip has %d links", got)
		}
		d.key(&fyne.KeyEvent{Name: fyne.KeyP})
		if !d.m.job.paused || panel.pause.Text != "Continue" || d.learning.bar.slide.Disabled() {
			t.Error("P did not pause")
		}
		d.learning.bar.slide.Choose(0)
		if s, ok := d.m.snapshot(); !ok || s.Step.Step != 0 {
			t.Errorf("scrubbed to the beginning, looking at step %d", s.Step.Step)
		}
		if d.m.view.Push.OfX[3] != float64(float32(math.Sin(3))) {
			t.Error("the shapes do not show the values of the step that is looked at")
		}
		panel.pause.OnTap()
		look(2)
		if s, _ := d.m.snapshot(); d.m.job.paused || s.Step.Step != 2 {
			t.Errorf("gone on, looking at step %d, paused %v", s.Step.Step, d.m.job.paused)
		}
		d.solving.cancel()
		look(3)
		if s, _ := d.m.snapshot(); d.m.job.stage != "stopping" || d.m.job.learning || s.Step.Step != 2 {
			t.Errorf("cancelled, the stage is %q, looking at step %d", d.m.job.stage, s.Step.Step)
		}
		d.m.job.stopping = false
		look(4)
		kept := d.m.record.frames()
		better := training(x, y, 4)
		better.Refined, better.Hard = true, 0.001
		better.PushX[3] = 77
		d.solving.showProgress(d.solving.runs, pipeline.Progress{Stage: "refining", Fraction: 0.8, Training: better, Pausable: true}, []*pipeline.Training{better})
		d.solving.showProgress(d.solving.runs, pipeline.Progress{Stage: "refining", Fraction: 0.8, Pausable: true}, nil)
		if s, _ := d.m.snapshot(); !s.refined || d.m.view.Push.OfX[3] != 77 || !panel.pause.Visible() || d.m.record.frames() != kept {
			t.Errorf("refinement is shown %v, its values %v, it can be paused %v, %d frames after %d", s.refined, d.m.view.Push.OfX[3] == 77, panel.pause.Visible(), d.m.record.frames(), kept)
		}
		if text := d.inspector.learn.keys[1].Text; text != "hard "+loss(0.001) {
			t.Errorf("the curve's key says %q", text)
		}
		d.solving.showProgress(d.solving.runs, pipeline.Progress{Stage: "polishing", Fraction: 0.9}, nil)
		if panel.pause.Visible() || d.m.job.learning {
			t.Error("what comes after the training can be paused")
		}
		d.shapes.setShape(sideA, b)
		if d.m.record != nil || d.m.view.Push != nil || d.learning.bar.play.Visible() {
			t.Error("a training of a shape that has gone is still shown")
		}
	})
}

func TestLossRangeIgnoresWhatWasNotLookedAt(t *testing.T) {
	t.Parallel()
	low, top := lossRange([]neural.Step{{Soft: 0.5, Hard: math.NaN()}, {Soft: 0.01, Hard: 0.02}, {Soft: math.Inf(-1), Hard: 0}})
	if low != 0.01 || top != 0.5 {
		t.Errorf("losses from %g to %g, want 0.01 to 0.5", low, top)
	}
	if f := logShare(0.1, 0.01, 1); math.Abs(f-0.5) > 1e-12 {
		t.Errorf("a tenth lies at %g", f)
	}
}

// The cost of a look at a training of 500 samples for the main goroutine, which has 33 ms from look to
// look.
func BenchmarkLook(b *testing.B) {
	d, _ := testDesk(b)
	s, u, x, y := learningSpaces(b, 500)
	onTestMain(func() {
		d.m.shapes = [2]*pipeline.Shape{s, u}
		d.solving.solve()
	})
	k := 0
	for b.Loop() {
		t := training(x, y, k%100)
		k++
		onTestMain(func() {
			d.solving.showProgress(d.solving.runs, pipeline.Progress{Stage: "learning", Fraction: 0.1, Training: t}, []*pipeline.Training{t})
		})
	}
}
