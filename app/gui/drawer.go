package gui

import (
	"fmt"
	"image"
	"sync"

	"fyne.io/fyne/v2"

	"gwscope/render/glctx"
	"gwscope/render/gldraw"
)

// drawer draws frames somewhere else and hands back pixels.
type drawer interface {
	// Submit asks for a picture; a request that has not begun when a newer one
	// comes is dropped. It does not block.
	Submit(gldraw.Frame)
	// Moving is the quality for pictures that a hand or the clock moves.
	Moving() gldraw.Quality
	// Info names what draws, for the status bar.
	Info() string
	// Close stops drawing; no image arrives after it has returned.
	Close()
}

// glDrawer is the OpenGL renderer on its own thread.
type glDrawer struct {
	thread   *glctx.Thread
	renderer *gldraw.Renderer
	mu       sync.Mutex
	next     *gldraw.Frame
	wake     chan struct{}
	stop     chan struct{}
	done     chan struct{}
	deliver  func(*image.RGBA)
}

// startDrawing makes the OpenGL thread.
func startDrawing() (*glDrawer, error) {
	t, err := glctx.Start(glctx.Options{Main: fyne.DoAndWait})
	if err != nil {
		return nil, fmt.Errorf("%w; on Debian: apt-get install libegl1 libgl1-mesa-dri", err)
	}
	r, err := gldraw.New(t)
	if err != nil {
		t.Close()
		return nil, err
	}
	d := &glDrawer{thread: t, renderer: r, wake: make(chan struct{}, 1), stop: make(chan struct{}), done: make(chan struct{})}
	go d.run()
	return d, nil
}

func (d *glDrawer) onImage(f func(*image.RGBA)) { d.deliver = f }

func (d *glDrawer) Submit(f gldraw.Frame) {
	d.mu.Lock()
	d.next = &f
	d.mu.Unlock()
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

func (d *glDrawer) run() {
	defer close(d.done)
	for {
		select {
		case <-d.stop:
			return
		case <-d.wake:
		}
		d.mu.Lock()
		f := d.next
		d.next = nil
		d.mu.Unlock()
		if f == nil {
			continue
		}
		img, err := d.renderer.Render(*f)
		if err != nil {
			fyne.LogError("drawing failed", err)
			continue
		}
		d.deliver(img)
	}
}

func (d *glDrawer) Moving() gldraw.Quality {
	if d.renderer.Info().Software {
		return gldraw.Draft
	}
	return gldraw.Moving
}

func (d *glDrawer) Info() string {
	i := d.renderer.Info()
	return fmt.Sprintf("OpenGL %d.%d · %s", i.Major, i.Minor, i.Renderer)
}

func (d *glDrawer) Close() {
	close(d.stop)
	<-d.done
	d.renderer.Close()
	d.thread.Close()
}
