package gui

import (
	"context"
	"math"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/mainloop"
	"gwscope/app/number"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/render/pick"
	"gwscope/solver/metric"
)

// rulers measures between vertices of one shape, straight and along the surface.
type rulers struct {
	m        *model
	tasks    *tasks
	views    *views
	pointer  *pointer
	markHand *markHand

	measuring bool
	begun     *present.Pin // the first end of a ruler
	of        [2]string    // keys of the rulers' shapes
	domains   map[string]*metric.Domain
	known     map[rulerKey]*pipeline.Measurement
	asked     map[rulerKey]bool

	onChange mainloop.Signal[struct{}] // of any field above
}

// rulerKey is a ruler on a shape.
type rulerKey struct {
	shape string
	ruler present.Ruler
}

// toggle begins or ends the mode in which clicks measure.
func (r *rulers) toggle() { r.set(!r.measuring) }

func (r *rulers) set(on bool) {
	if on {
		r.markHand.setPlacing(false)
		if r.m.layout != sideBySide {
			r.views.showBoth()
		}
		r.pointer.leaveHover()
	}
	was := r.measuring
	r.measuring, r.m.aiming, r.begun = on, on, nil
	switch {
	case on:
		r.m.setStatus("Click two points of one shape; " + keyOf("measure") + " ends")
	case was:
		r.m.setStatus(idle)
	}
	r.show()
}

// pickAt takes an end of a ruler under a click.
func (r *rulers) pickAt(p pane, at fyne.Position) {
	r.pointer.hitAt(p, at, func(hit pick.Hit, ok bool) {
		if !ok || !r.measuring {
			return
		}
		r.end(present.Pin{OnB: sideOfHit(hit) == sideB, Vertex: hit.Vertex})
	})
}

// end takes the first or the second end of a ruler. A second end on the other shape begins anew
// there.
func (r *rulers) end(at present.Pin) {
	switch {
	case r.begun == nil || r.begun.OnB != at.OnB:
		r.begun = &at
		r.m.setStatus("Click the other end, on " + onSide(at.OnB).String() + ", too")
		r.show()
	case r.begun.Vertex != at.Vertex:
		ruler := present.Ruler{OnB: at.OnB, From: r.begun.Vertex, To: at.Vertex}
		r.begun = nil
		r.of = r.m.shapeKeys()
		r.m.setView(func(v *present.View) { v.Rulers = v.Rulers.With(ruler) })
		r.show()
	}
}

// listen makes the rulers follow shapes and views.
func (r *rulers) listen() {
	r.m.onShape.On(func(side) { r.follow() })
	r.m.onView.On(func(present.View) { r.show() })
	r.m.onMatch.On(func(*pipeline.Match) { r.show() })
}

// follow drops rulers together with their shapes, and swaps them when shapes change sides.
func (r *rulers) follow() {
	now := r.m.shapeKeys()
	if now == r.of {
		return
	}
	before := r.of
	r.of, r.begun = now, nil
	v := r.m.view.Rulers
	if v == nil || before == [2]string{} { // a session's rulers come with its shapes
		r.show()
		return
	}
	kept := &present.Rulers{}
	for _, ruler := range v.Of {
		s := onSide(ruler.OnB)
		switch key := before[s]; {
		case now[s] == key:
			kept.Of = append(kept.Of, ruler)
		case now[s.other()] == key && key != "":
			ruler.OnB = !ruler.OnB
			kept.Of = append(kept.Of, ruler)
		}
	}
	if len(kept.Of) == 0 {
		kept = nil
	}
	if kept == nil || !slices.Equal(kept.Of, v.Of) {
		r.m.setView(func(v *present.View) { v.Rulers = kept })
	}
	r.show()
}

// list are the rulers with their known lengths.
func (r *rulers) list() (of []present.Ruler, known []*pipeline.Measurement) {
	if r.m.view.Rulers == nil {
		return nil, nil
	}
	for _, ruler := range r.m.view.Rulers.Of {
		var found *pipeline.Measurement
		if sh := r.m.shapes[onSide(ruler.OnB)]; sh != nil {
			found = r.known[rulerKey{sh.Key, ruler}]
		}
		of, known = append(of, ruler), append(known, found)
	}
	return of, known
}

// show measures unknown lengths, and brings the views up to date.
func (r *rulers) show() {
	of, known := r.list()
	out := &present.Measured{Begun: r.begun}
	for k, ruler := range of {
		if known[k] == nil {
			r.measure(ruler)
			continue
		}
		out.Of = append(out.Of, present.MeasuredPath{OnB: ruler.OnB, Path: known[k].Path, Normals: known[k].Normals,
			Label: r.length(known[k].Geodesic)})
	}
	if len(out.Of) == 0 && out.Begun == nil {
		out = nil
	}
	if now := r.m.view.Measured; !sameMeasured(now, out) {
		r.m.setView(func(v *present.View) { v.Measured = out })
	}
	r.onChange.Emit(struct{}{})
}

// sameMeasured compares drawn rulers.
func sameMeasured(a, b *present.Measured) bool {
	if a == nil || b == nil {
		return a == b
	}
	if (a.Begun == nil) != (b.Begun == nil) || a.Begun != nil && *a.Begun != *b.Begun || len(a.Of) != len(b.Of) {
		return false
	}
	for k := range a.Of {
		x, y := a.Of[k], b.Of[k]
		if x.OnB != y.OnB || x.Label != y.Label || len(x.Path) != len(y.Path) || len(x.Path) > 0 && &x.Path[0] != &y.Path[0] {
			return false
		}
	}
	return true
}

// measure works a ruler out in the background.
func (r *rulers) measure(ruler present.Ruler) {
	sh := r.m.shapes[onSide(ruler.OnB)]
	if sh == nil || max(ruler.From, ruler.To) >= len(sh.Mesh.Vertices) {
		return
	}
	key := rulerKey{sh.Key, ruler}
	if r.asked[key] {
		return
	}
	r.asked[key] = true
	domain, opt := r.domain(sh), r.m.options
	r.tasks.background(func() func() {
		var err error
		if domain == nil {
			domain, err = sh.Domain(opt)
		}
		var found *pipeline.Measurement
		if err == nil {
			found, err = pipeline.Measure(context.Background(), sh, domain, ruler.From, ruler.To)
		}
		return func() {
			if err != nil {
				r.m.setStatus("This cannot be measured: " + err.Error())
				return
			}
			r.domains[sh.Key], r.known[key] = domain, found
			r.m.setStatus("Along the surface " + r.length(found.Geodesic) + ", straight " + r.lengthLike(found.Straight, found.Geodesic))
			r.show()
		}
	}, func() { delete(r.asked, key) })
}

// domain is the domain of a shape; nil if it was not made yet.
func (r *rulers) domain(sh *pipeline.Shape) *metric.Domain {
	if m := r.m.match; m != nil {
		switch sh {
		case m.A:
			return m.X.Domain
		case m.B:
			return m.Y.Domain
		}
	}
	return r.domains[sh.Key]
}

// length is a distance with the units of the files, on four digits.
func (r *rulers) length(x float64) string { return r.lengthLike(x, x) }

// lengthLike is a distance with as many decimals as another distance in the same table.
func (r *rulers) lengthLike(x, other float64) string {
	text := strconv.FormatFloat(x, 'g', 4, 64)
	if other > 0 && other < 1e9 && other >= 1e-4 {
		text = number.Fixed(x, max(3-int(math.Floor(math.Log10(other))), 0))
	}
	if r.m.units != "" {
		text += " " + r.m.units
	}
	return text
}

// remove takes a ruler away.
func (r *rulers) remove(k int) {
	r.m.setView(func(v *present.View) { v.Rulers = v.Rulers.Without(k) })
}

// clear takes all away.
func (r *rulers) clear() {
	r.begun = nil
	r.m.setView(func(v *present.View) { v.Rulers = nil })
	r.show()
}
