//go:build cgo

package gldraw

import (
	"fmt"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// target is the picture that a frame, or a tile of it, is drawn into.
type target struct {
	w, h int // drawn pixels

	main, mainColorOnly framebuffer
	color, depth        uint32 // textures

	// For translucent surfaces, made when first needed: two layers with depth,
	// of which one is peeled against the other, and their sum.
	layers [2]framebuffer
	layer  [2]struct{ color, depth uint32 }
	sum    framebuffer
	sumTex uint32
}

type framebuffer uint32

// resize makes the target w x h drawn pixels large.
func (t *target) resize(w, h int) error {
	if t.w == w && t.h == h && t.main != 0 {
		return nil
	}
	t.delete()
	t.w, t.h = w, h
	t.color = texture(gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, w, h)
	t.depth = texture(gl.DEPTH_COMPONENT24, gl.DEPTH_COMPONENT, gl.UNSIGNED_INT, w, h)
	var err error
	if t.main, err = newFramebuffer(t.color, t.depth); err != nil {
		return err
	}
	t.mainColorOnly, err = newFramebuffer(t.color, 0)
	return err
}

// needLayers makes the textures for peeling.
func (t *target) needLayers() error {
	if t.sum != 0 {
		return nil
	}
	var err error
	for i := range t.layer {
		l := &t.layer[i]
		l.color = texture(gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, t.w, t.h)
		l.depth = texture(gl.DEPTH_COMPONENT24, gl.DEPTH_COMPONENT, gl.UNSIGNED_INT, t.w, t.h)
		if t.layers[i], err = newFramebuffer(l.color, l.depth); err != nil {
			return err
		}
	}
	t.sumTex = texture(gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, t.w, t.h)
	t.sum, err = newFramebuffer(t.sumTex, 0)
	return err
}

func (t *target) delete() {
	for _, f := range []*framebuffer{&t.main, &t.mainColorOnly, &t.layers[0], &t.layers[1], &t.sum} {
		f.delete()
	}
	for _, tex := range []*uint32{&t.color, &t.depth, &t.layer[0].color, &t.layer[0].depth, &t.layer[1].color, &t.layer[1].depth, &t.sumTex} {
		gl.DeleteTextures(1, tex) // 0 is ignored
		*tex = 0
	}
	t.w, t.h = 0, 0
}

func (f framebuffer) bind() { gl.BindFramebuffer(gl.FRAMEBUFFER, uint32(f)) }

func (f *framebuffer) delete() {
	if *f != 0 {
		gl.DeleteFramebuffers(1, (*uint32)(f))
		*f = 0
	}
}

func texture(internal int32, format, kind uint32, w, h int) uint32 {
	var t uint32
	gl.GenTextures(1, &t)
	gl.BindTexture(gl.TEXTURE_2D, t)
	gl.TexImage2D(gl.TEXTURE_2D, 0, internal, int32(w), int32(h), 0, format, kind, nil)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
	return t
}

// newFramebuffer joins a colour texture and, unless 0, a depth texture.
func newFramebuffer(color, depth uint32) (framebuffer, error) {
	var f uint32
	gl.GenFramebuffers(1, &f)
	gl.BindFramebuffer(gl.FRAMEBUFFER, f)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, color, 0)
	if depth != 0 {
		gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, depth, 0)
	}
	if s := gl.CheckFramebufferStatus(gl.FRAMEBUFFER); s != gl.FRAMEBUFFER_COMPLETE {
		gl.DeleteFramebuffers(1, &f)
		return 0, fmt.Errorf("the graphics driver cannot draw off screen (framebuffer status %#x); is its memory used up?", s)
	}
	return framebuffer(f), nil
}

// resolver brings drawn pixels to picture pixels: the supersampled target is
// halved with a linear filter, which at exactly 2 : 1 is the mean of 2 x 2
// pixels; a draft is enlarged by the same means.
type resolver struct {
	steps []resolveStep
}

type resolveStep struct {
	fb   framebuffer
	tex  uint32
	w, h int
}

// resize prepares for pictures of w x h and targets of samples/2 times the size.
func (r *resolver) resize(w, h, samples int) error {
	var want [][2]int
	for s := samples / 4; s >= 2; s /= 2 {
		want = append(want, [2]int{w * s, h * s})
	}
	if samples != 2 {
		want = append(want, [2]int{w, h})
	}
	same := len(want) == len(r.steps)
	for i := 0; same && i < len(want); i++ {
		same = r.steps[i].w == want[i][0] && r.steps[i].h == want[i][1]
	}
	if same {
		return nil
	}
	r.delete()
	for _, size := range want {
		s := resolveStep{tex: texture(gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, size[0], size[1]), w: size[0], h: size[1]}
		var err error
		s.fb, err = newFramebuffer(s.tex, 0)
		r.steps = append(r.steps, s)
		if err != nil {
			r.delete()
			return err
		}
	}
	return nil
}

// run resolves t and leaves the picture bound for reading; it returns its texture.
func (r *resolver) run(t *target) (tex uint32) {
	from, w, h := t.main, t.w, t.h
	tex = t.color
	for _, s := range r.steps {
		gl.BindFramebuffer(gl.READ_FRAMEBUFFER, uint32(from))
		gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, uint32(s.fb))
		gl.BlitFramebuffer(0, 0, int32(w), int32(h), 0, 0, int32(s.w), int32(s.h), gl.COLOR_BUFFER_BIT, gl.LINEAR)
		from, w, h, tex = s.fb, s.w, s.h, s.tex
	}
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, uint32(from))
	return tex
}

func (r *resolver) delete() {
	for i := range r.steps {
		r.steps[i].fb.delete()
		gl.DeleteTextures(1, &r.steps[i].tex)
	}
	r.steps = nil
}
