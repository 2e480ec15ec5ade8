package capture

import (
	"image"
	"image/color"
	"slices"

	"gwscope/render/colormap"
)

// annotate writes titles, caption and colour bar.
func (f *Figure) annotate(to ink) error {
	l, th := f.layout(), f.theme()
	title, err := newPen(to, true, titleUnits*l.scale)
	if err != nil {
		return err
	}
	small, err := newPen(to, false, smallUnits*l.scale)
	if err != nil {
		return err
	}
	for i, s := range f.Shapes {
		p := l.panes[i]
		x, room := float64(p.Min.X)+12*l.scale, float64(p.Dx())-24*l.scale
		y := float64(p.Min.Y) + 12*l.scale + title.height
		head, note := title.fit(s.Title, room), small.fit(s.Note, room)
		f.back(to, x, y-title.height, max(title.width(head), small.width(note)), title.height+8*l.scale+small.height, l.scale)
		title.write(head, x, y, th.Text)
		small.write(note, x, y+8*l.scale+small.height, th.Secondary)
	}
	f.scaleBars(to, l, th, small)
	if f.Table != nil {
		if err := f.Table.draw(to, l.table, l.scale, th); err != nil {
			return err
		}
	}
	if l.footer.Empty() {
		return nil
	}
	if f.Bar != nil {
		bar := l.footer
		bar.Min.X = bar.Max.X - int(barWidth(l))
		f.back(to, float64(bar.Min.X), float64(bar.Min.Y), float64(bar.Dx()), 40*l.scale, l.scale)
		drawBar(to, bar, l.scale, *f.Bar, th, small)
	}
	x, y := float64(l.footer.Min.X)+2*l.scale, float64(l.footer.Min.Y)+8*l.scale+small.height
	widest := 0.0
	for _, line := range l.caption {
		widest = max(widest, small.width(line))
	}
	f.back(to, x, y-small.height, widest, small.height+lineUnits*l.scale*float64(len(l.caption)-1), l.scale)
	for k, line := range l.caption {
		small.write(line, x, y+float64(k)*lineUnits*l.scale, th.Secondary)
	}
	return nil
}

// scaleBars draws a bar of a round length at the foot of each pane that has a scale.
func (f *Figure) scaleBars(to ink, l layout, th Theme, p *pen) {
	for i, pane := range f.Frame().Panes {
		s := f.Shapes[i].Scale
		long, text, ok := s.Measure(pane.Camera, float64(pane.Rect.Dx()), float64(pane.Rect.Dy()), l.scale)
		if !ok {
			continue
		}
		x, y := s.At(pane.Rect, f.Axes, l.scale)
		px := func(units float64) int { return max(1, int(units*l.scale+0.5)) }
		left, right, foot, line, tick := int(x+0.5), int(x+long+0.5), int(y+0.5), px(1.2), px(4)
		baseline := y - 8*l.scale
		at := max(x+(long-p.width(text))/2, x)
		f.back(to, x, baseline-p.height, max(long, at-x+p.width(text)), y-baseline+p.height, l.scale)
		to.fill(image.Rect(left, foot-line, right, foot), th.Text)
		to.fill(image.Rect(left, foot-tick, left+line, foot), th.Text)
		to.fill(image.Rect(right-line, foot-tick, right, foot), th.Text)
		p.write(text, at, baseline, th.Text)
	}
}

// back lays a light ground under text on paper, so that the text can be read over a mesh, and in a
// figure without background on a dark page.
func (f *Figure) back(to ink, x, y, w, h, scale float64) {
	if f.Page == (Page{}) || w <= 0 || h <= 0 {
		return
	}
	c := color.NRGBA(f.theme().Window)
	c.A = 225
	pad := 4 * scale
	to.fill(image.Rect(int(x-pad), int(y-pad), int(x+w+pad+1), int(y+h+pad+1)).Intersect(image.Rect(0, 0, f.Width, f.Height)), c)
}

// Sizes of letters, the width of a colour bar, and the height of a line of a caption, in units.
const titleUnits, smallUnits, barUnits, lineUnits = 14, 12, 280, 18

// barWidth is the width of a colour bar in pixels: no more than half of a narrow figure.
func barWidth(l layout) float64 { return min(barUnits*l.scale, 0.5*float64(l.footer.Dx())) }

// mostLines of a caption leave room for the shapes.
const mostLines = 4

// lines is how many lines a caption may have. On paper, where letters do not grow with the
// figure, it has more.
func (f *Figure) lines() int {
	if f.Page != (Page{}) {
		return 2 * mostLines
	}
	return mostLines
}

// captionLines breaks the caption so that it fits into the footer, beside the bar; a caption that is
// too long for all lines is cut.
func (f *Figure) captionLines(l layout) []string {
	if f.Caption == "" {
		return nil
	}
	small, err := newPen(nil, false, smallUnits*l.scale)
	if err != nil {
		return nil // annotate fails for the same reason
	}
	room := float64(l.footer.Dx()) - 2*l.scale
	if f.Bar != nil {
		room -= barWidth(l) + 24*l.scale
	}
	var lines []string
	for rest := f.Caption; rest != ""; {
		if len(lines) == f.lines()-1 {
			return append(lines, small.fit(rest, room))
		}
		var line string
		line, rest = small.breakLine(rest, room)
		lines = append(lines, line)
	}
	return lines
}

// drawBar draws a colour bar in a box: label, colours, ticks below. Both ends have their
// values, whether or not they are round; between them stand the round values that have room.
func drawBar(to ink, box image.Rectangle, scale float64, s colormap.Scale, th Theme, p *pen) {
	unit := func(x float64) int { return max(1, int(x*scale+0.5)) }
	label := s.Label
	if s.Unit != "" {
		label += ", " + s.Unit
	}
	y := float64(box.Min.Y) + p.height
	p.write(p.fit(label, float64(box.Dx())), float64(box.Min.X), y, th.Text)

	colors := image.Rect(box.Min.X, int(y)+unit(6), box.Max.X, int(y)+unit(6)+unit(10))
	to.ramp(colors, func(t float64) color.NRGBA { return s.At(s.Min + t*(s.Max-s.Min)) })
	baseline := float64(colors.Max.Y) + float64(unit(7)) + p.height
	mark := func(at float64) {
		x := int(float64(colors.Min.X)+at*float64(colors.Dx())) - unit(1)/2
		x = min(max(x, colors.Min.X), colors.Max.X-unit(1))
		to.fill(image.Rect(x, colors.Max.Y, x+unit(1), colors.Max.Y+unit(4)), th.Secondary)
	}
	low, high := s.Ends()
	gap := 6 * scale
	free, until := float64(box.Min.X)+p.width(low)+gap, float64(box.Max.X)-p.width(high)-gap // labels must not touch
	p.write(low, float64(box.Min.X), baseline, th.Secondary)
	p.write(high, float64(box.Max.X)-p.width(high), baseline, th.Secondary)
	mark(0)
	mark(1)
	ticks := s.Ticks(5)
	if s.Min > s.Max { // left to right, whichever way the values run
		slices.Reverse(ticks)
	}
	for _, k := range ticks {
		x, w := float64(colors.Min.X)+k.At*float64(colors.Dx()), p.width(k.Label)
		if left := x - w/2; left >= free && left+w <= until {
			mark(k.At)
			p.write(k.Label, left, baseline, th.Secondary)
			free = left + w + gap
		}
	}
}
