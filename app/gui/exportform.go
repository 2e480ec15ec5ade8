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
	figure                        *figureForm
	changed                       func()
	object                        fyne.CanvasObject
}

var paneLabels = []string{"As the window", "Both shapes", "A", "B", "Morph", "Morph inside B"}

func newExportForm(ex *exporter, c *exportChoice) *exportForm {
	f, s := &exportForm{}, &c.settings
	pick := ex.picker(func() { f.changed() })
	// pickSize offers sizes, and asks for any other. now is the present size, "" for the size of the views.
	pickSize := func(of string, values, labels []string, w, h *int, now func() string, set func(string)) *widget.Dropdown {
		return ex.widgets.NewDropdown("Pixels of "+of, func() []widget.MenuEntry {
			take := func(v string) {
				if set(v); v != "" {
					*w, *h, _ = readSize(v)
				}
				f.changed()
			}
			return append(widget.Choices(values, labels, now(), take), widget.MenuEntry{Rule: true},
				widget.MenuEntry{Label: "Another size…", Checked: !slices.Contains(values, now()), Do: func() { ex.askSize("Size of "+of, sizeText(*w, *h), take) }})
		})
	}
	sizes := append([]string{"As the views"}, pictureSizes[1:]...)
	f.size = pickSize("pictures", pictureSizes, sizes, &s.Width, &s.Height, func() string {
		if c.windowSize {
			return ""
		}
		return sizeText(s.Width, s.Height)
	}, func(v string) { c.windowSize = v == "" })
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

	f.animation = pickSize("animations", animationSizes, nil, &s.AnimationWidth, &s.AnimationHeight,
		func() string { return sizeText(s.AnimationWidth, s.AnimationHeight) }, func(string) {})
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

	t := widget.NewLabel("The mesh stands at the t of the morph bar", widget.TextSmall, widget.ColorSoft)
	t.Flexible = true
	f.figure = newFigureForm(ex, c, func() { f.changed() })
	f.object = container.New(widget.Column{Gap: 8},
		widget.Inset(widget.NewCaption("Pictures"), 0, 4), half(f.size, f.background), half(f.panes, titled),
		widget.Inset(widget.NewCaption("Figure for print"), 0, 4), f.figure.object,
		widget.Inset(widget.NewCaption("Animations"), 0, 4), half(f.animation, f.rate), half(f.length, f.spin),
		widget.Inset(widget.NewCaption("Morphed mesh"), 0, 4), half(f.mesh, f.frame), t)
	return f
}

// picker makes dropdowns for choices; changed is called after each choice.
func (ex *exporter) picker(changed func()) func(tip string, values, labels []string, now func() string, set func(string)) *widget.Dropdown {
	return func(tip string, values, labels []string, now func() string, set func(string)) *widget.Dropdown {
		return ex.widgets.NewDropdown(tip, func() []widget.MenuEntry {
			return widget.Choices(values, labels, now(), func(v string) {
				set(v)
				changed()
			})
		})
	}
}

// half puts two objects side by side, each half as wide as the row.
func half(a, b fyne.CanvasObject) fyne.CanvasObject {
	return container.New(widget.Row{Gap: 8, Shares: []float32{1, 1}}, a, b)
}

func suffixed(words []string, with string) []string {
	var out []string
	for _, w := range words {
		out = append(out, w+with)
	}
	return out
}

func numberOf(text string) float64 {
	v, _ := strconv.ParseFloat(text, 64) // the callers give numbers
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
			f.panes.SetText("Shows: " + lowerFirst(paneLabels[i]))
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
	f.figure.show(c)
}

// askSize asks for a size in pixels.
func (ex *exporter) askSize(title, now string, take func(size string)) {
	ex.dialogs.ask(title, "Width × height in pixels, such as 2400 × 1350", now, "Set", atOnce(func(text string) error {
		w, h, err := readSize(text)
		if err == nil {
			take(sizeText(w, h))
		}
		return err
	}))
}

// readSize reads a width and a height in pixels.
func readSize(text string) (w, h int, err error) {
	a, b, err := twoNumbers(text, "2400 × 1350")
	if err != nil {
		return 0, 0, err
	}
	s := export.DefaultSettings()
	s.Width, s.Height = int(a), int(b)
	return s.Width, s.Height, s.Check()
}

// twoNumbers reads two numbers, whatever stands between them.
func twoNumbers(text, example string) (a, b float64, err error) {
	numbers := strings.FieldsFunc(text, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
	if len(numbers) != 2 {
		return 0, 0, errors.New("type two numbers, such as " + example)
	}
	return numberOf(numbers[0]), numberOf(numbers[1]), nil
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
