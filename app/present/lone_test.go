package present

import (
	"context"
	"image/color"
	"slices"
	"testing"

	"gwscope/app/pipeline"
	"gwscope/app/session"
)

// Places that a plan of seven tenths of the mass leaves out are grey where colours show the
// match, and nowhere else.
func TestWhatHasNoPartnerIsGrey(t *testing.T) {
	t.Parallel()
	e, o := pipeline.NewEngine(), session.Defaults()
	o.Samples, o.Effort, o.Method, o.Start, o.Mass, o.Surface = 100, "fast", "cg", "hierarchical", 0.7, session.MapAlone
	var pair [2]*pipeline.Shape
	for k, ref := range []string{"sample:cat/1", "sample:cat/3r"} {
		s, err := e.Load(context.Background(), ref, o)
		if err != nil {
			t.Fatal(err)
		}
		pair[k] = s
	}
	m, err := e.Match(context.Background(), pair[0], pair[1], o, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	colours := func(p *Picture) [2][]color.NRGBA {
		return [2][]color.NRGBA{p.A.Surfaces[0].Colors, p.B.Surfaces[0].Colors}
	}
	s, v := NewStage(m), NewView()
	v.Hasty = true
	hasty := s.Picture(v)
	v.Hasty, v.Paint.ColorLone = false, true
	free := s.Picture(v)
	if m.UnmatchedKnown() || hasty.Lone != [2]float64{} || free.Lone != [2]float64{} {
		t.Error("a view that does not grey anything works out what to grey")
	}
	v.Paint.ColorLone = false
	greyed := s.Picture(v)
	u := m.Unmatched()
	if greyed.Lone != u.Area || !(u.Area[0] > 0.05) || !(u.Area[1] > 0.05) {
		t.Errorf("%v of the areas is grey, %v has no partner", greyed.Lone, u.Area)
	}
	for k, got := range colours(greyed) {
		x := [2][]int32{m.X.Domain.PointOf, m.Y.Domain.PointOf}[k]
		for i, c := range got {
			want := colours(free)[k][i]
			if u.Points[k][x[i]] {
				want = grey(v.Dark)
			}
			if c != want {
				t.Fatalf("vertex %d of side %d is %v, want %v", i, k, c, want)
			}
		}
	}
	v.Hasty = true // it was computed above
	if p := s.Picture(v); !slices.Equal(p.A.Surfaces[0].Colors, greyed.A.Surfaces[0].Colors) {
		t.Error("what is known to have no partner is not grey in haste")
	}
	v.ColorBy = ByDistortion
	if p := s.Picture(v); p.Lone != [2]float64{} {
		t.Error("a quantity is greyed")
	}
	v.ColorBy = ByPlain
	if p := s.Picture(v); p.Lone != u.Area || !slices.Contains(p.A.Surfaces[0].Colors, plain(v)) {
		t.Error("plain shapes are not greyed where they have no partner")
	}
}
