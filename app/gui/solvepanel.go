package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/session"
)

// solvePanel holds the options of the table, the two buttons, and the progress.
type solvePanel struct {
	head     fyne.CanvasObject
	object   fyne.CanvasObject
	solve    *control
	cancel   *control
	pause    *control // while networks learn
	buttons  *fyne.Container
	meter    *meter
	stage    *label
	left     *label
	more     *control
	advanced *fyne.Container
	special  []specialRow
	slides   map[string]*optionSlide // by option, for tests
	show     []func(session.Options) // bring a control up to date
}

// specialRow is an option that shows only while one of its methods is chosen.
type specialRow struct {
	option *session.Option
	row    fyne.CanvasObject
}

func newSolvePanel(d *desk) *solvePanel {
	p := &solvePanel{meter: newMeter(), stage: newLabel("", textSmall, colorSoft), left: newLabel("", textSmall, colorSoft), slides: map[string]*optionSlide{}}
	p.stage.flexible = true
	p.left.align = fyne.TextAlignTrailing
	p.solve = d.kit.newControl(&control{text: "Solve", kind: primaryControl, bold: true, height: 30, tip: tipOf("solve"), onTap: d.solve})
	p.cancel = d.kit.newControl(&control{text: "Cancel", height: 30, tip: tipOf("solve.cancel"), onTap: d.cancel})

	p.pause = d.kit.newControl(&control{text: "Pause", height: 30, onTap: d.togglePause})
	p.pause.Hide()
	p.buttons = container.New(row{gap: 8, shares: []float32{1}}, p.solve, p.pause, p.cancel)

	var plain []fyne.CanvasObject
	p.advanced = container.New(column{6})
	special := container.New(column{6})
	for i := range session.Table {
		opt := &session.Table[i]
		if !opt.Advanced && opt.Methods == nil {
			plain = append(plain, p.choice(d, opt))
			continue
		}
		row := p.field(d, opt)
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
	options := container.New(column{8}, plain[0])
	for i := 1; i < len(plain); i += 2 {
		options.Add(container.New(row{gap: 8, shares: []float32{1, 1}}, plain[i:min(i+2, len(plain))]...))
	}
	options.Add(special)
	options.Add(p.advanced)

	p.more = d.kit.newControl(&control{text: "Advanced", tip: "Settings that are seldom needed", trailing: "right", kind: quietControl, small: true, tint: colorSoft, height: 20})
	p.more.onTap = func() {
		open := !p.advanced.Visible()
		setVisible(p.advanced, open)
		p.more.trailing = map[bool]string{true: "down", false: "right"}[open]
		p.more.Refresh()
		d.inspector.object.Refresh()
	}
	p.head = container.New(headRow{}, newCaption("Solve"), p.more)
	p.object = container.New(column{8}, options,
		p.buttons,
		container.New(column{6}, p.meter, container.New(row{gap: 8, shares: []float32{1}}, p.stage, p.left)))

	update := func(o session.Options) {
		for _, f := range p.show {
			f(o)
		}
		special.Hide() // an empty column would still keep its distances
		for _, s := range p.special {
			setVisible(s.row, s.option.For(o.Method))
			if s.option.For(o.Method) {
				special.Show()
			}
		}
		if d.inspector != nil {
			d.inspector.object.Refresh()
		}
	}
	d.m.onOptions.on(update)
	update(d.m.options)
	d.m.onJob.on(func(job) { p.showJob(d) })
	d.m.onShape.on(func(side) { p.showJob(d) })
	p.showJob(d)
	return p
}

// showJob says what is going on, or what to do.
func (p *solvePanel) showJob(d *desk) {
	j := d.m.job
	ready := d.m.shapes[sideA] != nil && d.m.shapes[sideB] != nil
	p.solve.setEnabled(ready && !j.running && !d.m.racing()) // a solve beside it would slow the race
	p.cancel.setEnabled(j.running)
	if p.pause.Visible() != j.learning {
		setVisible(p.pause, j.learning)
		p.buttons.Refresh()
	}
	p.pause.tip = withKey(d.trainingLabel(), "solve.training")
	p.pause.setText(map[bool]string{true: "Continue", false: "Pause"}[j.paused])
	p.meter.set(j.fraction, !j.running)
	p.left.set("")
	switch {
	case j.paused:
		p.stage.set("paused, " + j.stage)
	case j.running:
		p.stage.set(j.stage)
		p.left.set(left(j.left))
	case !ready:
		p.stage.set("choose two shapes first")
	case d.m.racing():
		p.stage.set("a race is under way")
	case d.m.stale:
		p.stage.set("settings changed: solve again to see")
	case d.m.match != nil && j.stopped:
		p.stage.set("stopped: this is the best plan so far")
	case d.m.match != nil:
		p.stage.set("done")
	default:
		p.stage.set("ready")
	}
}

// choice is a dropdown for an option.
func (p *solvePanel) choice(d *desk, opt *session.Option) *dropdown {
	drop := d.kit.newDropdown(upperFirst(opt.Help), func() []entry {
		out := choices(opt.Choices, opt.Labels, opt.Get(&d.m.options), func(v string) { d.setOption(opt, v) })
		if opt.Kind == session.Whole || opt.Kind == session.Real {
			out = append(out, entry{rule: true}, entry{label: "Another number…", do: func() { d.askNumber(opt) }})
		}
		return out
	})
	p.show = append(p.show, func(o session.Options) {
		text := opt.Display(&o)
		if opt.Kind == session.Whole && text == opt.Get(&o) {
			text += " " + opt.Name // "640 samples"
		}
		drop.setText(text)
	})
	return drop
}

// field is an advanced option: its name at the left, its control at the right.
func (p *solvePanel) field(d *desk, opt *session.Option) fyne.CanvasObject {
	name := newLabel(opt.Label, textSmall, colorSoft)
	name.flexible = true
	var value fyne.CanvasObject
	switch {
	case opt.SlideFrom > 0:
		s := newOptionSlide(d, opt)
		p.slides[opt.Name] = s
		p.show = append(p.show, s.show)
		return s.object
	case opt.Kind == session.Switch:
		t := d.kit.newToggle(upperFirst(opt.Help), func(on bool) { d.setOption(opt, map[bool]string{true: "true", false: "false"}[on]) })
		p.show = append(p.show, func(o session.Options) { t.set(opt.Get(&o) == "true") })
		return container.New(row{gap: 8, shares: []float32{1}}, name, t)
	case opt.Kind == session.Path:
		ask := d.kit.newControl(&control{leading: true, tip: upperFirst(opt.Help), onTap: func() { d.askModel(opt) }})
		p.show = append(p.show, func(o session.Options) { ask.setText(modelName(opt.Get(&o))) })
		value = ask
	case opt.Kind == session.Whole && opt.Choices == nil:
		// A button that asks, not an entry: Fyne's entries swallow the wheel, and
		// the panel would stop scrolling under the pointer.
		ask := d.kit.newControl(&control{leading: true, tip: upperFirst(opt.Help), onTap: func() { d.askNumber(opt) }})
		p.show = append(p.show, func(o session.Options) { ask.setText(opt.Get(&o)) })
		value = ask
	default:
		value = p.choice(d, opt)
	}
	return container.New(row{gap: 8, shares: []float32{1, 2}}, name, value)
}

// headRow puts a caption at the left and a small control at the right end; the
// control's margin hangs out, so that its words end at the panel's margin.
type headRow struct{}

func (headRow) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[0].MinSize().Width+o[1].MinSize().Width, o[0].MinSize().Height)
}

func (headRow) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Resize(size)
	m := o[1].MinSize()
	o[1].Resize(m)
	o[1].Move(fyne.NewPos(size.Width-m.Width+8, (size.Height-m.Height)/2))
}
