package export

import (
	"context"
	"fmt"
	"image"
	"io"
	"path/filepath"
	"strings"

	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/app/version"
	"gwscope/meshio"
	"gwscope/render/capture"
)

// FigureName is the file of a figure for print, without the ending of its format.
const FigureName = "figure"

// figureName is the name of the format of settings.
func figureName(s Settings) string { return FigureName + "." + s.FigureFormat }

// savePrint writes a figure for print: the picture of the view, on white and in millimetres, with
// titles, a colour bar where colours are numbers, and a caption that stands alone.
func (j *job) savePrint(ctx context.Context, dir string) error {
	s := j.s
	if s.View.Scenery.Background != present.Transparent {
		s.View.Scenery.Background = present.White
	}
	s.View.Dark = false
	print := j.with(s)
	width, height := s.Page.Pixels()
	f, err := print.figure(ctx, s.View, width, height)
	if err != nil {
		return err
	}
	print.onPage(f.Figure)
	if s.Aspect > 0 {
		print.see(f, print.asSeen(f))
	} else {
		print.aim(f)
	}
	return saveOnPaper(filepath.Join(dir, figureName(s)), f.Figure, j.plate)
}

// PrintFigure is a figure for print of a match for a view, with both shapes and a caption that
// stands alone. Its camera is not set.
func PrintFigure(m *pipeline.Match, v present.View, page capture.Page) *capture.Figure {
	s := DefaultSettings()
	s.View, s.Page = v, page
	j := newJob(m, s)
	width, height := page.Pixels()
	f := j.panes(v, width, height).Figure
	j.onPage(f)
	return f
}

// onPage gives a figure its size in print, and words for print.
func (j *job) onPage(f *capture.Figure) {
	f.On(j.s.Page)
	if j.s.Bare {
		return
	}
	for i := range f.Shapes {
		f.Shapes[i].Note, _, _ = strings.Cut(f.Shapes[i].Note, ";") // vertices and triangles, without the oddities
	}
	m, v := j.m, j.s.View
	mode, _ := present.ModeOf(v.ColorBy)
	f.Caption = fmt.Sprintf("%s of the match of %s with %s: %s. %s, %d and %d samples, seed %d, GW² %.5f %s%s. GWScope %s.",
		mode.Label, m.A.Mesh.Name, m.B.Mesh.Name, strings.TrimSuffix(lowerFirst(mode.About), "."), option.MethodTitle(m.Options.Method),
		m.X.Len(), m.Y.Len(), m.Options.Seed, m.GW2(), origin(m), greyed(m, v), version.Number)
}

// asSeen are the cameras of the view, moved away where the figure's panes are narrower than the
// view, because the angle of view of a camera is that of its height.
func (j *job) asSeen(f staged) eyes {
	e := eyes{j.s.Camera, j.s.Camera}
	if j.s.CameraB != nil {
		e[1] = *j.s.CameraB
	}
	pane := f.Frame().Panes[0].Rect
	if narrower := j.s.Aspect * float64(pane.Dy()) / float64(pane.Dx()); narrower > 1 {
		for side := range e {
			e[side].Distance *= narrower
		}
	}
	return e
}

// saveOnPaper writes a figure in the format that its file's name asks for.
func saveOnPaper(path string, f *capture.Figure, draw func(*capture.Figure) (*image.RGBA, error)) error {
	plate, err := draw(f)
	if err != nil {
		return err
	}
	err = meshio.WriteFile(path, func(w io.Writer) error { return f.Write(w, capture.FormatOf(path), plate) })
	if err != nil {
		return fmt.Errorf("the figure is missing: %w", err)
	}
	return nil
}

// SavePrint draws a figure that is on paper off screen, and writes it as PDF, SVG or PNG, as
// the file's name says.
func SavePrint(ctx context.Context, path string, f *capture.Figure) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var s shared
	defer s.close()
	return saveOnPaper(path, f, s.plate)
}
