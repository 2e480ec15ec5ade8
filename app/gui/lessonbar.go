package gui

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/mainloop"
	"gwscope/app/gui/widget"
	"gwscope/app/lesson"
	"gwscope/app/pipeline"
)

// lessonBar is a band under the menus that leads through a lesson: text, task and outcome of each step. The
// window below stays free to be used.
type lessonBar struct {
	win         fyne.Window
	m           *model
	dialogs     *dialogs
	tasks       *tasks
	preferences *preferences
	documents   *documents
	shapes      *loader
	solving     *solving
	learning    *learning
	slicer      *slicerView
	views       *views
	looks       *looks
	marker      *marker
	cohorts     *cohorts

	object *fyne.Container
	title  *widget.Label
	at     *widget.Label
	say    *widget.Paragraph
	ask    *widget.Paragraph // the task, and once it is done the outcome
	back   *widget.Control
	next   *widget.Control
	stop   *widget.Control

	of     *lesson.Lesson // nil: no lesson is being taken
	step   int
	before lesson.Scene // when the step began
	// picks counts the marked vertices; feet counts those at the end of a leg of A, highs those with a colour of
	// the right end of the bar.
	picks, feet, highs int
	// offered is the lesson after a finished lesson; nil: none is offered.
	offered *lesson.Lesson
	// tall is the height of the text of the lesson's tallest step at the width tallWidth.
	tall      float32
	tallWidth float32
	narrow    bool // the last layout was the one for a narrow window
	// surface is the person's own value of the option surface, which a lesson may change.
	surface string
	done    bool
	// setting tells that the lesson itself is changing the scene.
	setting bool
}

// lessonText is the greatest width at which a line of text is read well.
const lessonText float32 = 860

// build makes the band.
func (b *lessonBar) build(widgets *widget.Maker) {
	b.title, b.at = widget.NewLabel("", widget.TextBody, widget.ColorText), widget.NewLabel("", widget.TextSmall, widget.ColorSoft)
	b.say, b.ask = widget.NewParagraph("", widget.ColorText), widget.NewParagraph("", widget.ColorAccent)
	b.title.Bold = true
	b.title.Flexible, b.at.Flexible = true, true
	b.back = widgets.NewControl(&widget.Control{Text: "Back", Kind: widget.Quiet, Height: 26, Tip: "The step before", OnTap: func() { b.begin(b.step - 1) }})
	b.next = widgets.NewControl(&widget.Control{Text: "Next", Height: 26, MinWidth: 84, Tip: "The next step", OnTap: b.forward})
	b.stop = widgets.NewControl(&widget.Control{Text: "End lesson", Kind: widget.Quiet, Height: 26, Tip: "Go on without the lesson; the window stays as it is", OnTap: b.end})
	mark := widget.NewBox(widget.ColorAccent, "", 2)
	mark.Min = fyne.NewSize(3, 18)
	text := container.New(widget.Column{Gap: lessonGap}, b.say, b.ask)
	foot := container.New(widget.Column{}, container.New(widget.Row{Gap: 6}, b.stop, b.back, b.next))
	b.object = container.NewStack(widget.NewBox(widget.ColorMenu, "", 0), container.New(widget.Column{},
		widget.Inset(container.New(lessonLayout{b}, mark, b.title, b.at, text, foot), 14, 8), widget.NewHairline()))
	b.object.Hide()
}

// lessonLayout is a mark, a title over the text, and the buttons at the right. In a narrow window the title
// stands over the buttons, and the text has the whole height. The band is as high as the tallest step of the
// lesson needs, so that nothing below moves from step to step.
type lessonLayout struct{ b *lessonBar }

// lessonGap is the space between the lines of a lesson's band.
const lessonGap float32 = 4

func (l lessonLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	b := l.b
	title, text, foot := b.title.MinSize().Height+lessonGap, fyne.Max(o[3].MinSize().Height, b.tall), o[4].MinSize().Height
	if b.narrow {
		return fyne.NewSize(0, fyne.Max(text, title+b.at.MinSize().Height+foot))
	}
	return fyne.NewSize(0, title+fyne.Max(text, foot-title))
}

func (l lessonLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const indent, between = 15, 24
	b, mark, text, buttons := l.b, o[0], o[3], o[4]
	foot, title, at := buttons.MinSize(), b.title.MinSize().Height, b.at.MinSize().Height
	room := size.Width - indent - foot.Width - between
	b.narrow = room < lessonText
	mark.Resize(fyne.NewSize(3, size.Height))
	buttons.Move(fyne.NewPos(size.Width-foot.Width, size.Height-foot.Height))
	buttons.Resize(foot)
	top, width := title+lessonGap, fyne.Min(lessonText, room)
	if b.narrow {
		x := size.Width - foot.Width + 8 // where the words of the first button begin
		b.title.Move(fyne.NewPos(x, 0))
		b.title.Resize(fyne.NewSize(foot.Width-8, title))
		b.at.Move(fyne.NewPos(x, title))
		b.at.Resize(fyne.NewSize(foot.Width-8, at))
		top = 0
	} else {
		wide := fyne.Min(b.title.Width(b.title.Text), room)
		b.title.Move(fyne.NewPos(indent, 0))
		b.title.Resize(fyne.NewSize(wide, title))
		b.at.Move(fyne.NewPos(indent+wide+10, (title-at)/2))
		b.at.Resize(fyne.NewSize(fyne.Max(room-wide-10, 0), at))
	}
	text.Move(fyne.NewPos(indent, top))
	text.Resize(fyne.NewSize(width, size.Height-top))
	b.measure(width)
}

// name writes the title of a lesson, with a word after it. Where room is short, the part of the title before
// its colon is enough.
func (b *lessonBar) name(title, after string) {
	brief, _, _ := strings.Cut(title, ":")
	b.title.SetShorter(title+after, brief+after)
}

// measure finds the height of the text of the tallest step at a width.
func (b *lessonBar) measure(width float32) {
	if b.of == nil || width <= 0 || b.tallWidth == width {
		return
	}
	b.tallWidth, b.tall = width, 0
	for k := range b.of.Steps {
		s := &b.of.Steps[k]
		below := fyne.Max(b.ask.HeightOf(oneParagraph(s.Ask), width), b.ask.HeightOf(oneParagraph(s.Outcome), width))
		if below > 0 {
			below += lessonGap
		}
		b.tall = fyne.Max(b.tall, b.say.HeightOf(oneParagraph(s.Say), width)+below)
	}
}

// listen makes the bar follow the person's actions.
func (b *lessonBar) listen() {
	m := b.m
	look := func() { b.look() }
	onAny(&m.onOptions, look)
	onAny(&m.onMatch, look)
	onAny(&m.onJob, look)
	onAny(&m.onView, look)
	onAny(&m.onLayout, look)
	m.onPick.On(func(p *picked) {
		if p != nil {
			b.marked(p)
		}
	})
	onAny(&m.onRecord, look)
	onAny(&m.onRace, look)
	onAny(&b.slicer.heat.OnChange, look)
	onAny(&b.marker.onChange, look)
	onAny(&b.cohorts.changed, look)
}

// notThere begins the status after a click in a wrong place.
const notThere = "Not there."

// marked counts a marked vertex by its place. The status bar tells of a click in a wrong place.
func (b *lessonBar) marked(p *picked) {
	b.picks++
	if b.m.onFoot(p) {
		b.feet++
	}
	if b.m.onHigh(p) {
		b.highs++
	}
	b.look()
	if b.of != nil && !b.done && !b.setting && strings.Contains(b.of.Steps[b.step].Until, "picked-") {
		b.m.setStatus(notThere + " " + oneParagraph(b.of.Steps[b.step].Ask))
	}
}

func onAny[T any](s *mainloop.Signal[T], f func()) { s.On(func(T) { f() }) }

// scene describes the window in a lesson's terms.
func (b *lessonBar) scene() lesson.Scene {
	m := b.m
	s := lesson.Scene{Options: m.options, Solved: b.solving.solved, Running: m.job.running || m.racing(),
		Layout: layoutName(m.layout), Color: m.view.ColorBy, T: m.view.T, Picks: b.picks, Feet: b.feet, Highs: b.highs, Wires: m.view.Registered, Replays: b.learning.bar.replays,
		Soft: b.slicer.heat.Temperature() > 0, Raced: m.race != nil}
	if m.match != nil {
		s.Chosen = m.match.Chosen
	}
	b.cohorts.tell(&s)
	marks := b.marker.now()
	s.Landmarks = len(marks.A.Landmarks) + len(marks.B.Landmarks)
	return s
}

// layoutName is the name of an arrangement in lessons.
func layoutName(a arrangement) string {
	if int(a) < len(lesson.Layouts) {
		return lesson.Layouts[a]
	}
	return "race"
}

// begin shows step k and sets its scene.
func (b *lessonBar) begin(k int) {
	if b.of == nil || k < 0 || k >= len(b.of.Steps) {
		return
	}
	b.step, b.done, b.setting, b.offered = k, false, true, nil
	b.cool()
	b.setScene(b.of, k, func() {
		b.setting, b.before = false, b.scene()
		if b.of != nil && b.of.Steps[b.step].Cohort.Of != "" {
			b.show() // the specimens are there: the task replaces the wait
		}
		b.look()
	})
	b.show()
}

// look checks whether the task of the step is done.
func (b *lessonBar) look() {
	if b.of == nil || b.done || b.setting {
		return
	}
	if s := &b.of.Steps[b.step]; s.Done(b.before, b.scene()) {
		b.done = true
		if strings.HasPrefix(b.m.status, notThere) {
			b.m.setStatus(idle)
		}
		b.show()
	}
}

// forward goes to the next step, from the last step to the offer of the next lesson, and from the offer
// into that lesson.
func (b *lessonBar) forward() {
	switch next := b.offered; {
	case next != nil:
		b.takeLesson(next)
	case b.step+1 < len(b.of.Steps):
		b.begin(b.step + 1)
	default:
		b.finish()
	}
}

// finish ends a lesson at its last step, and offers the next lesson.
func (b *lessonBar) finish() {
	of := b.of
	next := lessonAfter(of)
	b.end()
	if next == nil {
		return
	}
	b.offered = next
	b.name(of.Title, ": done")
	b.at.Set("")
	b.say.Set("Next lesson: “" + next.Title + "”. " + next.About)
	widget.SetVisible(b.ask, false)
	widget.SetVisible(b.back, false)
	b.stop.SetText("Close")
	b.next.SetText("Take it")
	b.next.Tip = "Begin the next lesson"
	b.next.SetKind(widget.Primary)
	b.unfold()
}

// lessonAfter is the built-in lesson after a lesson; nil after the last, and after a lesson from a file.
func lessonAfter(of *lesson.Lesson) *lesson.Lesson {
	all := lessons()
	if k := slices.IndexFunc(all, func(l *lesson.Lesson) bool { return l.Title == of.Title }); k >= 0 && k+1 < len(all) {
		return all[k+1]
	}
	return nil
}

// end goes on without a lesson. The scene of a lesson needs no saving.
func (b *lessonBar) end() {
	if b.of != nil {
		own := b.scratch()
		o := b.m.options
		o.Surface = b.surface
		b.solving.setOptions(o)
		if own {
			b.documents.keep.begin(b.documents.state())
		}
	}
	b.of, b.offered = nil, nil
	b.tall, b.tallWidth = 0, 0
	widget.SetVisible(b.object, false)
	b.win.Content().Refresh()
}

// show brings the words up to date.
func (b *lessonBar) show() {
	s := &b.of.Steps[b.step]
	b.name(b.of.Title, "")
	b.at.Set(fmt.Sprintf("step %d of %d", b.step+1, len(b.of.Steps)))
	b.say.Set(oneParagraph(s.Say))
	text, tint := oneParagraph(s.Ask), widget.ColorAccent
	if outcome := oneParagraph(s.Outcome); b.done && outcome != "" {
		if m := b.m.match; lesson.Ready(outcome, m) {
			text, tint = lesson.Fill(outcome, m), widget.ColorGood
		} else {
			text, tint = upperFirst(workingOut), widget.ColorSoft
			b.workOut(outcome, m)
		}
	}
	if b.setting && s.Cohort.Of != "" {
		text, tint = "One moment: the specimens are being made …", widget.ColorSoft
	}
	b.ask.Color = tint
	b.ask.Text = text
	b.ask.Refresh()
	widget.SetVisible(b.ask, text != "")
	widget.SetVisible(b.back, true)
	b.stop.SetText("End lesson")
	b.back.SetEnabled(b.step > 0)
	last := b.step+1 == len(b.of.Steps)
	b.next.SetText(map[bool]string{false: "Next", true: "Finish"}[last])
	b.next.Tip = map[bool]string{false: "The next step", true: "End the lesson"}[last]
	b.next.SetKind(map[bool]widget.Kind{false: widget.Plain, true: widget.Primary}[b.done])
	b.unfold()
}

// unfold shows the band.
func (b *lessonBar) unfold() {
	widget.SetVisible(b.object, true)
	b.win.Content().Refresh()
	b.win.Content().Refresh() // again: paragraphs know their height only after they got a width
}

// workOut computes the figures of an outcome in the background, and then shows the outcome.
func (b *lessonBar) workOut(outcome string, m *pipeline.Match) {
	step, of := b.step, b.of
	shown := func() bool { return b.of == of && b.step == step && b.m.match == m }
	b.tasks.aside(func(ctx context.Context) func() {
		if lesson.WorkOut(ctx, outcome, m) != nil {
			return nil
		}
		return func() {
			if shown() {
				b.show()
			}
		}
	}, func() {
		if shown() {
			b.ask.Set("Stopped: the outcome of this step was not worked out.")
		}
	})
}

// oneParagraph joins the lines of a lesson's text.
func oneParagraph(text string) string { return strings.Join(strings.Fields(text), " ") }
