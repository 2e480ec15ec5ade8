package gui

import (
	"testing"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/widget"
	"gwscope/app/option"
	"gwscope/solver"
)

// The matched mass is a slider where a method has it: it sets the option in hundredths, by hand and by key,
// can be undone, and warns of low values.
func TestMatchedMassIsASlider(t *testing.T) {
	d, b := settledDesk(t)
	before := b.matches
	var p *optionSlide
	row := func() bool {
		for _, s := range d.inspector.solve.special {
			if s.option.Name == "mass" {
				return s.row.Visible()
			}
		}
		t.Fatal("no row for the matched mass")
		return false
	}
	onTestMain(func() {
		p = d.inspector.solve.slides["mass"]
		if row() {
			t.Error("the hierarchical slicer, which matches everything, offers a part")
		}
	})
	for _, method := range []string{"cg", "entropic"} {
		onTestMain(func() {
			d.solving.setOption(option.Find("method"), method)
			d.documents.keep.look()
			if !row() || p.slide.Value != 1 || p.number.Text != "1.00" || p.caution.Visible() {
				t.Errorf("%s: the row is there: %v, the slider at %g says %q, a caution: %v", method, row(), p.slide.Value, p.number.Text, p.caution.Visible())
			}
		})
	}
	act(t, d, func() {
		p.slide.Resize(fyne.NewSize(190+2*widget.HaloRadius, widget.ControlHeight))
		p.slide.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(widget.HaloRadius+130, 10)}})
	}, "Matched mass")
	onTestMain(func() {
		if got := d.m.options.Mass; got != 0.7 {
			t.Errorf("130 of 190 units along, from 0.05 on, is a mass of %g", got)
		}
		if !p.caution.Visible() || p.caution.Text == "" || p.number.Text != "0.70" {
			t.Errorf("at %s the caution is seen: %v", p.number.Text, p.caution.Visible())
		}
		p.slide.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
		if got := d.m.options.Mass; got != 0.71 {
			t.Errorf("a step on is %g", got)
		}
		p.slide.TypedKey(&fyne.KeyEvent{Name: fyne.KeyHome})
		if got := d.m.options.Mass; got != 0.05 {
			t.Errorf("the low end is %g", got)
		}
		d.solving.setOption(option.Find("mass"), "0.02")
		if p.slide.Value != 0 || p.number.Text != "0.02" {
			t.Errorf("a mass of 0.02, which the slider does not reach, reads %q at %g", p.number.Text, p.slide.Value)
		}
		d.solving.setOption(option.Find("method"), string(solver.Hierarchical))
		if row() {
			t.Error("the row stays where nothing has it")
		}
	})
	act(t, d, func() { d.solving.setOption(option.Find("method"), "cg") }, "Method")
	onTestMain(func() {
		for range 4 { // steps join while a hand is on the slider, on a slow machine fewer of them
			if d.m.options.Mass != 1 {
				d.documents.undo()
			}
		}
		if d.m.options.Mass != 1 || p.number.Text != "1.00" {
			t.Errorf("undone, the mass is %g and reads %q", d.m.options.Mass, p.number.Text)
		}
		if b.matches != before {
			t.Error("a slider solves by itself, as no other setting does")
		}
	})
}
