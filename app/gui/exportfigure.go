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
	pick := ex.picker(changed)
	f.dpi = pick("Pixels of the shapes in an inch. Letters and the colour bar are always sharp in PDF and SVG", pageDPI, suffixed(pageDPI, " dpi"),
		func() string { return strconv.FormatFloat(s.Page.DPI, 'g', -1, 64) }, func(v string) { s.Page.DPI = numberOf(v) })
	f.format = pick("PDF and SVG keep text as text. PNG is pixels only, and says how large it is", capture.Formats, []string{"PDF", "SVG", "PNG"},
		func() string { return s.FigureFormat }, func(v string) { s.FigureFormat = v })
	f.frame = pick("Show the shapes as near as the window does, or whole", []string{"", "whole"}, []string{"As near as in the window", "Shapes whole"},
		func() string { return map[bool]string{true: "whole"}[c.whole] }, func(v string) { c.whole = v != "" })
	f.object = container.New(widget.Column{Gap: 8}, half(f.size, f.dpi), half(f.format, f.frame))
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

// readPage reads a width and a height in millimetres.
func readPage(text string) (w, h float64, err error) {
	if w, h, err = twoNumbers(text, "180 × 100"); err == nil {
		err = capture.Page{Width: w, Height: h, DPI: 300}.Check()
	}
	return w, h, err
}

// askPage asks for a size in millimetres.
func (ex *exporter) askPage(s *export.Settings, changed func()) {
	ex.dialogs.ask("Size in print", "Width × height in millimetres, such as 180 × 100", pageText(s.Page), "Set", atOnce(func(text string) error {
		w, h, err := readPage(text)
		if err == nil {
			s.Page.Width, s.Page.Height = w, h
			changed()
		}
		return err
	}))
}

// figure asks for size, format and framing of a figure for print, and writes the figure.
func (ex *exporter) figure() {
	if ex.m.match == nil || ex.morph.stopExport != nil {
		ex.export() // which says why not
		return
	}
	c, m := choiceOf(ex.m.exported), ex.m.match
	kinds, err := export.ParseKinds("figure")
	if err != nil {
		return
	}
	about := widget.NewLabel("", widget.TextSmall, widget.ColorSoft)
	about.Flexible = true
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
	ex.askAndWrite("Figure for print", "Write figure", 560, c, func() []export.Kind { return kinds }, about, form.object, half(words, ground), about)
}

// askAndWrite shows a sheet with parts and a field for the folder, and writes the kinds of a choice into that
// folder. said shows the reason where it refuses.
func (ex *exporter) askAndWrite(title, button string, width float32, c *exportChoice, kinds func() []export.Kind, said *widget.Label, parts ...fyne.CanvasObject) {
	m := ex.m.match
	var chosen []export.Kind
	var s export.Settings
	ex.folderSheet(title, button, width, func(folder fyne.CanvasObject) fyne.CanvasObject {
		return container.New(widget.Column{Gap: 12}, append(parts, folder)...)
	}, func() ([]string, bool) {
		chosen, s = kinds(), ex.exportSettings(c)
		err := s.Check()
		if len(chosen) == 0 {
			err = errors.New("tick at least one")
		}
		if err != nil {
			said.SetColored(upperFirst(err.Error()), widget.ColorCaution)
			return nil, false
		}
		return exportNames(m, chosen, s), true
	}, func(dir string) {
		ex.m.exported = c.keep()
		ex.m.onKept.Emit(struct{}{})
		ex.exportTo(chosen, s, dir)
	})
}
