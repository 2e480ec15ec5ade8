package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
)

// foldSection is a section of the side panel: a heading that folds its content.
type foldSection struct {
	name, title string
	heading     *widget.Heading
	beside      fyne.CanvasObject // at the right of the heading, nil for nothing
	content     fyne.CanvasObject
	object      *fyne.Container
	passing     bool // shown only at times, and never where all sections are folded
}

// section is a heading over content, with the panel's margins. beside may be nil.
func (p *panels) section(name, title string, beside, content fyne.CanvasObject) *foldSection {
	s := &foldSection{name: name, title: title, beside: beside, content: content}
	s.heading = p.widgets.NewHeading(title, func() { p.fold(name, content.Visible()) })
	head := fyne.CanvasObject(s.heading)
	if beside != nil {
		head = container.New(widget.HeadRow{}, s.heading, beside)
	}
	s.object = widget.Inset(container.New(widget.Column{Gap: 8}, head, content), 14, 11)
	p.sections = append(p.sections, s)
	return s
}

// setFolded hides or shows the content.
func (s *foldSection) setFolded(on bool) {
	if s.content.Visible() != on {
		return
	}
	s.heading.SetFolded(on)
	widget.SetVisible(s.content, !on)
	if s.beside != nil {
		widget.SetVisible(s.beside, !on)
	}
}

// indexed are the sections in the index at the head of the side panel. A press goes to a section, however long
// the sections above it are.
var indexed = []struct{ name, word string }{{"solve", "Solve"}, {"result", "Result"}, {"view", "View"}, {"marks", "Landmarks"}, {"picks", "Picks"}, {"scene", "Scene"}}

func newSectionIndex(k *widget.Maker, i *inspector) fyne.CanvasObject {
	row := container.New(widget.Row{Shares: []float32{48, 54, 44, 78, 46, 52}})
	for _, s := range indexed {
		jump := k.NewControl(&widget.Control{Text: s.word, Kind: widget.Quiet, Small: true, Tint: widget.ColorSoft, Height: 24, MaxText: 70,
			Tip: "Go to this section", OnTap: func() { i.open(s.name) }})
		i.index[s.name] = jump
		row.Add(jump)
	}
	return container.New(widget.Column{}, widget.Inset(row, 6, 4), widget.NewHairline())
}
