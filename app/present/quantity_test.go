package present

import (
	"math"
	"slices"
	"testing"

	"gwscope/render/colormap"
	"gwscope/render/scene"
)

// Every mode that says it has something to show must show it, on both shapes, and the
// values behind the colours are those that the colours were made of.
func TestEveryModeShowsOnBothShapes(t *testing.T) {
	t.Parallel()
	m := matched(t)
	s := NewStage(m)
	for _, mode := range Modes() {
		v := NewView()
		v.ColorBy, v.PickedA = mode.By, 17
		p := s.Picture(v)
		if !mode.Has(m) {
			if p.Bar != nil {
				t.Errorf("%s: nothing to show, but the bar reads %q", mode.By, p.Bar.Label)
			}
			continue
		}
		if mode.Label == "" || mode.About == "" || (p.Bar != nil) != mode.Scale {
			t.Errorf("%s: label %q, about %q, bar %v", mode.By, mode.Label, mode.About, p.Bar)
		}
		if mode.By == ByPlain {
			continue
		}
		for k, sc := range []*scene.Scene{p.A, p.B} {
			surface := sc.Surfaces[0]
			if len(surface.Colors) != len(surface.Positions) {
				t.Fatalf("%s on side %d: %d colours for %d vertices", mode.By, k, len(surface.Colors), len(surface.Positions))
			}
			if !mode.Scale {
				continue
			}
			values := [][]float64{p.Quantity.A, p.Quantity.B}[k]
			for i := 0; i < len(values); i += 97 {
				if want := p.Bar.At(values[i]); surface.Colors[i] != want {
					t.Fatalf("%s: vertex %d of side %d has %v for %g, the bar says %v", mode.By, i, k, surface.Colors[i], values[i], want)
				}
			}
		}
	}
}

func TestDistanceIsMeasuredFromThePickAndItsMatch(t *testing.T) {
	t.Parallel()
	m := matched(t)
	s := NewStage(m)
	v := NewView()
	v.ColorBy = ByDistance
	if p := s.Picture(v); p.Bar != nil || p.A.Surfaces[0].Colors != nil {
		t.Error("with nothing picked there is nothing to measure from, but colours show")
	}
	v.PickedA = 40
	q := s.Picture(v).Quantity
	j := int(m.FromA().VertexMap().Target[40])
	if q.A[40] != 0 || q.B[j] != 0 {
		t.Errorf("the picked vertex is %g away from itself, its match %g", q.A[40], q.B[j])
	}
	// On a copy, matched vertices are as far from the match as they were from the pick.
	var off, all float64
	for i, k := range m.FromA().VertexMap().Target {
		off += math.Abs(q.A[i] - q.B[k])
		all += q.A[i]
	}
	if off > 0.05*all {
		t.Errorf("distances differ by %.1f %% between a shape and its copy", 100*off/all)
	}
	v.PickedA, v.PickedB = -1, j
	if again := s.Picture(v).Quantity; again.B[j] != 0 {
		t.Errorf("a pick on B is %g away from itself", again.B[j])
	}
}

// A copy covers its shape evenly: coverage is 1 nearly everywhere.
func TestCoverageOfACopyIsEven(t *testing.T) {
	t.Parallel()
	q := NewStage(matched(t)).Quantity(ByCoverage)
	for name, values := range map[string][]float64{"A": q.A, "B": q.B} {
		far := 0
		for _, v := range values {
			if !(math.Abs(v-1) < 0.35) {
				far++
			}
		}
		if 20*far > len(values) {
			t.Errorf("%s: %d of %d vertices get more or less than two thirds of their area", name, far, len(values))
		}
	}
}

func TestPaintChoosesMapAndRange(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	q := &Quantity{A: []float64{-1, 0, 1, 2, nan}, B: []float64{3, 4, 5, 6, math.Inf(1)}, Scale: colormap.Scale{Map: colormap.Viridis, Min: 0, Max: 1}}
	for _, c := range []struct {
		name     string
		paint    Paint
		min, max float64
	}{
		{"auto", Paint{}, 0, 1},
		{"full", Paint{Range: Range{Rule: RangeFull}}, -1, 6},
		{"clamp", Paint{Range: Range{Rule: RangeClamp, Keep: 0.72}}, 0, 5},
		{"manual", Paint{Range: Range{Rule: RangeManual, Low: 2, High: -2}}, 2, -2},
		{"symmetric", Paint{Range: Range{Rule: RangeFull, Symmetric: true}}, -6, 6},
	} {
		if s := q.paint(c.paint); s.Min != c.min || s.Max != c.max {
			t.Errorf("%s: %g to %g, want %g to %g", c.name, s.Min, s.Max, c.min, c.max)
		}
	}
	if s := q.paint(Paint{Map: "cividis"}); s.Map != colormap.Cividis {
		t.Errorf("the map is %s", s.Map.Name())
	}
	even := &Quantity{A: []float64{0.5}, B: []float64{1.2}, Neutral: 1, Scale: colormap.Scale{Map: colormap.Balance, Min: 0, Max: 2}}
	if s := even.paint(Paint{Range: Range{Rule: RangeFull, Symmetric: true}}); s.Min != 0.5 || s.Max != 1.5 {
		t.Errorf("about 1: %g to %g, want 0.5 to 1.5", s.Min, s.Max)
	}
	for name, none := range map[string]*Quantity{"unknown": {A: []float64{nan}, B: nil}, "equal": {A: []float64{2, 2}, B: []float64{2}}} {
		for _, r := range []Range{{Rule: RangeFull}, {Rule: RangeClamp, Keep: 0.9}, {Rule: RangeFull, Symmetric: true}} {
			if s := none.paint(Paint{Range: r}); !(s.Max > s.Min) || math.IsInf(s.Max-s.Min, 0) {
				t.Errorf("%s, %v: %g to %g", name, r, s.Min, s.Max)
			}
		}
	}
}

func TestRangesReadWhatTheyWrite(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Range{
		"auto": {}, "": {}, "±auto": {Symmetric: true}, "full": {Rule: RangeFull}, "95%": {Rule: RangeClamp, Keep: 0.95},
		"0:0.2": {Rule: RangeManual, High: 0.2}, "1:-1": {Rule: RangeManual, Low: 1, High: -1},
		"±0.2": {Rule: RangeManual, Low: -0.2, High: 0.2, Symmetric: true}, "+-full": {Rule: RangeFull, Symmetric: true},
	} {
		got, err := ParseRange(text)
		if err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
		if again, err := ParseRange(got.String()); err != nil || again != got {
			t.Errorf("%q writes %q, which reads %+v, %v", text, got, again, err)
		}
	}
	for _, text := range []string{"wide", "0%", "120%", "1:1", "0:", ":", "NaN:1", "0:Inf", "%"} {
		if got, err := ParseRange(text); err == nil {
			t.Errorf("%q reads %+v", text, got)
		}
	}
}

func TestIsolinesLieAtRoundNumbers(t *testing.T) {
	t.Parallel()
	s := NewStage(matched(t))
	v := NewView()
	v.ColorBy, v.Paint.Isolines = ByConfidence, 10
	surface := s.Picture(v).A.Surfaces[0]
	if surface.IsoStep != 0.1 || len(surface.Values) != len(surface.Positions) {
		t.Errorf("lines every %g over %d values, want 0.1", surface.IsoStep, len(surface.Values))
	}
	for i, x := range toFloat32([]float64{0.25, math.NaN(), math.Inf(1)}, 3) {
		if want := []float32{0.25, 3, 3}[i]; x != want {
			t.Errorf("value %d is drawn as %g, want %g", i, x, want)
		}
	}
	v.ColorBy = ByCarried
	if surface := s.Picture(v).A.Surfaces[0]; surface.IsoStep != 0 {
		t.Error("carried colours are no quantity and have no isolines")
	}
}

func TestMaskHatchesWhatIsNotTrusted(t *testing.T) {
	t.Parallel()
	m := matched(t)
	s := NewStage(m)
	trust := s.Quantity(ByConfidence)
	sorted := finite(trust.A)
	v := NewView()
	free := s.Picture(v)
	v.Paint.Mask = sorted[len(sorted)/4]
	for _, by := range []ColorBy{ByCarried, ByDistortion, ByPlain} {
		v.ColorBy = by
		p := s.Picture(v)
		for k, scene := range []*scene.Scene{p.A, p.B, p.Morph} {
			surface, trust := scene.Surfaces[0], [][]float64{trust.A, trust.B, trust.A}[k]
			for i, c := range surface.Trust {
				if hidden := trust[i] < v.Paint.Mask-1e-6; hidden && c >= surface.Doubt || !(math.Abs(float64(c)-trust[i]) < 1e-6) {
					t.Fatalf("%s: vertex %d with confidence %g has trust %g of %g", by, i, trust[i], c, surface.Doubt)
				}
			}
			if len(surface.Trust) != len(surface.Positions) || surface.Hatch != grey(v.Dark) {
				t.Fatalf("%s: trust of %d vertices on %v", by, len(surface.Trust), surface.Hatch)
			}
		}
		onA, onB := m.Below(v.Paint.Mask)
		if math.Abs(p.Masked[0]-onA) > 1e-9 || math.Abs(p.Masked[1]-onB) > 1e-9 || onA < 0.05 {
			t.Errorf("%s: the picture says %v are masked, the match %g and %g", by, p.Masked, onA, onB)
		}
	}
	v.Paint.Mask, v.ColorBy = 0, ByCarried
	if p := s.Picture(v); p.Masked != [2]float64{} || p.A.Surfaces[0].Trust != nil || !slices.Equal(p.A.Surfaces[0].Colors, free.A.Surfaces[0].Colors) {
		t.Error("without a mask the colours are not those from before")
	}
}

func TestBrushLightsAnInterval(t *testing.T) {
	t.Parallel()
	s := NewStage(matched(t))
	q := s.Quantity(ByDistortion)
	sorted := finite(q.A)
	v := NewView()
	plain := s.Picture(v)
	v.Brush = Brush{By: ByDistortion, Low: sorted[len(sorted)/3], High: sorted[2*len(sorted)/3]}
	p := s.Picture(v)
	for i, c := range p.A.Surfaces[0].Colors {
		lit := q.A[i] >= v.Brush.Low && q.A[i] <= v.Brush.High
		if lit != (c == plain.A.Surfaces[0].Colors[i]) {
			t.Fatalf("vertex %d with %g: lit %v, but its colour went from %v to %v", i, q.A[i], lit, plain.A.Surfaces[0].Colors[i], c)
		}
	}
	if !(p.Lit[0] > 0.1 && p.Lit[0] < 0.7) || p.Lit[1] == 0 {
		t.Errorf("%v of the area is lit", p.Lit)
	}
	if b := (Brush{Low: 1, High: 2, Open: true}); !b.holds(7) || b.holds(0.5) || b.holds(math.NaN()) {
		t.Error("an open brush holds everything above, nothing below, and nothing unknown")
	}
}

// Turning, morphing and hovering must upload no colours again.
func TestPicturesShareTheirColours(t *testing.T) {
	t.Parallel()
	s := NewStage(matched(t))
	v := NewView()
	v.ColorBy, v.Paint.Isolines, v.Paint.Mask = ByDistortion, 8, 0.5
	first := s.Picture(v)
	v.T, v.PickedA, v.Lines = 0.4, 5, 3
	second := s.Picture(v)
	a, b := first.A.Surfaces[0], second.A.Surfaces[0]
	if &a.Colors[0] != &b.Colors[0] || &a.Trust[0] != &b.Trust[0] || &a.Values[0] != &b.Values[0] || &a.Positions[0] != &b.Positions[0] {
		t.Error("a picture that differs in lines and t alone has arrays of its own")
	}
}

func TestCheckerIsCarried(t *testing.T) {
	t.Parallel()
	m := matched(t)
	s := NewStage(m)
	back := m.FromB().VertexMap()
	for _, by := range []ColorBy{ByChecker, ByIntrinsicChecker} {
		v := NewView()
		v.ColorBy = by
		p := s.Picture(v)
		a, b := p.A.Surfaces[0], p.B.Surfaces[0]
		if !(a.Checker > 0) || a.Checker != b.Checker || len(a.Coords) != len(a.Positions) || len(b.Coords) != len(b.Positions) {
			t.Fatalf("%s: cubes of %g and %g, %d and %d places", by, a.Checker, b.Checker, len(a.Coords), len(b.Coords))
		}
		var off float64
		for j, q := range b.Coords {
			var d float64
			for k, x := range a.Coords[back.Target[j]] {
				d += float64(x-q[k]) * float64(x-q[k])
			}
			off += math.Sqrt(d) / float64(len(b.Coords))
		}
		if off > float64(a.Checker) {
			t.Errorf("%s: places on B are %.3f from those of their matches in the mean, a cube is %.3f", by, off, a.Checker)
		}
	}
}

func TestWorstLinesAreTheWorst(t *testing.T) {
	t.Parallel()
	m := matched(t)
	s := NewStage(m)
	v := NewView()
	v.Worst, v.Lines = true, 5
	links := s.Picture(v).Links
	worst := s.worstVertices()
	if len(links) != len(worst) || len(worst) == 0 || len(worst) > mostWorst {
		t.Fatalf("%d lines for %d of the worst vertices", len(links), len(worst))
	}
	errors := s.Quantity(ByError).A
	sorted := finite(errors)
	limit := sorted[len(sorted)*98/100]
	for k, i := range worst {
		if errors[i] < limit || k > 0 && errors[i] > errors[worst[k-1]] {
			t.Errorf("vertex %d, %d of the worst, has an error of %g; two in a hundred have more than %g", i, k, errors[i], limit)
		}
	}
}

func TestPinsToggle(t *testing.T) {
	t.Parallel()
	var none *Pins
	one := none.With(Pin{Vertex: 3})
	two := one.With(Pin{OnB: true, Vertex: 3})
	back := two.With(Pin{Vertex: 3})
	if len(one.Of) != 1 || len(two.Of) != 2 || len(back.Of) != 1 || !back.Of[0].OnB {
		t.Errorf("pins %v, %v, %v", one, two, back)
	}
	v := NewView()
	v.Pins, v.PickedA = two, 9
	p := Build(matched(t), v)
	if len(p.Links) != 3 || len(p.A.Markers) != 3 || len(p.B.Markers) != 3 {
		t.Errorf("%d links, %d and %d markers for two pins and a pick", len(p.Links), len(p.A.Markers), len(p.B.Markers))
	}
	a, b, ok := p.Ends(false, 9, 0)
	if !ok || a != p.Links[2].A || b != p.Links[2].B {
		t.Errorf("the ends of vertex 9 are %v and %v, its line goes from %v to %v", a, b, p.Links[2].A, p.Links[2].B)
	}
	if _, _, ok := p.Ends(true, 1<<30, 0); ok {
		t.Error("a vertex that is not there has ends")
	}
}
