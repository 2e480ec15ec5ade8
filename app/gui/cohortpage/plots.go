package cohortpage

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"gwscope/app/cohort"
	"gwscope/app/gui/widget"
	"gwscope/app/number"
)

// plots is the map of the specimens, or their first two principal components: a dot for each
// specimen, coloured by group.
type plots struct {
	p      *Page
	which  *widget.Segmented
	scores bool // components are shown, not the map
	plot   *widget.Scatter
	key    *fyne.Container // the groups with their colours
	empty  *widget.Paragraph
	do     *widget.Control // makes the plot
	none   *fyne.Container
	names  []string // specimens, by dot
	object *fyne.Container
}

func newPlots(p *Page) *plots {
	k := p.s.Widgets
	s := &plots{p: p, plot: k.NewScatter(fyne.NewSize(120, 80)), key: container.New(widget.Row{Gap: 10}), empty: widget.NewParagraph("", widget.ColorSoft)}
	s.which = k.NewSegmented([]string{"Map", "Components"}, []string{"Specimens by their distances from each other: near ones are alike", "Scores of the first two principal components of the registered meshes"}, func(i int) {
		s.scores = i == 1
		s.show()
	})
	s.plot.Tip = "Draw a box to choose specimens, with Shift to choose more; two clicks on a dot open its pair"
	s.plot.Chose = func(which []int, more bool) {
		var names []string
		for _, i := range which {
			names = append(names, s.names[i])
		}
		p.choose(names, more)
		p.reveal(func(e cohort.Entry) bool { return slices.Contains(names, e.Pair.B.Name) })
	}
	s.plot.Opened = func(i int) {
		for _, e := range p.now.Entries {
			if e.Pair.B.Name == s.names[i] && e.Pair.Template == p.filter.template {
				p.s.Open(e)
				return
			}
		}
	}
	s.do = k.NewControl(&widget.Control{Text: "Merge", Kind: widget.Primary, Bold: true, Height: 28, MinWidth: 84, Tip: p.s.Tip("cohort.merge"), OnTap: func() {
		if p.WhyNotMerge() == "" {
			p.Merge()
		} else {
			p.RunOrStop()
		}
	}})
	s.none = container.New(widget.Column{Gap: 10}, s.empty, container.New(widget.Row{}, s.do))
	top := container.New(widget.Row{Gap: 10, Shares: []float32{0, 1}}, s.which, s.key)
	s.object = container.NewStack(widget.NewPanel(),
		widget.Inset(container.NewBorder(container.New(layout.NewCustomPaddedLayout(0, 2, 0, 0), top), nil, nil, nil, s.plot.Box, widget.Inset(s.none, 6, 10)), 10, 8))
	return s
}

// groupColors tell groups apart in any kind of colour vision (Okabe and Ito 2008).
var groupColors = []color.NRGBA{
	{0x56, 0xb4, 0xe9, 0xff}, {0xe6, 0x9f, 0x00, 0xff}, {0x00, 0x9e, 0x73, 0xff}, {0xcc, 0x79, 0xa7, 0xff},
	{0xd5, 0x5e, 0x00, 0xff}, {0x00, 0x72, 0xb2, 0xff}, {0xf0, 0xe4, 0x42, 0xff}, {0x99, 0x99, 0x99, 0xff},
}

// groupColor is the colour of a group; transparent where there is one group at most.
func (p *Page) groupColor(group string) color.NRGBA {
	groups := groupsOf(p.now.Cohort)
	k := slices.Index(groups, group)
	if len(groups) < 2 || k < 0 {
		return color.NRGBA{}
	}
	return groupColors[k%len(groupColors)]
}

// show draws the dots anew.
func (s *plots) show() {
	p := s.p
	var places map[string][]float64
	across, up := "axis 1", "axis 2"
	if m := p.merged; m != nil {
		if places = m.Map; s.scores {
			places, across, up = m.Scores, component(m, 0), component(m, 1)
		}
	}
	s.names = nil
	var dots []widget.Dot
	if p.now != nil && places != nil {
		shown := map[string]cohort.Entry{}
		for _, i := range p.rows {
			e := p.now.Entries[i]
			shown[e.Pair.B.Name] = e
		}
		for _, sp := range p.now.Cohort.Specimens {
			at := places[sp.Name]
			if len(at) == 0 {
				continue
			}
			at = append(slices.Clone(at), 0) // a map may have a single axis
			c := p.groupColor(sp.Group)
			if c.A == 0 {
				c = groupColors[0]
			}
			e, ok := shown[sp.Name]
			name := sp.Name
			if ok {
				line, _, _ := says(e)
				name += ": " + line
			}
			dots = append(dots, widget.Dot{X: at[0], Y: at[1], Color: c, Name: name, Chosen: p.chosen[sp.Name], Faint: !ok && len(p.now.Entries) > 0})
			s.names = append(s.names, sp.Name)
		}
	}
	s.plot.Set(dots, across, up)
	s.explain(len(dots) > 0)
	s.showKey()
	s.object.Refresh()
}

// explain says why there is no plot, and offers a button that makes one.
func (s *plots) explain(there bool) {
	widget.SetVisible(s.plot.Box, there)
	widget.SetVisible(s.none, !there)
	l := s.p.now
	if there || l == nil {
		s.empty.Set("")
		s.do.Hide()
		return
	}
	text, do := "", ""
	switch {
	case l.Done-l.Failed == 0:
		text, do = "No results yet. Run matches the templates to the specimens; the map and the components follow from the matches.", "Run"
	case !l.Merged:
		text, do = "Nothing is merged yet. Merge makes the map, the components and the mean shape from the results.", "Merge"
	case l.Stale:
		text, do = "The merged results hold no such plot. There are newer results: merge them.", "Merge"
	case s.p.merged == nil:
		text = "Reading the merged results…"
	default:
		text = "There are too few sound matches for statistics: three are needed. Matches that are accepted count as sound; the report says what was left out."
	}
	if s.p.run != nil {
		do = ""
	}
	s.empty.Set(text)
	s.do.SetText(do)
	widget.SetVisible(s.do, do != "")
}

// component names a principal component, with the share of the variance that it explains.
func component(m *cohort.Merged, k int) string {
	name := "PC " + number.Count(k+1)
	if k < len(m.Share) {
		name += " (" + number.Fixed(100*m.Share[k], 0) + " %)"
	}
	return name
}

// showKey names the groups beside their colours.
func (s *plots) showKey() {
	s.key.RemoveAll()
	if s.p.now == nil || len(s.names) == 0 {
		return
	}
	groups := groupsOf(s.p.now.Cohort)
	if len(groups) < 2 || len(groups) > 4 {
		return
	}
	for _, g := range groups {
		dot := canvas.NewCircle(s.p.groupColor(g))
		l := widget.NewLabel(g, widget.TextCaption, widget.ColorSoft)
		l.Flexible = len(groups) > 2
		s.key.Add(container.New(widget.Row{Gap: 5}, container.NewGridWrap(fyne.NewSize(8, 8), dot), l))
	}
}
