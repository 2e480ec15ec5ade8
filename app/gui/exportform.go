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
	"gwscope/app/present"
)

// exportForm says how what is exported is to be.
type exportForm struct {
	size, panes, background       *dropdown
	animation, length, rate, spin *dropdown
	mesh, frame                   *dropdown
	t                             *label
	changed                       func()
	object                        fyne.CanvasObject
}

var paneLabels = []string{"As the window", "Both shapes", "A", "B", "Morph", "Morph inside B"}

func newExportForm(d *desk, c *exportChoice) *exportForm {
	f := &exportForm{t: newLabel("", textSmall, colorSoft)}
	f.t.flexible = true
	s := &c.settings
	pick := func(tip string, values, labels []string, now func() string, set func(string)) *dropdown {
		return d.kit.newDropdown(tip, func() []entry {
			return choices(values, labels, now(), func(v string) {
				set(v)
				f.changed()
			})
		})
	}
	sizes := append([]string{"As the views"}, pictureSizes[1:]...)
	f.size = d.kit.newDropdown("Pixels of pictures", func() []entry {
		now := sizeText(s.Width, s.Height)
		if c.windowSize {
			now = ""
		}
		all := choices(pictureSizes, sizes, now, func(v string) {
			if c.windowSize = v == ""; !c.windowSize {
				s.Width, s.Height = sizeOf(v)
			}
			f.changed()
		})
		return append(all, entry{rule: true}, entry{label: "Another size…", checked: !slices.Contains(pictureSizes, now),
			do: func() {
				d.askSize("Size of pictures", s.Width, s.Height, func(w, h int) {
					c.windowSize, s.Width, s.Height = false, w, h
					f.changed()
				})
			}})
	})
	f.panes = pick("What pictures and animations show", paneChoices(), paneLabels, func() string { return c.panes() }, func(v string) {
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
	f.background = pick("What the shapes of pictures and animations stand before", grounds, titles,
		func() string { return string(c.background) }, func(v string) { c.background = present.Background(v) })
	titled := d.kit.newCheckRow("Titles and captions", "Names, notes and a line on the match", "", !s.Bare, func(on bool) { s.Bare = !on })

	f.animation = d.kit.newDropdown("Pixels of animations", func() []entry {
		now := sizeText(s.AnimationWidth, s.AnimationHeight)
		all := choices(animationSizes, nil, now, func(v string) {
			s.AnimationWidth, s.AnimationHeight = sizeOf(v)
			f.changed()
		})
		return append(all, entry{rule: true}, entry{label: "Another size…", checked: !slices.Contains(animationSizes, now),
			do: func() {
				d.askSize("Size of animations", s.AnimationWidth, s.AnimationHeight, func(w, h int) {
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
	f.frame = pick("Whose file the coordinates of the morphed mesh are those of", []string{"a", "b"}, []string{"A’s", "B’s"}, func() string { return map[bool]string{false: "a", true: "b"}[s.InB] },
		func(v string) { s.InB = v == "b" })
	f.mesh = pick("Format of the morphed mesh", export.MeshFormats, nil, func() string { return s.MeshFormat }, func(v string) { s.MeshFormat = v })

	two := func(a, b fyne.CanvasObject) fyne.CanvasObject {
		return container.New(row{gap: 8, shares: []float32{1, 1}}, a, b)
	}
	f.object = container.New(column{8},
		inset(newCaption("Pictures"), 0, 4), two(f.size, f.background), two(f.panes, titled),
		inset(newCaption("Animations"), 0, 4), two(f.animation, f.rate), two(f.length, f.spin),
		inset(newCaption("Morphed mesh"), 0, 4), two(f.mesh, f.frame), f.t)
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

// show says what is chosen.
func (f *exportForm) show(c *exportChoice) {
	s := c.settings
	size := "as the views"
	if !c.windowSize {
		size = sizeText(s.Width, s.Height)
	}
	f.size.setText("Size: " + size)
	ground := "as shown"
	if c.background != present.AsTheme {
		ground = string(c.background)
	}
	f.background.setText("Background: " + ground)
	for i, p := range paneChoices() {
		if p == c.panes() {
			f.panes.setText("Shows: " + lowerPane(paneLabels[i]))
		}
	}
	f.animation.setText("Size: " + sizeText(s.AnimationWidth, s.AnimationHeight))
	f.rate.setText("Rate: " + fixed(s.PerSecond, 0) + " a second")
	f.length.setText("Lasts: " + fixed(float64(s.Frames)/s.PerSecond, 1) + " s, " + strconv.Itoa(s.Frames) + " pictures")
	spin, ok := map[float64]string{0: "none", 90: "a quarter", 180: "a half", 360: "all round"}[s.Spin]
	if !ok {
		spin = fixed(s.Spin, 0) + "°"
	}
	f.spin.setText("Spin: " + spin)
	f.mesh.setText("Format: ." + s.MeshFormat)
	f.frame.setText("Coordinates: " + map[bool]string{false: "A’s", true: "B’s"}[s.InB])
	f.t.set("The mesh stands at the t of the morph bar")
}

// askSize asks for a size in pixels, and says what is wrong with one that cannot be.
func (d *desk) askSize(title string, w, h int, take func(w, h int)) {
	e, said := newField(d.win.Canvas()), newLabel("Width × height in pixels, such as 2400 × 1350", textSmall, colorSoft)
	said.flexible = true
	e.SetText(sizeText(w, h))
	var sh *sheet
	set := func() {
		w, h, err := readSize(e.Text)
		if err != nil {
			said.setColored(upperFirst(err.Error()), colorCaution)
			return
		}
		sh.close()
		take(w, h)
	}
	e.OnSubmitted = func(string) { set() }
	sh = d.kit.newSheet(d.win.Canvas(), title, "", container.New(column{8}, e, said), 380,
		sheetButton{text: "Cancel"}, sheetButton{text: "Set", stay: true, do: set})
	d.win.Canvas().Focus(e)
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

// paneChoices are those of package export, "" first: as the window.
func paneChoices() []string { return append([]string{""}, export.AllPanes...) }

func (c *exportChoice) panes() string {
	if c.windowView {
		return ""
	}
	return c.settings.Panes
}

// panesShown is what the window shows, in the words of package export.
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
