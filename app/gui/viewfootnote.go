package gui

import "strings"

// footOf is the line at the foot of a pane. It has the shares of the shape that are grey without a partner, hatched
// by the mask, and lit by the brush; "" without such shares.
func footOf(m *model, s side) string {
	p, v := m.picture, m.view
	if p == nil || m.match == nil || m.layout == raced {
		return ""
	}
	var parts []string
	if p.Lone[s] >= 0.005 { // less is no whole percent
		parts = append(parts, "grey: "+lonely(p.Lone[s]))
	}
	if v.Paint.Mask > 0 {
		parts = append(parts, "hatched: "+percent(p.Masked[s])+" below "+fixed(v.Paint.Mask, 2))
	}
	if v.Brush.On() {
		parts = append(parts, percent(p.Lit[s])+" lit")
	}
	return strings.Join(parts, " · ")
}

// footLift is by how much the words at the foot of a pane are higher, because the corner has a scale bar or the cross
// of axes.
func footLift(m *model) float32 {
	switch {
	case m.view.Scenery.Axes:
		return m.larger(axesHigh)
	case m.view.Scenery.Bar:
		return m.larger(barHigh)
	}
	return 0
}

// Heights of the cross of axes and the scale bar in a pane's corner, in units.
const (
	axesHigh float32 = 80
	barHigh  float32 = 28
)
