//go:build !cgo

package gldraw

import (
	"errors"
	"image"

	"gwscope/render/glctx"
)

// Renderer draws nothing in a program that was built without C: there is no thread for [New] to draw on.
type Renderer struct{}

var errWithout = errors.New("this program was built without C (CGO_ENABLED=0), and draws nothing")

// New fails.
func New(*glctx.Thread) (*Renderer, error) { return nil, errWithout }

// Render fails.
func (*Renderer) Render(Frame) (*image.RGBA, error) { return nil, errWithout }

// Info describes no context.
func (*Renderer) Info() glctx.Info { return glctx.Info{} }

// WaitSimplified has nothing to wait for.
func (*Renderer) WaitSimplified() {}

// Close frees nothing.
func (*Renderer) Close() {}

// Viewer shows nothing: there is no renderer to make it with.
type Viewer struct{}

// NewViewer is never called.
func NewViewer(*Renderer, ViewerSettings) *Viewer { return &Viewer{} }

// Submit draws nothing.
func (*Viewer) Submit(Frame) {}

// Recycle takes no picture back.
func (*Viewer) Recycle(*image.RGBA) {}

// Close ends nothing.
func (*Viewer) Close() {}
