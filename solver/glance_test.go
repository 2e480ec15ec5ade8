package solver

import (
	"context"
	"slices"
	"testing"

	"gwscope/assets/shapes"
	"gwscope/solver/metric"
)

func sampled(t *testing.T, id string, n int) *metric.Space {
	t.Helper()
	m, err := shapes.Make(id)
	if err != nil {
		t.Fatal(err)
	}
	return spaceOf(t, m, n, 1)
}

// The matcher knows mugs and cats, and no star.
func TestTheMatcherTellsWhichPairsItKnows(t *testing.T) {
	t.Parallel()
	mug, other, cat, star := sampled(t, "mug/1", 200), sampled(t, "mug/2", 170), sampled(t, "cat/1", 200), sampled(t, "toy3d/4", 200)
	if !Familiar(mug, other, 2) {
		t.Error("two mugs are strange")
	}
	if !Familiar(cat, cat, 2) {
		t.Error("a cat is strange")
	}
	if Familiar(star, star, 2) {
		t.Error("a star is familiar")
	}
}

// A thorough search of a pair that the matcher knows has the matcher's match among its minima, with
// the same bits for any number of threads; a fast one, and one that a person steers, do without.
func TestAThoroughSearchStartsFromTheMatcherToo(t *testing.T) {
	t.Parallel()
	p := Problem{X: sampled(t, "mug/1", 120), Y: sampled(t, "mug/2", 120)}
	set := Settings{Effort: Thorough, Threads: 1}
	r := mustSolve(t, p.X, p.Y, set)
	s, err := newSolve(p, set)
	if err != nil {
		t.Fatal(err)
	}
	starts, lead := s.glance(context.Background())
	if len(starts) != 2 || len(starts[0]) != 120 || !lead {
		t.Fatalf("the matcher has %d maps", len(starts))
	}
	f := s.complete(context.Background(), &finisher{}, starts[0], 1)
	to := targetsOf(p.X.Distances, f.plan)
	if !slices.ContainsFunc(r.Alternatives, func(a Alternative) bool {
		return apart(p.Y.Distances, targetsOf(p.X.Distances, a.Plan), to) < sameFine
	}) {
		t.Error("the matcher's match is not among the minima")
	}
	set.Threads = 3
	if again := mustSolve(t, p.X, p.Y, set); !slices.Equal(again.Plan().J, r.Plan().J) {
		t.Error("three threads give another plan")
	}
	for name, change := range map[string]func(*solve){
		"fast":    func(s *solve) { s.Effort = Fast },
		"steered": func(s *solve) { s.Pins = []Pin{{}} },
		"sliced":  func(s *solve) { s.NoPolish = true },
	} {
		other := *s
		change(&other)
		if starts, _ := other.glance(context.Background()); starts != nil {
			t.Errorf("%s, the search looks at the matcher's match", name)
		}
	}
}
