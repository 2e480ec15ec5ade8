package train

import (
	"errors"
	"fmt"

	"gwscope/solver/amortized"
)

// Settings of a training. Fields that are zero take their defaults: of a network of places, or else of
// one of scores.
type Settings struct {
	Config amortized.Config `json:"config"` // of the network; amortized.Default()
	// Epochs of Pairs pairs each, 24 (32 if bodies are learned) or 20, and 2000: every pair is drawn anew.
	Epochs int `json:"epochs"`
	Pairs  int `json:"pairs"`
	Batch  int `json:"batch"` // pairs of one step, 4
	// Points of each shape, 128 or 256. Of several numbers each batch draws one.
	Points []int `json:"points"`

	Rate   float64 `json:"rate"`   // the highest learning rate, 1.5e-3 or 5e-4
	Decay  float64 `json:"decay"`  // weight decay, 1e-5
	Clip   float64 `json:"clip"`   // largest norm of a step's gradient, 1
	Lambda float64 `json:"lambda"` // weight of the features in the fused objective, 0.8; negative for none
	// Warmup is the share of all steps in which the rate rises from 0, 0.02; afterwards it
	// falls as half a cosine.
	Warmup float64 `json:"warmup"`
	// The temperature of the soft sort of standardised scores falls from AlphaStart to AlphaEnd, 0.3 to
	// 0.02, by the same factor in every step.
	AlphaStart float64 `json:"alpha_start"`
	AlphaEnd   float64 `json:"alpha_end"`
	// Guide is the share of steps, from the first on, in which scores are drawn to the ranks of points
	// by height as well, with a weight that falls from 1 to 0; 0.1 unless there is a Start, negative for none. The soft plan
	// of random scores is a saddle of its loss, which training leaves slowly; height is the order that
	// upright objects share.
	Guide float64 `json:"guide"`
	// PerBin is the number of points that share a bin of the soft sort, 2: half as many
	// bins as points take a third of the time of as many, and no accuracy.
	PerBin int `json:"per_bin"`

	// Objects of each category are learned from, 384 or 256; shapes are made once and kept as far as
	// memory goes, because they take as long as half a step. Negative: as many as the source has.
	Objects    int    `json:"objects"`
	Validation int    `json:"validation"` // pairs, 64
	Seed       uint64 `json:"seed"`
	// Data says what is learned from, and is filled in by Run: a training goes on with no other.
	Data string `json:"data,omitempty"`
	// Threads run pairs of a batch at the same time (0: all processors). They change no bit.
	Threads int `json:"-"`
	// Until stops after that many epochs of all, to go on another time; 0: Epochs.
	Until int `json:"-"`
	// Start is what to begin with instead of random weights: those of a training on fewer
	// points, for example. A checkpoint has its own.
	Start *amortized.Weights `json:"-"`
}

// Defaults fills in what is zero.
func (s Settings) Defaults() Settings {
	if s.Config.Width == 0 {
		s.Config = amortized.Default()
	}
	epochs, rate, points, objects := 20, 5e-4, 256, 256
	if s.Config.Places {
		epochs, rate, points, objects = 24, 1.5e-3, 128, 384
	}
	if s.Config.Rest {
		epochs = 32
	}
	for _, f := range []struct {
		field     *int
		otherwise int
	}{{&s.Epochs, epochs}, {&s.Pairs, 2000}, {&s.Batch, 4}, {&s.PerBin, 2}, {&s.Validation, 64}, {&s.Objects, objects}} {
		if *f.field == 0 {
			*f.field = f.otherwise
		}
	}
	if s.Start != nil && s.Guide == 0 {
		s.Guide = -1 // it has an order already
	}
	for _, f := range []struct {
		field     *float64
		otherwise float64
	}{{&s.Rate, rate}, {&s.Decay, 1e-5}, {&s.Clip, 1}, {&s.Lambda, 0.8}, {&s.Warmup, 0.02}, {&s.Guide, 0.1}, {&s.AlphaStart, 0.3}, {&s.AlphaEnd, 0.02}} {
		if *f.field == 0 {
			*f.field = f.otherwise
		}
	}
	if len(s.Points) == 0 {
		s.Points = []int{points}
	}
	return s
}

// fewestPoints are as many as a shape must have: the soft sort needs bins, the tokens
// neighbours.
const (
	fewestPoints = 8
	mostPoints   = 4096 // attention keeps some 20 matrices of n x n a head: this is 5 GB
)

// Check says what is wrong with settings.
func (s Settings) Check() error {
	if err := s.Config.Check(); err != nil {
		return err
	}
	if s.Start != nil && fmt.Sprint(s.Start.Config) != fmt.Sprint(s.Config) {
		return errors.New("the weights to begin with are of another network than the settings ask for")
	}
	if s.Objects == 1 {
		return errors.New("one object of each category makes no pair: use at least 2")
	}
	for _, n := range s.Points {
		if n < fewestPoints || n > mostPoints {
			return fmt.Errorf("shapes of %d points cannot be trained on: use %d to %d", n, fewestPoints, mostPoints)
		}
	}
	for _, f := range []struct {
		what  string
		value int
	}{{"epochs", s.Epochs}, {"pairs an epoch", s.Pairs}, {"pairs a batch", s.Batch}, {"points a bin", s.PerBin}, {"validation pairs", s.Validation}} {
		if f.value < 1 {
			return fmt.Errorf("%d %s are too few: use at least 1", f.value, f.what)
		}
	}
	for _, f := range []struct {
		what     string
		value    float64
		lo, hi   float64
		openLeft bool
	}{
		{"a learning rate", s.Rate, 0, 1, true}, {"a weight decay", s.Decay, 0, 1, false}, {"a largest gradient", s.Clip, 0, 1e9, true},
		{"a weight of features", max(s.Lambda, 0), 0, 1, false}, {"a share of warm-up", s.Warmup, 0, 1, false},
		{"a share of guided steps", max(s.Guide, 0), 0, 1, false},
		{"a first temperature", s.AlphaStart, 0, 10, true}, {"a last temperature", s.AlphaEnd, 0, 10, true},
	} {
		if !(f.value >= f.lo && f.value <= f.hi) || f.openLeft && f.value == f.lo {
			return fmt.Errorf("%s of %g is not possible: use one above %g, at most %g", f.what, f.value, f.lo, f.hi)
		}
	}
	return nil
}

// steps of one epoch and of all.
func (s Settings) stepsPerEpoch() int { return (s.Pairs + s.Batch - 1) / s.Batch }
func (s Settings) steps() int         { return s.Epochs * s.stepsPerEpoch() }

// lambda is the weight of features in the objective.
func (s Settings) lambda() float64 { return max(s.Lambda, 0) }

// sameRun reports whether a training with settings s can go on with settings t. The
// number of epochs may change; the schedules then aim at the new end.
func (s Settings) sameRun(t Settings) error {
	t.Epochs, t.Threads, t.Until, t.Start = s.Epochs, s.Threads, s.Until, s.Start
	if s.Data != t.Data {
		return fmt.Errorf("the checkpoint is of a training on other data (%s): resume with the same --data and --without, or begin anew with another --out", s.Data)
	}
	if a, b := fmt.Sprintf("%+v", s), fmt.Sprintf("%+v", t); a != b {
		return errors.New("the checkpoint is of a training with other settings: resume with the same ones (only the number of epochs may change), or begin anew with another --out")
	}
	return nil
}
