package gui

// footOf says at the foot of a pane what the mask hatches and the brush lights up of its
// shape; "" where neither does.
func footOf(m *model, s side) string {
	p, v := m.picture, m.view
	if p == nil || m.match == nil || m.layout == raced {
		return ""
	}
	text := ""
	if v.Paint.Mask > 0 {
		text = percent(p.Masked[s]) + " not trusted, below " + fixed(v.Paint.Mask, 2)
	}
	if v.Brush.On() {
		if text != "" {
			text += " · "
		}
		text += percent(p.Lit[s]) + " lit"
	}
	return text
}
