package export

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/render/camera"
	"gwscope/render/capture"
	"gwscope/render/gldraw"
	"gwscope/render/scene"
)

// MatchFigure is the figure of a match for a view, with both shapes and a caption.
func MatchFigure(m *pipeline.Match, v present.View, width, height int) *capture.Figure {
	s := DefaultSettings()
	s.View = v
	j := newJob(m, s)
	f := j.panes(v, width, height).Figure
	j.caption(f)
	return f
}

// staged is a figure with the box around its shapes at all times.
type staged struct {
	*capture.Figure
	within [2]scene.Vec
	paneB  int // the pane that shows B; -1: none
}

// side is 1 for a pane that shows B, 0 for one that shows A or the moving shape.
func (f staged) side(pane int) int {
	if pane == f.paneB {
		return 1
	}
	return 0
}

// points are the points of both sides that have to be within the picture.
func (f staged) points() (out [2][]scene.Vec) {
	for i, s := range f.Shapes {
		out[f.side(i)] = append(out[f.side(i)], camera.PointsOf(s.Scene)...)
	}
	return out
}

// figure shows panes of the match for a view, without caption. Its camera is not set.
func (j *job) figure(ctx context.Context, v present.View, width, height int) (staged, error) {
	if v.T > 0 || j.s.Panes == PanesMorph || j.s.Panes == PanesOverlay {
		m, err := j.motion(ctx)
		if err != nil {
			return staged{}, err
		}
		v.Motion = m
	}
	return j.panes(v, width, height), nil
}

func (j *job) panes(v present.View, width, height int) staged {
	p := j.stage().Picture(v)
	m := j.m
	f := &capture.Figure{Width: width, Height: height, Bar: p.Bar, Theme: v.Scenery.Background.Theme(v.Dark), Quality: gldraw.Best}
	a := capture.Shape{Scene: p.Beside(v.T), Title: "A  " + m.A.Mesh.Name, Note: m.A.Report.Summary()}
	b := capture.Shape{Scene: p.B, Title: "B  " + m.B.Mesh.Name, Note: m.B.Report.Summary()}
	way := fmt.Sprintf("t = %.2f · %s", v.T, j.s.View.Way.Label(m))
	if v.T > 0 {
		a.Note = way
	}
	switch j.s.Panes {
	case PanesA:
		f.Shapes = []capture.Shape{a}
	case PanesB:
		f.Shapes = []capture.Shape{b}
	case PanesMorph:
		f.Shapes = []capture.Shape{{Scene: p.Morph, Title: m.A.Mesh.Name + " → " + m.B.Mesh.Name, Note: way}}
	case PanesOverlay:
		f.Shapes = []capture.Shape{{Scene: present.Overlay(p.Morph, p.B, v.Scenery.Opacity()), Title: m.A.Mesh.Name + " → " + m.B.Mesh.Name, Note: way + " · B translucent around it"}}
	default:
		f.Shapes = []capture.Shape{a, b}
		for _, l := range p.Links {
			f.Links = append(f.Links, gldraw.Link{FromPane: 0, ToPane: 1, From: l.A, To: l.B, Color: l.Color, Hidden: 0.25})
		}
	}
	paneB, ok := map[string]int{PanesBoth: 1, PanesB: 0}[j.s.Panes]
	if !ok {
		paneB = -1
	}
	if v.Scenery.Bar {
		for i := range f.Shapes {
			f.Shapes[i].Scale = gldraw.ScaleBar{Unit: p.Unit(i == paneB), Name: j.s.Units}
		}
	}
	if j.s.Bare {
		for i := range f.Shapes {
			f.Shapes[i].Title, f.Shapes[i].Note = "", ""
		}
	}
	return staged{f, p.Bounds, paneB}
}

// caption gives a picture a line about the match.
func (j *job) caption(f *capture.Figure) {
	if !j.s.Bare {
		m := j.m
		f.Caption = fmt.Sprintf("%d and %d samples, GW² %.5f %s%s", m.X.Len(), m.Y.Len(), m.GW2(), origin(m), greyed(m, j.s.View))
	}
}

// greyed names the shares of both shapes that are grey because they seem to have no partner, and
// those below the mask; "" where there are none.
func greyed(m *pipeline.Match, v present.View) string {
	text := ""
	if u := m.Unmatched(); v.GreysLone() && (u.Telling(0) || u.Telling(1)) {
		text = "; grey what seems to have no partner, an estimate:"
		var shares []string
		for side, name := range []string{"A", "B"} {
			if u.Telling(side) {
				shares = append(shares, fmt.Sprintf("%.0f %% of %s", 100*u.Area[side], name))
			}
		}
		text += " " + strings.Join(shares, ", ")
	}
	if v.Paint.Mask > 0 {
		onA, onB := m.Below(v.Paint.Mask)
		text += fmt.Sprintf("; hatched where confidence is below %.2f: %.0f %% of A, %.0f %% of B", v.Paint.Mask, 100*onA, 100*onB)
	}
	return text
}

// origin is where a plan comes from.
func origin(m *pipeline.Match) string {
	own := m.Result.Own
	switch {
	case own == nil:
		return fmt.Sprintf("(slicer %.5f)", m.Result.GW2Slicer)
	case own.Distance:
		return "(the best direction of " + own.Title + ")"
	}
	return "(" + own.Title + ")"
}

// aim moves the cameras so that all of a figure is seen, below the titles.
func (j *job) aim(f staged) {
	w, h, m := Room(f.Figure)
	j.see(f, j.fit(f.points(), func(c camera.Camera, points []scene.Vec) camera.Camera { return c.Fit(points, w, h, m) }))
}

// eyes are the cameras of A, or of the moving shape, and of B.
type eyes [2]camera.Camera

// fit moves the cameras so that the points of both sides are seen, by one camera or, where
// each side has its own, by two with one scale.
func (j *job) fit(points [2][]scene.Vec, fit func(camera.Camera, []scene.Vec) camera.Camera) eyes {
	if j.s.CameraB == nil {
		one := fit(j.s.Camera, slices.Concat(points[0], points[1]))
		return eyes{one, one}
	}
	e := eyes{j.s.Camera, *j.s.CameraB}
	far := 0.0
	for side := range e {
		if len(points[side]) > 0 {
			e[side] = fit(e[side], points[side])
			far = max(far, e[side].Distance)
		}
	}
	e[0].Distance, e[1].Distance = far, far
	return e
}

// see sets a figure's cameras, and adds the scenery around the shapes.
func (j *job) see(f staged, from eyes) {
	f.Camera = &from[f.side(0)]
	for i := range f.Shapes {
		if side := f.side(i); j.s.CameraB != nil && side != f.side(0) {
			f.Shapes[i].Camera = &from[side]
		}
	}
	j.s.View.Scenery.FurnishFigure(f.Figure, f.within, j.s.View.Dark)
}

// Room is the size of a figure's panes in pixels, with the margins that its titles need.
func Room(f *capture.Figure) (w, h float64, m camera.Margins) {
	frame := f.Frame()
	pane, scale := frame.Panes[0].Rect, float64(frame.Scale)
	m = camera.Margins{Side: 20 * scale, Top: 20 * scale, Bottom: 20 * scale}
	if slices.ContainsFunc(f.Shapes, func(s capture.Shape) bool { return s.Title != "" }) {
		m.Top = 60 * scale
	}
	return float64(pane.Dx()), float64(pane.Dy()), m
}

// SaveFigure draws a figure off screen and writes it as PNG.
func SaveFigure(ctx context.Context, path string, f *capture.Figure) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var s shared
	defer s.close()
	img, err := s.draw(f)
	if err != nil {
		return err
	}
	return capture.Save(path, img)
}
