package gui

import (
	"strconv"

	"gwscope/app/present"
)

// setPaint changes how quantities become colours.
func (d *desk) setPaint(change func(*present.Paint)) {
	d.m.setView(func(v *present.View) { change(&v.Paint) })
}

// brush lights up an interval of values, or everything again.
func (d *desk) brush(b present.Brush) { d.m.setView(func(v *present.View) { v.Brush = b }) }

// askRange asks for the values at the ends of the colour bar, beginning with those in
// force.
func (d *desk) askRange() {
	text := d.m.view.Paint.Range.String()
	if p := d.m.picture; p != nil && p.Bar != nil {
		number := func(x float64) string { return strconv.FormatFloat(x, 'g', 3, 64) }
		text = number(p.Bar.Min) + ":" + number(p.Bar.Max)
	}
	d.ask("Range of the colours", "Both ends, such as 0:0.2; or full, 95%, ±0.1", text, "Set", func(text string) {
		r, err := present.ParseRange(text)
		if err != nil {
			d.fail("These are no ends of a range", err)
			return
		}
		d.setPaint(func(p *present.Paint) { p.Range = r })
	})
}
