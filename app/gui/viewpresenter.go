package gui

import (
	"context"

	"gwscope/app/gui/mainloop"
	"gwscope/app/pipeline"
	"gwscope/app/present"
)

// presentRequest is the input of a picture: a match, or a preview, or just shapes.
type presentRequest struct {
	match   *pipeline.Match
	preview *pipeline.Preview
	a, b    *pipeline.Shape
	view    present.View
	moving  bool
	// ctx ends the work for the colours; nil never does.
	ctx context.Context
}

// shows reports whether it is of the model's present match and shapes, whatever the view.
func (r presentRequest) shows(m *model) bool {
	return r.match == m.match && r.preview == m.preview && r.a == m.shapes[sideA] && r.b == m.shapes[sideB]
}

// presenter makes pictures in a goroutine of its own; the newest request wins.
type presenter = mainloop.Newest[presentRequest]

// newPresenter starts a presenter; deliver is called on its goroutine.
func newPresenter(deliver func(p *present.Picture, r presentRequest)) *presenter {
	// The stage of the last request is kept: while only the view changes, its
	// arrays are shared from picture to picture.
	var stage *present.Stage
	var of presentRequest
	return mainloop.NewNewest(func(r presentRequest) {
		if stage == nil || of.view.AsFiled != r.view.AsFiled || of.match != r.match || of.preview != r.preview || of.a != r.a || of.b != r.b {
			switch {
			case r.match != nil && r.view.AsFiled:
				stage = present.NewStageAsFiled(r.match)
			case r.match != nil:
				stage = present.NewStage(r.match)
			case r.preview != nil:
				stage = present.NewPreviewStage(r.a, r.b, r.preview, r.view.AsFiled)
			default:
				stage = present.NewShapesStage(r.a, r.b)
			}
			of = r
		}
		if r.ctx != nil && r.view.Await(r.ctx, r.match) != nil {
			r.view = r.view.WithoutTrust()
		}
		deliver(stage.Picture(r.view), r)
	})
}
