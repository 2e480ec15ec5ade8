package gui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/session"
)

// welcome is the card of the first start, with three ways to begin. It lies over the views and takes only the
// clicks on itself. It goes away with the first click or command, and is shown once.
type welcome struct {
	preferences *preferences
	shapes      *loader
	lesson      *lessonBar

	object *fyne.Container
}

const welcomeWidth float32 = 440

// build makes the card, hidden.
func (w *welcome) build(k *widget.Maker) {
	title := widget.NewLabel("Welcome to GWScope", 17, widget.ColorText).Strong()
	about := widget.NewParagraph("It finds out which place of one shape corresponds to which place of another, and says how far the answer can be trusted. The two shapes behind this card are being matched as an example.", widget.ColorSoft)
	row := func(text, says string, kind widget.Kind, do func()) fyne.CanvasObject {
		button := k.NewControl(&widget.Control{Text: text, Kind: kind, Bold: kind == widget.Primary, Height: 32, OnTap: func() {
			w.hide()
			do()
		}})
		note := widget.NewNote(says, widget.ColorSoft)
		return container.New(widget.Column{Gap: 3}, button, note)
	}
	body := container.New(widget.Column{Gap: 14}, title, about,
		row("Take lesson 1", "Two poses of one animal: what a match is, in four steps. All lessons stand in the menu Lessons.", widget.Primary, func() {
			if all := lessons(); len(all) > 0 {
				w.lesson.takeLesson(all[0])
			}
		}),
		row("Open two shapes", "Meshes or clouds of points from files: A, then B. You can also drop files on the window.", widget.Plain, w.shapes.openBoth),
		row("Look around", "Drag to turn, click a place to see its match. F1 lists mouse and keys, Help has a glossary.", widget.Plain, func() {}))
	w.object = container.New(welcomeLayout{}, widget.NewBox(widget.ColorMenu, widget.ColorHairline, 12), body)
	w.object.Hide()
}

// offer shows the card at the first start, if the window opens on the program's own shapes: a person who
// names files needs no card.
func (w *welcome) offer(a, b string) {
	if w.preferences.home == nil || w.preferences.now.Welcomed || !strings.HasPrefix(a, pipeline.SamplePrefix) || !strings.HasPrefix(b, pipeline.SamplePrefix) {
		return
	}
	w.preferences.prefer(func(p *session.Preferences) { p.Welcomed = true })
	w.object.Show()
}

func (w *welcome) hide() { w.object.Hide() }

// welcomeLayout puts a panel with its words into the middle of the views, a little above it.
type welcomeLayout struct{}

func (welcomeLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, 0) }
func (welcomeLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const pad = 22
	width := fyne.Min(welcomeWidth, size.Width-32)
	o[1].Resize(fyne.NewSize(width-2*pad, o[1].MinSize().Height)) // lets wrapped text find its height
	height := o[1].MinSize().Height + 2*pad
	at := fyne.NewPos((size.Width-firstSide-width)/2, (size.Height-height)*0.42)
	widget.Place(o[0], at, fyne.NewSize(width, height))
	widget.Place(o[1], at.AddXY(pad, pad), fyne.NewSize(width-2*pad, height-2*pad))
}
