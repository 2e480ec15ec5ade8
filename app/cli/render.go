package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

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

var standardViews = map[string]camera.Standard{"three-quarter": camera.ThreeQuarter, "front": camera.Front, "back": camera.Back,
	"right": camera.Right, "left": camera.Left, "top": camera.Top, "bottom": camera.Bottom}

func runRender(ctx context.Context, env Env, args []string) error {
	opt := session.Defaults()
	fs := newFlags("render", "SHAPE... [options]", aboutRender)
	out := fs.String("out", "render.png", "the PNG, PDF or SVG to write")
	printed := addPageFlags(fs, export.DefaultSettings().Page)
	size := fs.String("size", "1600x900", "width and height in pixels")
	look := fs.String("view", "three-quarter", "three-quarter|front|back|right|left|top|bottom")
	up := fs.String("up", "y", "y|z: the axis that points up")
	ortho := fs.Bool("ortho", false, "orthographic instead of perspective")
	background := fs.String("background", "dark", "dark|light|white|transparent")
	edges := fs.Bool("edges", false, "draw triangle edges")
	shading := fs.String("shading", "smooth", "smooth|flat")
	flat := fs.Bool("flat", false, "the same as --shading flat")
	grid := fs.Bool("grid", false, "draw a ground that the shapes stand on")
	axes := fs.Bool("axes", false, "draw the directions of the axes in the corner")
	clip := fs.String("clip", "none", "cut the shapes open: none, or view|x|y|z, with a minus for the other end, and after a colon how much is hidden, such as view:0.5")
	match := fs.Bool("match", false, "match the two shapes first")
	by := fs.String("color", "carried", colorWords()+": what the colours show")
	paint := addPaintFlags(fs, by)
	registered := fs.Bool("registered", false, "draw the edges of A's mesh where it lies on B, with --match")
	lines := fs.Int("lines", 0, "correspondence lines to draw, with --match")
	addOptions(fs, &opt)
	refs, err := parse(env, fs, args)
	if err != nil {
		return err
	}
	var width, height int
	if n, err := fmt.Sscanf(strings.ToLower(*size), "%dx%d", &width, &height); n != 2 || err != nil || width < 16 || height < 16 || width > 20000 || height > 20000 {
		return usagef("render: --size takes WIDTHxHEIGHT from 16 to 20000 pixels, such as 1600x900, got %q", *size)
	}
	typed := given(fs)
	page, err := printed.read()
	if err != nil {
		return usagef("render: %v", err)
	}
	format := capture.FormatOf(*out)
	onPaper := format != "" && format != "png" || typed["figure-size"] || typed["dpi"]
	if onPaper {
		if typed["size"] {
			return usagef("render: --size is in pixels and --figure-size in millimetres: a figure for print takes the second")
		}
		if format == "" {
			return usagef("render: a figure for print is a file .pdf, .svg or .png, not %s", *out)
		}
		width, height = page.Pixels()
		if !typed["background"] {
			*background = string(present.White)
		}
	}
	standard, ok := standardViews[*look]
	if !ok {
		return usagef("render: there is no view %q", *look)
	}
	scenery := present.Scenery{Background: present.Background(*background), Ground: *grid, Axes: *axes}
	if scenery.Background == present.AsTheme || !slices.Contains(present.Backgrounds(), scenery.Background) {
		return usagef("render: there is no background %q", *background)
	}
	if *shading != "smooth" && *shading != "flat" {
		return usagef("render: --shading takes smooth or flat, got %q", *shading)
	}
	if scenery.Cut, err = present.ParseCut(*clip); err != nil {
		return usagef("render: --clip: %v", err)
	}
	if *up != "y" && *up != "z" {
		return usagef("render: --up takes y or z, got %q", *up)
	}
	if len(refs) == 0 {
		return usagef("render takes one or more shapes; gwscope render --help tells more")
	}
	if *match && len(refs) != 2 {
		return usagef("render --match takes two shapes, and got %d", len(refs))
	}
	if *registered && !*match {
		return usagef("render: --registered shows one mesh on another, and needs --match")
	}
	v := present.NewView()
	v.ColorBy, v.Edges, v.Flat, v.Lines = present.ColorBy(*by), *edges, *flat || *shading == "flat", *lines
	v.Registered = *registered
	v.Scenery, v.Dark = scenery, scenery.Background.IsDark(false)
	if !present.Known(v.ColorBy) {
		return usagef("render: colours cannot show %q", *by)
	}
	if err := paint.into(&v); err != nil {
		return usagef("render: %v", err)
	}

	var figure *capture.Figure
	if *match {
		figure, err = matchFigure(ctx, env, refs, opt, v, func(m *pipeline.Match) *capture.Figure {
			if onPaper {
				return export.PrintFigure(m, v, page)
			}
			return export.MatchFigure(m, v, width, height)
		})
	} else {
		figure, err = shapesFigure(ctx, refs, opt, v, width, height)
	}
	if err != nil {
		return err
	}
	if onPaper && !*match {
		figure.On(page)
	}
	cam := camera.New().WithOrthographic(*ortho)
	if *up == "z" {
		cam.Up = camera.UpZ
	}
	box := frameFigure(figure, cam.Look(standard))
	scenery.FurnishFigure(figure, [2]scene.Vec{box.Min, box.Max}, false)
	if onPaper {
		return export.SavePrint(ctx, *out, figure)
	}
	return export.SaveFigure(ctx, *out, figure)
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
