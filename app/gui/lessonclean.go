package gui

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/render/camera"
)

// clean removes match, marks, colours and cuts before a lesson, and resets the cameras.
func (b *lessonBar) clean() {
	m := b.m
	b.cohorts.show(false)
	b.shapes.dropMatch()
	b.marker.setMarks(session.Marks{})
	b.views.showBoth()
	if !m.linked {
		b.views.toggleLink()
	}
	m.setView(func(v *present.View) {
		fresh := newModel().view
		fresh.Dark, fresh.Way = v.Dark, v.Way
		*v = fresh
	})
	b.views.resetView()
	b.cool()
}

// cool makes the plan in the strip hard again: a temperature that was chosen in one step would change the
// picture of the next step.
func (b *lessonBar) cool() {
	if b.slicer.heat.Temperature() > 0 {
		b.slicer.heat.Set(0)
	}
}

// scratch reports whether the window shows a lesson's own scene, which nobody wants to save.
func (b *lessonBar) scratch() bool {
	if b.of == nil {
		return false
	}
	if b.setting {
		return true
	}
	for k := b.step; k >= 0; k-- {
		if s := &b.of.Steps[k]; len(s.Shapes) > 0 {
			return b.holds(s.Shapes)
		}
	}
	return true
}

// Where a click counts as a click on a foot, in shares of A's height: at most footReach from an extremity in the
// lower part of the shape, which ends at legsBelow.
const (
	footReach = 0.12
	legsBelow = 0.5
)

// onFoot reports whether a marked place of A is at the end of a leg: near a low extremity, or at the bottom of
// the shape where no extremities were found.
func (m *model) onFoot(p *picked) bool {
	if p.on != sideA || m.match == nil {
		return false
	}
	up := func(v r3.Vec) float64 { return v.Y }
	if m.cameras[sideA].Up == camera.UpZ {
		up = func(v r3.Vec) float64 { return v.Z }
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range m.match.A.Mesh.Vertices {
		low, high = min(low, up(v)), max(high, up(v))
	}
	at := r3.Vec{X: p.position[sideA][0], Y: p.position[sideA][1], Z: p.position[sideA][2]}
	tips, _ := m.match.FoundTipMarks()
	if len(tips) == 0 {
		return up(at)-low < footReach*(high-low)
	}
	for _, t := range tips {
		if up(t.At())-low < legsBelow*(high-low) && r3.Norm(r3.Sub(t.At(), at)) < footReach*(high-low) {
			return true
		}
	}
	return false
}

// highFrom is where on the colour bar its right end begins.
const highFrom = 0.7

// onHigh reports whether a marked place has a colour of the right end of the bar.
func (m *model) onHigh(p *picked) bool {
	if m.picture == nil || m.picture.Bar == nil || m.picture.Quantity == nil {
		return false
	}
	values := m.picture.Quantity.A
	if p.on == sideB {
		values = m.picture.Quantity.B
	}
	bar := m.picture.Bar
	if v := p.vertex[p.on]; v >= 0 && v < len(values) && bar.Max != bar.Min {
		return (values[v]-bar.Min)/(bar.Max-bar.Min) >= highFrom
	}
	return false
}
