package train

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gwscope/solver/amortized"
	"gwscope/solver/gw"
	"gwscope/solver/internal/parallel"
)

// Progress of a training, for whoever watches.
type Progress struct {
	Epoch, Epochs int // Epoch from 1
	Step, Steps   int // of all epochs
	Loss          float64
	// Accuracy of the last validation, and whether there has been one.
	Accuracy  float64
	Validated bool
	// Left is the time to the end at the pace so far; 0 while unknown.
	Left time.Duration
	// Epoched is the line of an epoch that has just ended.
	Epoched *Epoch
}

// Epoch is what the log keeps of an epoch.
type Epoch struct {
	Epoch   int     `json:"epoch"` // from 1
	Steps   int     `json:"steps"` // so far
	Seconds float64 `json:"seconds"`
	Rate    float64 `json:"rate"` // of the last step
	Alpha   float64 `json:"alpha"`
	// Means over the epoch's steps: the loss that is minimised, its terms, and the norm of gradients
	// before clipping.
	Loss     float64 `json:"loss"`
	GW2      float64 `json:"gw2"`
	Feature  float64 `json:"feature"`
	Gradient float64 `json:"gradient"`
	// Of hard plans of the validation pairs at the end of the epoch. Labels serve the
	// accuracy alone: the best weights are those of the lowest loss.
	HardLoss   float64   `json:"hard_loss"`
	HardGW2    float64   `json:"hard_gw2"`
	Accuracy   float64   `json:"accuracy"`
	ByCategory []float64 `json:"by_category"`
}

// Result of a training.
type Result struct {
	Best *amortized.Weights // those of the epoch with the lowest loss on validation pairs
	// BestEpoch is its number, from 1; 0 if no epoch ended.
	BestEpoch int
	Epochs    []Epoch
	// Done reports whether all epochs are behind; if not, the training was stopped and can
	// go on.
	Done bool
}

// DivergedError stops a training whose loss is no longer a number.
type DivergedError struct{ Step, Epoch int }

func (e *DivergedError) Error() string {
	return fmt.Sprintf("the loss is no longer finite in step %d (epoch %d): the weights of the last good epoch are kept; try a lower --rate", e.Step, e.Epoch)
}

// trainer is a training in progress.
type trainer struct {
	settings Settings
	maker    *pairMaker
	scales   scales
	weights  *amortized.Weights
	adam     *adam
	grads    [][]float32
	workers  []*worker
	outcomes []outcome
	check    []*pair // for validation

	at       position
	result   Result
	bestLoss float64
	spent    float64 // seconds in this epoch before this session
}

// position is where a training is: the next step, and sums over the steps of its epoch
// so far.
type position struct {
	Step                         int
	Loss, GW2, Feature, Gradient float64
	Count                        int
	Seconds                      float64
}

// Run trains from the beginning, or from where an earlier run was if from is its state.
// It ends with all epochs, with Settings.Until, or after the step in hand when ctx ends: none of
// these is an error. save is called after each epoch and at the end with what to keep; report
// often. Either may be nil. A loss that is not finite is a *DivergedError, with
// the last saved state as good as before.
func Run(ctx context.Context, source Source, s Settings, from *State, save func(*State) error, report func(Progress)) (*Result, error) {
	s = s.Defaults()
	s.Data = fmt.Sprintf("%s: %s", source.About(), strings.Join(source.Categories(), ", "))
	if err := s.Check(); err != nil {
		return nil, err
	}
	t := &trainer{settings: s, maker: newPairMaker(source, s)}
	var err error
	if from == nil {
		err = t.begin(ctx)
	} else {
		err = t.resume(from)
	}
	if err == nil {
		err = t.prepare(ctx)
	}
	if err != nil {
		return &t.result, ignoreStop(ctx, err)
	}
	defer func() {
		for _, w := range t.workers {
			w.close()
		}
	}()
	err = t.run(ctx, save, report)
	t.result.Done = t.at.Step >= s.steps()
	return &t.result, err
}

// begin draws the weights and takes the data's scales.
func (t *trainer) begin(ctx context.Context) error {
	w, err := amortized.NewWeights(t.settings.Config, t.settings.Seed)
	if err != nil {
		return err
	}
	if t.settings.Start != nil {
		w = t.settings.Start.Clone()
	}
	t.weights = w
	pairs := make([]*pair, fitted)
	errs := make([]error, fitted)
	// Pairs far beyond those of any step: the first ones are not seen twice.
	const beyond = 1 << 48
	if err := parallel.For(ctx, t.settings.Threads, fitted, 1, func(_, k, _ int) {
		pairs[k], errs[k] = t.maker.draw(Train, beyond+uint64(k), t.settings.Points[k%len(t.settings.Points)])
	}); err != nil {
		return err
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if t.settings.Start == nil {
		var tokens []*amortized.Tokens
		for _, p := range pairs {
			for _, s := range []*shape{p.x, p.y} {
				tokens = append(tokens, &amortized.Tokens{Input: s.input, Mass: gw.Uniform(s.n)})
			}
		}
		w.FitInput(tokens)
	}
	t.scales = fitScales(t.settings.Config, pairs)
	if w.Statistics, err = survey(ctx, t.maker, t.settings); err != nil {
		return err
	}
	t.adam = newAdam(trainedValues(w))
	return nil
}

func trainedValues(w *amortized.Weights) [][]float32 {
	var out [][]float32
	for _, e := range w.Entries() {
		if trained(e.Name) {
			out = append(out, w.Get(e.Name))
		}
	}
	return out
}

// prepare makes the parts of a trainer that a state does not hold.
func (t *trainer) prepare(ctx context.Context) error {
	for _, v := range t.adam.values {
		t.grads = append(t.grads, make([]float32, len(v)))
	}
	for range min(parallel.Threads(t.settings.Threads), t.settings.Batch) {
		t.workers = append(t.workers, newWorker(t))
	}
	t.check = make([]*pair, t.settings.Validation)
	errs := make([]error, len(t.check))
	if err := parallel.For(ctx, t.settings.Threads, len(t.check), 1, func(_, k, _ int) {
		t.check[k], errs[k] = t.maker.draw(Validation, uint64(k), t.settings.Points[k%len(t.settings.Points)])
	}); err != nil {
		return err
	}
	return errors.Join(errs...)
}

func (t *trainer) run(ctx context.Context, save func(*State) error, report func(Progress)) error {
	s := t.settings
	last := s.steps()
	if s.Until > 0 {
		last = min(last, s.Until*s.stepsPerEpoch())
	}
	began, first := time.Now(), t.at.Step
	t.spent = t.at.Seconds
	epochBegan := began
	feed, stop := context.WithCancel(ctx)
	defer stop()
	saved := true
	if t.at.Count > 0 && t.at.Step%s.stepsPerEpoch() == 0 {
		// It was stopped within the validation that ends an epoch.
		if _, err := t.endEpoch(ctx); err != nil {
			return ignoreStop(ctx, err)
		}
		t.spent, saved = 0, false
	}
	for b := range batches(feed, t.maker, s, t.at.Step, last) {
		if ctx.Err() != nil {
			break
		}
		if b.err != nil {
			return b.err
		}
		loss, err := t.step(b)
		if errors.Is(err, errDiverged) {
			return &DivergedError{b.step + 1, b.step/s.stepsPerEpoch() + 1}
		}
		if err != nil {
			return err
		}
		saved = false
		t.at.Seconds = t.spent + time.Since(epochBegan).Seconds()
		p := Progress{Epoch: b.step/s.stepsPerEpoch() + 1, Epochs: s.Epochs, Step: t.at.Step, Steps: s.steps(), Loss: loss}
		if t.at.Step%s.stepsPerEpoch() == 0 {
			e, err := t.endEpoch(ctx)
			if errors.Is(err, errDiverged) {
				return &DivergedError{b.step + 1, b.step/s.stepsPerEpoch() + 1}
			}
			if ctx.Err() != nil {
				// Stopped within the validation: it is done anew by whoever goes on.
				break
			}
			if err != nil {
				return err
			}
			p.Epoched = e
			epochBegan, t.spent = time.Now(), 0
			if save != nil {
				if err := save(t.state()); err != nil {
					return err
				}
			}
			saved = true
		}
		if n := len(t.result.Epochs); n > 0 {
			p.Accuracy, p.Validated = t.result.Epochs[n-1].Accuracy, true
		}
		if done := t.at.Step - first; done > 2 {
			p.Left = time.Duration(float64(time.Since(began)) / float64(done) * float64(last-t.at.Step))
		}
		if report != nil {
			report(p)
		}
	}
	if !saved && save != nil {
		return save(t.state())
	}
	return nil
}

// ignoreStop is err, or nil if ctx ended: to be stopped is no error.
func ignoreStop(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// step trains on one batch.
func (t *trainer) step(b batch) (loss float64, err error) {
	s := t.settings
	o, err := t.gradients(b, s.alpha(b.step), s.guidance(b.step))
	if err != nil {
		return 0, err
	}
	size := norm(t.grads)
	if !finite([]float64{size}) {
		return 0, errDiverged
	}
	scale := 1.0
	if size > s.Clip {
		scale = s.Clip / size
	}
	t.adam.update(t.grads, scale, s.rate(b.step), s.Decay)
	t.at.Step++
	t.at.Count++
	t.at.Loss += o.loss
	t.at.GW2 += o.parts.gw2
	t.at.Feature += o.parts.feature
	t.at.Gradient += size
	return o.loss, nil
}

// endEpoch validates and writes the epoch's line.
func (t *trainer) endEpoch(ctx context.Context) (*Epoch, error) {
	s, a := t.settings, t.at
	n := float64(a.Count)
	e := Epoch{
		Epoch: a.Step / s.stepsPerEpoch(), Steps: a.Step, Seconds: a.Seconds, Rate: s.rate(a.Step - 1), Alpha: s.alpha(a.Step - 1),
		Loss: a.Loss / n, GW2: a.GW2 / n, Feature: a.Feature / n, Gradient: a.Gradient / n,
	}
	if err := t.validate(ctx, &e); err != nil {
		return nil, err
	}
	t.result.Epochs = append(t.result.Epochs, e)
	if t.result.Best == nil || e.HardLoss <= t.bestLoss {
		t.result.Best, t.result.BestEpoch, t.bestLoss = t.weights.Clone(), e.Epoch, e.HardLoss
		t.result.Best.Card = card(t.maker.source, s, e, t.weights.Card)
	}
	t.at = position{Step: a.Step}
	return &e, nil
}
