package capture

import (
	"bytes"
	"image"
	"image/color"
	"io"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
)

// pdfInk writes letters and lines of a figure into a PDF. The file holds the fonts, with the letters
// that are used.
type pdfInk struct {
	doc *fpdf.Fpdf
	mm  float64 // of a pixel
}

// pdfFont is the name of our font within a file.
const pdfFont = "Go"

func (p *pdfInk) letters(by *pen, text string, x, y float64, c color.NRGBA) {
	style := ""
	if by.bold {
		style = "B"
	}
	p.doc.SetFont(pdfFont, style, 0)
	p.doc.SetFontUnitSize(by.size * p.mm)
	p.doc.SetTextColor(int(c.R), int(c.G), int(c.B))
	p.doc.Text(x*p.mm, y*p.mm, text)
}

func (p *pdfInk) fill(r image.Rectangle, c color.NRGBA) {
	if c.A < 255 {
		p.doc.SetAlpha(float64(c.A)/255, "Normal")
		defer p.doc.SetAlpha(1, "Normal")
	}
	p.doc.SetFillColor(int(c.R), int(c.G), int(c.B))
	p.doc.Rect(float64(r.Min.X)*p.mm, float64(r.Min.Y)*p.mm, float64(r.Dx())*p.mm, float64(r.Dy())*p.mm, "F")
}

// ramp lays pieces of two colours each. Every piece goes to the right end, so that no seam
// shows between two.
func (p *pdfInk) ramp(r image.Rectangle, at func(t float64) color.NRGBA) {
	x, y, w, h := float64(r.Min.X)*p.mm, float64(r.Min.Y)*p.mm, float64(r.Dx())*p.mm, float64(r.Dy())*p.mm
	for k := range rampStops - 1 {
		from, to := float64(k)/(rampStops-1), float64(k+1)/(rampStops-1)
		a, b := at(from), at(to)
		p.doc.LinearGradient(x+from*w, y, w-from*w, h, int(a.R), int(a.G), int(a.B), int(b.R), int(b.G), int(b.B), 0, 0, (to-from)/(1-from), 0)
	}
}

// writePDF writes a figure on paper as PDF: one page of its size.
func (f *Figure) writePDF(w io.Writer, plate *image.RGBA) error {
	var picture bytes.Buffer
	if err := Encode(&picture, plate); err != nil {
		return err
	}
	doc := fpdf.NewCustom(&fpdf.InitType{UnitStr: "mm", Size: fpdf.SizeType{Wd: f.Page.Width, Ht: f.Page.Height}})
	// The same figure gives the same bytes: the file holds no time of its making, and nothing in random
	// order.
	doc.SetCreationDate(time.Unix(0, 0).UTC())
	doc.SetModificationDate(time.Unix(0, 0).UTC())
	doc.SetCatalogSort(true)
	doc.SetMargins(0, 0, 0)
	doc.SetAutoPageBreak(false, 0)
	doc.SetTitle(f.name(), true)
	doc.SetCreator("GWScope", true)
	doc.AddUTF8FontFromBytes(pdfFont, "", goregular.TTF)
	doc.AddUTF8FontFromBytes(pdfFont, "B", gobold.TTF)
	doc.AddPage()
	options := fpdf.ImageOptions{ImageType: "png"}
	doc.RegisterImageOptionsReader("plate", options, &picture)
	doc.ImageOptions("plate", 0, 0, f.Page.Width, f.Page.Height, false, options, 0, "")
	if err := f.annotate(&pdfInk{doc, inch / f.Page.DPI}); err != nil {
		return err
	}
	return doc.Output(w) // reports earlier errors, too
}
