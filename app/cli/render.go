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
are matched first; the picture shows the match. A file that ends in .pdf or .svg is a figure
for print: on white, of --figure-size in millimetres, with letters that stay sharp.`

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
	if r.match {
		figure, err = matchFigure(ctx, env, refs, opt, r)
	} else {
		figure, err = shapesFigure(ctx, refs, opt, r)
	}
	if err != nil {
		return err
	}
	box := frameFigure(figure, r.camera)
	r.shown.Scenery.FurnishFigure(figure, [2]scene.Vec{box.Min, box.Max}, false)
	if r.onPaper {
		return export.SavePrint(ctx, r.out, figure)
	}
	return export.SaveFigure(ctx, r.out, figure)
}

// frameFigure moves the camera of all panes so that it sees all shapes, and returns the box
// around them.
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

func matchFigure(ctx context.Context, env Env, refs []string, opt session.Options, r *rendering) (*capture.Figure, error) {
	engine := pipeline.NewEngine()
	a, b, err := loadBoth(ctx, engine, refs[0], refs[1], opt)
	if err != nil {
		return nil, err
	}
	truth, err := pipeline.LoadTruth(a, b, "")
	if err != nil {
		return nil, err
	}
	m, err := engine.Match(ctx, a, b, opt, truth, progressLine(env))
	env.wipe()
	if err != nil {
		return nil, err
	}
	if err := showable(m, r.shown); err != nil {
		return nil, err
	}
	if mask := r.shown.Paint.Mask; mask > 0 {
		onA, onB := m.Below(mask)
		fmt.Fprintf(env.Stdout, "%.1f %% of A and %.1f %% of B have less confidence than %g\n", 100*onA, 100*onB, mask)
	}
	if r.onPaper {
		return export.PrintFigure(m, r.shown, r.page), nil
	}
	return export.MatchFigure(m, r.shown, r.width, r.height), nil
}

func shapesFigure(ctx context.Context, refs []string, opt session.Options, r *rendering) (*capture.Figure, error) {
	f := &capture.Figure{Width: r.width, Height: r.height, Quality: gldraw.Best}
	engine := pipeline.NewEngine()
	for _, ref := range refs {
		s, err := engine.Load(ctx, ref, opt)
		if err != nil {
			return nil, err
		}
		p := present.BuildShapes(s, nil, r.shown)
		f.Shapes = append(f.Shapes, capture.Shape{Scene: p.A, Title: s.Mesh.Name, Note: s.Report.Summary()})
	}
	if r.onPaper {
		f.On(r.page)
	}
	return f, nil
}
