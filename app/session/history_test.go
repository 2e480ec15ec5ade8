package session

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"gwscope/render/camera"
)

// sheet is a state as a window has it: fields of several kinds, nested.
type sheet struct {
	Options Options
	Look    struct {
		T     float64
		Edges bool
	}
	Marks  []string
	Camera camera.Camera
}

// changeSome changes one field by chance and says which.
func changeSome(rng *rand.Rand, s sheet) (sheet, string) {
	switch rng.IntN(5) {
	case 0:
		s.Options.Samples = 1 + rng.IntN(2000)
		return s, "Samples"
	case 1:
		s.Options.Seed = rng.Uint64()
		return s, "Seed"
	case 2:
		s.Look.T = rng.Float64()
		return s, "T"
	case 3:
		s.Look.Edges = !s.Look.Edges
		return s, "Edges"
	default:
		s.Marks = append(slices.Clone(s.Marks), fmt.Sprint(rng.Int()))
		return s, "Marks"
	}
}

// Undoing everything leads back to the first state and redoing everything to the last,
// through the same states, whatever was done, undone and redone before.
func TestUndoingEverythingLeadsBack(t *testing.T) {
	t.Parallel()
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 1))
		first := sheet{Options: Defaults()}
		h := NewHistory(first)
		line, at := []sheet{first}, 0 // all states that can be come to
		now := time.Unix(0, 0)
		for range 200 {
			now = now.Add(10 * time.Second)
			switch rng.IntN(5) {
			case 0:
				s, ok := h.Undo()
				if ok != (at > 0) {
					t.Fatalf("seed %d: undo says %t with %d steps done", seed, ok, at)
				}
				at = max(at-1, 0)
				if !reflect.DeepEqual(s, line[at]) {
					t.Fatalf("seed %d: undo gives\n%+v, want\n%+v", seed, s, line[at])
				}
			case 1:
				s, ok := h.Redo()
				if ok != (at < len(line)-1) {
					t.Fatalf("seed %d: redo says %t with %d of %d steps done", seed, ok, at, len(line)-1)
				}
				at = min(at+1, len(line)-1)
				if !reflect.DeepEqual(s, line[at]) {
					t.Fatalf("seed %d: redo gives another state", seed)
				}
			default:
				next, name := changeSome(rng, line[at])
				h.Record(next, Change{Name: name}, now)
				if reflect.DeepEqual(next, line[at]) {
					continue
				}
				line = append(line[:at+1:at+1], next)
				at++
				if undo, redo := h.Next(); undo != name || redo != "" {
					t.Fatalf("seed %d: after %s the menu would offer to undo %q and redo %q", seed, name, undo, redo)
				}
			}
		}
		for range line {
			h.Undo()
		}
		if !reflect.DeepEqual(h.Now(), first) {
			t.Errorf("seed %d: undoing everything leads to %+v", seed, h.Now())
		}
		for range line {
			h.Redo()
		}
		if !reflect.DeepEqual(h.Now(), line[len(line)-1]) {
			t.Errorf("seed %d: redoing everything does not lead to the last state", seed)
		}
	}
}

func TestADragIsOneStep(t *testing.T) {
	t.Parallel()
	h := NewHistory(sheet{})
	now := time.Unix(100, 0)
	drag := func(to float64, wait time.Duration) {
		now = now.Add(wait)
		s := h.Now()
		s.Look.T = to
		h.Record(s, Change{Name: "Morph", Kind: "T"}, now)
	}
	for i := range 100 {
		drag(float64(i+1)/100, 30*time.Millisecond)
	}
	drag(0.5, time.Minute) // another one
	if s, _ := h.Undo(); s.Look.T != 1 {
		t.Errorf("undoing the second drag leads to t = %g", s.Look.T)
	}
	if s, _ := h.Undo(); s.Look.T != 0 {
		t.Errorf("undoing the first leads to t = %g", s.Look.T)
	}
	if _, ok := h.Undo(); ok {
		t.Error("there is a third step")
	}
	drag(0.3, 0)
	drag(0, 10*time.Millisecond)
	if undo, _ := h.Next(); undo != "" {
		t.Errorf("a drag there and back leaves the step %q", undo)
	}
}

// A step that was undone is not continued by a change that comes at once.
func TestNothingJoinsAStepThatWasComeBackTo(t *testing.T) {
	t.Parallel()
	h := NewHistory(sheet{})
	now := time.Unix(100, 0)
	set := func(v float64) {
		s := h.Now()
		s.Look.T = v
		h.Record(s, Change{Name: "Morph", Kind: "T"}, now)
	}
	set(0.2)
	now = now.Add(time.Minute)
	set(0.4)
	h.Undo()
	set(0.6)
	if s, _ := h.Undo(); s.Look.T != 0.2 {
		t.Errorf("undo leads to t = %g, want 0.2", s.Look.T)
	}
}

// Changes that are no steps stay through undo and redo.
func TestUndoLeavesAloneWhatWasNoStep(t *testing.T) {
	t.Parallel()
	h := NewHistory(sheet{Camera: camera.New()})
	s := h.Now()
	s.Options.Samples = 300
	h.Record(s, Change{Name: "Samples"}, time.Unix(1, 0))
	s.Camera.Distance = 9 // the window has brought a match into view
	h.Amend(s)
	s, _ = h.Undo()
	if s.Options.Samples != 0 || s.Camera.Distance != 9 {
		t.Errorf("undo gives %d samples seen from %g away", s.Options.Samples, s.Camera.Distance)
	}
	s.Camera.Distance = 4
	h.Amend(s)
	if s, _ = h.Redo(); s.Options.Samples != 300 || s.Camera.Distance != 4 {
		t.Errorf("redo gives %d samples seen from %g away", s.Options.Samples, s.Camera.Distance)
	}
}

func TestOldStepsAreForgotten(t *testing.T) {
	t.Parallel()
	h := NewHistory(sheet{})
	h.Limit = 10
	for i := range 100 {
		s := h.Now()
		s.Options.Samples = i + 1
		h.Record(s, Change{Name: "Samples"}, time.Unix(int64(i), 0))
	}
	n := 0
	for ; ; n++ {
		if _, ok := h.Undo(); !ok {
			break
		}
	}
	if n != 10 || h.Now().Options.Samples != 90 {
		t.Errorf("%d steps were kept, down to %d samples; want 10, down to 90", n, h.Now().Options.Samples)
	}
	if c := cap(h.steps); c > 64 {
		t.Errorf("a history of 10 steps has room for %d", c)
	}
}

func TestDifferencesNameFields(t *testing.T) {
	t.Parallel()
	a := sheet{Options: Defaults(), Camera: camera.New()}
	b := a
	b.Options.Method, b.Look.T, b.Camera.Target[1] = "neural", 1, 3
	want := []string{"Options.Method", "Look.T", "Camera"}
	if got := Differences(a, b); !slices.Equal(got, want) {
		t.Errorf("differences are %v, want %v", got, want)
	}
	a.Look.T, b = math.NaN(), a
	b.Look.T = math.NaN()
	if got := Differences(a, b); len(got) != 0 {
		t.Errorf("not a number differs from itself: %v", got)
	}
}
