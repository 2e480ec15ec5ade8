package gui

import (
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/app/race"
	"gwscope/render/camera"
	"gwscope/render/gldraw"
)

// where is the middle of a thing and its size, in pixels of the screen.
func (d *desk) where(name string) string {
	things := map[string]fyne.CanvasObject{
		"solve": d.inspector.solve.solve, "cancel": d.inspector.solve.cancel, "advanced": d.inspector.solve.more,
		"shapeA": d.inspector.shapes.pick[0], "shapeB": d.inspector.shapes.pick[1],
		"flip": d.inspector.result.flip, "color": d.inspector.look.color, "lines": d.inspector.look.lines,
		"slider": d.morph.slide, "play": d.morph.play, "export": d.morph.export,
		"view": d.views.port, "strip": d.slicer.plot, "mode": d.views.mode, "reportA": d.views.headers[0].report,
		"wires": d.inspector.scene.wires, "laid": d.inspector.result.laid,
		"edgesA": d.views.headers[0].tools[1], "inspector": d.inspector.object, "distortion": d.inspector.result.distortion,
		"colours": d.inspector.look.more, "spread": d.inspector.look.spread.BrushPlot, "spread mode": d.inspector.look.spread.Mode,
		"mask": d.inspector.look.paint.mask, "map": d.inspector.look.paint.maps, "range": d.inspector.look.paint.ranges,
		"isolines": d.inspector.look.paint.lines, "legend": d.views.headers[1].legend, "symmetric": d.inspector.look.paint.symmetric, "seeds": d.inspector.look.paint.seeds,
		"minima": d.inspector.result.more, "place": d.inspector.result.minima.place,
		"pause": d.inspector.solve.pause, "history": d.learning.bar.slide, "replay": d.learning.bar.play, "temperature": d.slicer.heat.Slide, "curves": d.inspector.learn.box,
	}
	things["method"] = d.inspector.solve.method
	things["placing"], things["landmarks"] = d.inspector.marks.place, d.inspector.marks.more
	for name, jump := range d.inspector.index {
		things["go "+name] = jump
	}
	for name, pin := range d.inspector.marks.names {
		things["landmark "+name] = pin
	}
	things["cut"], things["background"] = d.inspector.scene.at, d.inspector.scene.background
	things["race stop"], things["race methods"], things["race export"], things["race views"] = d.races.panel.stop, d.races.panel.methods, d.races.panel.export, d.races.panel.views
	for k, i := range d.races.panel.table.order {
		row := d.races.panel.table.rows[i]
		things["row "+row.table.of.rows[i].Contestant.String()] = row.name
		things["pin "+row.table.of.rows[i].Contestant.String()] = row.pin
		things[fmt.Sprintf("line %d", k)] = row
	}
	for k, h := range d.races.panel.table.heads {
		if h.Visible() {
			things["head "+race.Columns[k].Key] = h
		}
	}
	for i, t := range d.inspector.result.minima.shown {
		things[fmt.Sprintf("thumb %d", i)] = t
	}
	for i, m := range d.menu.Menus {
		things["menu "+m.Title] = d.menu.Titles[i]
	}
	if part, ok := strings.CutPrefix(name, "cohort "); ok {
		if o := findPart(d.cohorts.page.Object, part); o != nil {
			return d.place(o, fyne.NewPos(0, 0), o.Size())
		}
		return "error the page has no " + part
	}
	if o, ok := things[name]; ok {
		return d.place(o, fyne.NewPos(0, 0), o.Size())
	}
	switch top := d.win.Canvas().Overlays().Top().(type) {
	case *widget.PopMenu:
		for i, e := range top.Entries {
			if e.Label == name {
				return d.place(top.List, fyne.NewPos(0, top.List.Top(i)), fyne.NewSize(top.List.Size().Width, e.Height()))
			}
		}
	case *widget.Sheet:
		if c := findControl(top.Body, name); c != nil {
			return d.place(c, fyne.NewPos(0, 0), c.Size())
		}
	}
	if c := findControl(d.win.Content(), name); c != nil {
		return d.place(c, fyne.NewPos(0, 0), c.Size())
	}
	return "error nothing is called " + name
}

func (d *desk) place(o fyne.CanvasObject, offset fyne.Position, size fyne.Size) string {
	s := d.win.Canvas().Scale()
	p := d.app.Driver().AbsolutePositionForObject(o).Add(offset)
	return fmt.Sprintf("%d %d %d %d", int((p.X+size.Width/2)*s), int((p.Y+size.Height/2)*s), int(size.Width*s), int(size.Height*s))
}

func findControl(o fyne.CanvasObject, text string) fyne.CanvasObject {
	switch o := o.(type) {
	case *widget.Dropdown:
		if o.Text == text && o.Visible() {
			return o
		}
	case *container.Scroll:
		return findControl(o.Content, text)
	case *widget.Control:
		if o.Text == text && o.Visible() {
			return o
		}
	case *widget.Field:
		if o.PlaceHolder == text && o.Visible() {
			return o
		}
	case *widget.CheckRow:
		if o.Text == text && o.Visible() {
			return o
		}
	case *fyne.Container:
		if !o.Visible() {
			return nil
		}
		for _, child := range o.Objects {
			if c := findControl(child, text); c != nil {
				return c
			}
		}
	}
	return nil
}

// findPart finds a label by its text, the control with a text, or a part of the page of a cohort: its
// "plot", or its "slider".
func findPart(o fyne.CanvasObject, name string) fyne.CanvasObject {
	if !o.Visible() {
		return nil
	}
	switch o := o.(type) {
	case *widget.Label:
		if o.Text == name {
			return o
		}
	case *widget.Control:
		if o.Text == name {
			return o
		}
	case *widget.Field:
		if o.PlaceHolder == name {
			return o
		}
	case *widget.Scatter:
		if name == "plot" {
			return o
		}
	case *widget.Slider:
		if name == "slider" {
			return o
		}
	}
	for _, part := range partsOf(o) {
		if found := findPart(part, name); found != nil {
			return found
		}
	}
	return nil
}

// seen is where a vertex is on the screen, in pixels; in a race, B is its first target.
func (d *desk) seen(s, vertex int) string {
	for _, p := range d.m.panes(d.views.port.Size()) {
		sc := d.m.sceneOf(p)
		if int(p.side) != s || sc == nil || len(sc.Surfaces) == 0 {
			continue
		}
		points := sc.Surfaces[0].Positions
		if vertex >= len(points) {
			return "error no such vertex"
		}
		v := points[vertex]
		at, ok := d.m.cameras[s].Project(camera.Vec{float64(v[0]), float64(v[1]), float64(v[2])}, float64(p.rect.size.Width), float64(p.rect.size.Height))
		if !ok {
			return "error out of sight"
		}
		return d.place(d.views.port, p.rect.pos.AddXY(float32(at.X), float32(at.Y)), fyne.NewSize(0, 0))
	}
	return "error no such pane"
}

func fyneSize(w, h int) fyne.Size { return fyne.NewSize(float32(w), float32(h)) }

// resting reports whether the picture is the last request, drawn in full.
func (v *viewport) resting() bool {
	return v.drawn.Quality == gldraw.Still && v.drawn.Width == v.wanted.Width && v.drawn.Height == v.wanted.Height &&
		slices.Equal(v.drawn.Panes, v.wanted.Panes) && slices.Equal(v.drawn.Links, v.wanted.Links)
}
