//go:build cgo

package gldraw

import (
	"image"
	"math"
	"slices"
	"sync"
	"time"

	"gwscope/internal/routine"
)

// Viewer draws for a window. Frames are handed over with Submit, which never
// waits; of several that arrive while one is being drawn only the newest is
// drawn, and one equal to the last is not drawn again. Finished pictures go to
// the callback from the viewer's own goroutine.
//
// Frames of quality Moving are drawn as finely as the machine manages at
// interactive speed, from Still down to Draft with simplified surfaces, and once
// more at Still when no other frame has come for a moment. Surfaces are simplified
// in the background as soon as they are first seen.
type Viewer struct {
	r        *Renderer
	settings ViewerSettings

	requests chan Frame // capacity 1: the newest
	stop     chan struct{}
	done     chan struct{}
	once     sync.Once

	mu   sync.Mutex // guards pool and sent
	pool []*image.RGBA
	sent *Frame // last frame submitted
}

// NewViewer starts a viewer; the renderer may serve others too and stays the
// caller's to close, after the viewer.
func NewViewer(r *Renderer, s ViewerSettings) *Viewer {
	if s.Settle <= 0 {
		s.Settle = 120 * time.Millisecond
	}
	if s.FrameTime <= 0 {
		s.FrameTime = 40 * time.Millisecond
	}
	v := &Viewer{
		r: r, settings: s,
		requests: make(chan Frame, 1),
		stop:     make(chan struct{}),
		done:     make(chan struct{}),
	}
	// A panic outside drawing, where none is expected, ends the drawing, not the program.
	routine.Go(v.run, func(p *routine.Panic) { v.fail(p) })
	return v
}

// Submit asks for a frame to be drawn. It replaces one that waits, and does
// nothing if f equals the frame submitted last. Panes and Links must not be
// changed afterwards.
func (v *Viewer) Submit(f Frame) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.sent != nil && sameFrame(v.sent, &f) {
		return
	}
	v.sent = &f
	// The lock makes this the only sender, so after taking out the waiting frame there is room.
	select {
	case <-v.requests:
	default:
	}
	v.requests <- f
}

func sameFrame(a, b *Frame) bool {
	return a.Width == b.Width && a.Height == b.Height && a.Scale == b.Scale && a.Fill == b.Fill &&
		a.Quality == b.Quality && a.Transparent == b.Transparent &&
		slices.Equal(a.Panes, b.Panes) && slices.Equal(a.Links, b.Links)
}

// Recycle gives back a picture that is no longer shown, to be drawn into again.
func (v *Viewer) Recycle(img *image.RGBA) {
	if img == nil {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.pool) < ringSize {
		v.pool = append(v.pool, img)
	}
}

// picture takes an image of the size from the pool, or makes one.
func (v *Viewer) picture(w, h int) *image.RGBA {
	v.mu.Lock()
	defer v.mu.Unlock()
	for len(v.pool) > 0 {
		img := v.pool[len(v.pool)-1]
		v.pool = v.pool[:len(v.pool)-1]
		if img.Rect == image.Rect(0, 0, w, h) && img.Stride == 4*w {
			return img
		}
	}
	return image.NewRGBA(image.Rect(0, 0, w, h))
}

// Close stops drawing and waits; frames not yet drawn are dropped, and the
// callback is not called again. It must not be called from the callback.
func (v *Viewer) Close() {
	v.once.Do(func() { close(v.stop) })
	<-v.done
}

func (v *Viewer) run() {
	defer close(v.done)
	pictures := &ring{r: v.r}
	defer func() { pictures.close() }()
	speed := pace{target: v.settings.FrameTime, software: v.r.Info().Software}
	var settle <-chan time.Time
	var moving Frame // the frame that settles
	// A panic while a frame is drawn costs that frame: pictures on their way are forgotten.
	tried := func(work func()) {
		if p := routine.Try(work); p != nil {
			pictures.close()
			pictures = &ring{r: v.r}
			v.fail(p)
		}
	}
	begin := func(f Frame) {
		asked := f.Quality
		settle, moving = nil, Frame{} // a past frame must not keep scenes in memory
		if p := v.r.coarse.trouble(); p != nil {
			v.fail(p)
		}
		v.r.coarse.prepare(&f)
		if asked == Moving {
			at := func(s step) load { return v.r.load(&f, s) }
			s := speed.choose(at)
			if f.Quality, f.detail = s.Quality, s.detail; s != steps[0] {
				moving, settle = f, time.After(v.settle(speed.predict(at(steps[0]))))
			}
		}
		if f.Width <= 0 || f.Height <= 0 {
			return
		}
		if err := pictures.begin(f); err != nil {
			v.fail(err)
		}
	}
	for {
		if pictures.count == 0 {
			select {
			case <-v.stop:
				return
			case f := <-v.requests:
				tried(func() { begin(f) })
			case <-settle:
				still := moving
				still.Quality, still.detail = Still, whole
				tried(func() { begin(still) })
			}
			continue
		}
		// Something is being drawn: start the next behind it if one is asked
		// for and there is room, else wait for the oldest.
		var next <-chan Frame
		if pictures.count < ringSize {
			next = v.requests
		}
		select {
		case <-v.stop:
			return
		case f := <-next:
			tried(func() { begin(f) })
			continue
		default:
		}
		tried(func() {
			img, drawn, err := pictures.finish(v.picture)
			switch {
			case err != nil:
				v.fail(err)
			case img != nil:
				speed.learn(drawn.load, drawn.Took)
				v.settings.OnImage(img, drawn)
			}
		})
	}
}

// longestSettle bounds how long a picture may stay coarse after the last motion.
const longestSettle = 600 * time.Millisecond

// settle is how long to wait for another moving frame before the still one, which is going to take so
// many nanoseconds. It grows with them, so that after a short pause in a drag the view is not busy with
// a still picture.
func (v *Viewer) settle(still float64) time.Duration {
	return v.settings.Settle + min(time.Duration(still), longestSettle)
}

// load is the work of a frame at a step.
func (r *Renderer) load(f *Frame, s step) load {
	l := load{pixels: drawnPixels(f, s.Quality)}
	for i := range f.Panes {
		p := &f.Panes[i]
		if p.Scene == nil {
			continue
		}
		n, veiled := r.coarse.count(p.Scene, s.detail)
		l.triangles += float64(n)
		if veiled > 0 { // each layer that is peeled draws them, and crosses the pane twice
			layers := float64(s.peelLayers())
			l.triangles += layers * float64(veiled)
			l.pixels += 0.5 * layers * l.pixels * float64(p.Rect.Dx()) * float64(p.Rect.Dy()) / max(float64(f.Width)*float64(f.Height), 1)
		}
	}
	// A link across the frame covers about its width times half the frame's.
	links := float64(len(f.Links) / stride(len(f.Links), linksAt[s.detail]))
	l.pixels += links * float64(f.Width) * float64(orOne(f.Scale)) * math.Pow(float64(s.samples())/2, 2)
	return l
}

func (v *Viewer) fail(err error) {
	// The same frame may be worth another try after a failure.
	v.mu.Lock()
	v.sent = nil
	v.mu.Unlock()
	if v.settings.OnError != nil {
		v.settings.OnError(err)
	}
}
