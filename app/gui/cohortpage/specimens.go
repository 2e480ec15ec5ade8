package cohortpage

import (
	"math"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/cohort"
	"gwscope/app/gui/widget"
	"gwscope/app/number"
	"gwscope/solver/verdict"
)

// specimens is the grid.
type specimens struct {
	p      *Page
	grid   *widget.Grid
	empty  *widget.Paragraph // where nothing passes the filter, or nothing is there yet
	object *fyne.Container
}

// The least size of a cell, and the height of the picture in it.
const (
	cellWidth, cellHeight float32 = 152, 186
	pictureHeight         float32 = 112
)

func newSpecimens(p *Page) *specimens {
	s := &specimens{p: p, empty: widget.NewParagraph("", widget.ColorSoft)}
	s.grid = p.s.Widgets.NewGrid(fyne.NewSize(cellWidth, cellHeight), func() fyne.CanvasObject { return newCell(p) }, func(o fyne.CanvasObject, k int) { s.fill(o.(*cell), k) })
	s.grid.Opened = func(k int) {
		if k < len(p.rows) {
			p.s.Open(p.now.Entries[p.rows[k]])
		}
	}
	s.grid.Seen = func(from, to int) {
		var want []cohort.Entry
		for k := from; k < min(to+(to-from)/2, len(p.rows)); k++ { // also half a screen below, for scrolling
			want = append(want, p.now.Entries[p.rows[k]])
		}
		p.pictures.want(want)
	}
	s.object = container.NewStack(s.grid, container.New(widget.Column{}, widget.Inset(s.empty, 12, 16)))
	return s
}

// show shows the present rows, or says why there are none.
func (s *specimens) show() {
	text := ""
	switch {
	case s.p.now == nil:
		text = "Reading the cohort…"
	case len(s.p.now.Entries) == 0:
		text = "This cohort has no templates, so no specimen is matched to one. The map of the specimens shows their distances once they are merged."
	case len(s.p.rows) == 0:
		text = "No specimen passes the filter. “All” and an empty search show every one."
	}
	s.empty.Set(text)
	widget.SetVisible(s.empty, text != "")
	s.refill()
}

// refill shows the cells in sight anew.
func (s *specimens) refill() { s.grid.Items(len(s.p.rows)) }

// fill shows a row in a cell.
func (s *specimens) fill(c *cell, k int) {
	if k >= len(s.p.rows) {
		return
	}
	e := s.p.now.Entries[s.p.rows[k]]
	c.set(k, e, s.p.chosen[e.Pair.B.Name], s.grid.Focused() && k == s.grid.Current(), s.p.groupColor(e.Pair.B.Group), s.p.pictures.get(e))
}

// click opens a specimen. With Ctrl it chooses the specimen, with Shift all from the last one on.
func (s *specimens) click(k int, mod fyne.KeyModifier) {
	if k >= len(s.p.rows) {
		return
	}
	e := s.p.now.Entries[s.p.rows[k]]
	last := s.grid.Current()
	s.p.focus()
	s.grid.Go(k)
	switch {
	case mod&fyne.KeyModifierShift != 0:
		for i := min(last, k); i <= max(last, k) && i < len(s.p.rows); i++ {
			s.p.chosen[s.p.now.Entries[s.p.rows[i]].Pair.B.Name] = true
		}
		s.p.choose(nil, true)
	case mod&fyne.KeyModifierShortcutDefault != 0:
		s.p.choose([]string{e.Pair.B.Name}, true)
	default:
		s.p.s.Open(e)
	}
}

func (s *specimens) menu(k int, at fyne.CanvasObject) {
	if k >= len(s.p.rows) {
		return
	}
	e := s.p.now.Entries[s.p.rows[k]]
	s.grid.Go(k)
	unmatched := ""
	if e.State != cohort.Matched {
		unmatched = "There is no match to judge"
	}
	widget.OpenMenu(at, []widget.MenuEntry{
		{Label: e.Pair.B.Name, Heading: true},
		{Label: "Open the pair", Do: func() { s.p.s.Open(e) }},
		{Label: "Accept", Checked: e.Judged.Decision == cohort.Accepted, Why: unmatched, Do: func() { s.p.Decisions.Decide(e, cohort.Accepted) }},
		{Label: "Reject", Checked: e.Judged.Decision == cohort.Rejected, Why: unmatched, Do: func() { s.p.Decisions.Decide(e, cohort.Rejected) }},
	}, nil)
}

// says is the text of a cell about a pair: a line that tells how far the match can be trusted, and the first
// reason against it. The line's colour depends on the probability alone; the card's mark and a word tell of a
// person's decision.
func says(e cohort.Entry) (line string, tint fyne.ThemeColorName, reason string) {
	switch {
	case e.State == cohort.NotRun:
		return "not run yet", widget.ColorSoft, ""
	case e.State == cohort.Failed:
		line, tint = "could not be matched", widget.ColorCaution
	case math.IsNaN(e.Trust):
		line, tint = "trust not known", widget.ColorSoft
	default:
		line, tint = Likely(e.Trust), LikelyTint(e.Trust)
	}
	if d := e.Judged.Decision; d != cohort.Undecided {
		if line = string(d) + " · " + line; !math.IsNaN(e.Trust) { // narrow cells have no room for more
			line = string(d) + " · " + number.Fixed(100*e.Trust, 0) + " %"
		}
	}
	for k, r := range e.Reasons {
		// The sentence of the verdict says again how likely it is.
		if k == 0 && len(e.Reasons) > 1 && e.State == cohort.Matched && strings.Contains(r, "%") {
			continue
		}
		return line, tint, r
	}
	return line, tint, ""
}

// LikelyTint is the colour of a probability that a match is right.
func LikelyTint(trust float64) fyne.ThemeColorName {
	if trust < verdict.Sure {
		return widget.ColorCaution
	}
	return widget.ColorGood
}

// reasonTint is the colour of a reason. It stands out where the match is likely right and a person should look
// all the same.
func reasonTint(e cohort.Entry) fyne.ThemeColorName {
	if e.State == cohort.Matched && e.Flagged && e.Judged.Decision == cohort.Undecided && LikelyTint(e.Trust) == widget.ColorGood {
		return widget.ColorCaution
	}
	return widget.ColorSoft
}

// Likely writes a probability that a match is right.
func Likely(trust float64) string { return number.Fixed(100*trust, 0) + " % likely right" }

func (s *specimens) arrived(name string) {
	from, to := s.grid.InSight()
	for k := from; k < min(to, len(s.p.rows)); k++ {
		if pictureName(s.p.now.Entries[s.p.rows[k]]) == name {
			s.grid.Fill(k)
		}
	}
}
