package export

import (
	"slices"

	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/render/capture"
)

// Keep is a choice of kinds, by their names, and of settings, as a session keeps it. Settings of the
// view, such as colours, cameras and t, are kept with the view instead.
func Keep(names []string, s Settings) *session.Export {
	e := &session.Export{Kinds: slices.Clone(names), Width: s.Width, Height: s.Height, Panes: s.Panes, Background: string(s.View.Scenery.Background), Bare: s.Bare,
		MovieWidth: s.AnimationWidth, MovieHeight: s.AnimationHeight, Frames: s.Frames, PerSecond: s.PerSecond, Spin: s.Spin, MeshFormat: s.MeshFormat}
	e.FigureWidth, e.FigureHeight, e.FigureDPI, e.FigureFormat = s.Page.Width, s.Page.Height, s.Page.DPI, s.FigureFormat
	if s.InB {
		e.CoordinatesOf = "b"
	}
	return e
}

// Recall returns the kinds that a session keeps, and s with the settings that it keeps. Settings
// that the session lacks, or that are impossible, stay as they are in s.
func Recall(e *session.Export, s Settings) ([]Kind, Settings) {
	chosen := slices.DeleteFunc(slices.Clone(kinds), func(k Kind) bool { return !slices.Contains(e.Kinds, k.Name) })
	try := func(change func(*Settings)) {
		was := s
		if change(&s); s.Check() != nil {
			s = was
		}
	}
	if e.Width != 0 && e.Height != 0 {
		try(func(s *Settings) { s.Width, s.Height = e.Width, e.Height })
	}
	if e.MovieWidth != 0 && e.MovieHeight != 0 {
		try(func(s *Settings) { s.AnimationWidth, s.AnimationHeight = e.MovieWidth, e.MovieHeight })
	}
	if e.FigureWidth != 0 && e.FigureHeight != 0 && e.FigureDPI != 0 {
		try(func(s *Settings) {
			s.Page = capture.Page{Width: e.FigureWidth, Height: e.FigureHeight, DPI: e.FigureDPI}
		})
	}
	if e.FigureFormat != "" {
		try(func(s *Settings) { s.FigureFormat = e.FigureFormat })
	}
	if e.Panes != "" {
		try(func(s *Settings) { s.Panes = e.Panes })
	}
	if e.Background != "" {
		try(func(s *Settings) { s.View.Scenery.Background = present.Background(e.Background) })
	}
	if e.Frames != 0 {
		try(func(s *Settings) { s.Frames = e.Frames })
	}
	if e.PerSecond != 0 {
		try(func(s *Settings) { s.PerSecond = e.PerSecond })
	}
	if e.MeshFormat != "" {
		try(func(s *Settings) { s.MeshFormat = e.MeshFormat })
	}
	try(func(s *Settings) { s.Spin = e.Spin })
	s.Bare, s.InB = e.Bare, e.CoordinatesOf == "b"
	return chosen, s
}
