package gui

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/export"
	"gwscope/app/gui/widget"
	"gwscope/app/present"
	"gwscope/render/capture"
)

// Figures for print: their form, and the sheet for writing.

// The offered sizes in millimetres: one column, one and a half, and two columns of a journal, and a slide.
var (
	pageSizes  = []string{"85 × 60", "120 × 75", "180 × 100", "180 × 130", "254 × 143"}
	pageLabels = []string{"85 × 60 mm, one column", "120 × 75 mm, one and a half", "180 × 100 mm, two columns", "180 × 130 mm, two columns", "254 × 143 mm, a slide"}
	pageDPI    = []string{"150", "300", "600"}
)

// figureForm chooses size, sharpness, format and framing of a figure for print.
type figureForm struct {
	size, dpi, format, frame *widget.Dropdown
	object                   fyne.CanvasObject
}

func newFigureForm(ex *exporter, c *exportChoice, changed func()) *figureForm {
	f, s := &figureForm{}, &c.settings
	f.size = ex.widgets.NewDropdown("Size in print", func() []widget.MenuEntry {
		now := pageText(s.Page)
		all := widget.Choices(pageSizes, pageLabels, now, func(v string) {
			s.Page.Width, s.Page.Height, _ = readPage(v)
			changed()
		})
		return append(all, widget.MenuEntry{Rule: true}, widget.MenuEntry{Label: "Another size…", Checked: !slices.Contains(pageSizes, now), Do: func() { ex.askPage(s, changed) }})
	})
	f.dpi = ex.widgets.NewDropdown("Pixels of the shapes in an inch. Letters and the colour bar are always sharp in PDF and SVG", func() []widget.MenuEntry {
		return widget.Choices(pageDPI, suffixed(pageDPI, " dpi"), strconv.FormatFloat(s.Page.DPI, 'g', -1, 64), func(v string) {
			s.Page.DPI = numberOf(v)
			changed()
		})
	})
	f.format = ex.widgets.NewDropdown("PDF and SVG keep text as text. PNG is pixels only, and says how large it is", func() []widget.MenuEntry {
		return widget.Choices(capture.Formats, []string{"PDF", "SVG", "PNG"}, s.FigureFormat, func(v string) {
			s.FigureFormat = v
			changed()
		})
	})
	f.frame = ex.widgets.NewDropdown("Show the shapes as near as the window does, or whole", func() []widget.MenuEntry {
		return widget.Choices([]string{"", "whole"}, []string{"As near as in the window", "Shapes whole"}, map[bool]string{true: "whole"}[c.whole], func(v string) {
			c.whole = v != ""
			changed()
		})
	})
	two := func(a, b fyne.CanvasObject) fyne.CanvasObject {
		return container.New(widget.Row{Gap: 8, Shares: []float32{1, 1}}, a, b)
	}
	f.object = container.New(widget.Column{Gap: 8}, two(f.size, f.dpi), two(f.format, f.frame))
	f.show(c)
	return f
}

// show brings the form up to date with a choice.
func (f *figureForm) show(c *exportChoice) {
	p := c.settings.Page
	f.size.SetText("Size: " + pageText(p) + " mm")
	f.dpi.SetText("Shapes: " + strconv.FormatFloat(p.DPI, 'g', -1, 64) + " dpi")
	f.format.SetText("Format: " + strings.ToUpper(c.settings.FigureFormat))
	f.frame.SetText("Framing: " + map[bool]string{false: "as the window", true: "shapes whole"}[c.whole])
}

func pageText(p capture.Page) string {
	return strconv.FormatFloat(p.Width, 'g', -1, 64) + " × " + strconv.FormatFloat(p.Height, 'g', -1, 64)
}

// readPage reads a width and a height in millimetres with anything between them.
func readPage(text string) (w, h float64, err error) {
	numbers := strings.FieldsFunc(text, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
	if len(numbers) != 2 {
		return 0, 0, errors.New("type two numbers, such as 180 × 100")
	}
	w, h = numberOf(numbers[0]), numberOf(numbers[1])
	return w, h, capture.Page{Width: w, Height: h, DPI: 300}.Check()
}

// askPage asks for a size in millimetres, and tells why an impossible one is refused.
func (ex *exporter) askPage(s *export.Settings, changed func()) {
	e, said := widget.NewField(ex.win.Canvas()), widget.NewLabel("Width × height in millimetres, such as 180 × 100", widget.TextSmall, widget.ColorSoft)
	said.Flexible = true
	e.SetText(pageText(s.Page))
	var sh *widget.Sheet
	set := func() {
		w, h, err := readPage(e.Text)
		if err != nil {
			said.SetColored(upperFirst(err.Error()), widget.ColorCaution)
			return
		}
		sh.Close()
		s.Page.Width, s.Page.Height = w, h
		changed()
	}
	e.OnSubmitted = func(string) { set() }
	sh = ex.widgets.NewSheet(ex.win.Canvas(), "Size in print", "", container.New(widget.Column{Gap: 8}, e, said), 380,
		widget.Button{Text: "Cancel"}, widget.Button{Text: "Set", Stay: true, Do: set})
	ex.win.Canvas().Focus(e)
}

// figure asks how a figure for print is to be, and writes it.
func (ex *exporter) figure() {
	if ex.m.match == nil || ex.morph.stopExport != nil {
		ex.export(exportKind{}) // which says why not
		return
	}
	c, m := choiceOf(ex.m.exported), ex.m.match
	kinds, err := export.ParseKinds("figure")
	if err != nil {
		return
	}
	about := widget.NewLabel("", widget.TextSmall, widget.ColorSoft)
	about.Flexible = true
	where := widget.NewField(ex.win.Canvas())
	where.SetText(ex.folder())
	var form *figureForm
	tell := func() {
		w, h := c.settings.Page.Pixels()
		about.SetColored(fmt.Sprintf("%s: shapes as in the window, %s pixels", strings.Join(exportNames(m, kinds, c.settings), ", "), sizeText(w, h)), widget.ColorSoft)
		form.show(c)
	}
	form = newFigureForm(ex, c, func() { tell() })
	words := ex.widgets.NewCheckRow("Titles and caption", "Names of the shapes, and below them quantity, method and figures", "", !c.settings.Bare, func(on bool) { c.settings.Bare = !on })
	ground := ex.widgets.NewCheckRow("No background", "Transparent instead of white", "", c.background == present.Transparent, func(on bool) {
		c.background = map[bool]present.Background{false: present.AsTheme, true: present.Transparent}[on]
	})
	tell()
	var sh *widget.Sheet
	write := func() {
		s := ex.exportSettings(c)
		if err := s.Check(); err != nil {
			about.SetColored(upperFirst(err.Error()), widget.ColorCaution)
			return
		}
		ex.mayWrite(expandHome(where.Text), exportNames(m, kinds, s), func(dir string) {
			sh.Close()
			ex.m.exported = c.keep()
			ex.m.onKept.Emit(struct{}{})
			ex.exportTo(kinds, s, dir)
		})
	}
	where.OnSubmitted = func(string) { write() }
	body := container.New(widget.Column{Gap: 12}, form.object,
		container.New(widget.Row{Gap: 8, Shares: []float32{1, 1}}, words, ground), about,
		container.New(widget.Row{Gap: 8, Shares: []float32{1}}, where, ex.browse(where)))
	sh = ex.widgets.NewSheet(ex.win.Canvas(), "Figure for print", "", body, 560,
		widget.Button{Text: "Cancel"}, widget.Button{Text: "Write figure", Stay: true, Do: write})
	ex.win.Canvas().Focus(where)
}
