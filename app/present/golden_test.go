package present_test

import (
	"context"
	"image"
	"math"
	"sync"
	"testing"

	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/assets/shapes"
	"gwscope/render/camera"
	"gwscope/render/gldraw"
	"gwscope/render/rendertest"
	"gwscope/render/scene"
	"gwscope/solver"
	"gwscope/solver/correspond"
	"gwscope/solver/gw"
	"gwscope/solver/metric"
)

// known is a match that no solver made, so that its pictures depend on drawing alone: two
// poses of a cat with the true map, and figures that are simple functions of place.
var known = sync.OnceValues(func() (*pipeline.Match, error) {
	m := new(pipeline.Match)
	m.Options = session.Defaults()
	var spaces [2]*metric.Space
	for k, id := range []string{"cat/1", "cat/3"} {
		mesh, err := shapes.Make(id)
		if err != nil {
			return nil, err
		}
		s := pipeline.ShapeOf(pipeline.SamplePrefix+id, mesh)
		d, err := metric.NewDomain(mesh, metric.DomainOptions{})
		if err != nil {
			return nil, err
		}
		if spaces[k], err = metric.NewSpace(context.Background(), d, metric.SpaceOptions{Samples: 120, Seed: uint64(k + 1)}); err != nil {
			return nil, err
		}
		*[]**pipeline.Shape{&m.A, &m.B}[k] = s
	}
	m.X, m.Y = spaces[0], spaces[1]
	var err error
	if m.AToB, err = trueMap(m.A, m.B, m.X.Domain, m.Y.Domain); err != nil {
		return nil, err
	}
	if m.BToA, err = trueMap(m.B, m.A, m.Y.Domain, m.X.Domain); err != nil {
		return nil, err
	}
	alt := solver.Alternative{GW2: 0.001, Score: -3, Orientation: 0.9}
	m.MapAToB, m.MapBToA = m.AToB, m.BToA
	alt.SnappedXToY, alt.SnappedYToX = nearestOf(m.X, m.AToB), nearestOf(m.Y, m.BToA)
	alt.Plan = oneToOne(m.X.Len(), m.Y.Len())
	m.Result = &solver.Result{Alternatives: []solver.Alternative{alt}}
	for i, p := range m.X.Samples {
		at := m.X.Domain.Points[p]
		m.DistortionX = append(m.DistortionX, 0.05+0.05*math.Sin(3*at.Y))
		m.Result.PushX = append(m.Result.PushX, at.X+float64(i)*1e-9)
	}
	for j, p := range m.Y.Samples {
		at := m.BToA.Positions[p]
		m.DistortionY = append(m.DistortionY, 0.05+0.05*math.Sin(3*at.Y))
		m.Result.PushY = append(m.Result.PushY, at.X+float64(j)*1e-9)
	}
	m.Errors = &pipeline.Errors{}
	for _, at := range m.X.Domain.Points {
		m.Errors.Direct = append(m.Errors.Direct, math.Abs(at.Z)/4)
		m.Errors.Mirrored = append(m.Errors.Mirrored, math.Abs(at.X)/2)
	}
	for _, v := range m.A.Mesh.Vertices {
		m.A.Mesh.Colors = append(m.A.Mesh.Colors, scene.RGBA{R: 40, G: uint8(120 + 100*math.Sin(8*v.Y)), B: 200, A: 255})
	}
	return m, nil
})

// oneToOne is a plan that decides everything, so that confidence is the map's own.
func oneToOne(n, m int) *gw.Plan {
	p := &gw.Plan{N: n, M: m}
	for i := range n {
		p.I, p.J, p.Mass = append(p.I, int32(i)), append(p.J, int32(i%m)), append(p.Mass, 1/float64(n))
	}
	return p
}

func trueMap(a, b *pipeline.Shape, x, y *metric.Domain) (*correspond.SurfaceMap, error) {
	truth, err := pipeline.LoadTruth(a, b, "")
	if err != nil {
		return nil, err
	}
	places, _, err := truth.Places(x, y, b.Mesh)
	if err != nil {
		return nil, err
	}
	out := &correspond.SurfaceMap{Places: places}
	for p, place := range places {
		out.Positions = append(out.Positions, place.Position(y))
		out.Confidence = append(out.Confidence, 0.5+0.5*math.Sin(5*x.Points[p].X))
	}
	return out, nil
}

func nearestOf(s *metric.Space, m *correspond.SurfaceMap) []int32 {
	out := make([]int32, s.Len())
	for i, p := range s.Samples {
		out[i] = m.Places[p].Nearest
	}
	return out
}

// paneSize is the size of one view: small, for there are many.
const paneWidth, paneHeight = 300, 260

// drawn is a picture of the known match, with A, or the shape on its way, beside B.
func drawn(t *testing.T, r *gldraw.Renderer, s *present.Stage, v present.View) *image.RGBA {
	t.Helper()
	p := s.Picture(v)
	f := framed(p, v, p.Beside(v.T), p.B)
	for _, l := range p.Links {
		f.Links = append(f.Links, gldraw.Link{FromPane: 0, ToPane: 1, From: l.A, To: l.B, Color: l.Color, Hidden: 0.3})
	}
	return rendered(t, r, f)
}

// laidOver is a view of the known match as the overlay shows it.
func laidOver(t *testing.T, r *gldraw.Renderer, s *present.Stage, v present.View) *image.RGBA {
	t.Helper()
	p := s.Picture(v)
	return rendered(t, r, framed(p, v, present.Overlay(p.Morph, p.B, v.Scenery.Opacity())))
}

// framed puts scenes beside each other, with the scenery of a view.
func framed(p *present.Picture, v present.View, scenes ...*scene.Scene) gldraw.Frame {
	back := gldraw.LightBackground
	if v.Dark {
		back = gldraw.DarkBackground
	}
	cam := camera.New().Look(camera.ThreeQuarter).Fit(camera.PointsOf(scenes...), paneWidth, paneHeight, camera.Margins{Side: 8, Top: 8, Bottom: 8})
	f := gldraw.Frame{Width: len(scenes) * paneWidth, Height: paneHeight}
	for k, sc := range scenes {
		pane := gldraw.Pane{Rect: image.Rect(k*paneWidth, 0, (k+1)*paneWidth, paneHeight), Scene: sc, Camera: cam, Background: back}
		v.Scenery.Furnish(&pane, p.Bounds)
		f.Panes = append(f.Panes, pane)
	}
	return f
}

func rendered(t *testing.T, r *gldraw.Renderer, f gldraw.Frame) *image.RGBA {
	t.Helper()
	img, err := r.Render(f)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// asClouds is a match of the same points without the surfaces between them.
func asClouds(m *pipeline.Match) *pipeline.Match {
	out := *m
	for _, s := range []**pipeline.Shape{&out.A, &out.B} {
		points := *(*s).Mesh
		points.Triangles = nil
		*s = pipeline.ShapeOf((*s).Ref, &points)
	}
	return &out
}

// Golden pictures of every colour mode and of everything drawn over the shapes.
func TestGoldenColours(t *testing.T) {
	m, err := known()
	if err != nil {
		t.Fatal(err)
	}
	r := rendertest.Renderer(t)
	s, clouds := present.NewStage(m), present.NewStage(asClouds(m))
	for _, mode := range present.Modes() {
		v := present.NewView()
		v.ColorBy, v.Dark = mode.By, true
		if mode.By == present.ByDistance {
			v.PickedA = 500
		}
		rendertest.Golden(t, "mode-"+string(mode.By), drawn(t, r, s, v))
	}
	for name, c := range map[string]struct {
		stage  *present.Stage
		change func(*present.View)
		draw   func(*testing.T, *gldraw.Renderer, *present.Stage, present.View) *image.RGBA
	}{
		"isolines": {s, func(v *present.View) { v.ColorBy, v.Paint.Isolines = present.ByDistortion, 8 }, drawn},
		"mask":     {s, func(v *present.View) { v.Paint.Mask = 0.8 }, drawn},
		"mask-over-all": {s, func(v *present.View) { // no pattern shows through the hatching
			v.ColorBy, v.Dark, v.Edges, v.Paint = present.ByDistortion, true, true, present.Paint{Mask: 0.8, Isolines: 10}
			v.Brush = present.Brush{By: present.ByDistortion, Low: 4, High: 8}
		}, drawn},
		"mask-of-points": {clouds, func(v *present.View) { v.ColorBy, v.Dark, v.Paint.Mask = present.ByConfidence, true, 0.8 }, drawn},
		"points":         {clouds, func(v *present.View) { v.ColorBy, v.Paint.Isolines = present.ByDistortion, 8 }, drawn},
		"brush": {s, func(v *present.View) {
			v.ColorBy, v.Brush = present.ByError, present.Brush{By: present.ByError, Low: 0.02, High: 0.06}
		}, drawn},
		"range": {s, func(v *present.View) {
			v.ColorBy, v.Paint = present.ByDistortion, present.Paint{Map: "balance", Range: present.Range{Rule: present.RangeManual, Low: 8, High: 2}}
		}, drawn},
		"worst": {s, func(v *present.View) { v.ColorBy, v.Worst = present.ByError, true }, drawn},
		"pins": {s, func(v *present.View) {
			v.PickedA, v.Pins = 500, &present.Pins{Of: []present.Pin{{Vertex: 900}, {OnB: true, Vertex: 40}}}
		}, drawn},
		"marks": {s, func(v *present.View) {
			v.Dark, v.Marks = true, &present.Marks{Of: []present.Mark{
				{Name: "tail", Vertex: 700, At: m.A.Mesh.Vertices[700], Kind: present.PinnedLandmark},
				{Name: "tail", Vertex: 700, At: m.B.Mesh.Vertices[700], Kind: present.PinnedLandmark, OnB: true},
				{Name: "rump", Vertex: 3000, At: m.A.Mesh.Vertices[3000]},
			}}
		}, drawn},
		"cut": {s, func(v *present.View) {
			v.ColorBy, v.Flat, v.Edges = present.ByPlain, true, true
			v.Scenery = present.Scenery{Ground: true, Axes: true, Background: present.White, Cut: present.Cut{Along: present.AlongX, At: 0.4}}
		}, drawn},
		"no-background": {s, func(v *present.View) { v.Dark, v.Lines, v.Scenery.Background = true, 9, present.Transparent }, drawn},
		"morph":         {s, func(v *present.View) { v.ColorBy, v.T, v.Lines = present.ByIntrinsicChecker, 0.5, 5 }, drawn},
		"overlay-faint": {s, func(v *present.View) { v.T, v.Edges, v.Scenery.Ghost = 0.7, true, 0.1 }, laidOver},
		"overlay":       {s, func(v *present.View) { v.T, v.Dark, v.Scenery.Ground, v.Paint.Mask = 0.4, true, true, 0.8 }, laidOver},
	} {
		v := present.NewView()
		c.change(&v)
		rendertest.Golden(t, name, c.draw(t, r, c.stage, v))
	}
}
