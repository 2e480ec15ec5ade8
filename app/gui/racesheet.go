package gui

import (
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/app/race"
	"gwscope/solver"
	"gwscope/solver/baseline"
)

// raceChoice is a person's choice for a race; it is offered again the next time.
type raceChoice struct {
	offered    []race.Contestant
	chosen     map[string]bool
	sideBySide bool
	limit      time.Duration
}

func newRaceChoice() *raceChoice {
	c := &raceChoice{offered: race.Known(), chosen: map[string]bool{}}
	for _, e := range race.Default() {
		c.chosen[e.String()] = true
	}
	return c
}

// take returns the chosen methods that can run.
func (c *raceChoice) take(can func(race.Contestant) error) []race.Contestant {
	var out []race.Contestant
	for _, e := range c.offered {
		if c.chosen[e.String()] && can(e) == nil {
			out = append(out, e)
		}
	}
	return out
}

// raceGroups are the headings of the sheet.
var raceGroups = [...]string{"Our methods", "Solvers", "Sliced distances"}

func raceGroup(c race.Contestant) int {
	m, err := baseline.Find(c.Method)
	switch {
	case err != nil:
		return 0
	case m.Distance:
		return 2
	}
	return 1
}

// raceLimits are the offered time limits of a method.
var raceLimits = []time.Duration{0, 10 * time.Second, 30 * time.Second, time.Minute, 5 * time.Minute}

func limitLabel(d time.Duration) string {
	if d == 0 {
		return "No time limit"
	}
	if d >= time.Minute {
		return "At most " + fixed(d.Minutes(), 0) + " min each"
	}
	return "At most " + fixed(d.Seconds(), 0) + " s each"
}

// choose asks for the methods of a race and starts it.
func (rs *races) choose() {
	if rs.m.shapes[sideA] == nil || rs.m.shapes[sideB] == nil {
		rs.m.setStatus("A race needs two shapes: choose them first")
		return
	}
	if rs.m.racing() {
		rs.views.arrange(raced)
		return
	}
	if rs.choice == nil {
		rs.choice = newRaceChoice()
	}
	choice := rs.choice
	can := func(c race.Contestant) error { return c.Accepts(rs.m.options, rs.m.shapes[sideA], rs.m.shapes[sideB]) }

	count := widget.NewLabel("", widget.TextSmall, widget.ColorSoft).Flex()
	pins := len(rs.marker.now().Pinned())
	tell := func() {
		count.SetColored(raceCount(len(choice.take(can)), rs.m.options.Samples, pins), widget.ColorSoft)
	}
	lists := container.New(topRow{20}, container.New(widget.Column{}), container.New(widget.Column{}))
	var sh *widget.Sheet
	fill := func() {
		rs.fillLists(lists, choice, can, tell)
		if sh != nil {
			sh.Refresh() // it may need another height
		}
	}
	fill()
	scroll := container.NewVScroll(lists)
	frame := container.New(atMost{rs.win.Canvas().Size().Height - 300}, scroll)

	own := widget.NewField(rs.win.Canvas())
	own.SetPlaceHolder("another method: entropic:0.2, cg:120, METHOD:OPTION=VALUE")
	add := func() {
		c, err := race.ParseContestant(strings.TrimSpace(own.Text))
		if err != nil {
			count.SetColored(upperFirst(err.Error()), widget.ColorCaution)
			return
		}
		choice.add(c)
		own.SetText("")
		fill()
		tell()
	}
	own.OnSubmitted = func(string) { add() }
	ownRow := container.New(widget.Row{Gap: 8, Shares: []float32{1}}, own, rs.widgets.Push("Add", widget.Plain, "Offer this method, too", add))

	way := rs.widgets.NewSegmented([]string{"One after the other", "Side by side"},
		[]string{"Times and memory are each method's own", "As many at once as there are cores; times are shared"}, func(i int) { choice.sideBySide = i == 1 })
	way.Set(map[bool]int{true: 1, false: 0}[choice.sideBySide])
	var limits, labels []string
	for _, l := range raceLimits {
		limits, labels = append(limits, l.String()), append(labels, limitLabel(l))
	}
	limit := rs.widgets.NewChoice("Time limit of each method; its best plan by then counts", limits, labels, func() string { return choice.limit.String() },
		func(v string) { choice.limit, _ = time.ParseDuration(v) })
	limit.MinWidth = 150
	all := rs.widgets.NewControl(&widget.Control{Text: "All", Small: true, Height: 24, OnTap: func() { choice.setAll(true); fill(); tell() }})
	none := rs.widgets.NewControl(&widget.Control{Text: "None", Small: true, Height: 24, OnTap: func() { choice.setAll(false); fill(); tell() }})
	tell()

	start := func() {
		chosen := choice.take(can)
		if len(chosen) == 0 {
			count.SetColored("Tick at least one method", widget.ColorCaution)
			return
		}
		sh.Close()
		rs.start(chosen, choice.sideBySide, choice.limit)
	}
	body := container.New(widget.Column{Gap: 12}, frame, ownRow,
		container.New(widget.Row{Gap: 8, Shares: []float32{0, 0, 1}}, way, limit, widget.NewLabel("", widget.TextBody, widget.ColorText), all, none), count)
	sh = rs.widgets.NewSheet(rs.win.Canvas(), "Race: which methods?", "", body, 860,
		widget.Button{Text: "Cancel"}, widget.Button{Text: "Start race", Stay: true, Do: start})
}

// raceCount says how many methods will run.
func raceCount(n, samples, pins int) string {
	if n == 0 {
		return "No method is ticked yet"
	}
	text := plural(n, "method", "methods") + " on " + plural(samples, "sample", "samples") + " with the seed and the distances set under Solve"
	if pins > 0 {
		text += ", and " + plural(pins, "pinned pair", "pinned pairs") + " of landmarks"
	}
	return text
}

// fillLists lays out the contestants in two columns. Solvers, the longest list, stand at the right.
func (rs *races) fillLists(lists *fyne.Container, choice *raceChoice, can func(race.Contestant) error, changed func()) {
	var columns [2]*fyne.Container
	for k := range columns {
		columns[k] = lists.Objects[k].(*fyne.Container)
		columns[k].Objects = nil
	}
	for g, title := range raceGroups {
		var rows []fyne.CanvasObject
		for _, c := range choice.offered {
			if raceGroup(c) != g {
				continue
			}
			why := ""
			if err := can(c); err != nil {
				why = upperFirst(err.Error())
			}
			key := c.String()
			rows = append(rows, rs.widgets.NewCheckRow(c.Title(), raceTip(c), why, choice.chosen[key], func(on bool) {
				choice.chosen[key] = on
				changed()
			}))
		}
		if len(rows) == 0 {
			continue
		}
		at := columns[map[bool]int{true: 1, false: 0}[g == 1]]
		at.Add(widget.GroupCaption(title, 6, len(at.Objects) == 0))
		for _, r := range rows {
			at.Add(r)
		}
	}
	lists.Refresh()
}

// raceTip is how a contestant is written, and where it comes from.
func raceTip(c race.Contestant) string {
	text := "As “" + c.String() + "” on the command line."
	if m, err := baseline.Find(c.Method); err == nil {
		text = m.Cite + ". " + text
	} else if c.Method == string(solver.Hierarchical) || c.Method == string(solver.Neural) || c.Method == string(solver.Amortized) {
		text = "Shahbazi, Liu, He, Kolouri 2026. " + text
	}
	return text
}

// add offers and ticks a contestant.
func (c *raceChoice) add(e race.Contestant) {
	if !slices.ContainsFunc(c.offered, func(o race.Contestant) bool { return o.String() == e.String() }) {
		c.offered = append(c.offered, e)
	}
	c.chosen[e.String()] = true
}

func (c *raceChoice) setAll(on bool) {
	for _, e := range c.offered {
		c.chosen[e.String()] = on
	}
}

// atMost is as high as its content, up to a height.
type atMost struct{ height float32 }

func (a atMost) MinSize(o []fyne.CanvasObject) fyne.Size {
	inner := o[0].(*container.Scroll).Content.MinSize()
	return fyne.NewSize(inner.Width, fyne.Min(inner.Height, a.height))
}
func (atMost) Layout(o []fyne.CanvasObject, size fyne.Size) { o[0].Resize(size) }
