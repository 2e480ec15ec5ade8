package capture

import (
	"image"
	"image/color"
	"image/draw"
	"slices"

	"gwscope/render/colormap"
)

// annotate writes titles, caption and colour bar into the drawn picture.
func (f *Figure) annotate(img *image.RGBA) error {
	l, th := f.layout(), f.theme()
	title, err := newPen(img, bold, 14*l.scale)
	if err != nil {
		return err
	}
	small, err := newPen(img, regular, 12*l.scale)
	if err != nil {
		return err
	}
	for i, s := range f.Shapes {
		p := l.panes[i]
		x, room := float64(p.Min.X)+12*l.scale, float64(p.Dx())-24*l.scale
		y := float64(p.Min.Y) + 12*l.scale + title.height
		title.write(title.fit(s.Title, room), x, y, th.Text)
		small.write(small.fit(s.Note, room), x, y+8*l.scale+small.height, th.Secondary)
	}
	if f.Table != nil {
		if err := f.Table.draw(img, l.table, l.scale, th); err != nil {
			return err
		}
	}
	if l.footer.Empty() {
		return nil
	}
	if f.Bar != nil {
		bar := l.footer
		bar.Min.X = max(bar.Min.X, bar.Max.X-int(barUnits*l.scale))
		drawBar(img, bar, l.scale, *f.Bar, th, small)
	}
	x, y := float64(l.footer.Min.X)+2*l.scale, float64(l.footer.Min.Y)+8*l.scale+small.height
	for k, line := range l.caption {
		small.write(line, x, y+float64(k)*lineUnits*l.scale, th.Secondary)
	}
	return nil
}

// barUnits is how wide a colour bar is, lineUnits how high a line of a caption.
const barUnits, lineUnits = 280, 18

// mostLines of a caption leave room for the shapes.
const mostLines = 4

// captionLines breaks the caption so that it fits into the footer, beside the bar; what
// is too long for all lines is cut.
func (f *Figure) captionLines(l layout) []string {
	if f.Caption == "" {
		return nil
	}
	small, err := newPen(nil, regular, 12*l.scale)
	if err != nil {
		return nil // annotate fails for the same reason
	}
	room := float64(l.footer.Dx()) - 2*l.scale
	if f.Bar != nil {
		room -= (barUnits + 24) * l.scale
	}
	var lines []string
	for rest := f.Caption; rest != ""; {
		if len(lines) == mostLines-1 {
			return append(lines, small.fit(rest, room))
		}
		var line string
		line, rest = small.breakLine(rest, room)
		lines = append(lines, line)
	}
	return lines
}

// drawBar draws a colour bar in a box: label, colours, ticks below.
func drawBar(img *image.RGBA, box image.Rectangle, scale float64, s colormap.Scale, th Theme, p *pen) {
	unit := func(x float64) int { return max(1, int(x*scale+0.5)) }
	label := s.Label
	if s.Unit != "" {
		label += ", " + s.Unit
	}
	y := float64(box.Min.Y) + p.height
	p.write(p.fit(label, float64(box.Dx())), float64(box.Min.X), y, th.Text)

	colors := image.Rect(box.Min.X, int(y)+unit(6), box.Max.X, int(y)+unit(6)+unit(10))
	for x := colors.Min.X; x < colors.Max.X; x++ {
		t := (float64(x-colors.Min.X) + 0.5) / float64(colors.Dx())
		column := image.Rect(x, colors.Min.Y, x+1, colors.Max.Y)
		draw.Draw(img, column, image.NewUniform(s.At(s.Min+t*(s.Max-s.Min))), image.Point{}, draw.Src)
	}
	baseline := float64(colors.Max.Y) + float64(unit(7)) + p.height
	free := float64(box.Min.X) - 1 // labels must not touch: right end of the last one
	ticks := s.Ticks(5)
	if s.Min > s.Max { // left to right, whichever way the values run
		slices.Reverse(ticks)
	}
	for _, k := range ticks {
		x := float64(colors.Min.X) + k.At*float64(colors.Dx())
		tick := image.Rect(int(x)-unit(1)/2, colors.Max.Y, int(x)-unit(1)/2+unit(1), colors.Max.Y+unit(4))
		draw.Draw(img, tick.Intersect(img.Rect), image.NewUniform(color.NRGBA(th.Secondary)), image.Point{}, draw.Src)
		w := p.width(k.Label)
		left := min(max(x-w/2, float64(box.Min.X)), float64(box.Max.X)-w)
		if left < free {
			continue
		}
		p.write(k.Label, left, baseline, th.Secondary)
		free = left + w + 6*scale
	}
}
