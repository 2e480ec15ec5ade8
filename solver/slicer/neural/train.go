package neural

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"gwscope/solver/gw"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/nn"
	"gwscope/solver/slicer"
)

// Training is the input of [Train].
type Training struct {
	Settings
	X, Y    Side
	Problem *gw.Problem // of the same distances and weights
	Backend nn.Backend
	First   int // restart to begin with
	// Standing, if set, is where the training stands: Train begins there, and keeps it up
	// to date, which takes some time of a graphics card.
	Standing *Standing
	// Hold, if set, is called many times in a step, by several goroutines at once, and
	// may wait: that pauses the training.
	Hold func(context.Context)
	// Report, if set, is called after every step.
	Report func(Report)
}

// Step is one line of a training's record.
type Step struct {
	Restart, Step int     // from 0
	Temperature   float64 // in deviations of the scores
	Soft          float64 // loss of the soft plan, with the fused term
	Hard          float64 // GW² of the plan that sorting gives; NaN where it was not looked at
	GradNorm      float64 // before clipping
	Seconds       float64 // since the training began
}

// Report is a look at a running training.
type Report struct {
	Step
	// PushX and PushY are the scores (n and m), valid during the call.
	PushX, PushY []float64
	// Best is the best plan so far of all restarts.
	Best *gw.Plan
	GW2  float64
}

// Outcome is the best hard plan of one restart.
type Outcome struct {
	PushX, PushY []float64
	Plan         *gw.Plan
	GW2          float64
	// Value is the objective: GW2, and the feature term of a fused objective.
	Value   float64
	Restart int
}

// Adam's constants, which nobody changes.
const (
	beta1, beta2 = 0.9, 0.999
	epsilon      = 1e-8
)

// Train learns slicer and lifting and returns the best hard plan of each restart,
// least value first. When ctx ends, it returns the plans found by then. The error says
// why the backend failed, beside the outcomes until then.
func Train(ctx context.Context, t Training) ([]Outcome, error) {
	t.Backend.Bind(ctx, t.Hold)
	defer t.Backend.Bind(context.Background(), nil)
	largest := min(t.X.Len(), t.Y.Len())
	divisors := t.Bins
	if len(divisors) == 0 {
		divisors = []int{1}
	}
	bins := make([]int, len(divisors))
	for k, d := range divisors {
		// Fewer than two bins tell nothing apart.
		bins[k] = max(largest/d, min(largest, 2))
	}
	run := &run{Training: t, bins: bins, begin: time.Now(), best: Outcome{Value: math.Inf(1)}, fusion: fusionOf(t.Fused, t.X, t.Y)}
	if run.objective = newObjective(ctx, t.Backend, t.X, t.Y, slices.Max(bins), t.Settings); run.objective == nil {
		return nil, t.Backend.Err()
	}
	starts := []uint{0}
	if t.Flips && !t.Independent {
		starts = run.flips(ctx)
	}
	var outcomes []Outcome
	var err error
	for r := t.First; r < max(t.Restarts, 1); r++ {
		var o Outcome
		if o, err = run.restart(ctx, r, starts[r%len(starts)]); o.Plan != nil {
			outcomes = append(outcomes, o)
		}
		if err != nil || ctx.Err() != nil {
			break
		}
	}
	Sort(outcomes)
	return outcomes, err
}

// Sort puts outcomes in the order of Train: least value first, earlier restarts first among
// equals.
func Sort(outcomes []Outcome) {
	slices.SortFunc(outcomes, func(a, b Outcome) int {
		return cmp.Or(cmp.Compare(a.Value, b.Value), cmp.Compare(a.Restart, b.Restart))
	})
}

// run is a training under way.
type run struct {
	Training
	objective *objective
	bins      []int
	begin     time.Time
	best      Outcome // of all restarts
	fusion    fusion
}

// restart trains one network from scratch, its lifting from the given flips.
func (t *run) restart(ctx context.Context, r int, flips uint) (Outcome, error) {
	best := Outcome{Value: math.Inf(1), Restart: r}
	var mo *model
	if !parallel.Await(ctx, func() {
		mo = drawModel(t.Settings, t.X, t.Y, flips, t.Seed+uint64(r)*0x9e3779b97f4a7c15)
	}) {
		return best, t.Backend.Err()
	}
	mo.build(t.Backend, t.X, t.Y)
	begin := 0
	scores := make([]float64, mo.n+mo.m)
	pushX, pushY := scores[:mo.n], scores[mo.n:]
	unit := 1.0 // of the temperature, in deviations
	switch {
	case t.resumes(r):
		s := t.Standing
		mo.params.Restore(&s.params)
		begin, unit, best, t.best = s.Step, s.unit, s.best, s.overall
	case t.UntrainedScores:
		mo.forward(0)
		t.Backend.Download(scores, mo.scores)
		unit = 2 / (deviationOf(pushX) + deviationOf(pushY))
	}
	// look finds the loss of the plan that sorting the downloaded scores gives.
	look := func() (hard float64) {
		plan := slicer.SortedPlan(pushX, pushY, t.X.Weights, t.Y.Weights)
		hard = t.Problem.Loss(plan)
		if value := hard + t.fusion.of(plan); value < best.Value {
			best.Plan, best.GW2, best.Value = plan, hard, value
			best.PushX, best.PushY = slices.Clone(pushX), slices.Clone(pushY)
		}
		if best.Value < t.best.Value {
			t.best = best
		}
		return hard
	}
	every := 1 + mo.n*mo.m/4_000_000 // from 2000 points on, looking costs more than a step on a device
	for step := begin; step < t.Steps; step++ {
		progress := 0.0
		if t.Steps > 1 {
			progress = float64(step) / float64(t.Steps-1)
		}
		line := Step{Restart: r, Step: step, Temperature: unit * t.temperature(progress), Hard: math.NaN()}
		t.objective.setBins(t.bins[step*len(t.bins)/t.Steps])
		seed := uint64(0)
		if t.Net.Dropout > 0 {
			seed = t.Seed + uint64(step) + 1
			mo.forward(0) // the plan is that of the whole network
		} else {
			mo.forward(seed)
		}
		looking := step%every == 0 || step == t.Steps-1
		if looking {
			t.Backend.Download(scores, mo.scores)
		}
		if t.Net.Dropout > 0 {
			mo.forward(seed)
		}
		line.Soft = t.objective.loss(mo.scoresX(), mo.scoresY(), line.Temperature)
		if ctx.Err() != nil || t.Backend.Err() != nil {
			break // the last values may be rubbish
		}
		if math.IsNaN(line.Soft) || math.IsInf(line.Soft, 0) {
			return best, fmt.Errorf("the training diverged at step %d: lower the learning rate or clip gradients", step)
		}
		if looking {
			line.Hard = look()
		}
		t.objective.backward(mo.dScores.Slice(0, mo.n), mo.dScores.Slice(mo.n, mo.n+mo.m))
		mo.backward(seed)
		var scale float64
		scale, line.GradNorm = mo.params.Clip(t.Clip)
		if ctx.Err() != nil || t.Backend.Err() != nil {
			break
		}
		mo.params.Step(nn.AdamStep{Rate: t.rate(step), Beta1: beta1, Beta2: beta2, Epsilon: epsilon, Decay: t.Decay, Scale: scale})
		t.keep(mo, r, step+1, unit, best)
		line.Seconds = time.Since(t.begin).Seconds()
		if t.Report != nil {
			t.Report(Report{Step: line, PushX: pushX, PushY: pushY, Best: t.best.Plan, GW2: t.best.GW2})
		}
	}
	if ctx.Err() == nil && t.Backend.Err() == nil { // the last step has changed the networks
		mo.forward(0)
		t.Backend.Download(scores, mo.scores)
		if ctx.Err() == nil && t.Backend.Err() == nil {
			look()
		}
	}
	return best, t.Backend.Err()
}

// temperature falls geometrically.
func (s *Settings) temperature(progress float64) float64 {
	return s.TemperatureStart * math.Pow(s.TemperatureEnd/s.TemperatureStart, progress)
}

// deviationOf is the standard deviation of scores.
func deviationOf(scores []float64) float64 {
	mean, squares := 0.0, 0.0
	for _, v := range scores {
		mean += v / float64(len(scores))
	}
	for _, v := range scores {
		squares += (v - mean) * (v - mean) / float64(len(scores))
	}
	return math.Sqrt(squares + 1e-24) // one point, or a constant slicer
}

// rate grows linearly, then falls along half a cosine (Loshchilov and Hutter 2017).
func (s *Settings) rate(step int) float64 {
	if step < s.Warmup {
		return s.Rate * float64(step+1) / float64(s.Warmup)
	}
	progress := float64(step-s.Warmup) / float64(max(s.Steps-s.Warmup, 1))
	return s.Rate * (s.FinalRate + (1-s.FinalRate)*(1+math.Cos(math.Pi*progress))/2)
}
