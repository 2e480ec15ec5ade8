package amortized

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/assets/shapes"
	"gwscope/assets/shapes/parts"
	"gwscope/solver/metric"
)

// surveyed takes statistics of some objects of each category, and of animals but cats.
func surveyed(t testing.TB, c Config, each, points int) *Statistics {
	t.Helper()
	var s Survey
	of := func(category parts.Category, split parts.Split, i int64) *Tokens {
		return tokensOf(t, c, evenly(category, split, i, points))
	}
	for _, category := range parts.Categories() {
		for i := range int64(each) {
			s.Learned(c, of(category, parts.Train, i), category.Name)
			s.Held(c, of(category, parts.Validation, i), category.Name)
		}
	}
	for _, id := range []string{"horse/1", "horse/4", "elephant/2", "elephant/5", "human/1", "human/4"} {
		s.Foreign(c, tokensOf(t, c, animal(t, id, points)))
	}
	st, err := s.Statistics()
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// evenly is n farthest-point samples of an object, as those that shapes are matched by.
func evenly(category parts.Category, split parts.Split, i int64, n int) Cloud {
	cloud := category.Make(split.Seed(i)).SpreadCloud(n)
	return Cloud{Points: cloud.Points, Normals: cloud.Normals}
}

func animal(t testing.TB, id string, n int) Cloud {
	t.Helper()
	m, err := shapes.Make(id)
	if err != nil {
		t.Fatal(err)
	}
	d, err := metric.NewDomain(m, metric.DomainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := metric.NewSpace(context.Background(), d, metric.SpaceOptions{Samples: n})
	if err != nil {
		t.Fatal(err)
	}
	var out Cloud
	for _, p := range s.Samples {
		out.Points, out.Normals = append(out.Points, d.Points[p]), append(out.Normals, d.Normals[p])
	}
	return out
}

// Held-out objects of the categories are inside, and what is no such object is outside,
// also a species that the statistics have not seen.
func TestWhatIsOutside(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("makes some hundred shapes")
	}
	const n = 128
	c := Default()
	st := surveyed(t, c, 16, n)
	out := 0
	for _, category := range parts.Categories() {
		for i := range int64(4) {
			x, y := tokensOf(t, c, evenly(category, parts.Test, i, n)), tokensOf(t, c, evenly(category, parts.Test, i+10, n))
			if v := st.Novelty(c, x, y); v.Outside() {
				out++
				t.Logf("%s %d: %+v", category.Name, i, v)
			}
		}
	}
	if out > 6 { // of 128 shapes; two or three are to be expected
		t.Errorf("%d of 64 pairs of familiar objects are outside", out)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	draw := func(f func(v r3.Vec) r3.Vec) Cloud {
		var cloud Cloud
		for range n {
			cloud.Points = append(cloud.Points, f(r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}))
		}
		return cloud
	}
	for name, cloud := range map[string]Cloud{
		"a cat": animal(t, "cat/1", n), "another cat": animal(t, "cat/5", n),
		"a sphere": draw(r3.Unit), "noise": draw(func(v r3.Vec) r3.Vec { return v }),
		"a thread": draw(func(v r3.Vec) r3.Vec { return r3.Vec{X: v.X} }),
	} {
		x := tokensOf(t, c, cloud)
		if v := st.Novelty(c, x, x); !v.Outside() {
			t.Errorf("%s is inside: %+v", name, v)
		}
	}
}

func TestSentencesNameWhatIsUnfamiliar(t *testing.T) {
	t.Parallel()
	w := fresh(t, small(), 1)
	chair, cat := tokensOf(t, small(), object(t, "chair", 1, 100)), tokensOf(t, small(), animal(t, "cat/1", 100))
	if got := w.Unfamiliar(chair, chair); !strings.Contains(got, "do not say") {
		t.Errorf("without statistics: %q", got)
	}
	w.Statistics = surveyed(t, small(), 8, 100)
	w.Card = Card{Categories: []string{"chair", "table"}, FewestPoints: 64, MostPoints: 200}
	if got := w.Unfamiliar(chair, chair) + w.Numbers(chair, chair); got != "" {
		t.Errorf("a chair: %q", got)
	}
	for _, test := range []struct {
		x, y *Tokens
		want string
	}{{cat, cat, "Both shapes are"}, {cat, chair, "Shape A is"}, {chair, cat, "Shape B is"}} {
		if got := w.Unfamiliar(test.x, test.y); !strings.HasPrefix(got, test.want) || !strings.Contains(got, "(chair, table)") {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
	w.Card.FewestPoints, w.Card.MostPoints = 10, 13 // denser by less than eight
	if got := w.Numbers(chair, chair); got != "" {
		t.Errorf("samples as many as were measured: %q", got)
	}
	w.Card.MostPoints = 12
	if got := w.Numbers(chair, chair); !strings.Contains(got, "10 to 12 samples") {
		t.Errorf("too many samples: %q", got)
	}
	w.Card.FewestPoints, w.Card.MostPoints = 120, 120
	if got := w.Numbers(chair, chair); !strings.Contains(got, "of 120 samples") {
		t.Errorf("too few samples: %q", got)
	}
}

func TestSurveysOfTooFewShapes(t *testing.T) {
	t.Parallel()
	var s Survey
	if _, err := s.Statistics(); err == nil {
		t.Error("statistics of nothing")
	}
	s.Learned(small(), tokensOf(t, small(), object(t, "chair", 1, 50)), "chair")
	if _, err := s.Statistics(); err == nil || !strings.Contains(err.Error(), "too few") {
		t.Errorf("statistics of one chair: %v", err)
	}
}
