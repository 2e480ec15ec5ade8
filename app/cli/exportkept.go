package cli

import (
	"flag"
	"slices"

	"gwscope/app/export"
	"gwscope/app/present"
	"gwscope/app/session"
)

// exportOwn are the flags that a session keeps with the export, viewOwn those that it keeps
// with the view.
var (
	exportOwn = []string{"export", "size", "animation-size", "seconds", "fps", "spin", "panes", "background", "bare", "mesh-format", "frame", "figure-size", "dpi", "figure-format"}
	viewOwn   = []string{"t", "morph", "mesh", "targets", "overlay-opacity", "color", "color-by", "range", "map", "isolines", "mask", "worst", "lines", "edges", "flat", "registered"}
)

// given are the flags that a person has typed.
func given(fs *flag.FlagSet) map[string]bool {
	names := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { names[f.Name] = true })
	return names
}

// follow takes the view and the last export of a session, so that it writes the same files as
// the window. Flags that were typed override both.
func follow(doc *session.Document, typed export.Settings, kinds []export.Kind, given map[string]bool) ([]export.Kind, export.Settings) {
	s := typed
	if doc.View != nil {
		v := present.ReadView(doc.View)
		if v.Scenery.Background == present.AsTheme {
			v.Scenery.Background = typed.View.Scenery.Background
		}
		if v.ColorBy == present.ByDistance { // a session does not keep the vertex to measure from
			v.ColorBy = present.ByCarried
		}
		s.View, s.T = v, v.T
	}
	if doc.Aimed() {
		cameras := present.ReadCameras(doc.Cameras)
		s.Camera = cameras[0]
		if doc.Layout.Unlinked || cameras[0] != cameras[1] {
			s.CameraB = &cameras[1]
		}
	}
	switch l := doc.Layout; {
	case l.Arrangement == "morph":
		s.Panes = export.PanesMorph
	case l.Arrangement == "overlay":
		s.Panes = export.PanesOverlay
	case l.Alone != "":
		s.Panes = l.Alone
	}
	if doc.Export != nil {
		var kept []export.Kind
		if kept, s = export.Recall(doc.Export, s); len(kept) > 0 && !given["export"] {
			kinds = kept
		}
	}
	v, w := &s.View, &typed.View
	for _, t := range []struct {
		flags []string
		take  func()
	}{
		{[]string{"size"}, func() { s.Width, s.Height = typed.Width, typed.Height }},
		{[]string{"animation-size"}, func() { s.AnimationWidth, s.AnimationHeight = typed.AnimationWidth, typed.AnimationHeight }},
		{[]string{"seconds", "fps"}, func() { s.Frames, s.PerSecond = typed.Frames, typed.PerSecond }},
		{[]string{"spin"}, func() { s.Spin = typed.Spin }},
		{[]string{"panes"}, func() { s.Panes = typed.Panes }},
		{[]string{"figure-size", "dpi"}, func() { s.Page = typed.Page }},
		{[]string{"figure-format"}, func() { s.FigureFormat = typed.FigureFormat }},
		{[]string{"bare"}, func() { s.Bare = typed.Bare }},
		{[]string{"mesh-format"}, func() { s.MeshFormat = typed.MeshFormat }},
		{[]string{"frame"}, func() { s.InB = typed.InB }},
		{[]string{"view", "up"}, func() { s.Camera, s.CameraB = typed.Camera, nil }},
		{[]string{"ortho"}, func() {
			s.Camera = s.Camera.WithOrthographic(typed.Camera.Orthographic)
			if s.CameraB != nil {
				b := s.CameraB.WithOrthographic(typed.Camera.Orthographic)
				s.CameraB = &b
			}
		}},
		{[]string{"t"}, func() { s.T, v.T = typed.T, w.T }},
		{[]string{"morph"}, func() { v.Way.Mode = w.Way.Mode }},
		{[]string{"mesh"}, func() { v.Way.On = w.Way.On }},
		{[]string{"targets"}, func() { v.Way.Targets = w.Way.Targets }},
		{[]string{"background"}, func() { v.Scenery.Background = w.Scenery.Background }},
		{[]string{"overlay-opacity"}, func() { v.Scenery.Ghost = w.Scenery.Ghost }},
		{[]string{"color", "color-by"}, func() { v.ColorBy, v.Paint = w.ColorBy, w.Paint }},
		{[]string{"range", "map", "isolines", "mask"}, func() { v.Paint = w.Paint }},
		{[]string{"worst"}, func() { v.Worst = w.Worst }},
		{[]string{"pick"}, func() { v.PickedA, v.PickedB = w.PickedA, w.PickedB }},
		{[]string{"lines"}, func() { v.Lines = w.Lines }},
		{[]string{"edges"}, func() { v.Edges = w.Edges }},
		{[]string{"flat"}, func() { v.Flat = w.Flat }},
		{[]string{"registered"}, func() { v.Registered = w.Registered }},
	} {
		if slices.ContainsFunc(t.flags, func(name string) bool { return given[name] }) {
			t.take()
		}
	}
	v.Dark = v.Scenery.Background.IsDark(false)
	return kinds, s
}

// keepExport puts the flags of the view and of the files to write into a session.
func keepExport(doc *session.Document, kinds []export.Kind, s export.Settings, given map[string]bool) {
	typed := func(name string) bool { return given[name] }
	if slices.ContainsFunc(exportOwn, typed) {
		var names []string
		for _, k := range kinds {
			names = append(names, k.Name)
		}
		doc.Export = export.Keep(names, s)
	}
	if slices.ContainsFunc(viewOwn, typed) {
		v := s.View.Lasting()
		if given["t"] {
			v.T = s.T
		}
		v.Scenery.Background = present.AsTheme // the background of pictures is kept with the export
		doc.View = v.Keep()
	}
}
