package capture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"io"
	"math"
	"slices"
	"strings"
)

// Page is the size of a figure in print.
type Page struct {
	Width, Height float64 // millimetres
	DPI           float64 // pixels of the shapes in an inch: 300 for most journals, 600 for fine lines
}

// inch is an inch in millimetres.
const inch = 25.4

// The smallest and the largest page, and the coarsest and the finest picture.
const (
	leastPage, mostPage = 20, 1000
	leastDPI, mostDPI   = 50, 1200
)

// Check refuses impossible pages.
func (p Page) Check() error {
	for _, side := range []float64{p.Width, p.Height} {
		if !(side >= leastPage && side <= mostPage) {
			return fmt.Errorf("a figure for print is %d to %d mm wide and high, not %g", leastPage, mostPage, side)
		}
	}
	if !(p.DPI >= leastDPI && p.DPI <= mostDPI) {
		return fmt.Errorf("a figure for print has %d to %d dpi, not %g", leastDPI, mostDPI, p.DPI)
	}
	return nil
}

// Pixels are the size of the picture that the page takes.
func (p Page) Pixels() (width, height int) {
	px := func(mm float64) int { return int(math.Round(mm / inch * p.DPI)) }
	return px(p.Width), px(p.Height)
}

// smallPoints is the size of small letters on paper. Journals ask for 5 to 7 at least.
const smallPoints = 7.5

// On puts a figure on a page: it has the page's pixels, and letters of one size in print
// whatever the size of the page.
func (f *Figure) On(p Page) {
	f.Page = p
	f.Width, f.Height = p.Pixels()
	f.Scale = p.DPI / 72 * smallPoints / smallUnits
}

// Formats are the formats of a figure on paper.
var Formats = []string{"pdf", "svg", "png"}

// FormatOf is the format that a file's name asks for; "" for none of [Formats].
func FormatOf(path string) string {
	for _, f := range Formats {
		if strings.HasSuffix(strings.ToLower(path), "."+f) {
			return f
		}
	}
	return ""
}

// Write writes a figure on paper. plate is the picture of [Figure.Plate]. In PDF and SVG
// the plate is one picture, and all text and the colour bar are letters and lines around it.
// The same figure gives the same bytes.
func (f *Figure) Write(w io.Writer, format string, plate *image.RGBA) error {
	if err := f.Page.Check(); err != nil {
		return err
	}
	switch format {
	case "pdf":
		return f.writePDF(w, plate)
	case "svg":
		return f.writeSVG(w, plate)
	case "png":
		img := &image.RGBA{Pix: slices.Clone(plate.Pix), Stride: plate.Stride, Rect: plate.Rect}
		if err := f.annotate(raster{img}); err != nil {
			return err
		}
		return encodeAt(w, img, f.Page.DPI)
	}
	return fmt.Errorf("a figure cannot be written as %q; choose %s", format, strings.Join(Formats, ", "))
}

// encodeAt writes a PNG that says how large it is in print: the chunk pHYs, after the header,
// which is the first of 25 bytes after the signature of 8 (PNG specification, 11.3.5.3).
func encodeAt(w io.Writer, img image.Image, dpi float64) error {
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return err
	}
	const head = 8 + 25
	chunk := binary.BigEndian.AppendUint32(nil, 9)
	chunk = append(chunk, "pHYs"...)
	perMetre := uint32(math.Round(dpi / inch * 1000))
	chunk = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(chunk, perMetre), perMetre)
	chunk = append(chunk, 1) // metres
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	for _, part := range [][]byte{b.Bytes()[:head], chunk, b.Bytes()[head:]} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}
