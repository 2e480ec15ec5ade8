package cli

import (
	"context"
	"fmt"

	"gwscope/app/export"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/render/camera"
	"gwscope/render/capture"
	"gwscope/render/gldraw"
	"gwscope/render/scene"
)

const aboutRender = `Draws shapes side by side into a PNG; no display is needed. With --match, two shapes
are matched first and show one quantity of the match. A file that ends in .pdf or .svg is a
figure for print: on white, of --figure-size in millimetres, with letters that stay sharp.`

func runRender(ctx context.Context, env Env, args []string) error {
	opt := session.Defaults()
	fs := newFlags("render", "SHAPE... [options]", aboutRender)
	r := addRenderFlags(fs)
	addOptions(fs, &opt)
	refs, err := parse(env, fs, args)
	if err != nil {
		return err
	}
	if err := r.read(refs, given(fs)); err != nil {
		return err
	}
	var figure *capture.Figure
	switch {
	case r.match && r.onPaper:
		figure, err = matchFigure(ctx, env, refs, opt, r.shown, func(m *pipeline.Match) *capture.Figure { return export.PrintFigure(m, r.shown, r.page) })
	case r.match:
		figure, err = matchFigure(ctx, env, refs, opt, r.shown, func(m *pipeline.Match) *capture.Figure {
			return export.MatchFigure(m, r.shown, r.width, r.height)
		})
	default:
		figure, err = shapesFigure(ctx, refs, opt, r.shown, r.width, r.height)
	}
	if err != nil {
		return err
	}
	if r.onPaper && !r.match {
		figure.On(r.page)
	}
	cam := camera.New().WithOrthographic(r.ortho)
	if r.up == "z" {
		cam.Up = camera.UpZ
	}
	box := frameFigure(figure, cam.Look(standardViews[r.view]))
	r.shown.Scenery.FurnishFigure(figure, [2]scene.Vec{box.Min, box.Max}, false)
	if r.onPaper {
		return export.SavePrint(ctx, r.out, figure)
	}
	return export.SaveFigure(ctx, r.out, figure)
}

// frameFigure sets the camera of all panes so that everything is seen whole, and
// returns the box around it.
func frameFigure(f *capture.Figure, cam camera.Camera) scene.Bounds {
	var scenes []*scene.Scene
	box := scene.NoBounds()
	for _, s := range f.Shapes {
		scenes = append(scenes, s.Scene)
		box = box.Union(s.Scene.Bounds())
	}
	w, h, margins := export.Room(f)
	cam = cam.Fit(camera.PointsOf(scenes...), w, h, margins)
	f.Camera = &cam
	return box
}

func matchFigure(ctx context.Context, env Env, refs []string, opt session.Options, v present.View, figure func(*pipeline.Match) *capture.Figure) (*capture.Figure, error) {
	engine := pipeline.NewEngine()
	a, b, err := loadBoth(ctx, engine, refs[0], refs[1], opt)
	if err != nil {
		return nil, err
	}
	truth, err := pipeline.LoadTruth(a, b, "")
	if err != nil {
		return nil, err
	}
	report, wipe := progressLine(env)
	m, err := engine.Match(ctx, a, b, opt, truth, report)
	wipe()
	if err != nil {
		return nil, err
	}
	if err := showable(m, v); err != nil {
		return nil, err
	}
	if v.Paint.Mask > 0 {
		onA, onB := m.Below(v.Paint.Mask)
		fmt.Fprintf(env.Stdout, "%.1f %% of A and %.1f %% of B have less confidence than %g\n", 100*onA, 100*onB, v.Paint.Mask)
	}
	return figure(m), nil
}

func shapesFigure(ctx context.Context, refs []string, opt session.Options, v present.View, width, height int) (*capture.Figure, error) {
	f := &capture.Figure{Width: width, Height: height, Quality: gldraw.Best}
	engine := pipeline.NewEngine()
	for _, ref := range refs {
		s, err := engine.Load(ctx, ref, opt)
		if err != nil {
			return nil, err
		}
		p := present.BuildShapes(s, nil, v)
		f.Shapes = append(f.Shapes, capture.Shape{Scene: p.A, Title: s.Mesh.Name, Note: s.Report.Summary()})
	}
	return f, nil
}
