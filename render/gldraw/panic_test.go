//go:build cgo

package gldraw

import (
	"errors"
	"image"
	"sync/atomic"
	"testing"
	"time"

	"gwscope/internal/routine"
	"gwscope/render/scene"
)

// A panic while a picture is made or taken costs that picture: it is told, and the next frame
// is drawn.
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
	select {
	case err := <-errs:
		var p *routine.Panic
		if !errors.As(err, &p) || p.Cause != "no such pixel" {
			t.Errorf("told is %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("nothing was told")
	}
	v.Submit(pairFrame(s, 80, 48))
	select {
	case w := <-pictures:
		if w != 80 {
			t.Errorf("a picture %d wide came", w)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("no picture came after the panic")
	}
}

// Where simplifying breaks down the whole surface is drawn, and it is told once.
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
