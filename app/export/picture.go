package export

import (
	"context"
	"fmt"

	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/render/capture"
	"gwscope/render/glctx"
	"gwscope/render/gldraw"
)

// pictureLines is how many correspondences a picture shows: enough to read the
// match by, few enough to follow each.
const pictureLines = 12

// SavePicture draws both shapes of a match side by side, coloured, with some of
// the correspondences, into a PNG of width x height pixels.
func SavePicture(ctx context.Context, path string, m *pipeline.Match, width, height int) error {
	v := present.NewView()
	v.Dark, v.Lines = true, pictureLines
	return SaveFigure(ctx, path, MatchFigure(m, v, width, height))
}

// MatchFigure is the figure of a match for a view.
func MatchFigure(m *pipeline.Match, v present.View, width, height int) *capture.Figure {
	p := present.NewStage(m).Picture(v)
	f := &capture.Figure{Width: width, Height: height, Bar: p.Bar, Theme: capture.Dark,
		Shapes: []capture.Shape{
			{Scene: p.Beside(v.T), Title: "A  " + m.A.Mesh.Name, Note: m.A.Report.Summary()},
			{Scene: p.B, Title: "B  " + m.B.Mesh.Name, Note: m.B.Report.Summary()}},
		Caption: fmt.Sprintf("%d and %d samples, GW² %.5f %s", m.X.Len(), m.Y.Len(), m.GW2(), origin(m))}
	if !v.Dark {
		f.Theme = capture.Light
	}
	for _, l := range p.Links {
		f.Links = append(f.Links, gldraw.Link{FromPane: 0, ToPane: 1, From: l.A, To: l.B, Color: l.Color, Hidden: 0.25})
	}
	return f
}

// origin is where a plan comes from.
func origin(m *pipeline.Match) string {
	own := m.Result.Own
	switch {
	case own == nil:
		return fmt.Sprintf("(slicer %.5f)", m.Result.GW2Slicer)
	case own.Distance:
		return "(the best direction of " + own.Title + ")"
	}
	return "(" + own.Title + ")"
}

// SaveFigure draws a figure off screen and writes it as PNG.
func SaveFigure(ctx context.Context, path string, f *capture.Figure) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	thread, err := glctx.Start(glctx.Options{})
	if err != nil {
		return fmt.Errorf("no picture was drawn: %w", err)
	}
	defer thread.Close()
	r, err := gldraw.New(thread)
	if err != nil {
		return fmt.Errorf("no picture was drawn: %w", err)
	}
	defer r.Close()
	img, err := f.Render(r)
	if err != nil {
		return err
	}
	return capture.Save(path, img)
}
