package train

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/assets/shapes"
	"gwscope/solver/amortized"
	"gwscope/solver/internal/threadtest"
)

// rods are bent rods of two kinds, with three parts along them.
type rods struct{ endless bool }

func (rods) About() string        { return "bent rods" }
func (rods) Categories() []string { return []string{"straight", "bent"} }
func (r rods) Count(Split, int) uint64 {
	if r.endless {
		return 1 << 40
	}
	return 20
}

func (rods) Cloud(split Split, category int, object uint64, n int, rng *rand.Rand) (Cloud, error) {
	shape := rand.New(rand.NewPCG(object, uint64(split)))
	length, bend := 1+shape.Float64(), float64(category)*(1+shape.Float64())
	var c Cloud
	for range n {
		at := rng.Float64()
		// Thick at one end: a rod knows its ends apart.
		radius, turn := 0.05+0.1*at, 2*math.Pi*rng.Float64()
		c.Points = append(c.Points, r3.Vec{X: radius * math.Cos(turn), Y: length * at, Z: bend*at*at/3 + radius*math.Sin(turn)})
		c.Normals = append(c.Normals, r3.Vec{X: math.Cos(turn), Z: math.Sin(turn)})
		c.Labels = append(c.Labels, int32(3*at))
	}
	return c, nil
}

// The animals that a matcher is not meant for take longer to survey than a tiny training: two
// toys stand for them.
var animals = foreignShapes

func init() { foreignShapes = []string{"toy3d/1", "toy3d/4"} }

// Cats must stay a species that the statistics have never seen.
func TestForeignShapesAreKnownAndNoCats(t *testing.T) {
	t.Parallel()
	var known []string
	for _, s := range shapes.Names() {
		known = append(known, s.ID)
	}
	for _, id := range animals {
		if !slices.Contains(known, id) || strings.HasPrefix(id, "cat") {
			t.Errorf("%s cannot be surveyed", id)
		}
	}
}

func tiny() Settings {
	c := smallConfig()
	c.Invariants = true
	return Settings{Config: c, Epochs: 2, Pairs: 10, Batch: 4, Points: []int{12, 16}, Validation: 6, Seed: 3, Threads: 1, Rate: 3e-3}
}

// trainTiny runs a training to its end and returns the last state, as bytes of a checkpoint.
func trainTiny(t *testing.T, s Settings, from *State) (*Result, *State) {
	t.Helper()
	var last *State
	r, err := Run(context.Background(), rods{}, s, from, func(st *State) error { last = st; return nil }, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r, last
}

// bits are a state's checkpoint without times.
func bits(t *testing.T, s *State) []byte {
	t.Helper()
	c := *s
	c.at.Seconds = 0
	c.epochs = append([]Epoch(nil), c.epochs...)
	for k := range c.epochs {
		c.epochs[k].Seconds = 0
	}
	var b bytes.Buffer
	if err := c.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// reread sends a state through a file.
func reread(t *testing.T, s *State) *State {
	t.Helper()
	var b bytes.Buffer
	if err := s.Write(&b); err != nil {
		t.Fatal(err)
	}
	out, err := ReadState(&b)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestResumedTrainingHasTheSameBits(t *testing.T) {
	t.Parallel()
	places := tiny()
	places.Config.Places = true
	for _, s := range []Settings{tiny(), places} {
		resumed(t, s)
	}
}

func resumed(t *testing.T, s Settings) {
	whole, want := trainTiny(t, s, nil)
	if !whole.Done || len(whole.Epochs) != 2 {
		t.Fatalf("done: %v, %d epochs", whole.Done, len(whole.Epochs))
	}
	half := s
	half.Until = 1
	r, state := trainTiny(t, half, nil)
	if r.Done || len(r.Epochs) != 1 {
		t.Fatalf("half of it: done: %v, %d epochs", r.Done, len(r.Epochs))
	}
	_, got := trainTiny(t, s, reread(t, state))
	if !bytes.Equal(bits(t, got), bits(t, want)) {
		t.Error("two epochs at once and one after the other differ")
	}
}

func TestInterruptedTrainingHasTheSameBits(t *testing.T) {
	t.Parallel()
	_, want := trainTiny(t, tiny(), nil)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var state *State
	r, err := Run(ctx, rods{}, tiny(), nil, func(s *State) error { state = s; return nil }, func(p Progress) {
		if p.Step == 4 { // within the second epoch
			stop()
		}
	})
	if err != nil || r.Done || state == nil || state.at.Step != 4 {
		t.Fatalf("stopped: error %v, done %v, state %v", err, r.Done, state)
	}
	_, got := trainTiny(t, tiny(), reread(t, state))
	if !bytes.Equal(bits(t, got), bits(t, want)) {
		t.Error("a training that was interrupted ends with other bits")
	}
}

func TestThreadsChangeNoBit(t *testing.T) {
	t.Parallel()
	s := tiny()
	var one *State
	for _, s.Threads = range threadtest.Counts(1, 3) {
		_, three := trainTiny(t, s, nil)
		if one == nil {
			one = three
		}
		if !bytes.Equal(bits(t, one), bits(t, three)) {
			t.Error("three threads give other bits than one")
		}
	}
}

func TestTrainingLearnsToMatchRods(t *testing.T) {
	t.Parallel()
	s := tiny()
	s.Points, s.Pairs, s.Batch, s.Validation, s.Guide = []int{24}, 160, 2, 12, 0.3
	s.Config.Width = 16
	s.Config.Encoder, s.Config.Head = s.Config.Encoder[:1], s.Config.Head[:1]
	r, _ := trainTiny(t, s, nil)
	best := r.Epochs[r.BestEpoch-1]
	t.Logf("epoch %d: labels %.2f, loss %.3f", best.Epoch, best.Accuracy, best.HardLoss)
	// A plan by chance carries 0.33 of the labels over, at a loss of about 1.
	if best.Accuracy < 0.5 || best.HardLoss > 0.7 {
		t.Errorf("after %d epochs labels are %.2f right at a loss of %.3f", best.Epoch, best.Accuracy, best.HardLoss)
	}
	if r.Best.Statistics == nil || r.Best.Card.Epochs != best.Epoch || r.Best.Card.Accuracy["24"] != best.Accuracy {
		t.Errorf("the best weights carry %+v", r.Best.Card)
	}
}

func TestDivergenceStops(t *testing.T) {
	t.Parallel()
	s := tiny()
	s.Until = 1
	_, good := trainTiny(t, s, nil)
	bad := reread(t, good)
	bad.weights.Get("embed.weight")[0] = float32(math.NaN())
	saved := false
	_, err := Run(context.Background(), rods{}, tiny(), bad, func(*State) error { saved = true; return nil }, nil)
	var diverged *DivergedError
	if !errors.As(err, &diverged) || diverged.Epoch != 2 {
		t.Fatalf("weights that are not numbers: %v", err)
	}
	if saved {
		t.Error("a state without sense was saved over a good one")
	}
}

func TestResumeRefusesOtherSettings(t *testing.T) {
	t.Parallel()
	s := tiny()
	s.Until = 1
	_, state := trainTiny(t, s, nil)
	for name, change := range map[string]func(*Settings){
		"rate":   func(s *Settings) { s.Rate = 1e-4 },
		"points": func(s *Settings) { s.Points = []int{20} },
		"width":  func(s *Settings) { s.Config.Width = 12 },
		"seed":   func(s *Settings) { s.Seed = 4 },
	} {
		other := tiny()
		change(&other)
		if _, err := Run(context.Background(), rods{}, other, state, nil, nil); err == nil {
			t.Errorf("another %s was accepted", name)
		}
	}
	fewer, err := Without(rods{}, []string{"bent"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Run(context.Background(), fewer, tiny(), state, nil, nil); err == nil || !strings.Contains(err.Error(), "other data") {
		t.Errorf("fewer categories: %v", err)
	}
}

func TestDamagedCheckpointsAreRefused(t *testing.T) {
	t.Parallel()
	s := tiny()
	s.Until = 1
	_, state := trainTiny(t, s, nil)
	var b bytes.Buffer
	if err := state.Write(&b); err != nil {
		t.Fatal(err)
	}
	whole := b.Bytes()
	for _, end := range []int{0, 4, 8, 20, len(whole) / 2, len(whole) - 1} {
		if _, err := ReadState(bytes.NewReader(whole[:end])); err == nil {
			t.Errorf("%d of %d bytes were accepted", end, len(whole))
		}
	}
	flipped := append([]byte(nil), whole...)
	flipped[len(flipped)/2] ^= 1
	if _, err := ReadState(bytes.NewReader(flipped)); err == nil {
		t.Error("a flipped bit was accepted")
	}
}

func TestSettingsAreChecked(t *testing.T) {
	t.Parallel()
	if err := (Settings{}).Defaults().Check(); err != nil {
		t.Fatalf("the defaults: %v", err)
	}
	for name, change := range map[string]func(*Settings){
		"points":      func(s *Settings) { s.Points = []int{3} },
		"many points": func(s *Settings) { s.Points = []int{1 << 20} },
		"rate":        func(s *Settings) { s.Rate = math.NaN() },
		"lambda":      func(s *Settings) { s.Lambda = 1.5 },
		"epochs":      func(s *Settings) { s.Epochs = -1 },
		"alpha":       func(s *Settings) { s.AlphaEnd = -1 },
		"objects":     func(s *Settings) { s.Objects = 1 },
		"heads":       func(s *Settings) { s.Config.Heads = 3 },
		"start":       func(s *Settings) { s.Start = &amortized.Weights{} },
	} {
		s := Settings{}.Defaults()
		change(&s)
		if err := s.Check(); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestPairsOfSplitsNeverMeet(t *testing.T) {
	t.Parallel()
	m := newPairMaker(Procedural(), Settings{Config: smallConfig(), Seed: 1, Objects: 8}.Defaults())
	a, err := m.draw(Train, 5, 16)
	if err != nil {
		t.Fatal(err)
	}
	again, err := newPairMaker(Procedural(), Settings{Config: smallConfig(), Seed: 1, Objects: 8}.Defaults()).draw(Train, 5, 16)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(a, again) {
		t.Error("the same pair came out differently")
	}
	// The train split has eight objects of each category here: none of them may be in a pair
	// that checks.
	seen := map[string]bool{}
	for k := range uint64(60) {
		p, err := m.draw(Train, k, 16)
		if err != nil {
			t.Fatal(err)
		}
		seen[key(p.x)], seen[key(p.y)] = true, true
		if key(p.x) == key(p.y) {
			t.Error("a shape is paired with itself")
		}
	}
	for k := range uint64(60) {
		p, err := m.draw(Validation, k, 16)
		if err != nil {
			t.Fatal(err)
		}
		if seen[key(p.x)] || seen[key(p.y)] {
			t.Error("a validation shape is one that was trained on")
		}
		if p.category != int(k)%16 {
			t.Errorf("validation pair %d is of category %d", k, p.category)
		}
	}
}

func key(s *shape) string {
	var b bytes.Buffer
	for _, v := range s.dist {
		b.WriteByte(byte(math.Float32bits(v)))
		b.WriteByte(byte(math.Float32bits(v) >> 8))
	}
	return b.String()
}
