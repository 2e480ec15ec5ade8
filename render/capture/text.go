package capture

import (
	"image/color"
	"sort"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
)

// The fonts are parsed once; they are embedded in the program.
var (
	regular = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(goregular.TTF) })
	bold    = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gobold.TTF) })
)

// pen writes lines of text in one font and size.
type pen struct {
	face   font.Face
	size   float64 // pixels of an em
	bold   bool
	to     ink
	height float64 // of capitals, pixels
}

// newPen is a pen for ink, which may be nil where text is only measured.
func newPen(to ink, strong bool, size float64) (*pen, error) {
	load := regular
	if strong {
		load = bold
	}
	f, err := load()
	if err != nil {
		return nil, err
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return nil, err
	}
	return &pen{face: face, size: size, bold: strong, to: to, height: float64(face.Metrics().CapHeight) / 64}, nil
}

func (p *pen) width(text string) float64 { return float64(font.MeasureString(p.face, text)) / 64 }

// write puts text with its baseline starting at (x, y).
func (p *pen) write(text string, x, y float64, c color.NRGBA) {
	if text != "" {
		p.to.letters(p, text, x, y, c)
	}
}

// fit shortens text with an ellipsis to at most width pixels.
func (p *pen) fit(text string, width float64) string {
	if p.width(text) <= width {
		return text
	}
	letters := []rune(text)
	n := sort.Search(len(letters), func(n int) bool { return p.width(string(letters[:n+1])+"…") > width })
	if n == 0 {
		return ""
	}
	return string(letters[:n]) + "…"
}

// breakLine splits text before the last word that does not fit the width; a
// single long word stays whole for fit to cut.
func (p *pen) breakLine(text string, width float64) (first, rest string) {
	if p.width(text) <= width {
		return text, ""
	}
	words := strings.Fields(text)
	for n := len(words) - 1; n > 0; n-- {
		if first = strings.Join(words[:n], " "); p.width(first) <= width {
			return first, strings.Join(words[n:], " ")
		}
	}
	return p.fit(text, width), ""
}
