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

// Close frees nothing.
func (*Renderer) Close() {}
