package gui

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/export"
	"gwscope/app/gui/widget"
	"gwscope/app/present"
)

// exportForm chooses sizes, formats and other settings of the exported files.
type exportForm struct {
	size, panes, background       *widget.Dropdown
	animation, length, rate, spin *widget.Dropdown
	mesh, frame                   *widget.Dropdown
	t                             *widget.Label
	figure                        func(*exportChoice)
	changed                       func()
	object                        fyne.CanvasObject
}

var paneLabels = []string{"As the window", "Both shapes", "A", "B", "Morph", "Morph inside B"}

func newExportForm(ex *exporter, c *exportChoice) *exportForm {
	f := &exportForm{t: widget.NewLabel("", widget.TextSmall, widget.ColorSoft)}
	f.t.Flexible = true
	s := &c.settings
	pick := func(tip string, values, labels []string, now func() string, set func(string)) *widget.Dropdown {
		return ex.widgets.NewDropdown(tip, func() []widget.MenuEntry {
			return widget.Choices(values, labels, now(), func(v string) {
				set(v)
				f.changed()
			})
		})
	}
	sizes := append([]string{"As the views"}, pictureSizes[1:]...)
	f.size = ex.widgets.NewDropdown("Pixels of pictures", func() []widget.MenuEntry {
		now := sizeText(s.Width, s.Height)
		if c.windowSize {
			now = ""
		}
		all := widget.Choices(pictureSizes, sizes, now, func(v string) {
			if c.windowSize = v == ""; !c.windowSize {
				s.Width, s.Height = sizeOf(v)
			}
			f.changed()
		})
		return append(all, widget.MenuEntry{Rule: true}, widget.MenuEntry{Label: "Another size…", Checked: !slices.Contains(pictureSizes, now),
			Do: func() {
				ex.askSize("Size of pictures", s.Width, s.Height, func(w, h int) {
					c.windowSize, s.Width, s.Height = false, w, h
					f.changed()
				})
			}})
	})
	f.panes = pick("Content of pictures and animations", paneChoices(), paneLabels, func() string { return c.panes() }, func(v string) {
		if c.windowView = v == ""; !c.windowView {
			s.Panes = v
		}
	})
	var grounds, titles []string
	for _, b := range present.Backgrounds() {
		grounds = append(grounds, string(b))
		titles = append(titles, b.Title())
	}
	titles[0] = "As shown"
	f.background = pick("Background of pictures and animations", grounds, titles,
		func() string { return string(c.background) }, func(v string) { c.background = present.Background(v) })
	titled := ex.widgets.NewCheckRow("Titles and captions", "Names, notes and a line on the match", "", !s.Bare, func(on bool) { s.Bare = !on })

	f.animation = ex.widgets.NewDropdown("Pixels of animations", func() []widget.MenuEntry {
		now := sizeText(s.AnimationWidth, s.AnimationHeight)
		all := widget.Choices(animationSizes, nil, now, func(v string) {
			s.AnimationWidth, s.AnimationHeight = sizeOf(v)
			f.changed()
		})
		return append(all, widget.MenuEntry{Rule: true}, widget.MenuEntry{Label: "Another size…", Checked: !slices.Contains(animationSizes, now),
			Do: func() {
				ex.askSize("Size of animations", s.AnimationWidth, s.AnimationHeight, func(w, h int) {
					s.AnimationWidth, s.AnimationHeight = w, h
					f.changed()
				})
			}})
	})
	length := func() float64 { return float64(s.Frames) / s.PerSecond }
	last := func(seconds float64) { s.Frames = max(2, int(math.Round(seconds*s.PerSecond))) }
	f.length = pick("How long an animation takes to begin again", exportSeconds, suffixed(exportSeconds, " s"), func() string { return strconv.FormatFloat(math.Round(2*length())/2, 'g', -1, 64) },
		func(v string) { last(numberOf(v)) })
	f.rate = pick("Pictures a second", exportRates, suffixed([]string{"10", "20", "25", "33", "50"}, " a second"), func() string { return strconv.FormatFloat(s.PerSecond, 'g', 5, 64) },
		func(v string) {
			was := length()
			s.PerSecond = numberOf(v)
			last(was)
		})
	f.spin = pick("Whether the shapes turn while they morph", exportSpins, []string{"None", "A quarter turn", "Half a turn", "All round"}, func() string { return strconv.FormatFloat(s.Spin, 'g', -1, 64) },
		func(v string) { s.Spin = numberOf(v) })
	f.frame = pick("Coordinates of the morphed mesh: as in A's file or as in B's", []string{"a", "b"}, []string{"A’s", "B’s"}, func() string { return map[bool]string{false: "a", true: "b"}[s.InB] },
		func(v string) { s.InB = v == "b" })
	f.mesh = pick("Format of the morphed mesh", export.MeshFormats, nil, func() string { return s.MeshFormat }, func(v string) { s.MeshFormat = v })

	two := func(a, b fyne.CanvasObject) fyne.CanvasObject {
		return container.New(widget.Row{Gap: 8, Shares: []float32{1, 1}}, a, b)
	}
	figure := newFigureForm(ex, c, func() { f.changed() })
	f.figure = figure.show
	f.object = container.New(widget.Column{Gap: 8},
		widget.Inset(widget.NewCaption("Pictures"), 0, 4), two(f.size, f.background), two(f.panes, titled),
		widget.Inset(widget.NewCaption("Figure for print"), 0, 4), figure.object,
		widget.Inset(widget.NewCaption("Animations"), 0, 4), two(f.animation, f.rate), two(f.length, f.spin),
		widget.Inset(widget.NewCaption("Morphed mesh"), 0, 4), two(f.mesh, f.frame), f.t)
	return f
}

func suffixed(words []string, with string) []string {
	var out []string
	for _, w := range words {
		out = append(out, w+with)
	}
	return out
}

func numberOf(text string) float64 {
	v, _ := strconv.ParseFloat(text, 64) // of our own choices
	return v
}

// show brings the form up to date with a choice.
func (f *exportForm) show(c *exportChoice) {
	s := c.settings
	size := "as the views"
	if !c.windowSize {
		size = sizeText(s.Width, s.Height)
	}
	f.size.SetText("Size: " + size)
	ground := "as shown"
	if c.background != present.AsTheme {
		ground = string(c.background)
	}
	f.background.SetText("Background: " + ground)
	for i, p := range paneChoices() {
		if p == c.panes() {
			f.panes.SetText("Shows: " + lowerPane(paneLabels[i]))
		}
	}
	f.animation.SetText("Size: " + sizeText(s.AnimationWidth, s.AnimationHeight))
	f.rate.SetText("Rate: " + fixed(s.PerSecond, 0) + " a second")
	f.length.SetText("Lasts: " + fixed(float64(s.Frames)/s.PerSecond, 1) + " s, " + strconv.Itoa(s.Frames) + " pictures")
	spin, ok := map[float64]string{0: "none", 90: "a quarter", 180: "a half", 360: "all round"}[s.Spin]
	if !ok {
		spin = fixed(s.Spin, 0) + "°"
	}
	f.spin.SetText("Spin: " + spin)
	f.mesh.SetText("Format: ." + s.MeshFormat)
	f.frame.SetText("Coordinates: " + map[bool]string{false: "A’s", true: "B’s"}[s.InB])
	f.figure(c)
	f.t.Set("The mesh stands at the t of the morph bar")
}

// askSize asks for a size in pixels, and tells why an impossible size is refused.
func (ex *exporter) askSize(title string, w, h int, take func(w, h int)) {
	e, said := widget.NewField(ex.win.Canvas()), widget.NewLabel("Width × height in pixels, such as 2400 × 1350", widget.TextSmall, widget.ColorSoft)
	said.Flexible = true
	e.SetText(sizeText(w, h))
	var sh *widget.Sheet
	set := func() {
		w, h, err := readSize(e.Text)
		if err != nil {
			said.SetColored(upperFirst(err.Error()), widget.ColorCaution)
			return
		}
		sh.Close()
		take(w, h)
	}
	e.OnSubmitted = func(string) { set() }
	sh = ex.widgets.NewSheet(ex.win.Canvas(), title, "", container.New(widget.Column{Gap: 8}, e, said), 380,
		widget.Button{Text: "Cancel"}, widget.Button{Text: "Set", Stay: true, Do: set})
	ex.win.Canvas().Focus(e)
}

// readSize reads two numbers with anything between them.
func readSize(text string) (w, h int, err error) {
	numbers := strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if len(numbers) == 2 {
		w, _ = strconv.Atoi(numbers[0])
		h, _ = strconv.Atoi(numbers[1])
		s := export.DefaultSettings()
		s.Width, s.Height = w, h
		return w, h, s.Check()
	}
	return 0, 0, errors.New("type two numbers, such as 2400 × 1350")
}

// paneChoices are the choices of package export, "" first: as the window.
func paneChoices() []string { return append([]string{""}, export.AllPanes...) }

func (c *exportChoice) panes() string {
	if c.windowView {
		return ""
	}
	return c.settings.Panes
}

// panesShown names the panes of the window in the words of package export.
func (m *model) panesShown() string {
	switch {
	case m.layout == morphOnly:
		return export.PanesMorph
	case m.layout == overlaid:
		return export.PanesOverlay
	case m.layout == sideBySide && m.maximised == int(sideA):
		return export.PanesA
	case m.layout == sideBySide && m.maximised == int(sideB):
		return export.PanesB
	}
	return export.PanesBoth
}

// lowerPane is a label within a line; shapes keep their letters.
func lowerPane(label string) string {
	if len(label) < 2 {
		return label
	}
	return strings.ToLower(label[:1]) + label[1:]
}
