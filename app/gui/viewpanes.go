package gui

import (
	"image"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/widget"
	"gwscope/app/present"
	"gwscope/render/camera"
	"gwscope/render/scene"
)

// paneMargins leave room for the header and the caption.
var paneMargins = camera.Margins{Side: 28, Top: 64, Bottom: 40}

// margins are the present margins of the panes.
func (m *model) margins() camera.Margins {
	out := paneMargins
	out.Top, out.Bottom = float64(m.larger(float32(out.Top))), float64(m.larger(float32(out.Bottom)))
	return out
}

// pane is a part of the view area with its content.
type pane struct {
	side side // of its camera and picks; A for the morph and the overlay
	rect area // in the view area
	lane int  // of a race's targets, from 1; 0 for all other panes
	row  int  // the row of the race in this lane; -1 without a row
}

// area is a rectangle in window units.
type area struct {
	pos  fyne.Position
	size fyne.Size
}

func (a area) contains(p fyne.Position) bool {
	return p.X >= a.pos.X && p.Y >= a.pos.Y && p.X < a.pos.X+a.size.Width && p.Y < a.pos.Y+a.size.Height
}

// pixels is the area on a screen of the given scale.
func (a area) pixels(scale float32) image.Rectangle {
	r := func(x float32) int { return int(x*scale + 0.5) }
	return image.Rect(r(a.pos.X), r(a.pos.Y), r(a.pos.X+a.size.Width), r(a.pos.Y+a.size.Height))
}

// panes divides a view area of the given size.
func (m *model) panes(size fyne.Size) []pane {
	whole := area{size: size}
	switch {
	case m.layout == raced && m.race != nil:
		return m.racePanes(size)
	case m.layout == morphOnly || m.layout == overlaid:
		return []pane{{side: sideA, rect: whole}}
	case m.maximised >= 0:
		return []pane{{side: side(m.maximised), rect: whole}}
	}
	// Whole units, so that hairlines stay sharp.
	w := float32(int((size.Width - widget.Gap) / 2))
	return []pane{
		{side: sideA, rect: area{size: fyne.NewSize(w, size.Height)}},
		{side: sideB, rect: area{pos: fyne.NewPos(size.Width-w, 0), size: fyne.NewSize(w, size.Height)}},
	}
}

// sceneOf is the scene of a pane; nil without a picture.
func (m *model) sceneOf(q pane) *scene.Scene {
	s := q.side
	if m.layout == raced && m.race != nil {
		return m.race.scene(q)
	}
	p := m.picture
	if p == nil {
		return nil
	}
	switch {
	case m.layout == morphOnly && p.Morph != nil:
		return p.Morph
	case m.layout == overlaid && p.Morph != nil:
		return present.Overlay(p.Morph, p.B, m.ghost())
	case s == sideA:
		return p.Beside(m.view.T)
	}
	return p.B
}
