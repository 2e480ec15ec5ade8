package gui

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/export"
	"gwscope/app/gui/widget"
	"gwscope/app/present"
	"gwscope/app/session"
)

// exportChoice is the choice of files to export. The last choice is offered again; sessions keep it.
type exportChoice struct {
	chosen     map[string]bool
	settings   export.Settings
	background present.Background // AsTheme: as shown
	windowSize bool               // pictures are as large as the views
	windowView bool               // pictures show the panes of the window
	whole      bool               // the figure for print shows shapes whole, not as near as the window
}

func newExportChoice() *exportChoice {
	c := &exportChoice{settings: export.DefaultSettings(), windowSize: true, windowView: true}
	c.tick(export.Standard)
	return c
}

// tick chooses these kinds and no others.
func (c *exportChoice) tick(kinds []string) {
	c.chosen = map[string]bool{}
	for _, name := range kinds {
		c.chosen[name] = true
	}
}

// choiceOf is the choice of a session's last export; e may be nil.
func choiceOf(e *session.Export) *exportChoice {
	c := newExportChoice()
	if e == nil {
		return c
	}
	var kinds []export.Kind
	kinds, c.settings = export.Recall(e, c.settings)
	c.whole = e.FigureWhole
	c.windowSize, c.windowView = e.Width == 0 || e.Height == 0, e.Panes == ""
	if b := present.Background(e.Background); slices.Contains(present.Backgrounds(), b) {
		c.background = b
	}
	clear(c.chosen)
	for _, k := range kinds {
		c.chosen[k.Name] = true
	}
	return c
}

// keep is the choice as a session keeps it.
func (c *exportChoice) keep() *session.Export {
	var names []string
	for _, k := range c.take() {
		names = append(names, k.Name)
	}
	e := export.Keep(names, c.settings)
	e.Background, e.FigureWhole = string(c.background), c.whole
	if c.windowSize {
		e.Width, e.Height = 0, 0
	}
	if c.windowView {
		e.Panes = ""
	}
	return e
}

// take are the chosen kinds.
func (c *exportChoice) take() []export.Kind {
	return slices.DeleteFunc(slices.Clone(export.Kinds()), func(k export.Kind) bool { return !c.chosen[k.Name] })
}

// The offered sizes of pictures and animations, "" for the size of the views.
var (
	pictureSizes   = []string{"", "1280 × 720", "1600 × 900", "1920 × 1080", "2560 × 1440", "3840 × 2160", "7680 × 4320"}
	animationSizes = []string{"480 × 270", "640 × 360", "800 × 450", "800 × 600", "1280 × 720", "1920 × 1080"}
	exportSeconds  = []string{"1.5", "3", "5", "8", "12"}
	exportRates    = []string{"10", "20", "25", "33.333", "50"}
	exportSpins    = []string{"0", "90", "180", "360"}
)

func sizeText(w, h int) string { return strconv.Itoa(w) + " × " + strconv.Itoa(h) }

// chooseExport asks for kinds, settings and folder. kinds are ticked; nil: the kinds of the last time.
func (ex *exporter) chooseExport(kinds []string) {
	c, m := choiceOf(ex.m.exported), ex.m.match
	if kinds != nil {
		c.tick(kinds)
	}
	count := widget.NewLabel("", widget.TextSmall, widget.ColorSoft)
	count.Flexible = true
	names := widget.NewLabel("", widget.TextSmall, widget.ColorSoft)
	names.Flexible = true
	how := newExportForm(ex, c)
	tell := func() {
		files := exportNames(m, c.take(), ex.exportSettings(c))
		if len(files) == 0 {
			count.SetColored("Tick kinds of files", widget.ColorSoft)
			names.Set("")
		} else {
			count.SetColored(upperFirst(plural(len(files), "file", "files")), widget.ColorSoft)
			names.Set(strings.Join(files, "  "))
		}
		how.show(c)
	}
	how.changed = tell

	lists := container.New(topRow{20}, container.New(widget.Column{}), container.New(widget.Column{}))
	fill := func() { ex.fillExportLists(lists, c, tell) }
	fill()
	set := func(on func(export.Kind) bool) func() {
		return func() {
			for _, k := range export.Kinds() {
				c.chosen[k.Name] = on(k)
			}
			fill()
			tell()
		}
	}
	quick := func(text, tip string, on func(export.Kind) bool) *widget.Control {
		return ex.widgets.NewControl(&widget.Control{Text: text, Tip: tip, Small: true, Height: 24, OnTap: set(on)})
	}
	choose := container.New(widget.Row{Gap: 6, Shares: []float32{1}}, count,
		quick("Standard", "The files of gwscope match", func(k export.Kind) bool { return slices.Contains(export.Standard, k.Name) }),
		quick("All", "", func(export.Kind) bool { return true }), quick("None", "", func(export.Kind) bool { return false }))

	tell()
	scroll := container.NewVScroll(container.New(topRow{24}, lists, how.object))
	ex.askAndWrite("Export the match", "Export", 960, c, c.take, count, container.New(atMost{ex.win.Canvas().Size().Height - 250}, scroll), choose, names)
}

// fillExportLists lays the kinds out in two columns, by their groups.
func (ex *exporter) fillExportLists(lists *fyne.Container, c *exportChoice, changed func()) {
	var columns [2]*fyne.Container
	for k := range columns {
		columns[k] = lists.Objects[k].(*fyne.Container)
		columns[k].Objects = nil
	}
	group := ""
	for _, k := range export.Kinds() {
		at := columns[map[bool]int{true: 1}[k.Draws()]] // pictures at the right
		if k.Group != group {
			group = k.Group
			at.Add(widget.GroupCaption(group, 6, len(at.Objects) == 0))
		}
		why := ""
		if len(k.Files(ex.m.match, c.settings)) == 0 {
			why = "there are none"
		}
		about := upperFirst(k.About) + ". As “" + k.Name + "” on the command line."
		at.Add(ex.widgets.NewCheckRow(k.Label, about, why, c.chosen[k.Name], func(on bool) {
			c.chosen[k.Name] = on
			changed()
		}))
	}
	lists.Refresh()
}
