package widget

import (
	"slices"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

var _ fyne.Widget = (*Label)(nil)

// Label is a line of text in a colour of the theme. Unlike widget.Label it has no inset, so that numbers
// align to the pixel, and it can shorten itself.
type Label struct {
	widget.BaseWidget
	Text     string
	Color    fyne.ThemeColorName
	TextSize float32
	Bold     bool
	Align    fyne.TextAlign
	// Flexible lets the label be narrower than its text and end in an ellipsis.
	Flexible bool
	// Shorter are texts for a flexible label without room for its own, the longest first.
	Shorter []string
}

// NewLabel is a label with letters of a size in units.
func NewLabel(text string, size float32, color fyne.ThemeColorName) *Label {
	l := &Label{Text: text, TextSize: size, Color: color}
	l.ExtendBaseWidget(l)
	return l
}

// Flex makes the label flexible, and returns it.
func (l *Label) Flex() *Label { l.Flexible = true; return l }

// Strong makes the letters bold, and returns the label.
func (l *Label) Strong() *Label { l.Bold = true; return l }

// Trailing sets the text to the right end, and returns the label.
func (l *Label) Trailing() *Label { l.Align = fyne.TextAlignTrailing; return l }

// Centred sets the text to the middle, and returns the label.
func (l *Label) Centred() *Label { l.Align = fyne.TextAlignCenter; return l }

// NewCaption is a section's heading: small capitals in the secondary colour.
func NewCaption(text string) *Label {
	return NewLabel(Spaced(strings.ToUpper(text)), TextCaption, ColorSoft).Strong()
}

// Spaced puts hair spaces between letters: words in capitals are easier to read so.
func Spaced(text string) string {
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

// Set changes the text.
func (l *Label) Set(text string) { change(l, &l.Text, text) }

// SetShorter changes the text and the shorter texts for little room.
func (l *Label) SetShorter(text string, shorter ...string) {
	if l.Text != text || !slices.Equal(l.Shorter, shorter) {
		l.Text, l.Shorter = text, shorter
		l.Refresh()
	}
}

// SetColored changes text and colour.
func (l *Label) SetColored(text string, color fyne.ThemeColorName) {
	if l.Text != text || l.Color != color {
		l.Text, l.Color = text, color
		l.Refresh()
	}
}

// Width is the width of a text in the label's letters.
func (l *Label) Width(text string) float32 {
	return fyne.MeasureText(text, l.TextSize, l.Style()).Width
}

// Style is the style of the letters.
func (l *Label) Style() fyne.TextStyle { return fyne.TextStyle{Bold: l.Bold} }

func (l *Label) CreateRenderer() fyne.WidgetRenderer {
	r := &labelRenderer{label: l, text: canvas.NewText("", nil)}
	r.parts = parts{r.text}
	r.Refresh()
	return r
}

type labelRenderer struct {
	parts
	label *Label
	text  *canvas.Text
}

func (r *labelRenderer) MinSize() fyne.Size {
	l := r.label
	s := fyne.MeasureText(l.Text, l.TextSize, l.Style())
	if l.Text == "" {
		s = fyne.MeasureText("0", l.TextSize, l.Style())
		s.Width = 0
	}
	if l.Flexible {
		s.Width = fyne.Min(s.Width, 24)
	}
	return s
}

func (r *labelRenderer) Layout(size fyne.Size) {
	l := r.label
	text := l.Text
	if l.Flexible {
		whole := text
		for k := 0; k < len(l.Shorter) && l.Width(whole) > size.Width+roundedAway; k++ {
			whole = l.Shorter[k]
		}
		text = Ellipsize(whole, size.Width, l.Width)
		if text != whole && utf8.RuneCountInString(text) < leastCut {
			text = ""
		}
	}
	if r.text.Text != text {
		r.text.Text = text
		r.text.Refresh()
	}
	h := r.text.MinSize().Height
	Place(r.text, fyne.NewPos(0, (size.Height-h)/2), fyne.NewSize(size.Width, h))
}

func (r *labelRenderer) Refresh() {
	l := r.label
	r.text.Text, r.text.TextSize, r.text.TextStyle = l.Text, l.TextSize, l.Style()
	r.text.Color, r.text.Alignment = Color(l.Color), l.Align
	r.Layout(l.Size())
	canvas.Refresh(r.text)
}

// leastCut is the least number of letters of a cut text, with its ellipsis. A shorter text tells nothing.
const leastCut = 4

// roundedAway is the most that the rounding of a layout takes from a label's least width, in units.
const roundedAway = 0.5

// Ellipsize shortens text so that its width is at most w, ending in "…".
func Ellipsize(text string, w float32, width func(string) float32) string {
	if width(text) <= w+roundedAway {
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
