package gui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

var _ fyne.Widget = (*label)(nil)

// label is one line of text in a colour of the theme. Unlike widget.Label it
// has no inset, so that numbers align to the pixel, and it can shorten itself.
type label struct {
	widget.BaseWidget
	text  string
	color fyne.ThemeColorName
	size  float32
	bold  bool
	align fyne.TextAlign
	// flexible lets the label be narrower than its text and end in an ellipsis.
	flexible bool
}

func newLabel(text string, size float32, color fyne.ThemeColorName) *label {
	l := &label{text: text, size: size, color: color}
	l.ExtendBaseWidget(l)
	return l
}

// caption is a section's heading: small capitals in the secondary colour.
func newCaption(text string) *label {
	l := newLabel(spaced(strings.ToUpper(text)), textCaption, colorSoft)
	l.bold = true
	return l
}

// spaced sets capitals apart by hair spaces, as capitals want to be.
func spaced(text string) string {
	const hair = "\u200a"
	runes := []rune(text)
	var b strings.Builder
	for i, r := range runes {
		if i > 0 {
			b.WriteString(hair)
		}
		b.WriteRune(r)
	}
	return b.String()
}

func (l *label) set(text string) {
	if l.text != text {
		l.text = text
		l.Refresh()
	}
}

func (l *label) setColored(text string, color fyne.ThemeColorName) {
	if l.text != text || l.color != color {
		l.text, l.color = text, color
		l.Refresh()
	}
}

// width is that of a text in the label's letters.
func (l *label) width(text string) float32 { return fyne.MeasureText(text, l.size, l.style()).Width }

func (l *label) style() fyne.TextStyle { return fyne.TextStyle{Bold: l.bold} }

func (l *label) CreateRenderer() fyne.WidgetRenderer {
	r := &labelRenderer{label: l, text: canvas.NewText("", nil)}
	r.Refresh()
	return r
}

type labelRenderer struct {
	label *label
	text  *canvas.Text
}

func (r *labelRenderer) Destroy()                     {}
func (r *labelRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.text} }

func (r *labelRenderer) MinSize() fyne.Size {
	l := r.label
	s := fyne.MeasureText(l.text, l.size, l.style())
	if l.text == "" {
		s = fyne.MeasureText("0", l.size, l.style())
		s.Width = 0
	}
	if l.flexible {
		s.Width = fyne.Min(s.Width, 24)
	}
	return s
}

func (r *labelRenderer) Layout(size fyne.Size) {
	l := r.label
	text := l.text
	if l.flexible {
		text = ellipsize(text, size.Width, func(s string) float32 { return fyne.MeasureText(s, l.size, l.style()).Width })
	}
	if r.text.Text != text {
		r.text.Text = text
		r.text.Refresh()
	}
	h := r.text.MinSize().Height
	r.text.Move(fyne.NewPos(0, (size.Height-h)/2))
	r.text.Resize(fyne.NewSize(size.Width, h))
}

func (r *labelRenderer) Refresh() {
	l := r.label
	r.text.Text, r.text.TextSize, r.text.TextStyle = l.text, l.size, l.style()
	r.text.Color, r.text.Alignment = themeColor(l.color), l.align
	r.Layout(l.Size())
	canvas.Refresh(r.text)
}

// ellipsize shortens text so that its width is at most w, ending in "…".
func ellipsize(text string, w float32, width func(string) float32) string {
	// Half a pixel of grace: layouts hand back a label's own MinSize after rounding.
	if width(text) <= w+0.5 {
		return text
	}
	runes := []rune(text)
	lo, hi := 0, len(runes) // the longest prefix that fits with the ellipsis
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if width(strings.TrimRight(string(runes[:mid]), " ,·")+"…") <= w {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return strings.TrimRight(string(runes[:lo]), " ,·") + "…"
}
