package gui

import (
	"cmp"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/app/option"
	"gwscope/app/session"
	"gwscope/render/camera"
)

// preferences are a person's choices for every window.
type preferences struct {
	app       fyne.App
	win       fyne.Window
	widgets   *widget.Maker
	m         *model
	dialogs   *dialogs
	documents *documents

	now  session.Preferences
	home *session.Home // nil in tests, where nothing is kept
}

// follow gives a new model the options, units and axis that a person prefers.
func (m *model) follow(p session.Preferences) {
	m.options, m.units = p.Options, p.Units
	if p.UpAxis == "z" {
		for s := range m.cameras {
			m.cameras[s].Up = camera.UpZ
			m.cameras[s] = m.cameras[s].Look(camera.ThreeQuarter)
		}
	}
}

// prefer changes preferences and keeps them.
func (pr *preferences) prefer(change func(*session.Preferences)) {
	before := pr.now
	change(&pr.now)
	if pr.now == before || pr.home == nil {
		return
	}
	if err := pr.home.SavePreferences(pr.now); err != nil {
		pr.m.setStatus("The preferences cannot be kept: " + err.Error())
	}
}

// show opens the sheet of preferences. Each choice holds at once.
func (pr *preferences) show() {
	k := pr.widgets
	line := func(name string, value fyne.CanvasObject) fyne.CanvasObject {
		l := widget.NewLabel(name, widget.TextBody, widget.ColorText).Flex()
		high := container.NewGridWrap(fyne.NewSize(1, 28)) // switches are lower than lists: all lines have the same height
		return container.NewStack(high, container.New(widget.Row{Gap: 12, Shares: []float32{3, 2}}, l, value))
	}
	looks := k.NewSegmented([]string{"System", "Light", "Dark"}, nil, func(i int) { pr.setLook(widget.Appearance(session.Appearances[i])) })
	for i, a := range session.Appearances {
		if a == pr.now.Appearance {
			looks.Set(i)
		}
	}
	ask := k.NewSwitch("Ask before unsaved work is lost", func(on bool) { pr.prefer(func(p *session.Preferences) { p.AskOnClose = on }) })
	ask.Set(pr.now.AskOnClose)
	desktop := k.NewSwitch("Used where the desktop has a file dialog. Otherwise this window's own dialog chooses files", func(on bool) { pr.prefer(func(p *session.Preferences) { p.OwnDialogs = !on }) })
	desktop.Set(!pr.now.OwnDialogs)
	solve := k.NewSwitch("Match two shapes as soon as both are opened", pr.setSolveOnOpen)
	solve.Set(pr.now.SolveOnOpen)
	window := container.New(widget.Column{Gap: 8}, widget.NewCaption("Window"),
		line("Appearance", container.New(widget.Row{}, looks)),
		line("Solve when both shapes are opened", container.New(widget.Row{}, solve)),
		line("Ask before unsaved changes are lost", container.New(widget.Row{}, ask)),
		line("Save against a crash", pr.autosaveChoice()),
		line("Choose files in the desktop’s own dialog", container.New(widget.Row{}, desktop)))

	fresh := container.New(widget.Column{Gap: 8}, widget.NewCaption("A new session begins with"))
	for _, name := range session.PreferredOptions {
		opt := option.Find(name)
		fresh.Add(line(opt.Label, pr.preferredOption(opt)))
	}
	up := k.NewSegmented([]string{"y up", "z up"}, nil, func(i int) { pr.prefer(func(p *session.Preferences) { p.UpAxis = session.UpAxes[i] }) })
	if pr.now.UpAxis == "z" {
		up.Set(1)
	}
	fresh.Add(line("Axis that points up", container.New(widget.Row{}, up)))
	fresh.Add(line("Units of the files’ coordinates", pr.unitsChoice()))
	k.NewSheet(pr.win.Canvas(), "Preferences", "", container.New(widget.Column{Gap: 16}, window, widget.NewHairline(), fresh), 560, widget.Button{Text: "Close"})
}

// setSolveOnOpen lets shapes be matched as soon as both are opened, or not.
func (pr *preferences) setSolveOnOpen(on bool) {
	pr.prefer(func(p *session.Preferences) { p.SolveOnOpen = on })
}

// preferredOption chooses an option's value in new sessions.
func (pr *preferences) preferredOption(opt *option.Option) fyne.CanvasObject {
	values, labels := opt.Choices, opt.Labels
	if values == nil { // the table offers no numbers of threads
		values, labels = []string{"0", "1", "2", "4", "8", "16"}, []string{"all cores"}
	}
	now := func() string { return opt.Get(&pr.now.Options) }
	return pr.widgets.NewChoice(upperFirst(opt.Help), values, labels, now, func(v string) {
		pr.prefer(func(p *session.Preferences) {
			if err := opt.Set(&p.Options, v); err != nil {
				pr.dialogs.fail("This setting does not fit", err)
			}
		})
	})
}

func (pr *preferences) autosaveChoice() fyne.CanvasObject {
	label := func(seconds int) string {
		switch {
		case seconds == 0:
			return "never"
		case seconds%60 == 0:
			return "every " + plural(seconds/60, "minute", "minutes")
		}
		return "every " + plural(seconds, "second", "seconds")
	}
	var values, labels []string
	choices := session.AutosaveChoices
	if s := pr.now.AutosaveSeconds; !slices.Contains(choices, s) { // the file of preferences may have any number
		choices = append(slices.Clone(choices), s)
	}
	for _, s := range choices {
		values, labels = append(values, strconv.Itoa(s)), append(labels, label(s))
	}
	now := func() string { return strconv.Itoa(pr.now.AutosaveSeconds) }
	return pr.widgets.NewChoice("How often unsaved changes are kept, to be offered after a crash", values, labels, now, func(v string) {
		pr.prefer(func(p *session.Preferences) { p.AutosaveSeconds, _ = strconv.Atoi(v) })
	})
}

func (pr *preferences) unitsChoice() fyne.CanvasObject {
	var labels []string
	for _, u := range session.UnitChoices {
		labels = append(labels, cmp.Or(u, "not said"))
	}
	now := func() string { return pr.now.Units }
	return pr.widgets.NewChoice("Shown behind coordinates; nothing is converted", session.UnitChoices, labels, now, func(u string) {
		pr.prefer(func(p *session.Preferences) { p.Units = u })
		if !pr.documents.keep.lose() { // a session without any work takes the new units
			pr.m.units = u
			pr.m.onPick.Emit(pr.m.pick)
		}
	})
}

func (pr *preferences) lookEntries() []widget.MenuEntry {
	var out []widget.MenuEntry
	now := widget.Appearance(pr.now.Appearance)
	for _, a := range []struct {
		look         widget.Appearance
		label, words string
	}{{widget.FollowSystem, "Theme of the system", "mode"}, {widget.AlwaysLight, "Light theme", "mode white bright"}, {widget.AlwaysDark, "Dark theme", "mode black night"}} {
		out = append(out, widget.MenuEntry{Label: a.label, Words: a.words, Checked: a.look == now, Do: func() { pr.setLook(a.look) }})
	}
	return out
}

// setLook changes between light and dark.
func (pr *preferences) setLook(a widget.Appearance) {
	pr.prefer(func(p *session.Preferences) { p.Appearance = string(a) })
	pr.app.Settings().SetTheme(widget.Theme{Look: a})
}
