package gui

import (
	"fmt"
	"math"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/pipeline"
	"gwscope/solver"
)

// resultPanel holds what a person needs to judge a match.
type resultPanel struct {
	d      *desk
	head   fyne.CanvasObject
	state  *label
	hint   *label
	rows   *fyne.Container
	object *fyne.Container

	sure, loss, own, bound, truth, laid, off, stretch, turned, distortion, spread, orientation, others, margin, species, tips, covered, trust, time, method, backend *kvRow

	refine *control // the instant match
	flip   *control
	minima *minimaPanel
	open   bool     // the details
	more   *control // opens the table of minima
	notes  *paragraph
	doubts []string // of the match that is shown
}

func newResultPanel(d *desk) *resultPanel {
	k := d.kit
	p := &resultPanel{d: d,
		sure:        k.newKV("Is it right?", "How likely it is that this match is the one that is meant, from all that is known without the truth. What speaks against it stands below, most weight first."),
		loss:        k.newKV("GW² (slicer → polished)", "Squared Gromov-Wasserstein loss of the plan, before and after polish. Lower is better; distances are shares of the diameter."),
		own:         k.newKV("Own value", "What the method itself minimises or reports."),
		bound:       k.newKV("Lower bound on GW²", "Proven by the method: no plan has a lower loss."),
		truth:       k.newKV("Geodesic error / √area", truthTip),
		laid:        k.newKV("Mesh of A on B", "Triangles of A that lie on B with their back up, and those that have lost their area. Press "+keyOf("scene.wires")+" to see the mesh there."),
		off:         k.newKV("Distance to B / √area", "Between A's mesh and B's surface, in units of the square root of B's area, the larger of both directions: mean, and what 99 % of the surface keeps within."),
		stretch:     k.newKV("Stretch of angles, areas", "Means over A: how much longer than wide its mesh makes a square on B, and the factor by which areas grow or shrink. 1 keeps them. Colour by it to see where."),
		turned:      k.newKV("Patches turned over", "Share of A's area whose small patches the match turns over, seen from outside, and the same of the map that the coupling alone gives."),
		distortion:  k.newKV("Pair distortion, mean", "By how much matched pairs of points differ in distance, as a share of the diameter. Needs no truth."),
		spread:      k.newKV("Spread of the plan", "How many samples of B hold 90 % of the mass of a sample of A, in the mean. Maps and colours follow the heaviest."),
		orientation: k.newKV("Orientation", "Share of nearby triples that keep their sense about the outward normal: 1 direct, 0 mirrored."),
		others:      k.newKV("Other minima", withKey("Near-equal minima of GW², such as the mirror image. Press to look at the other side", "solve.other")+"."),
		margin:      k.newKV("Choice", fmt.Sprintf("How far the chosen minimum leads the next one by its score. Below %g, or %g between species, look at the alternative.", solver.MarginUncertain, clearAcross)),
		species:     k.newKV("Species", "GW² with distances over their means tells: above 0.016 the shapes look like different species, where the least loss is not what is meant."),
		tips:        k.newKV("Extremities", "Tips of limbs, by which shapes of different species are matched. It takes four on each."),
		covered:     k.newKV("Covered, estimate", "How much of each shape seems to have a partner on the other. "+pipeline.UnmatchedLimits),
		trust:       k.newKV("Confidence, mean", "How far matches of single points can be trusted: agreement of the minima, smoothness of the map, and how far the plan decides. Colour by it to see where."),
		time:        k.newKV("Time, everything", "From reading the files to A's mesh on B."),
		method:      k.newKV("Time, method alone", "Without reading, distances, judging, the map of every vertex and A's mesh on B."),
		backend:     k.newKV("Backend", "What computed it."),
	}
	p.flip = k.newControl(&control{kind: quietControl, tint: colorCaution, height: 20, trailing: "swap", tip: p.others.tip, onTap: d.flip})
	p.others.extra = p.flip
	p.others.tip = ""
	p.refine = k.newControl(&control{text: "Refine", kind: quietControl, tint: colorAccent, height: 20, tip: "Take the instant match as the start of a descent in GW², conditional gradient", onTap: d.refine})
	p.loss.extra = p.refine
	p.hint = newLabel("Solve to see how far the match can be trusted.", textSmall, colorSoft)
	p.hint.flexible = true
	p.notes = wrapped("", colorSoft)
	p.notes.size = textSmall
	p.rows = container.New(column{}, p.sure, p.loss, p.own, p.bound, p.truth, p.laid, p.off, p.stretch, p.turned, p.distortion, p.spread, p.orientation, p.others, p.margin, p.species, p.tips, p.covered, p.trust, p.time, p.method, p.backend)
	p.minima = newMinimaPanel(d)
	p.more = k.newControl(&control{text: "Details", trailing: "right", kind: quietControl, small: true, tint: colorSoft, height: 20, tip: "The near-equal minima that were found, what is covered, what computed it"})
	p.more.onTap = func() {
		p.open = p.minima.toggle()
		p.more.trailing = map[bool]string{true: "down", false: "right"}[p.open]
		p.more.Refresh()
		p.showDetails(d.m.match)
		d.inspector.object.Refresh()
	}
	p.state = newLabel("", textCaption, colorCaution)
	p.head = container.New(headRow{}, newCaption("Result"), container.New(row{gap: 2}, p.state, p.more))
	p.object = container.New(column{4}, p.hint, p.rows, p.minima.object, p.notes)

	d.m.onMatch.on(func(m *pipeline.Match) { p.show(d.m) })
	d.m.onJob.on(func(job) { p.showState(d.m) })
	p.show(d.m)
	return p
}

// showState says when the figures are not those of what is on the screen.
func (p *resultPanel) showState(m *model) {
	p.hint.set("Solve to see how far the match can be trusted.")
	if m.job.running {
		p.hint.set("The figures come with the finished match.")
	}
	switch {
	case m.match == nil || m.job.running && m.stale:
		p.state.set("")
	case m.stale:
		p.state.set("of the previous settings")
	case m.match.Result.Status == solver.Cancelled:
		p.state.set("stopped early")
	default:
		p.state.set("")
	}
	p.object.Refresh()
}

func (p *resultPanel) show(m *model) {
	match := m.match
	setVisible(p.hint, match == nil)
	setVisible(p.rows, match != nil)
	setVisible(p.more, match != nil)
	p.showState(m)
	if match == nil {
		p.notes.Hide()
		return
	}
	r, alt := match.Result, match.Alternative()
	setVisible(p.refine, refinable(match))
	switch {
	case refinable(match):
		p.loss.name.set("GW² of the instant match")
		p.loss.set(loss(alt.GW2), colorText)
	case match.Options.Method == string(solver.Amortized):
		p.loss.name.set("GW² (instant → refined)")
		p.loss.set(loss(r.GW2Slicer)+" → "+loss(alt.GW2), colorText)
	case r.Own != nil && r.Own.Distance:
		p.loss.name.set("GW² of its best direction's plan")
		p.loss.set(loss(alt.GW2), colorText)
	case r.Own != nil:
		p.loss.name.set("GW² of its plan")
		p.loss.set(loss(alt.GW2), colorText)
	case match.Chosen == 0:
		p.loss.name.set("GW² (slicer → polished)")
		p.loss.set(loss(r.GW2Slicer)+" → "+loss(alt.GW2), colorText)
	default:
		p.loss.name.set("GW² of this minimum")
		p.loss.set(loss(alt.GW2), colorText)
	}
	p.showOwn(match)
	if e := match.Errors; e != nil && !math.IsNaN(e.MeanDirect) {
		text := fixed(e.MeanDirect, 3)
		if !math.IsNaN(e.MeanMirrored) {
			text += ", mirrored " + fixed(e.MeanMirrored, 3)
		}
		p.truth.tip = truthTip
		if match.Registered != nil {
			p.truth.tip += " Before A's mesh was laid on B it was " + fixed(e.MapDirect, 3) + "."
		}
		p.truth.set(text, colorText)
		p.truth.Show()
	} else {
		p.truth.Hide()
	}
	p.distortion.set(percent(match.MeanDistortion()), colorText)
	setVisible(p.spread, match.MeanSpread() > 1.05)
	p.spread.set(fixed(match.MeanSpread(), 1)+" samples", colorText)
	p.showOrientation(alt.Orientation)
	p.showOthers(match)
	switch {
	case r.Own != nil && len(r.Alternatives) < 2:
		p.margin.set("–  nothing to choose from", colorSoft)
	case match.Chosen > 0:
		p.margin.set(ordinal(match.Chosen+1)+" of "+count(len(r.Alternatives))+", "+fixed(alt.Score-r.Alternatives[0].Score, 2)+" behind", colorCaution)
	case math.IsInf(r.Margin, 1):
		p.margin.set("the only candidate", colorText)
	case !r.Uncertain && thinAcross(match):
		p.margin.set("margin "+fixed(r.Margin, 2)+", close for two species", colorText)
	case r.Uncertain:
		p.margin.set("margin "+fixed(r.Margin, 2)+", close", colorText)
	default:
		p.margin.set("margin "+fixed(r.Margin, 2), colorText)
	}
	text, kin := kinOf(match)
	color := colorText
	switch kin {
	case solver.KinUnknown:
		color = colorSoft
	case solver.OtherSpecies:
		color = colorCaution
	}
	p.species.set(text, color)
	p.showLaid(match)
	p.showTrust(match)
	p.showDetails(match)
	p.time.set(span(match.Times.Total), colorText)
	p.backend.set(r.Backend, colorText)
	p.rows.Refresh()
	p.object.Refresh()
}

// truthTip says what the error against the truth is.
const truthTip = "Mean distance on B between the match and the known truth, in units of the square root of B's area."

// showOwn shows what a rival says of itself; a slicer says nothing of the kind.
func (p *resultPanel) showOwn(m *pipeline.Match) {
	own := m.Result.Own
	setVisible(p.own, own != nil && !math.IsNaN(own.Value))
	setVisible(p.bound, own != nil && !math.IsNaN(own.Bound))
	if own == nil {
		return
	}
	p.method.set(span(m.Times.Rival)+", "+plural(own.Iterations, "iteration", "iterations"), colorText)
	if !math.IsNaN(own.Value) {
		p.own.name.set(upperFirst(own.Name))
		p.own.tip = upperFirst(own.Name) + ": what " + own.Title + " itself minimises or reports."
		p.own.set(loss(own.Value), colorText)
	}
	if !math.IsNaN(own.Bound) {
		color := colorText
		if own.Bound > 0 && m.GW2() <= own.Bound*certified {
			color = colorGood // the plan is a proven optimum
		}
		p.bound.set(loss(own.Bound), color)
	}
}

// certified is how near, relatively, a plan's loss comes to its lower bound where it
// counts as proven optimal: the bound is solved to about this precision.
const certified = 1 + 1e-3

func (p *resultPanel) showOrientation(o float64) {
	switch {
	case math.IsNaN(o):
		p.orientation.set("cannot be judged", colorSoft)
	case o >= keptFrom:
		p.orientation.set(fixed(o, 2)+"  kept", colorGood)
	case o <= 1-keptFrom:
		p.orientation.set(fixed(o, 2)+"  mirrored", colorCaution)
	default:
		p.orientation.set(fixed(o, 2)+"  neither side", colorCaution)
	}
}

// keptFrom is the share of triples from which a map has a side: right maps keep 0.8
// and more, mirrored ones 0.2 and less, disorder half.
const keptFrom = 0.7

// showOthers offers the other side.
func (p *resultPanel) showOthers(m *pipeline.Match) {
	k := otherSide(m)
	if k < 0 {
		p.flip.Hide()
		p.others.set("none found", colorSoft)
		return
	}
	p.others.value.set("")
	p.flip.setText(alternativeName(m, k) + " " + loss(m.Result.Alternatives[k].GW2))
	p.flip.Show()
	p.others.Refresh()
}

// alternativeName says what alternative k is beside the chosen one.
func alternativeName(m *pipeline.Match, k int) string {
	a := m.Result.Alternatives[k]
	switch {
	case k == 0:
		return "solver's choice"
	case math.IsNaN(a.Orientation):
		return "other"
	case a.Orientation < 0.5:
		return "mirrored"
	case m.Alternative().Orientation >= 0.5:
		return "turned"
	}
	return "direct"
}

func setNotes(t *paragraph, notes []string) {
	setVisible(t, len(notes) > 0)
	t.set(strings.Join(notes, "\n\n"))
}
