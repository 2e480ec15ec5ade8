package cli

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"gwscope/app/export"
	"gwscope/app/present"
	"gwscope/render/camera"
	"gwscope/render/capture"
)

var standardViews = map[string]camera.Standard{"three-quarter": camera.ThreeQuarter, "front": camera.Front, "back": camera.Back,
	"right": camera.Right, "left": camera.Left, "top": camera.Top, "bottom": camera.Bottom}

// cameraOf is a camera from a side of the shapes, with the axis up that points up.
func cameraOf(view, up string, ortho bool) (camera.Camera, error) {
	c := camera.New().WithOrthographic(ortho)
	look, ok := standardViews[view]
	switch {
	case !ok:
		return c, fmt.Errorf("there is no view %q", view)
	case up == "z":
		c.Up = camera.UpZ
	case up != "y":
		return c, fmt.Errorf("--up takes y or z, got %q", up)
	}
	return c.Look(look), nil
}

// rendering is a picture that the flags of render ask for.
type rendering struct {
	out, size, view, up, background, shading, clip, by string
	ortho, edges, flat, grid, axes, match, registered  bool
	lines                                              int
	paint                                              *paintFlags
	printed                                            *pageFlags

	// read makes these of the flags:
	camera        camera.Camera
	shown         present.View
	onPaper       bool
	page          capture.Page // of a figure for print
	width, height int          // pixels
}

func addRenderFlags(fs *flag.FlagSet) *rendering {
	r := &rendering{}
	fs.StringVar(&r.out, "out", "render.png", "the PNG, PDF or SVG to write")
	r.printed = addPageFlags(fs, export.DefaultSettings().Page)
	fs.StringVar(&r.size, "size", "1600x900", "width and height in pixels")
	fs.StringVar(&r.view, "view", "three-quarter", "three-quarter|front|back|right|left|top|bottom")
	fs.StringVar(&r.up, "up", "y", "y|z: the axis that points up")
	fs.BoolVar(&r.ortho, "ortho", false, "orthographic instead of perspective")
	fs.StringVar(&r.background, "background", "dark", "dark|light|white|transparent")
	fs.BoolVar(&r.edges, "edges", false, "draw triangle edges")
	fs.StringVar(&r.shading, "shading", "smooth", "smooth|flat")
	fs.BoolVar(&r.flat, "flat", false, "the same as --shading flat")
	fs.BoolVar(&r.grid, "grid", false, "draw a ground that the shapes stand on")
	fs.BoolVar(&r.axes, "axes", false, "draw the directions of the axes in the corner")
	fs.StringVar(&r.clip, "clip", "none", "cut the shapes open: none, or view|x|y|z, with a minus for the other end, and after a colon the share that is hidden, such as view:0.5")
	fs.BoolVar(&r.match, "match", false, "match the two shapes first")
	fs.StringVar(&r.by, "color", "carried", colorWords()+": the meaning of the colours")
	r.paint = addPaintFlags(fs, &r.by)
	fs.BoolVar(&r.registered, "registered", false, "draw the edges of A's mesh where it lies on B, with --match")
	fs.IntVar(&r.lines, "lines", 0, "correspondence lines to draw, with --match")
	return r
}

// read checks the flags and makes the camera, the view and its size of them; typed are those
// that a person gave.
func (r *rendering) read(refs []string, typed map[string]bool) (err error) {
	if err := r.readSize(typed); err != nil {
		return err
	}
	if err := r.readView(); err != nil {
		return err
	}
	if r.camera, err = cameraOf(r.view, r.up, r.ortho); err != nil {
		return usagef("render: %v", err)
	}
	if len(refs) == 0 {
		return usagef("render takes one or more shapes; gwscope render --help tells more")
	}
	if r.match && len(refs) != 2 {
		return usagef("render --match takes two shapes, and got %d", len(refs))
	}
	if r.registered && !r.match {
		return usagef("render: --registered shows one mesh on another, and needs --match")
	}
	return nil
}

// readSize reads the size, which is in pixels for a picture and in millimetres for a figure for
// print.
func (r *rendering) readSize(typed map[string]bool) (err error) {
	if n, err := fmt.Sscanf(strings.ToLower(r.size), "%dx%d", &r.width, &r.height); n != 2 || err != nil ||
		min(r.width, r.height) < 16 || max(r.width, r.height) > 20000 {
		return usagef("render: --size takes WIDTHxHEIGHT from 16 to 20000 pixels, such as 1600x900, got %q", r.size)
	}
	if r.page, err = r.printed.read(); err != nil {
		return usagef("render: %v", err)
	}
	format := capture.FormatOf(r.out)
	r.onPaper = format != "" && format != "png" || typed["figure-size"] || typed["dpi"]
	if !r.onPaper {
		return nil
	}
	if typed["size"] {
		return usagef("render: --size is in pixels and --figure-size in millimetres: a figure for print takes the second")
	}
	if format == "" {
		return usagef("render: a figure for print is a file .pdf, .svg or .png, not %s", r.out)
	}
	r.width, r.height = r.page.Pixels()
	if !typed["background"] {
		r.background = string(present.White)
	}
	return nil
}

func (r *rendering) readView() (err error) {
	scenery := present.Scenery{Background: present.Background(r.background), Ground: r.grid, Axes: r.axes}
	if scenery.Background == present.AsTheme || !slices.Contains(present.Backgrounds(), scenery.Background) {
		return usagef("render: there is no background %q", r.background)
	}
	if r.shading != "smooth" && r.shading != "flat" {
		return usagef("render: --shading takes smooth or flat, got %q", r.shading)
	}
	if scenery.Cut, err = present.ParseCut(r.clip); err != nil {
		return usagef("render: --clip: %v", err)
	}
	v := present.NewView()
	v.ColorBy, v.Edges, v.Flat, v.Lines = present.ColorBy(r.by), r.edges, r.flat || r.shading == "flat", r.lines
	v.Registered = r.registered
	v.Scenery, v.Dark = scenery, scenery.Background.IsDark(false)
	if !present.Known(v.ColorBy) {
		return usagef("render: colours cannot show %q", r.by)
	}
	if err := r.paint.into(&v); err != nil {
		return usagef("render: %v", err)
	}
	r.shown = v
	return nil
}
