package pipeline

import (
	"context"
	"slices"
	"testing"

	"gwscope/app/session"
)

// While a thorough solve of two cars runs, the instant match is shown with its probability, and no
// plan of the solve takes its place; the result is the same as without it. Horses are strange to the
// matcher, and a fast solve ends as soon.
func TestASureInstantMatchIsShownMeanwhile(t *testing.T) {
	if testing.Short() {
		t.Skip("solves three pairs with thorough effort")
	}
	t.Parallel()
	o := session.Defaults()
	o.Samples, o.Surface = 250, session.MapAlone
	match := func(watched bool, a, b string) (*Match, []*Preview) {
		t.Helper()
		e := NewEngine()
		e.Meanwhile = watched
		var seen []*Preview
		m, err := e.Match(context.Background(), mustLoad(t, e, a), mustLoad(t, e, b), o, nil, func(p Progress) {
			if p.Preview != nil && !slices.Contains(seen, p.Preview) {
				seen = append(seen, p.Preview)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return m, seen
	}
	m, seen := match(true, "sample:car/1", "sample:car/2")
	sure := slices.IndexFunc(seen, func(p *Preview) bool { return p.Sure >= 0.8 })
	if sure < 0 || sure != len(seen)-1 {
		t.Errorf("of %d plans shown, the instant one was the %dth", len(seen), sure+1)
	}
	alone, seen := match(false, "sample:car/1", "sample:car/2")
	if slices.ContainsFunc(seen, func(p *Preview) bool { return p.Sure > 0 }) {
		t.Error("an instant match was shown, and nobody watches")
	}
	if !slices.Equal(alone.Result.Plan().J, m.Result.Plan().J) {
		t.Error("what is shown meanwhile changes the result")
	}
	if _, seen = match(true, "sample:horse/1", "sample:horse/2"); slices.ContainsFunc(seen, func(p *Preview) bool { return p.Sure > 0 }) {
		t.Error("the instant match of two horses is trusted")
	}
}
