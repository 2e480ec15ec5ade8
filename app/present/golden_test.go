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
	m := &pipeline.Match{Options: session.Defaults()}
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
	alt.SnappedXToY, alt.SnappedYToX = nearestOf(m.X, m.AToB), nearestOf(m.Y, m.BToA)
	alt.Plan = oneToOne(m.X.Len(), m.Y.Len())
	m.Result = &solver.Result{Alternatives: []solver.Alternative{alt}, Plan: alt.Plan}
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

// drawn is a view of the known match, A beside B.
func drawn(t *testing.T, r *gldraw.Renderer, s *present.Stage, v present.View) *image.RGBA {
	t.Helper()
	p := s.Picture(v)
	const w, h = 300, 260
	back := gldraw.LightBackground
	if v.Dark {
		back = gldraw.DarkBackground
	}
	cam := camera.New().Look(camera.ThreeQuarter).Fit(camera.PointsOf(p.A, p.B), w, h, camera.Margins{Side: 8, Top: 8, Bottom: 8})
	f := gldraw.Frame{Width: 2 * w, Height: h, Panes: []gldraw.Pane{
		{Rect: image.Rect(0, 0, w, h), Scene: p.Beside(v.T), Camera: cam, Background: back},
		{Rect: image.Rect(w, 0, 2*w, h), Scene: p.B, Camera: cam, Background: back}}}
	for _, l := range p.Links {
		f.Links = append(f.Links, gldraw.Link{FromPane: 0, ToPane: 1, From: l.A, To: l.B, Color: l.Color, Hidden: 0.3})
	}
	img, err := r.Render(f)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// Golden pictures of every colour mode and of what goes over it.
func TestGoldenColours(t *testing.T) {
	m, err := known()
	if err != nil {
		t.Fatal(err)
	}
	r := rendertest.Renderer(t)
	s := present.NewStage(m)
	for _, mode := range present.Modes() {
		v := present.NewView()
		v.ColorBy, v.Dark = mode.By, true
		if mode.By == present.ByDistance {
			v.PickedA = 500
		}
		rendertest.Golden(t, "mode-"+string(mode.By), drawn(t, r, s, v))
	}
	for name, change := range map[string]func(*present.View){
		"isolines": func(v *present.View) { v.ColorBy, v.Paint.Isolines = present.ByDistortion, 8 },
		"mask":     func(v *present.View) { v.Paint.Mask = 0.3 },
		"brush": func(v *present.View) {
			v.ColorBy, v.Brush = present.ByError, present.Brush{By: present.ByError, Low: 0.02, High: 0.06}
		},
		"range": func(v *present.View) {
			v.ColorBy, v.Paint = present.ByDistortion, present.Paint{Map: "balance", Range: present.Range{Rule: present.RangeManual, Low: 8, High: 2}}
		},
		"worst": func(v *present.View) { v.ColorBy, v.Worst = present.ByError, true },
		"pins": func(v *present.View) {
			v.PickedA, v.Pins = 500, &present.Pins{Of: []present.Pin{{Vertex: 900}, {OnB: true, Vertex: 40}}}
		},
	} {
		v := present.NewView()
		change(&v)
		rendertest.Golden(t, name, drawn(t, r, s, v))
	}
}
