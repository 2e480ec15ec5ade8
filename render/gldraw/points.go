//go:build cgo

package gldraw

import (
	"math"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"

	"gwscope/render/scene"
)

func (c *canvas) clouds(v *view, s *scene.Scene) error {
	for i := range s.Clouds {
		cl := &s.Clouds[i]
		if len(cl.Positions) == 0 {
			continue
		}
		kind := variant(0)
		if hatches(cl.Trust, len(cl.Positions), cl.Doubt) {
			kind = hatch
		}
		p, err := c.programs.use("cloud", kind)
		if err != nil {
			return err
		}
		p.mat4("view", v.matrices.View)
		p.mat4("projection", v.projection)
		p.vec2("viewport", float32(v.w), float32(v.h))
		// Balls stay at least a unit and a half wide, so that a far cloud does not vanish.
		least := 0.75 * c.unit()
		if !(cl.Radius > 0) {
			least = 1.5 * c.unit()
		}
		// A thinned cloud has larger balls, so that it covers as much.
		step := stride(len(cl.Positions), elementsAt[c.frame.detail])
		p.float("radius", float32(float64(max(cl.Radius, 0))*v.matrices.Scale*math.Sqrt(float64(step))))
		p.float("leastPixels", least)
		p.vec4("hide", clipVec(v.pane.Clip))
		gl.Enable(gl.DEPTH_TEST)
		gl.DepthFunc(gl.LESS)
		gl.DepthMask(true)
		gl.Disable(gl.BLEND)
		attribute(0, c.cache.positions(cl.Positions).buffer, 3, gl.FLOAT, int32(12*step), 0, 1)
		c.colorAttribute(2, cl.Colors, len(cl.Positions), cl.Base, int32(step), 1)
		for _, unused := range []uint32{1, 3, 4, 5} {
			gl.DisableVertexAttribArray(unused)
		}
		if kind&hatch != 0 {
			p.hatch(cl.Hatch, cl.Doubt)
			p.float("pixel", c.unit())
			c.placeTile(p)
			attribute(5, plain(c.cache, valuesRole, cl.Trust).buffer, 1, gl.FLOAT, int32(4*step), 0, 1)
		}
		n := len(cl.Positions) / step
		c.drawn += n
		gl.DrawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, int32(n))
	}
	return nil
}

// streamed replaces the contents of the buffer for passing data.
func streamed[T any](buffer uint32, data []T) {
	gl.BindBuffer(gl.ARRAY_BUFFER, buffer)
	var zero T
	gl.BufferData(gl.ARRAY_BUFFER, len(data)*int(unsafe.Sizeof(zero)), pointer(data), gl.STREAM_DRAW)
}
