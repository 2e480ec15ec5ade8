package cohortpage

import (
	"cmp"
	"math"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/cohort"
	"gwscope/app/gui/widget"
	"gwscope/app/number"
)

// head is the title with the progress and the buttons, over the filters.
type head struct {
	p *Page

	title    *widget.Label
	about    *widget.Label
	meter    *widget.Meter
	progress *widget.Label
	runs     *widget.Control // Run, or Stop
	merges   *widget.Control
	views    *widget.Control
	chips    [parts]*widget.Control
	group    *widget.Dropdown
	template *widget.Dropdown
	sorts    *widget.Dropdown
	search   *searchField
	trouble  *widget.Paragraph
	object   *fyne.Container
}

func newHead(p *Page) *head {
	k := p.s.Widgets
	h := &head{p: p, title: widget.NewLabel("", 15, widget.ColorText), about: widget.NewLabel("", widget.TextSmall, widget.ColorSoft), meter: widget.NewMeter(), progress: widget.NewLabel("", widget.TextSmall, widget.ColorSoft), trouble: widget.NewParagraph("", widget.ColorCaution)}
	h.title.Bold, h.about.Flexible = true, true
	h.runs = k.NewControl(&widget.Control{Text: "Run", Height: 28, MinWidth: 72, Tip: p.s.Tip("cohort.run"), OnTap: p.RunOrStop})
	h.merges = k.NewControl(&widget.Control{Text: "Merge", Height: 28, MinWidth: 72, Tip: p.s.Tip("cohort.merge"), OnTap: p.Merge})
	h.views = k.NewControl(&widget.Control{Text: "Views", Kind: widget.Quiet, Height: 28, Tip: p.s.Tip("cohort.page"), OnTap: func() { p.s.Open(cohort.Entry{}) }})
	meter := container.NewGridWrap(fyne.NewSize(120, 5), h.meter)
	upper := container.New(widget.Row{Gap: 10, Shares: []float32{0, 1}}, h.title, h.about, h.progress, meter, h.runs, h.merges, h.views)

	chips := container.New(widget.Row{Gap: 2})
	for t := range parts {
		h.chips[t] = k.NewControl(&widget.Control{Text: partNames[t], Kind: widget.Quiet, Small: true, Height: 26, Tip: partTips[t], OnTap: func() { p.filterBy(func(f *filter) { f.part = t }) }})
		chips.Add(h.chips[t])
	}
	h.group = k.NewDropdown("Specimens of one group", h.groupEntries)
	h.template = k.NewDropdown("The template whose matches are shown", h.templateEntries)
	h.sorts = k.NewDropdown("The order of the specimens", func() []widget.MenuEntry {
		return widget.Choices(sortNames, nil, sortNames[p.filter.sort], func(name string) {
			p.filterBy(func(f *filter) { f.sort = sorting(slices.Index(sortNames, name)) })
		})
	})
	for _, d := range []*widget.Dropdown{h.group, h.template, h.sorts} {
		d.Small, d.Height, d.MaxText = true, 26, 96
	}
	h.search = newSearchField(p)
	h.search.OnChanged = func(text string) { p.filterBy(func(f *filter) { f.text = text }) }
	h.search.OnSubmitted = func(string) { p.focus() }
	search := container.NewGridWrap(fyne.NewSize(136, 32), h.search)
	lower := container.New(widget.Row{Gap: 8, Shares: []float32{0, 1}}, chips, widget.NewLabel("", widget.TextSmall, widget.ColorSoft), h.template, h.group, h.sorts, search)
	h.trouble.Hide()
	h.object = container.NewStack(widget.NewPanel(),
		widget.Inset(container.New(widget.Column{Gap: 6}, upper, lower, h.trouble), 12, 8))
	return h
}

var partTips = [parts]string{
	"Every specimen", "Matches below 80 %, mirror images and folded meshes, without a decision",
	"Specimens that could not be matched: the reason stands under each", "Matches that a person accepted: they count as right",
	"Matches that a person rejected: no statistics count them", "Specimens whose match is still to come",
}

// filterBy changes the filter.
func (p *Page) filterBy(change func(*filter)) {
	before := p.filter
	change(&p.filter)
	if p.filter == before {
		return
	}
	p.arrange()
	p.specimens.grid.Go(0)
}

// FindText gives the keys to the search.
func (p *Page) FindText() { p.s.Window.Canvas().Focus(p.head.search) }

func (h *head) groupEntries() []widget.MenuEntry {
	groups := append([]string{""}, groupsOf(h.p.now.Cohort)...)
	return widget.Choices(groups, []string{"All groups"}, h.p.filter.group, func(g string) { h.p.filterBy(func(f *filter) { f.group = g }) })
}

func (h *head) templateEntries() []widget.MenuEntry {
	var out []widget.MenuEntry
	for k, t := range h.p.now.Cohort.Templates {
		out = append(out, widget.MenuEntry{Label: t.Name, Checked: h.p.filter.template == k, Do: func() { h.p.filterBy(func(f *filter) { f.template = k }) }})
	}
	return out
}

// wait shows the head of a cohort of which nothing is known yet.
func (h *head) wait() {
	h.title.Set(short(h.p.title))
	h.about.Set("reading…")
	h.progress.Set("")
	h.meter.Set(0, true)
	if h.search.Text != "" {
		h.search.SetText("")
	}
	for t, c := range h.chips {
		c.SetText(partNames[t])
		c.SetOn(part(t) == all)
	}
	for _, o := range []fyne.CanvasObject{h.group, h.template, h.trouble} {
		o.Hide()
	}
	h.sorts.SetText(sortNames[0])
	h.runs.SetEnabled(false)
	h.merges.SetEnabled(false)
}

// show brings the head up to date.
func (h *head) show() {
	p := h.p
	l := p.now
	c := l.Cohort
	h.title.Set(short(c.Title))
	about := number.Plural(len(c.Specimens), "specimen", "specimens") + " · " + number.Plural(len(c.Templates), "template", "templates")
	if n := len(p.chosen); n > 0 {
		about += " · " + number.Count(n) + " chosen"
	}
	h.about.Set(about)
	n := p.filter.counts(l)
	for t, chip := range h.chips {
		chip.SetText(partNames[t] + "  " + number.Count(n[t]))
		chip.SetOn(p.filter.part == part(t))
		chip.SetEnabled(n[t] > 0 || part(t) == all || p.filter.part == part(t))
	}
	widget.SetVisible(h.group, len(groupsOf(c)) > 1)
	h.group.SetText(cmp.Or(p.filter.group, "All groups"))
	widget.SetVisible(h.template, len(c.Templates) > 1)
	if p.filter.template < len(c.Templates) {
		h.template.SetText(c.Templates[p.filter.template].Name)
	}
	h.sorts.SetText(sortNames[p.filter.sort])
	h.trouble.Set(l.Trouble)
	widget.SetVisible(h.trouble, l.Trouble != "")
	h.showProgress()
	h.object.Refresh()
}

// showProgress shows how much is done, by this window or by others.
func (h *head) showProgress() {
	p := h.p
	l := p.now
	if l == nil {
		return
	}
	text := number.Count(l.Done) + " of " + number.Plural(l.All, "pair", "pairs")
	left := time.Duration(0)
	switch j := p.run; {
	case j != nil && j.stopping:
		text = "Stopping…"
	case j != nil && j.all == 0:
		text = j.what + "…"
	case j != nil:
		text, left = j.what+": "+number.Count(j.done)+" of "+number.Count(j.all), j.left
	case l.Working:
		text, left = "Running elsewhere: "+text, l.Left
	case l.Failed > 0:
		text += ", " + number.Count(l.Failed) + " failed"
	}
	if left > 0 {
		text += ", " + about(left) + " left"
	}
	h.progress.Set(text)
	h.meter.Set(float64(l.Done)/math.Max(float64(l.All), 1), l.Done == 0)
	h.runs.SetText(map[bool]string{false: "Run", true: "Stop"}[p.run != nil])
	h.runs.SetEnabled(p.whyNotRun() == "" || p.run != nil && !p.run.stopping)
	h.runs.SetKind(map[bool]widget.Kind{false: widget.Plain, true: widget.Primary}[p.run == nil && l.Done < l.All])
	h.merges.SetEnabled(p.WhyNotMerge() == "")
	h.merges.SetKind(map[bool]widget.Kind{false: widget.Plain, true: widget.Primary}[p.run == nil && l.Done == l.All && l.Done > 0 && (!l.Merged || l.Stale)])
}

// longestTitle is the number of letters of a cohort's title that have room.
const longestTitle = 36

func short(title string) string {
	return widget.Ellipsize(title, longestTitle, func(s string) float32 { return float32(len([]rune(s))) })
}

// about writes a time left, rounded.
func about(d time.Duration) string {
	if d < 90*time.Second {
		return number.Fixed(math.Ceil(d.Seconds()/10)*10, 0) + " s"
	}
	if d < 90*time.Minute {
		return number.Fixed(math.Ceil(d.Minutes()), 0) + " min"
	}
	return number.Fixed(math.Ceil(d.Hours()), 0) + " h"
}
