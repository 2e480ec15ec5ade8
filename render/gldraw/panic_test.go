//go:build cgo

package gldraw

import (
	"errors"
	"image"
	"sync/atomic"
	"testing"

	"gwscope/internal/await"
	"gwscope/internal/routine"
	"gwscope/render/scene"
)

// A panic while a picture is made or received costs that picture: it is reported, and the next frame is
// drawn.
func TestViewerOutlivesAPanic(t *testing.T) {
	t.Parallel()
	r := newRenderer(t)
	var first atomic.Bool
	first.Store(true)
	pictures, errs := make(chan int, 10), make(chan error, 10)
	v := NewViewer(r, ViewerSettings{
		OnImage: func(img *image.RGBA, _ Drawn) {
			if first.CompareAndSwap(true, false) {
				panic("no such pixel")
			}
			pictures <- img.Rect.Dx()
		},
		OnError: func(err error) { errs <- err },
	})
	defer v.Close()
	s := torusScene(10, orange)
	v.Submit(pairFrame(s, 64, 48))
	var p *routine.Panic
	if err := await.From(t, "the panic", errs); !errors.As(err, &p) || p.Cause != "no such pixel" {
		t.Errorf("told is %v", err)
	}
	v.Submit(pairFrame(s, 80, 48))
	if w := await.From(t, "a picture after the panic", pictures); w != 80 {
		t.Errorf("a picture %d wide came", w)
	}
}

// If simplifying panics, the whole surface is drawn, and the panic is reported once.
func TestSimplifyingThatBreaksDownIsTold(t *testing.T) {
	t.Parallel()
	c := newCoarse()
	c.simplify = func(*scene.Surface) [details][][3]int32 { panic("no such triangle") }
	ps, ts := torus(80)
	s := &scene.Scene{Surfaces: []scene.Surface{{Positions: ps, Triangles: ts}}}
	c.prepare(&Frame{Panes: []Pane{{Scene: s}}})
	c.wait()
	if p := c.trouble(); p == nil || p.Cause != "no such triangle" {
		t.Errorf("told is %v", p)
	}
	if c.trouble() != nil {
		t.Error("it is told twice")
	}
	for d := range details {
		if got := len(c.triangles(&s.Surfaces[0], d)); got != len(ts) {
			t.Errorf("at level %d %d of %d triangles are drawn", d, got, len(ts))
		}
	}
}
