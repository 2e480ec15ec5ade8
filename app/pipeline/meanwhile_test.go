package pipeline

import (
	"context"
	"slices"
	"testing"

	"gwscope/app/session"
)

// The instant match of two cars is sure enough to be shown while a thorough solve runs; that of two
// stars, which are strange to the matcher, and that of a match which is steered are not.
func TestASureInstantMatchIsShownMeanwhile(t *testing.T) {
	t.Parallel()
	e := NewEngine()
	e.Meanwhile = true
	o := session.Defaults()
	o.Samples = 150
	pair := func(a, b string) *Pair {
		t.Helper()
		p, err := e.Prepare(context.Background(), mustLoad(t, e, a), mustLoad(t, e, b), o, nil)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	cars, stars := pair("sample:car/1", "sample:car/2"), pair("sample:toy3d/4", "sample:toy3d/4")
	s, sure := e.instant(context.Background(), cars, &Asked{Options: o})
	if !(sure >= 0.8) || s.Result.Plan() == nil {
		t.Fatalf("the instant match of two cars is %.2f sure", sure)
	}
	if _, sure = e.instant(context.Background(), stars, &Asked{Options: o}); sure != 0 {
		t.Errorf("that of two stars is %.2f sure", sure)
	}
	shown := func(change func(*session.Options)) (all []*Preview) {
		o := o
		change(&o)
		done := make(chan struct{}, 1)
		rep := newReporter(func(p Progress) {
			if p.Preview != nil && !slices.Contains(all, p.Preview) {
				all = append(all, p.Preview)
				done <- struct{}{}
			}
		}, o)
		stop := e.meanwhile(context.Background(), cars, &Asked{Options: o}, rep)
		if o.Effort == "thorough" && o.Flip == "auto" {
			<-done
		}
		stop()
		rep.report("slicing", 0.5, func(p *Progress) { p.offer(&Preview{}) })
		return all
	}
	if all := shown(func(*session.Options) {}); len(all) != 1 || all[0].Sure < 0.8 {
		t.Errorf("%d plans were shown", len(all))
	}
	for name, change := range map[string]func(*session.Options){
		"fast":    func(o *session.Options) { o.Effort = "fast" },
		"flipped": func(o *session.Options) { o.Flip = "mirrored" },
	} {
		if all := shown(change); len(all) != 1 || all[0].Sure != 0 {
			t.Errorf("%s: %d plans were shown, the first %.2f sure", name, len(all), all[0].Sure)
		}
	}
	e.Meanwhile = false
	rep := newReporter(func(Progress) { t.Error("an instant match was shown, and nobody watches") }, o)
	e.meanwhile(context.Background(), cars, &Asked{Options: o}, rep)()
}
