package pipeline

import (
	"context"
	"slices"
	"testing"

	"gwscope/app/session"
)

// A person who watches sees a match of a few samples first, and the match of all stays the same.
func TestAMatchOfFewSamplesIsShownFirst(t *testing.T) {
	t.Parallel()
	o := session.Defaults()
	o.Samples, o.Effort, o.Surface = 2*earlySamples+1, "fast", session.MapAlone
	match := func(watched bool, change func(*session.Options)) (previews []*Preview, m *Match) {
		t.Helper()
		o := o
		change(&o)
		e := NewEngine()
		e.Meanwhile = watched
		m, err := e.MatchMarked(context.Background(), mustLoad(t, e, "sample:horse/1"), mustLoad(t, e, "sample:horse/2r"), o, session.Marks{}, nil, func(p Progress) {
			if p.Preview != nil && !slices.Contains(previews, p.Preview) {
				previews = append(previews, p.Preview)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return previews, m
	}
	asIs := func(*session.Options) {}
	first, m := match(true, asIs)
	if n := len(first); n < 2 || first[0].X.Len() != earlySamples || first[0].Plan == nil || first[n-1].X.Len() != o.Samples {
		t.Errorf("%d previews, the first of %d samples and the last of %d", n, first[0].X.Len(), first[n-1].X.Len())
	}
	later, alone := match(false, asIs)
	if later[0].X.Len() != o.Samples {
		t.Errorf("where nobody watches, the first preview has %d samples", later[0].X.Len())
	}
	if !slices.Equal(m.Alternative().Plan.J, alone.Alternative().Plan.J) || m.GW2() != alone.GW2() || !slices.Equal(m.AToB.Places, alone.AToB.Places) {
		t.Error("a match that a person watches is another one")
	}
	few, _ := match(true, func(o *session.Options) { o.Samples-- })
	if few[0].X.Len() != o.Samples-1 {
		t.Errorf("a match of few samples shows one of %d before", few[0].X.Len())
	}
}
