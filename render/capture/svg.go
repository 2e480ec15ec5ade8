package capture

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"io"
)

// svgInk writes letters and lines of a figure as SVG, in pixels of the figure.
type svgInk struct {
	w     *bufio.Writer
	ramps int
}

// fontFamily names the font that text was measured with, and its substitutes where it is
// not installed. Each line also says how long it is, so that no other font makes it longer.
const fontFamily = "Go, Helvetica, Arial, 'Liberation Sans', sans-serif"

func (s *svgInk) letters(p *pen, text string, x, y float64, c color.NRGBA) {
	weight := ""
	if p.bold {
		weight = ` font-weight="bold"`
	}
	fmt.Fprintf(s.w, `<text x="%.2f" y="%.2f" font-size="%.2f"%s textLength="%.2f" lengthAdjust="spacingAndGlyphs"%s>`, x, y, p.size, weight, p.width(text), svgColor(c))
	xml.EscapeText(s.w, []byte(text))
	fmt.Fprintln(s.w, `</text>`)
}

func (s *svgInk) fill(r image.Rectangle, c color.NRGBA) {
	fmt.Fprintf(s.w, `<rect x="%d" y="%d" width="%d" height="%d"%s/>`+"\n", r.Min.X, r.Min.Y, r.Dx(), r.Dy(), svgColor(c))
}

func (s *svgInk) ramp(r image.Rectangle, at func(t float64) color.NRGBA) {
	s.ramps++
	fmt.Fprintf(s.w, `<linearGradient id="ramp%d">`, s.ramps)
	for k := range rampStops {
		t := float64(k) / (rampStops - 1)
		c := at(t)
		fmt.Fprintf(s.w, `<stop offset="%.4f" stop-color="#%02x%02x%02x"/>`, t, c.R, c.G, c.B)
	}
	fmt.Fprintf(s.w, "</linearGradient>\n"+`<rect x="%d" y="%d" width="%d" height="%d" fill="url(#ramp%d)"/>`+"\n", r.Min.X, r.Min.Y, r.Dx(), r.Dy(), s.ramps)
}

func svgColor(c color.NRGBA) string {
	opacity := ""
	if c.A < 255 {
		opacity = fmt.Sprintf(` fill-opacity="%.3f"`, float64(c.A)/255)
	}
	return fmt.Sprintf(` fill="#%02x%02x%02x"%s`, c.R, c.G, c.B, opacity)
}

// writeSVG writes a figure on paper as SVG.
func (f *Figure) writeSVG(w io.Writer, plate *image.RGBA) error {
	var picture bytes.Buffer
	if err := Encode(&picture, plate); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="%gmm" height="%gmm" viewBox="0 0 %d %d" font-family="%s">
<title>`, f.Page.Width, f.Page.Height, f.Width, f.Height, fontFamily)
	xml.EscapeText(out, []byte(f.name()))
	// href has a second name, xlink:href, and older programs know only that name.
	fmt.Fprintf(out, `</title>
<image width="%d" height="%d" xlink:href="data:image/png;base64,`, f.Width, f.Height)
	encoder := base64.NewEncoder(base64.StdEncoding, out)
	if _, err := encoder.Write(picture.Bytes()); err != nil {
		return err
	}
	encoder.Close()
	fmt.Fprintln(out, `"/>`)
	if err := f.annotate(&svgInk{w: out}); err != nil {
		return err
	}
	fmt.Fprintln(out, `</svg>`)
	return out.Flush() // reports earlier errors, too
}
