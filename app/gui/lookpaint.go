package gui

import (
	"fmt"
	"strconv"

	"gwscope/app/gui/widget"
	"gwscope/app/present"
)

// setPaint changes how quantities become colours.
func (l *looks) setPaint(change func(*present.Paint)) {
	l.m.setView(func(v *present.View) { change(&v.Paint) })
}

// brush lights up an interval of values, or everything again.
func (l *looks) brush(b present.Brush) { l.m.setView(func(v *present.View) { v.Brush = b }) }

// askRange asks for the values at the ends of the colour bar, beginning with the present values.
func (l *looks) askRange() {
	text := l.m.view.Paint.Range.String()
	if p := l.m.picture; p != nil && p.Bar != nil {
		number := func(x float64) string { return strconv.FormatFloat(x, 'g', 3, 64) }
		text = number(p.Bar.Min) + ":" + number(p.Bar.Max)
	}
	l.dialogs.ask("Range of the colours", "Both ends, such as 0:0.2; or full, 95%, ±0.1", text, "Set", atOnce(func(text string) error {
		r, err := present.ParseRange(text)
		if err == nil {
			l.setPaint(func(p *present.Paint) { p.Range = r })
		}
		return err
	}))
}

// drawIsolines chooses about how many isolines cross the range.
func (l *looks) drawIsolines(n int) { l.setPaint(func(p *present.Paint) { p.Isolines = n }) }

// mostCounted is the greatest number of lines, more than a person can tell apart.
const mostCounted = 10000

// askCount asks for a number of lines, beginning with the present number.
func (dl *dialogs) askCount(title, hint string, now int, then func(int)) {
	dl.ask(title, hint, strconv.Itoa(now), "Draw", atOnce(func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > mostCounted {
			return fmt.Errorf("a number of lines is a whole number from 0 to %d, not %q", mostCounted, text)
		}
		then(n)
		return nil
	}))
}

// legendEntries are the menu of the colour bar.
func (l *looks) legendEntries() []widget.MenuEntry {
	out := append([]widget.MenuEntry{{Label: "Range", Heading: true}}, l.rangeEntries()...)
	out = append(out, widget.MenuEntry{Rule: true}, widget.MenuEntry{Label: "Colour map", Heading: true})
	for _, e := range l.mapEntries() {
		if !e.Rule {
			out = append(out, e)
		}
	}
	return out
}

// showPaint opens the panel of colours and brings it into sight.
func (d *desk) showPaint() {
	d.panels.fold("view", false)
	d.inspector.look.openPaint(true)
	d.inspector.reveal(d.inspector.look.object)
}
