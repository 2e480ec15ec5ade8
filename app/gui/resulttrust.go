package gui

import (
	"context"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/solver"
	"gwscope/solver/correspond"
	"gwscope/solver/trust"
	"gwscope/solver/verdict"
)

// kinOf tells how much the shapes of a match differ in their distances. A figure just above the line between
// one species and two decides nothing, and the text says so.
func kinOf(m *pipeline.Match) (text string, kin solver.Kin) {
	kin, figure := m.Kin()
	switch {
	case kin == solver.KinUnknown:
		return "cannot be told", kin
	case kin == solver.OtherSpecies && figure < solver.KinDoubt*solver.CrossSpecies:
		return "one or two, " + loss(figure), solver.KinUnknown
	case kin == solver.OtherSpecies:
		return "may be two, " + loss(figure), kin
	}
	return "like one, " + loss(figure), kin
}

// tipsOf says how many extremities each shape has.
func tipsOf(m *pipeline.Match) string {
	onA, onB := m.Tips().Count()
	text := count(onA) + " on A, " + count(onB) + " on B"
	if pins := len(m.Marks.Pinned()); pins > 0 {
		text += ", " + count(pins) + " pinned"
	}
	return text
}

// showTrust shows confidence, number of extremities and coverage once they are worked out.
func (p *resultPanel) showTrust(m *pipeline.Match) {
	p.sure.Set(workingOut, widget.ColorSoft)
	p.trust.Set("…", widget.ColorSoft)
	p.tips.Set("…", widget.ColorSoft)
	p.covered.Hide()
	p.showNotes(m, nil)
	p.tasks.aside(func(ctx context.Context) func() {
		c, err := m.ConfidenceContext(ctx)
		if err == nil {
			_, err = m.TipsContext(ctx)
		}
		if err != nil {
			return nil
		}
		mean := correspond.Mean(c.Total[0])
		onA, _ := m.Below(verdict.DoubtedPlace)
		tips, lone, v := tipsOf(m), m.Unmatched(), m.Verdict() // the confidence needs both
		return func() {
			if !p.m.stillShows(m) {
				return
			}
			p.tips.Set(tips, widget.ColorText)
			p.sure.Set(v.Head(), map[bool]fyne.ThemeColorName{true: widget.ColorCaution, false: widget.ColorGood}[v.Doubted()])
			p.minima.judged(m, v)
			p.showCovered(m, lone)
			color := widget.ColorText
			if onA > 0.25 {
				color = widget.ColorCaution
			}
			p.trust.Set(fixed(mean, 2)+", "+percent(onA)+" below "+fixed(verdict.DoubtedPlace, 1), color)
		}
	}, func() {
		if p.m.stillShows(m) {
			p.sure.Set(notWorkedOut, widget.ColorSoft)
			p.trust.Set(notWorkedOut, widget.ColorSoft)
			p.tips.Set(notWorkedOut, widget.ColorSoft)
		}
	})
}

// workingOut stands in place of the verdict until it is there.
const workingOut = "working it out…"

// notWorkedOut stands in place of a figure whose computation was stopped.
const notWorkedOut = "stopped"

// lonely says how much of a shape has no partner, by the estimate.
func lonely(share float64) string { return "about " + percentOf(share) + " without a partner" }

// showCovered tells the shares of both shapes with a partner, where they are far from the whole or details
// are shown.
func (p *resultPanel) showCovered(m *pipeline.Match, u *trust.Unmatched) {
	telling := u.Telling(0) || u.Telling(1)
	p.covered.Set(percentOf(1-u.Area[0])+" of A, "+percentOf(1-u.Area[1])+" of B", map[bool]fyne.ThemeColorName{true: widget.ColorCaution, false: widget.ColorText}[telling])
	widget.SetVisible(p.covered, telling || p.open)
	p.showNotes(m, u)
	p.rows.Refresh()
	p.object.Refresh()
}

// showNotes shows the solver's notes, and a note on parts without a partner.
func (p *resultPanel) showNotes(m *pipeline.Match, u *trust.Unmatched) {
	var notes []string
	if m.Result.OnCard() {
		notes = append(notes, "Computed: "+m.Result.Backend+".")
	}
	if u != nil && (u.Telling(0) || u.Telling(1)) {
		notes = append(notes, "Parts that seem to have no partner are grey. This is an estimate that misses much; the tooltip of “Covered” tells its limits.")
	}
	// The note on an unfamiliar shape may be among the reasons of the verdict.
	notes = slices.DeleteFunc(append(m.Notes(), notes...), func(n string) bool { return n == m.Result.Unfamiliar && strings.Contains(p.minima.advice.Text, n) })
	widget.SetVisible(p.notes, len(notes) > 0)
	p.notes.Set(strings.Join(notes, "\n\n"))
}

// showDetails shows the rows for experts while details are shown.
func (p *resultPanel) showDetails(m *pipeline.Match) {
	if m == nil {
		return
	}
	if m.UnmatchedKnown() {
		p.showCovered(m, m.Unmatched())
	}
	p.showTurned(m)
	widget.SetVisible(p.method, m.Result.Own != nil)
	widget.SetVisible(p.backend, p.open)
	p.rows.Refresh()
}
