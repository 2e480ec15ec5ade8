package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/app/option"
	"gwscope/app/session"
)

// solvePanel holds the options of the table, the two buttons, and the progress.
type solvePanel struct {
	widgets  *widget.Maker
	m        *model
	solving  *solving
	learning *learning

	beside   fyne.CanvasObject
	object   fyne.CanvasObject
	method   *widget.Dropdown
	solve    *widget.Control
	cancel   *widget.Control
	pause    *widget.Control // while networks learn
	buttons  *fyne.Container
	meter    *widget.Meter
	stage    *widget.Label
	left     *widget.Label
	more     *widget.Control
	advanced *fyne.Container
	special  []specialRow
	slides   map[string]*optionSlide // by option, for tests
	show     []func(session.Options) // bring a control up to date
}

// specialRow is an option that is shown only while one of its methods is chosen.
type specialRow struct {
	option *option.Option
	row    fyne.CanvasObject
}

func newSolvePanel(widgets *widget.Maker, m *model, solving *solving, learning *learning, resized func()) *solvePanel {
	p := &solvePanel{widgets: widgets, m: m, solving: solving, learning: learning, meter: widget.NewMeter(), stage: widget.NewLabel("", widget.TextSmall, widget.ColorSoft).Flex(), left: widget.NewLabel("", widget.TextSmall, widget.ColorSoft).Trailing(), slides: map[string]*optionSlide{}}
	p.solve = widgets.NewControl(&widget.Control{Text: "Solve", Kind: widget.Primary, Bold: true, Height: 30, Tip: tipOf("solve"), OnTap: solving.solve})
	p.cancel = widgets.NewControl(&widget.Control{Text: "Cancel", Height: 30, Tip: tipOf("solve.cancel"), OnTap: solving.cancel})

	p.pause = widgets.NewControl(&widget.Control{Text: "Pause", Height: 30, OnTap: learning.togglePause})
	p.pause.Hide()
	p.buttons = container.New(widget.Row{Gap: 8, Shares: []float32{1}}, p.solve, p.pause, p.cancel)

	var plain []fyne.CanvasObject
	p.advanced = container.New(widget.Column{Gap: 6})
	special := container.New(widget.Column{Gap: 6})
	for i := range option.Table {
		opt := &option.Table[i]
		if !opt.Advanced && opt.Methods == nil {
			drop := p.choice(opt)
			if opt.Name == "method" {
				p.method = drop
			}
			plain = append(plain, drop)
			continue
		}
		row := p.field(opt)
		if opt.Advanced {
			p.advanced.Add(row)
		} else {
			special.Add(row)
		}
		if opt.Methods != nil {
			p.special = append(p.special, specialRow{opt, row})
		}
	}
	p.advanced.Hide()
	// The first option, the method, has a line of its own; the rest go in pairs.
	options := container.New(widget.Column{Gap: 8}, plain[0])
	for i := 1; i < len(plain); i += 2 {
		options.Add(container.New(widget.Row{Gap: 8, Shares: []float32{1, 1}}, plain[i:min(i+2, len(plain))]...))
	}
	options.Add(special)
	options.Add(p.advanced)

	p.more = widgets.NewControl(&widget.Control{Text: "Advanced", Tip: "Settings that are seldom needed", Trailing: "right", Kind: widget.Quiet, Small: true, Tint: widget.ColorSoft, Height: 20})
	p.more.OnTap = func() {
		open := !p.advanced.Visible()
		widget.SetVisible(p.advanced, open)
		p.more.Trailing = map[bool]string{true: "down", false: "right"}[open]
		p.more.Refresh()
		resized()
	}
	p.beside = p.more
	p.object = container.New(widget.Column{Gap: 8}, options,
		p.buttons,
		container.New(widget.Column{Gap: 6}, p.meter, container.New(widget.Row{Gap: 8, Shares: []float32{1}}, p.stage, p.left)))

	update := func(o session.Options) {
		for _, f := range p.show {
			f(o)
		}
		special.Hide() // an empty column would still keep a gap
		for _, s := range p.special {
			widget.SetVisible(s.row, s.option.For(o.Method))
			if s.option.For(o.Method) {
				special.Show()
			}
		}
		resized()
	}
	m.onOptions.On(update)
	update(m.options)
	m.onJob.On(func(job) { p.showJob() })
	m.onShape.On(func(side) { p.showJob() })
	m.onLayout.On(func(arrangement) { p.showJob() })
	p.showJob()
	return p
}

// showJob shows the progress of a solve, or says what a person can do next.
func (p *solvePanel) showJob() {
	j := p.m.job
	ready := p.m.shapes[sideA] != nil && p.m.shapes[sideB] != nil
	p.solve.SetEnabled(ready && !j.running && !p.m.racing()) // a solve beside it would slow the race
	p.cancel.SetEnabled(j.running)
	if p.pause.Visible() != j.learning {
		widget.SetVisible(p.pause, j.learning)
		p.buttons.Refresh()
	}
	p.pause.Tip = withKey(p.learning.trainingLabel(), "solve.training")
	p.pause.SetText(map[bool]string{true: "Continue", false: "Pause"}[j.paused])
	p.meter.Set(j.fraction, !j.running)
	p.left.Set("")
	switch {
	case j.paused:
		p.stage.Set("paused, " + j.stage)
	case j.running:
		p.stage.Set(j.stage)
		p.left.Set(left(j.left))
	case !ready:
		p.stage.Set(openNext(p.m))
	case p.m.racing():
		p.stage.Set("a race is under way")
	case p.m.layout == raced:
		p.stage.Set("Solve goes back to one match")
	case p.m.stale:
		p.stage.Set("settings changed: solve again to see")
	case p.m.match != nil && j.stopped:
		p.stage.Set("stopped: this is the best plan so far")
	case p.m.match != nil:
		p.stage.Set("done")
	case p.m.opened[sideA] && !p.m.opened[sideB]:
		p.stage.Set("now open B, or solve with the present B")
	default:
		p.stage.Set("ready")
	}
}

// openNext says which shape is missing.
func openNext(m *model) string {
	switch {
	case m.shapes[sideA] == nil && m.shapes[sideB] == nil:
		return "choose two shapes first"
	case m.shapes[sideA] == nil:
		return "now open A"
	}
	return "now open B"
}

// choice is a dropdown for an option.
func (p *solvePanel) choice(opt *option.Option) *widget.Dropdown {
	drop := p.widgets.NewDropdown(optionTip(opt.Name, opt.Help), func() []widget.MenuEntry {
		out := widget.Choices(opt.Choices, opt.Labels, opt.Get(&p.m.options), func(v string) { p.solving.setOption(opt, v) })
		for i := range opt.Abouts {
			out[i].About = opt.Abouts[i]
		}
		if opt.Kind == option.Whole || opt.Kind == option.Real {
			out = append(out, widget.MenuEntry{Rule: true}, widget.MenuEntry{Label: "Another number…", Do: func() { p.solving.askNumber(opt) }})
		}
		return out
	})
	p.show = append(p.show, func(o session.Options) {
		text := opt.Display(&o)
		if opt.Kind == option.Whole && text == opt.Get(&o) {
			text += " " + opt.Name // "640 samples"
		}
		drop.SetText(text)
	})
	return drop
}

// field is an advanced option: its name at the left, its control at the right.
func (p *solvePanel) field(opt *option.Option) fyne.CanvasObject {
	label := widget.NewLabel(opt.Label, widget.TextSmall, widget.ColorSoft).Flex()
	name := p.widgets.NewTold(label, optionTip(opt.Name, opt.Help))
	var value fyne.CanvasObject
	switch {
	case opt.SlideFrom > 0:
		s := newOptionSlide(p.widgets, p.solving, opt)
		p.slides[opt.Name] = s
		p.show = append(p.show, s.show)
		return s.object
	case opt.Kind == option.Switch:
		t := p.widgets.NewSwitch(upperFirst(opt.Help), func(on bool) { p.solving.setOption(opt, map[bool]string{true: "true", false: "false"}[on]) })
		p.show = append(p.show, func(o session.Options) { t.Set(opt.Get(&o) == "true") })
		return container.New(widget.Row{Gap: 8, Shares: []float32{1}}, name, t)
	case opt.Kind == option.Path:
		ask := p.widgets.NewControl(&widget.Control{Leading: true, Tip: upperFirst(opt.Help), OnTap: func() { p.solving.askModel(opt) }})
		p.show = append(p.show, func(o session.Options) { ask.SetText(modelName(opt.Get(&o))) })
		value = ask
	case opt.Kind == option.Whole && opt.Choices == nil:
		// A button asks for the number. In place of it, an entry of Fyne would take the wheel, and the panel would
		// not scroll any more.
		ask := p.widgets.NewControl(&widget.Control{Leading: true, Tip: upperFirst(opt.Help), OnTap: func() { p.solving.askNumber(opt) }})
		p.show = append(p.show, func(o session.Options) { ask.SetText(opt.Get(&o)) })
		value = ask
	default:
		value = p.choice(opt)
	}
	return container.New(widget.Row{Gap: 8, Shares: []float32{1, 2}}, name, value)
}
