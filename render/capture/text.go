package capture

import (
	"image"
	"image/color"
	"image/draw"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// The fonts are parsed once; they are embedded in the program.
var (
	regular = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(goregular.TTF) })
	bold    = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gobold.TTF) })
)

// pen writes lines of text in one font and size.
type pen struct {
	face   font.Face
	dst    draw.Image
	height float64 // of capitals, pixels
}

func newPen(dst draw.Image, load func() (*opentype.Font, error), size float64) (*pen, error) {
	f, err := load()
	if err != nil {
		return nil, err
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return nil, err
	}
	return &pen{face: face, dst: dst, height: float64(face.Metrics().CapHeight) / 64}, nil
}

func (p *pen) width(text string) float64 { return float64(font.MeasureString(p.face, text)) / 64 }

// write puts text with its baseline starting at (x, y).
func (p *pen) write(text string, x, y float64, ink color.Color) {
	d := font.Drawer{
		Dst: p.dst, Src: image.NewUniform(ink), Face: p.face,
		Dot: fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6(y * 64)},
	}
	d.DrawString(text)
}

// fit shortens text with an ellipsis to at most width pixels.
func (p *pen) fit(text string, width float64) string {
	if p.width(text) <= width {
		return text
	}
	runes := []rune(text)
	lo, hi := 0, len(runes)
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if p.width(string(runes[:mid])+"…") <= width {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	if lo == 0 {
		return ""
	}
	return string(runes[:lo]) + "…"
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
