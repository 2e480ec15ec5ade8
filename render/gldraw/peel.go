//go:build cgo

package gldraw

import (
	"github.com/go-gl/gl/v4.3-core/gl"

	"gwscope/render/scene"
)

// translucentSurfaces draws them by front-to-back depth peeling (Everitt 2001):
// each pass finds the nearest layer behind the one before and puts it under the
// sum of those so far, which needs no sorting and is exact where surfaces cross.
func (c *canvas) translucentSurfaces(v *view, s *scene.Scene) error {
	var some []*scene.Surface
	for i := range s.Surfaces {
		if !opaque(&s.Surfaces[i]) && len(s.Surfaces[i].Triangles) > 0 {
			some = append(some, &s.Surfaces[i])
		}
	}
	if len(some) == 0 {
		return nil
	}
	t := c.target
	if err := t.needLayers(); err != nil {
		return err
	}
	defer t.main.bind()
	t.sum.bind()
	gl.ClearColor(0, 0, 0, 0)
	gl.Clear(gl.COLOR_BUFFER_BIT)
	// Nothing has been peeled yet: all of it lies behind depth 0.
	t.layers[1].bind()
	gl.DepthMask(true)
	gl.ClearDepth(0)
	gl.Clear(gl.DEPTH_BUFFER_BIT)
	gl.ClearDepth(1)
	for i := range c.frame.Quality.peelLayers() {
		now, before := i%2, (i+1)%2
		t.layers[now].bind()
		gl.DepthMask(true)
		gl.Clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
		gl.Enable(gl.DEPTH_TEST)
		gl.DepthFunc(gl.LESS)
		gl.Disable(gl.BLEND)
		bindTextures(t.depth, t.layer[before].depth)
		for _, surface := range some {
			if err := c.surface(v, surface, peel); err != nil {
				return err
			}
		}
		t.sum.bind()
		gl.Disable(gl.DEPTH_TEST)
		gl.Enable(gl.BLEND)
		// Under: the light through the sum so far, times the layer's own opacity.
		gl.BlendFuncSeparate(gl.ONE_MINUS_DST_ALPHA, gl.ONE, gl.ONE_MINUS_DST_ALPHA, gl.ONE)
		if err := c.layer(t.layer[now].color, premultiply); err != nil {
			return err
		}
	}
	t.main.bind()
	gl.Disable(gl.DEPTH_TEST)
	gl.Enable(gl.BLEND)
	gl.BlendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
	return c.layer(t.sumTex, 0)
}

// layer draws a texture over the viewport, pixel for pixel.
func (c *canvas) layer(tex uint32, v variant) error {
	p, err := c.programs.use("layer", v)
	if err != nil {
		return err
	}
	p.int("layer", 0)
	bindTextures(tex)
	gl.DrawArrays(gl.TRIANGLES, 0, 3)
	return nil
}

func bindTextures(ts ...uint32) {
	for i, t := range ts {
		gl.ActiveTexture(gl.TEXTURE0 + uint32(i))
		gl.BindTexture(gl.TEXTURE_2D, t)
	}
	gl.ActiveTexture(gl.TEXTURE0)
}
