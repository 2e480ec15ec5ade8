package gui

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/solver"
	"gwscope/solver/trust"
)

// resultPanel has the figures by which a person judges a match.
type resultPanel struct {
	m     *model
	tasks *tasks

	beside fyne.CanvasObject
	state  *widget.Label
	hint   *widget.Label
	race   *widget.Paragraph // in place of all figures while a race is seen
	all    *fyne.Container   // the figures
	first  *fyne.Container   // the verdict
	rows   *fyne.Container
	veil   *widget.Box // over figures that are out of date
	object *fyne.Container

	sure, loss, own, bound, truth, laid, off, shared, stretch, turned, distortion, spread, orientation, others, margin, species, tips, covered, trust, time, method, backend *widget.KeyValue

	refine *widget.Control // the instant match
	flip   *widget.Control
	minima *minimaPanel
	open   bool            // the details
	more   *widget.Control // opens the table of minima
	notes  *widget.Paragraph
}

func newResultPanel(widgets *widget.Maker, m *model, tasks *tasks, solving *solving, minima *minimaPanel, resized func()) *resultPanel {
	k := widgets
	p := &resultPanel{m: m, tasks: tasks,
		sure:        k.NewKeyValue("Is it right?", "The reasons against it stand below, the weightiest first."),
		loss:        k.NewKeyValue("GW² (slicer → polished)", lossTip),
		own:         k.NewKeyValue("Own value", "The value that the method itself minimises or reports."),
		bound:       k.NewKeyValue("Lower bound on GW²", "Proven by the method."),
		truth:       k.NewKeyValue("Geodesic error / √area", truthTip),
		laid:        k.NewKeyValue("Mesh of A on B", "Triangles of A that are turned over on B, and triangles that have lost their area. Press "+keyOf("scene.wires")+" to see the mesh there."),
		off:         k.NewKeyValue("Distance to B / √area", "Between A's mesh and B's surface, in units of the square root of B's area, the larger of both directions: mean, and the distance that 99 % of the surface keeps within."),
		shared:      k.NewKeyValue("Parts on both shapes", "The distance to B as above, without parts that have no partner on the other shape, such as the trunk of an elephant beside a cat."),
		stretch:     k.NewKeyValue("Stretch of angles, areas", "Means over A: how much longer than wide its mesh makes a square on B, and the factor by which areas grow or shrink. 1 keeps them. Tenfold: the share of the area that is squeezed or stretched more than ten times. Within a species the map is doubtful there. Colour by it to see where."),
		turned:      k.NewKeyValue("Patches turned over", "Share of A's area whose small patches the match turns over, seen from outside, and the same of the map that the coupling alone gives."),
		distortion:  k.NewKeyValue("Pair distortion, mean", "The mean over all pairs."),
		spread:      k.NewKeyValue("Spread of the plan", "The mean over all samples. Maps and colours follow the heaviest."),
		orientation: k.NewKeyValue("Orientation", "Measured on nearby triples of samples."),
		others:      k.NewKeyValue("Other minima", withKey("Near-equal minima of GW², such as the mirror image. Press to look at the other side", "solve.other")+"."),
		margin:      k.NewKeyValue("Choice", "One of the numbers that the verdict weighs."),
		species:     k.NewKeyValue("Species", "The number is GW² with distances divided by their means. The solver calls two shapes one species up to 0.016, and two beyond; a number near that decides little. Of two species the match with the least loss is often not the right match."),
		tips:        k.NewKeyValue("Extremities", "Shapes of different species are matched by them. At least four on each shape are needed."),
		covered:     k.NewKeyValue("Covered, estimate", "The share of each shape that seems to have a partner on the other. "+trust.UnmatchedLimits),
		trust:       k.NewKeyValue("Confidence, mean", "The mean, and the share of places below 0.5, which are more likely wrong than right. Colour by it to see where."),
		time:        k.NewKeyValue("Time, everything", "From reading the files to A's mesh on B. A plan that was found before with the same settings is kept, and takes no time again."),
		method:      k.NewKeyValue("Time, method alone", "Without reading, distances, judging, the map of every vertex and A's mesh on B."),
		backend:     k.NewKeyValue("Backend", "The processor or graphics card that computed it."),
	}
	p.explain()
	p.flip = k.NewControl(&widget.Control{Kind: widget.Quiet, MaxText: 210, Tint: widget.ColorCaution, Height: 20, Trailing: "swap", Tip: p.others.Tip, OnTap: solving.flip})
	p.others.Extra = p.flip
	p.others.Tip = ""
	p.refine = k.NewControl(&widget.Control{Text: "Refine", Kind: widget.Quiet, Tint: widget.ColorAccent, Height: 20, Tip: "Take the instant match as the start of a descent in GW², conditional gradient", OnTap: solving.refine})
	p.loss.Extra = p.refine
	p.hint = widget.NewLabel("Solve to see how far the match can be trusted.", widget.TextSmall, widget.ColorSoft).Flex()
	p.notes = widget.NewNote("", widget.ColorSoft)
	p.rows = container.New(widget.Column{}, p.loss, p.own, p.bound, p.truth, p.laid, p.off, p.shared, p.stretch, p.turned, p.distortion, p.spread, p.orientation, p.others, p.margin, p.species, p.tips, p.covered, p.trust, p.time, p.method, p.backend)
	p.minima = minima
	p.more = k.NewControl(&widget.Control{Text: "Details", Trailing: "right", Kind: widget.Quiet, Small: true, Tint: widget.ColorSoft, Height: 20, Tip: "Near-equal minima, coverage and backend"})
	p.more.OnTap = func() {
		p.open = p.minima.toggle()
		p.more.Trailing = map[bool]string{true: "down", false: "right"}[p.open]
		p.more.Refresh()
		p.showDetails(m.match)
		resized()
	}
	p.state = widget.NewLabel("", widget.TextCaption, widget.ColorCaution)
	p.beside = container.New(widget.Row{Gap: 2}, p.state, p.more)
	p.first = container.New(widget.Column{}, p.sure)
	p.veil = widget.NewBox(widget.ColorVeil, "", 0)
	p.race = widget.NewNote("The figures of a race stand in its table. Click a row to see its match with all figures.", widget.ColorSoft)
	p.all = container.New(widget.Column{Gap: 4}, p.first, p.minima.object, p.rows, p.minima.table, p.notes)
	p.object = container.NewStack(container.New(widget.Column{Gap: 4}, p.hint, p.race, p.all), p.veil)

	m.onMatch.On(func(*pipeline.Match) { p.show(m) })
	m.onJob.On(func(job) { p.showState(m) })
	m.onLayout.On(func(arrangement) {
		p.showState(m)
		resized()
	})
	p.show(m)
	return p
}

// showState says where the figures do not belong to the match on the screen.
func (p *resultPanel) showState(m *model) {
	p.hint.Set("Solve to see how far the match can be trusted.")
	if m.job.running {
		p.hint.Set("The figures come with the finished match.")
	}
	seen := m.match != nil && m.layout != raced // a race has figures of its own
	widget.SetVisible(p.hint, m.match == nil && m.layout != raced)
	widget.SetVisible(p.race, m.layout == raced)
	widget.SetVisible(p.all, seen)
	widget.SetVisible(p.more, seen)
	widget.SetVisible(p.veil, seen && (m.job.running || m.stale))
	switch {
	case !seen:
		p.state.Set("")
	case m.job.running:
		p.state.Set("of the match before")
	case m.stale:
		p.state.Set("of the previous settings")
	case m.match.Result.Status == solver.Cancelled:
		p.state.Set("stopped early")
	default:
		p.state.Set("")
	}
	p.object.Refresh()
}

func (p *resultPanel) show(m *model) {
	match := m.match
	p.showState(m)
	if match == nil {
		return
	}
	r, alt := match.Result, match.Alternative()
	widget.SetVisible(p.refine, refinable(match))
	name, figure := "GW² of this minimum", loss(alt.GW2)
	switch both := loss(float64(r.GW2Slicer)) + " → " + figure; {
	case refinable(match):
		name = "GW² of the instant match"
	case match.Options.Method == string(solver.Amortized):
		name, figure = "GW² (instant → refined)", both
	case r.Own != nil && r.Own.Distance:
		name = "GW² of its best direction's plan"
	case r.Own != nil:
		name = "GW² of its plan"
	case match.Chosen == 0 && alt.Match != nil: // it does not come from the slicer's plan
		name = "GW² of the plan by extremities"
	case match.Chosen == 0:
		name, figure = "GW² (slicer → polished)", both
	}
	p.loss.Name.Set(name)
	p.loss.Set(figure, widget.ColorText)
	p.showOwn(match)
	if e := match.Errors; e != nil && !math.IsNaN(e.MeanDirect) {
		text := fixed(e.MeanDirect, 3)
		if !math.IsNaN(e.MeanMirrored) {
			text += ", mirrored " + fixed(e.MeanMirrored, 3)
		}
		p.truth.Tip = truthTip
		if match.Registered != nil {
			p.truth.Tip += " Before A's mesh was laid on B it was " + fixed(e.MapDirect, 3) + "."
		}
		p.truth.Set(text, widget.ColorText)
		p.truth.Show()
	} else {
		p.truth.Hide()
	}
	p.distortion.Set(percent(match.MeanDistortion()), widget.ColorText)
	widget.SetVisible(p.spread, match.MeanSpread() > 1.05)
	p.spread.Set(fixed(match.MeanSpread(), 1)+" samples", widget.ColorText)
	p.showOrientation(alt.Orientation)
	p.showOthers(match)
	switch {
	case r.Own != nil && len(r.Alternatives) < 2:
		p.margin.Set("–  nothing to choose from", widget.ColorSoft)
	case match.Chosen > 0:
		p.margin.Set(ordinal(match.Chosen+1)+" of "+count(len(r.Alternatives))+", "+fixed(alt.Score-r.Alternatives[0].Score, 2)+" behind", widget.ColorCaution)
	case math.IsInf(float64(r.Margin), 1):
		p.margin.Set("the only candidate", widget.ColorText)
	default:
		p.margin.Set("margin "+fixed(float64(r.Margin), 2), widget.ColorText)
	}
	text, kin := kinOf(match)
	p.species.Set(text, map[solver.Kin]fyne.ThemeColorName{solver.KinUnknown: widget.ColorSoft, solver.SameSpecies: widget.ColorText, solver.OtherSpecies: widget.ColorCaution}[kin])
	p.showLaid(match)
	p.showTrust(match)
	p.showDetails(match)
	p.time.Set(timeOf(match), widget.ColorText)
	backend := r.Backend
	if r.OnCard() { // too long for a row: the notes have it
		backend = "graphics card and CPU"
	}
	p.backend.Set(backend, widget.ColorText)
	p.rows.Refresh()
	p.object.Refresh()
}

// timeOf is the time of a match, and whether its plan was kept from before.
func timeOf(m *pipeline.Match) string {
	if m.Kept {
		return span(m.Times.Total) + ", the plan was kept"
	}
	return span(m.Times.Total)
}

// lossTip explains the loss.
const lossTip = "The loss of the plan on the screen. Of two numbers, the first is the loss before polish. Distances are shares of the diameter."

// truthTip explains the error against the truth.
const truthTip = "The mean over all of A, and against the mirrored truth where there is one."

// showOwn shows the own value of another method. Slicers report none.
func (p *resultPanel) showOwn(m *pipeline.Match) {
	own := m.Result.Own
	widget.SetVisible(p.own, own != nil && !math.IsNaN(float64(own.Value)))
	widget.SetVisible(p.bound, own != nil && !math.IsNaN(float64(own.Bound)))
	if own == nil {
		return
	}
	p.method.Set(span(m.Times.Rival)+", "+plural(own.Iterations, "iteration", "iterations"), widget.ColorText)
	if !math.IsNaN(float64(own.Value)) {
		p.own.Name.Set(upperFirst(own.Name))
		p.own.Tip = upperFirst(own.Name) + ": the value that " + own.Title + " itself minimises or reports."
		p.own.Set(loss(float64(own.Value)), widget.ColorText)
	}
	if !math.IsNaN(float64(own.Bound)) {
		color := widget.ColorText
		if own.Bound > 0 && m.GW2() <= float64(own.Bound)*certified {
			color = widget.ColorGood // the plan is a proven optimum
		}
		p.bound.Set(loss(float64(own.Bound)), color)
	}
}

// certified is the largest ratio of a plan's loss to its lower bound at which the plan counts as proven
// optimal. The bound itself is solved to about this precision.
const certified = 1 + 1e-3

func (p *resultPanel) showOrientation(o float64) {
	switch {
	case math.IsNaN(o):
		p.orientation.Set("cannot be judged", widget.ColorSoft)
	case o >= keptFrom:
		p.orientation.Set(fixed(o, 2)+"  kept", widget.ColorGood)
	case o <= 1-keptFrom:
		p.orientation.Set(fixed(o, 2)+"  mirrored", widget.ColorCaution)
	default:
		p.orientation.Set(fixed(o, 2)+"  neither side", widget.ColorCaution)
	}
}

// keptFrom is the share of triples from which a map is called kept, and one minus it mirrored. Right maps keep
// 0.8 and more, mirrored maps 0.2 and less, and maps without order a half.
const keptFrom = 0.7

// showOthers offers the other side.
func (p *resultPanel) showOthers(m *pipeline.Match) {
	k := otherSide(m)
	if k < 0 {
		p.flip.Hide()
		p.others.Set("none found", widget.ColorSoft)
		return
	}
	p.others.Value.Set("")
	p.flip.SetText(alternativeName(m, k) + " · " + loss(m.Result.Alternatives[k].GW2))
	p.flip.Show()
	p.others.Refresh()
}

// alternativeName names alternative k as the table does.
func alternativeName(m *pipeline.Match, k int) string {
	if k == 0 {
		return "solver's choice"
	}
	return lowerFirst(withShortAxis(minimumNames(m)[k]))
}
