package widget

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

var _ fyne.Widget = (*Paragraph)(nil)

// Paragraph is text that breaks into lines of its width, without the inset of Fyne's own, so that it lines
// up with everything else.
type Paragraph struct {
	widget.BaseWidget
	Text     string
	TextSize float32
	Color    fyne.ThemeColorName
	width    float32 // of the last layout; lines depend on it
}

// NewParagraph is a paragraph of body text.
func NewParagraph(text string, color fyne.ThemeColorName) *Paragraph {
	p := &Paragraph{Text: text, TextSize: TextBody, Color: color, width: 300}
	p.ExtendBaseWidget(p)
	return p
}

// NewNote is a paragraph in small letters.
func NewNote(text string, color fyne.ThemeColorName) *Paragraph {
	p := NewParagraph(text, color)
	p.TextSize = TextSmall
	return p
}

// Set changes the text.
func (p *Paragraph) Set(text string) { change(p, &p.Text, text) }

// HeightOf is how high another text is in the paragraph's letters, at a width.
func (p *Paragraph) HeightOf(text string, width float32) float32 {
	h, sum := fyne.MeasureText("0", p.TextSize, fyne.TextStyle{}).Height, float32(0)
	for _, line := range breakLines(text, width, p.widthOf) {
		sum += advance(line, h)
	}
	return sum
}

func (p *Paragraph) widthOf(s string) float32 {
	return fyne.MeasureText(s, p.TextSize, fyne.TextStyle{}).Width
}

// Resize remembers the width: the height of a paragraph depends on it.
func (p *Paragraph) Resize(size fyne.Size) {
	if p.width != size.Width {
		p.width = size.Width
		p.Refresh()
	}
	p.BaseWidget.Resize(size)
}

// breakLines breaks text at spaces so that no line is wider than w; a word that is wider by itself, such as
// a path, is broken anywhere.
func breakLines(text string, w float32, width func(string) float32) []string {
	var lines []string
	for para := range strings.SplitSeq(text, "\n") {
		line := ""
		for _, word := range strings.Fields(para) {
			if next := line + " " + word; line != "" && width(next) <= w {
				line = next
				continue
			}
			if line != "" {
				lines = append(lines, line)
			}
			for width(word) > w && len([]rune(word)) > 1 {
				runes, cut := []rune(word), 1
				for cut < len(runes)-1 && width(string(runes[:cut+1])) <= w {
					cut++
				}
				lines = append(lines, string(runes[:cut]))
				word = string(runes[cut:])
			}
			line = word
		}
		lines = append(lines, line)
	}
	return lines
}

func (p *Paragraph) CreateRenderer() fyne.WidgetRenderer {
	r := &paragraphRenderer{p: p}
	r.Refresh()
	return r
}

type paragraphRenderer struct {
	p     *Paragraph
	texts []*canvas.Text
}

// leading is the distance of two lines in text heights. It is near 1, for Fyne's text height includes some
// space.
const leading = 1.02

// emptyLine is the height of an empty line as a share of the height of other lines.
const emptyLine = 0.45

// advance is the distance from a line to the next.
func advance(line string, height float32) float32 {
	if line == "" {
		return height * leading * emptyLine
	}
	return height * leading
}

func (r *paragraphRenderer) Destroy() {}
func (r *paragraphRenderer) MinSize() fyne.Size {
	return fyne.NewSize(60, r.p.HeightOf(r.p.Text, r.p.width))
}

func (r *paragraphRenderer) Layout(size fyne.Size) {
	y := float32(0)
	for _, t := range r.texts {
		m := t.MinSize()
		Place(t, fyne.NewPos(0, y), fyne.NewSize(size.Width, m.Height))
		y += advance(t.Text, m.Height)
	}
}

func (r *paragraphRenderer) Objects() []fyne.CanvasObject {
	out := make([]fyne.CanvasObject, len(r.texts))
	for i, t := range r.texts {
		out[i] = t
	}
	return out
}

func (r *paragraphRenderer) Refresh() {
	lines := breakLines(r.p.Text, r.p.width, r.p.widthOf)
	for len(r.texts) < len(lines) {
		r.texts = append(r.texts, canvas.NewText("", nil))
	}
	r.texts = r.texts[:len(lines)]
	for i, t := range r.texts {
		t.Text, t.TextSize, t.Color = lines[i], r.p.TextSize, Color(r.p.Color)
		t.Refresh()
	}
	r.Layout(r.p.Size())
	canvas.Refresh(r.p)
}
