//go:build cgo

package gldraw

import (
	"image"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// finished is the picture of a tile with one sample a pixel: backgrounds, which are smooth, the
// resolved picture of the shapes over them, then frames and links, which have smooth sides by
// themselves. With all samples, these took a processor a third of the time of a picture.
type finished struct {
	fb   framebuffer
	tex  uint32
	size image.Point
}

func (p *finished) resize(size image.Point) (err error) {
	if p.size == size && p.fb != 0 {
		return nil
	}
	p.delete()
	p.size, p.tex = size, texture(gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, size.X, size.Y)
	p.fb, err = newFramebuffer(p.tex, 0)
	return err
}

func (p *finished) delete() {
	p.fb.delete()
	gl.DeleteTextures(1, &p.tex)
	p.tex, p.size = 0, image.Point{}
}

// lay draws a tile of f: its backgrounds, over them the premultiplied texture of its shapes, of the
// same size (0: there are none), then frames and links; it leaves the outcome bound for reading.
func (s *state) lay(f *Frame, tile image.Rectangle, shapes uint32, depths *target) error {
	if err := s.finished.resize(tile.Size()); err != nil {
		return err
	}
	t := target{w: tile.Dx(), h: tile.Dy(), main: s.finished.fb, mainColorOnly: s.finished.fb}
	c := canvas{state: s, frame: f, target: &t, tile: tile, perPixel: 1, depths: depths, paint: backgrounds}
	if err := c.draw(); err != nil {
		return err
	}
	if shapes != 0 {
		gl.Viewport(0, 0, int32(t.w), int32(t.h))
		gl.Disable(gl.DEPTH_TEST)
		gl.Enable(gl.BLEND)
		gl.BlendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
		if err := c.layer(shapes, 0); err != nil {
			return err
		}
	}
	c.paint = frames
	if err := c.panes(); err != nil {
		return err
	}
	return c.links()
}

// empty reports whether no shape can be seen within a tile; false where that is not known.
func (s *state) empty(f *Frame, tile image.Rectangle) bool {
	if s.parts == nil {
		return false
	}
	for i := range f.Panes {
		p := &f.Panes[i]
		if p.Scene == nil || !p.Rect.Overlaps(tile) {
			continue
		}
		if p.Ground.Radius > 0 || len(p.Scene.Clouds)+len(p.Scene.Lines)+len(p.Scene.Markers) > 0 {
			return false
		}
		for j := range p.Scene.Surfaces {
			if len(s.parts[part{i, &p.Scene.Surfaces[j], tile.Min}]) > 0 {
				return false
			}
		}
	}
	return true
}
