package cli

import (
	"flag"
	"fmt"
	"io"
	"math"
	"strings"

	"gwscope/app/export"
	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/render/capture"
)

// exportFlags are the flags for the files of a match.
type exportFlags struct {
	kinds, size, animation, view, up, color, background, morph, mesh, targets, frame string
	t, seconds                                                                       float64
	edges, flat, ortho, registered                                                   bool
	lines                                                                            int
	paint                                                                            *paintFlags
	page                                                                             *pageFlags
	settings                                                                         export.Settings
}

// addExportFlags adds the flags, with the defaults of package export.
func addExportFlags(fs *flag.FlagSet) *exportFlags {
	f := &exportFlags{settings: export.DefaultSettings()}
	s := &f.settings
	fs.StringVar(&f.kinds, "export", "standard", "files to write, by names separated by commas; standard is the list above")
	fs.Float64Var(&f.t, "t", 0.5, "time of the morphed mesh, and of the morph in pictures, from A (0) to B (1)")
	fs.StringVar(&f.morph, "morph", s.View.Way.Mode, "turning|linear: limbs turn and keep their length, or every point goes straight")
	fs.StringVar(&f.mesh, "mesh", s.View.Way.On, "a|b: the shape whose triangles the morph has")
	fs.StringVar(&f.targets, "targets", s.View.Way.Targets, "auto|surface|barycentric: the end of the morph; auto takes the surface where the mesh of A lies on it, else the barycentric projection of a soft plan")
	fs.StringVar(&f.frame, "frame", "a", "a|b: the shape whose coordinates the morphed mesh has")
	fs.StringVar(&s.MeshFormat, "mesh-format", s.MeshFormat, strings.Join(export.MeshFormats, "|")+": format of the morphed mesh")
	fs.StringVar(&f.size, "size", fmt.Sprintf("%dx%d", s.Width, s.Height), "width and height of pictures in pixels")
	f.page = addPageFlags(fs, s.Page)
	fs.StringVar(&s.FigureFormat, "figure-format", s.FigureFormat, strings.Join(capture.Formats, "|")+": format of the figure for print")
	fs.StringVar(&f.animation, "animation-size", fmt.Sprintf("%dx%d", s.AnimationWidth, s.AnimationHeight), "width and height of animations in pixels")
	fs.Float64Var(&f.seconds, "seconds", float64(s.Frames)/s.PerSecond, "length of an animation, until it begins again")
	fs.Float64Var(&s.PerSecond, "fps", s.PerSecond, "pictures of an animation in a second, up to 50")
	fs.Float64Var(&s.Spin, "spin", 0, "degrees that the shapes turn while the morph is played")
	fs.StringVar(&s.Panes, "panes", s.Panes, strings.Join(export.AllPanes, "|")+": the shapes in pictures and animations")
	fs.Float64Var(&s.View.Scenery.Ghost, "overlay-opacity", present.DefaultGhost, "opacity of B around the morph in the overlay, 0.05 to 1")
	fs.StringVar(&f.view, "view", "three-quarter", "three-quarter|front|back|right|left|top|bottom")
	fs.StringVar(&f.up, "up", "y", "y|z: the axis that points up")
	fs.BoolVar(&f.ortho, "ortho", false, "orthographic instead of perspective")
	fs.StringVar(&f.background, "background", string(s.View.Scenery.Background), "dark|light|white|transparent")
	fs.StringVar(&f.color, "color", string(s.View.ColorBy), colorWords()+": the meaning of colours in pictures")
	f.paint = addPaintFlags(fs, &f.color)
	fs.IntVar(&f.lines, "lines", s.View.Lines, "correspondence lines in pictures")
	fs.BoolVar(&f.edges, "edges", false, "draw triangle edges")
	fs.BoolVar(&f.registered, "registered", false, "draw the edges of A's mesh where it lies on B")
	fs.BoolVar(&f.flat, "flat", false, "flat shading")
	fs.BoolVar(&s.Bare, "bare", false, "pictures without titles and captions")
	return f
}

// read makes kinds and settings of the flags and, if doc is a session, of the view and the last
// export in it; command is the command as typed.
func (f *exportFlags) read(fs *flag.FlagSet, doc *session.Document, command string) ([]export.Kind, export.Settings, error) {
	s := f.settings
	kinds, err := export.ParseKinds(f.kinds)
	if err != nil {
		return nil, s, usagef("match: --export: %v", err)
	}
	if s.Width, s.Height, err = parseSize(f.size); err != nil {
		return nil, s, usagef("match: --size %v", err)
	}
	if s.Page, err = f.page.read(); err != nil {
		return nil, s, usagef("match: %v", err)
	}
	if s.AnimationWidth, s.AnimationHeight, err = parseSize(f.animation); err != nil {
		return nil, s, usagef("match: --animation-size %v", err)
	}
	if s.Camera, err = cameraOf(f.view, f.up, f.ortho); err != nil {
		return nil, s, usagef("match: %v", err)
	}
	if f.frame != "a" && f.frame != "b" {
		return nil, s, usagef("match: --frame takes a or b, got %q", f.frame)
	}
	if !(f.seconds > 0 && f.seconds <= 600) {
		return nil, s, usagef("match: --seconds takes more than 0 and at most 600, got %g", f.seconds)
	}
	if g := s.View.Scenery.Ghost; !(g >= present.LeastGhost && g <= 1) {
		return nil, s, usagef("match: --overlay-opacity takes 0.05 to 1, got %g", g)
	}
	if f.lines < 0 {
		return nil, s, usagef("match: --lines takes 0 or more, got %d", f.lines)
	}
	s.T, s.InB, s.Command = f.t, f.frame == "b", command
	s.Frames = int(math.Round(f.seconds * s.PerSecond))
	v := &s.View
	v.Way = present.Way{Mode: f.morph, On: f.mesh, Targets: f.targets}
	v.ColorBy, v.Lines, v.Edges, v.Flat, v.Registered = present.ColorBy(f.color), f.lines, f.edges, f.flat, f.registered
	if err := f.paint.into(v); err != nil {
		return nil, s, usagef("match: %v", err)
	}
	v.Scenery.Background = present.Background(f.background)
	v.Dark = v.Scenery.Background.IsDark(false)
	// Pictures of both shapes show A at t = 0 unless --t was typed.
	typed := given(fs)
	if typed["t"] || s.Panes == export.PanesMorph || s.Panes == export.PanesOverlay {
		v.T = f.t
	}
	if doc != nil {
		kinds, s = follow(doc, s, kinds, typed)
	}
	if err := s.Check(); err != nil {
		return nil, s, usagef("match: %v", err)
	}
	return kinds, s, nil
}

// parseSize reads a size such as 1600x900.
func parseSize(text string) (w, h int, err error) {
	var rest string
	n, scanErr := fmt.Sscanf(strings.ToLower(text), "%dx%d%s", &w, &h, &rest)
	if n != 2 || scanErr != nil && scanErr != io.EOF && scanErr != io.ErrUnexpectedEOF {
		return 0, 0, fmt.Errorf("takes WIDTHxHEIGHT in pixels, such as 1600x900, got %q", text)
	}
	return w, h, nil
}

// exportProgress draws a line of progress on a terminal, and nothing elsewhere.
func exportProgress(env Env) func(export.Progress) {
	if !env.Terminal {
		return nil
	}
	return func(p export.Progress) {
		line := progressBar(p.Fraction) + "  writing: " + p.Label
		if p.Left > 0 {
			line += fmt.Sprintf("  %.1f s left", p.Left.Seconds())
		}
		env.draw(line)
	}
}

// aboutKinds lists the kinds of files of a match.
func aboutKinds() string {
	var b strings.Builder
	for _, k := range export.Kinds() {
		fmt.Fprintf(&b, "\n  %-10s %s", k.Name, k.About)
		if files := k.Files(nil, export.DefaultSettings()); len(files) <= 2 {
			b.WriteString(": " + strings.Join(files, ", "))
		}
	}
	return b.String()
}
