package gui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
)

// term is a word of the window with its meaning, in a line.
type term struct{ word, means string }

// glossary are the words that a newcomer meets, in the order of the work, from shapes to results. They are
// defined here alone: Help ▸ Glossary lists it, and tooltips of labels begin with it.
var glossary = []term{
	{"Sample", "a vertex that stands for the surface around it; only samples are matched by the solver"},
	{"Mass", "how much a sample counts; all masses of a shape sum to 1"},
	{"Distance", "the length of the way from one place to another along the surface, as a share of the largest"},
	{"Plan", "how much mass of each sample of A goes to each sample of B"},
	{"GW²", "the loss of a plan: the mean squared difference between distances on A and the matched distances on B; lower is better"},
	{"Lower bound", "a number that no plan's GW² can be below"},
	{"Slicer", "a function that gives each sample a number; both shapes, sorted by it, are matched first with first and last with last"},
	{"Push-forward", "the number that a slicer gives a sample"},
	{"Temperature", "how soft sorting is: at 0 each sample has one place, at high temperature all places mix"},
	{"Polish", "small changes of a slicer's plan that lower its GW²"},
	{"Entropy ε", "how much a plan is blurred to make it easier to find"},
	{"Minimum", "a plan that no small change improves; near-equal minima are kept, such as the mirror image"},
	{"Score", "the number by which a minimum is chosen: GW² with orientation and rigidity; lower is better"},
	{"Margin", "by how much the score of the chosen minimum leads that of the next"},
	{"Direct, mirrored", "a match that keeps left and right, or exchanges them"},
	{"Orientation", "the share of small neighbourhoods that keep their sense of rotation, seen from outside: 1 direct, 0 mirrored"},
	{"Extremity", "the end of a limb: a paw, a nose, the end of a tail; also called tip"},
	{"Landmark", "a named place that a person marks on a shape"},
	{"Pin", "a pair of landmarks that the match must honour"},
	{"Species", "whether two shapes look like the same kind of body"},
	{"Verdict", "the probability that a match is the meant match, judged without the truth"},
	{"Confidence", "for each place the probability that the match is within 0.05 √area of the right place"},
	{"Pair distortion", "by how much matched pairs of places differ in distance, as a share of the diameter; needs no truth"},
	{"Truth", "a known correspondence, which built-in shapes and some files have"},
	{"Geodesic error", "the distance on B between the match and the truth, in units of the square root of B's area"},
	{"Spread", "how many samples of B hold 90 % of the mass of a sample of A"},
	{"Coverage", "how much of the other shape lands at a place: 1 its share, 0 nothing"},
	{"Mesh of A on B", "A's mesh laid on B's surface without folds; maps and morphs are read off it"},
	{"Stretch", "how much the match widens angles and areas; 1 keeps them"},
	{"Morph", "A on its way to B; t runs from 0 to 1"},
	{"Cohort", "a folder with templates, many specimens, and the matches of these"},
	{"Template, specimen", "a shape that is matched to many shapes, and each of these shapes; a template is A, a specimen B"},
	{"Accepted, rejected", "a person's decision on a match of a cohort: it counts as right, or statistics leave it out"},
	{"Map of specimens", "a plot in which the distances between dots are near to the distances between specimens"},
	{"Principal component", "a way in which specimens differ, the strongest first, as displacements of the mean shape"},
	{"Seed", "the number that random choices begin with; the same seed gives the same result"},
}

// meaning is the line of a word. A missing word is a mistake of ours.
func meaning(word string) string {
	for _, t := range glossary {
		if t.word == word {
			return t.word + ": " + t.means + "."
		}
	}
	panic("gui: the glossary has no " + word)
}

// showGlossary lists the words in two columns.
func (d *desk) showGlossary() {
	half := (len(glossary) + 1) / 2
	var columns []fyne.CanvasObject
	for _, part := range [][]term{glossary[:half], glossary[half:]} {
		col := container.New(widget.Column{Gap: 7})
		for _, t := range part {
			word := widget.NewLabel(t.word, widget.TextSmall, widget.ColorText)
			word.Bold = true
			means := widget.NewParagraph(upperFirst(t.means)+".", widget.ColorSoft)
			means.TextSize = widget.TextSmall
			col.Add(container.New(widget.Column{Gap: 1}, word, means))
		}
		columns = append(columns, col)
	}
	lists := container.New(topRow{28}, columns...)
	scroll := container.NewVScroll(lists)
	d.widgets.NewSheet(d.win.Canvas(), "Glossary", "", container.New(atMost{d.win.Canvas().Size().Height - 170}, scroll), 860,
		d.dialogs.copyButton(func() string {
			var lines []string
			for _, t := range glossary {
				lines = append(lines, meaning(t.word))
			}
			return strings.Join(lines, "\n")
		}),
		widget.Button{Text: "Close"})
}

// explain lets the labels of the result begin their tooltips with the glossary.
func (p *resultPanel) explain() {
	for row, word := range map[*widget.KeyValue]string{
		p.sure: "Verdict", p.loss: "GW²", p.bound: "Lower bound", p.truth: "Geodesic error", p.laid: "Mesh of A on B", p.off: "Mesh of A on B", p.shared: "Mesh of A on B",
		p.stretch: "Stretch", p.turned: "Orientation", p.distortion: "Pair distortion", p.spread: "Spread", p.orientation: "Orientation",
		p.others: "Minimum", p.margin: "Margin", p.species: "Species", p.tips: "Extremity", p.covered: "Coverage", p.trust: "Confidence",
	} {
		row.Meaning = meaning(word)
	}
}

// optionWords are the words of the glossary for options.
var optionWords = map[string]string{
	"method": "Plan", "samples": "Sample", "anchors": "Extremity", "flip": "Direct, mirrored", "metric": "Distance", "weights": "Mass",
	"polish": "Polish", "surface": "Mesh of A on B", "seed": "Seed", "slicers": "Slicer", "epsilon": "Entropy ε", "mass": "Mass", "refine": "Slicer", "refined": "Polish",
}

// optionTip explains an option: its effect, and the word of the glossary where there is one.
func optionTip(name, help string) string {
	if word, ok := optionWords[name]; ok {
		return upperFirst(help) + ". " + meaning(word)
	}
	return upperFirst(help)
}
