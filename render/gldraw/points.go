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
		p, err := c.programs.use("cloud", 0)
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
		step := stride(len(cl.Positions), c.frame.detail)
		p.float("radius", float32(float64(max(cl.Radius, 0))*v.matrices.Scale*math.Sqrt(float64(step))))
		p.float("leastPixels", least)
		gl.Enable(gl.DEPTH_TEST)
		gl.DepthFunc(gl.LESS)
		gl.DepthMask(true)
		gl.Disable(gl.BLEND)
		attribute(0, c.cache.positions(cl.Positions).buffer, 3, gl.FLOAT, int32(12*step), 0, 1)
		c.colorAttribute(2, cl.Colors, len(cl.Positions), cl.Base, int32(step), 1)
		for _, unused := range []uint32{1, 3, 4} {
			gl.DisableVertexAttribArray(unused)
		}
		n := len(cl.Positions) / step
		c.drawn += n
		gl.DrawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, int32(n))
	}
	return nil
}

// markerVertex is a marker as the shader reads it.
type markerVertex struct {
	position scene.Vec
	radius   float32
	color    scene.RGBA
}

const defaultMarkerRadius = 7

func (c *canvas) markers(v *view, s *scene.Scene) error {
	var rings []markerVertex
	for _, m := range s.Markers {
		if !scene.Finite(m.Position) {
			continue
		}
		r := m.Radius
		if !(r > 0) {
			r = defaultMarkerRadius
		}
		rings = append(rings, markerVertex{m.Position, r * c.unit(), orGrey(m.Color)})
	}
	if len(rings) == 0 {
		return nil
	}
	p, err := c.programs.use("marker", 0)
	if err != nil {
		return err
	}
	p.mat4("matrix", v.matrix)
	p.vec2("viewport", float32(v.w), float32(v.h))
	p.float("pixel", c.unit())
	gl.Disable(gl.DEPTH_TEST)
	blendOver()
	streamed(c.stream, rings)
	size := int32(unsafe.Sizeof(markerVertex{}))
	attribute(0, c.stream, 3, gl.FLOAT, size, int32(unsafe.Offsetof(markerVertex{}.position)), 1)
	attribute(1, c.stream, 1, gl.FLOAT, size, int32(unsafe.Offsetof(markerVertex{}.radius)), 1)
	attribute(2, c.stream, 4, gl.UNSIGNED_BYTE, size, int32(unsafe.Offsetof(markerVertex{}.color)), 1)
	gl.DisableVertexAttribArray(3)
	gl.DisableVertexAttribArray(4)
	gl.DrawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, int32(len(rings)))
	return nil
}

// streamed replaces the contents of the buffer for passing data.
func streamed[T any](buffer uint32, data []T) {
	gl.BindBuffer(gl.ARRAY_BUFFER, buffer)
	var zero T
	gl.BufferData(gl.ARRAY_BUFFER, len(data)*int(unsafe.Sizeof(zero)), pointer(data), gl.STREAM_DRAW)
}
