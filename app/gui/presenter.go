package gui

import (
	"sync"

	"gwscope/app/pipeline"
	"gwscope/app/present"
)

// presenter makes pictures in a goroutine of its own. It holds one request; a
// newer one replaces it.
type presenter struct {
	mu      sync.Mutex
	next    *presentRequest
	wake    chan struct{}
	stop    chan struct{}
	deliver func(*present.Picture, bool) // called on the presenter's goroutine
}

// presentRequest is what a picture is made of: a match, or a preview, or just
// shapes.
type presentRequest struct {
	match   *pipeline.Match
	preview *pipeline.Preview
	a, b    *pipeline.Shape
	view    present.View
	moving  bool
}

func newPresenter(deliver func(*present.Picture, bool)) *presenter {
	p := &presenter{wake: make(chan struct{}, 1), stop: make(chan struct{}), deliver: deliver}
	go p.run()
	return p
}

// ask requests a picture; it does not block.
func (p *presenter) ask(r presentRequest) {
	p.mu.Lock()
	p.next = &r
	p.mu.Unlock()
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

func (p *presenter) close() { close(p.stop) }

func (p *presenter) run() {
	// The stage of the last request is kept: while only the view changes, its
	// arrays are shared from picture to picture.
	var stage *present.Stage
	var of presentRequest
	for {
		select {
		case <-p.stop:
			return
		case <-p.wake:
		}
		p.mu.Lock()
		r := p.next
		p.next = nil
		p.mu.Unlock()
		if r == nil {
			continue
		}
		if stage == nil || of.match != r.match || of.preview != r.preview || of.a != r.a || of.b != r.b {
			switch {
			case r.match != nil:
				stage = present.NewStage(r.match)
			case r.preview != nil:
				stage = present.NewPreviewStage(r.a, r.b, r.preview)
			default:
				stage = present.NewShapesStage(r.a, r.b)
			}
			of = *r
		}
		p.deliver(stage.Picture(r.view), r.moving)
	}
}
