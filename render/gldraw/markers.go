//go:build cgo

package gldraw

import (
	"math"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"

	"gwscope/render/scene"
)

// markerVertex is a marker as the shader reads it.
type markerVertex struct {
	position scene.Vec
	radius   float32
	color    scene.RGBA
	filled   float32
}

const defaultMarkerRadius = 7

func markerRadius(m *scene.Marker) float32 {
	if m.Radius > 0 {
		return m.Radius
	}
	return defaultMarkerRadius
}

// markers draws rings and discs. Those that fade behind surfaces are looked up in the
// depths one by one: there are tens of them, and their labels, which are written by
// the processor, must fade with them.
func (c *canvas) markers(v *view, s *scene.Scene) error {
	var vs []markerVertex
	for i := range s.Markers {
		m := &s.Markers[i]
		if !scene.Finite(m.Position) || v.pane.Clip.Hides(m.Position) {
			continue
		}
		r := markerVertex{position: m.Position, radius: markerRadius(m) * c.unit(), color: orGrey(m.Color), filled: boolFloat(m.Filled)}
		if m.Fade > 0 && c.veiled(v, m.Position) {
			left := 1 - min(m.Fade, 1)
			r.color.A = uint8(float32(r.color.A)*left + 0.5)
			c.faded.set(v.index, i)
		}
		vs = append(vs, r)
	}
	if len(vs) == 0 {
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
	streamed(c.stream, vs)
	size := int32(unsafe.Sizeof(markerVertex{}))
	attribute(0, c.stream, 3, gl.FLOAT, size, int32(unsafe.Offsetof(markerVertex{}.position)), 1)
	attribute(1, c.stream, 1, gl.FLOAT, size, int32(unsafe.Offsetof(markerVertex{}.radius)), 1)
	attribute(2, c.stream, 4, gl.UNSIGNED_BYTE, size, int32(unsafe.Offsetof(markerVertex{}.color)), 1)
	attribute(3, c.stream, 1, gl.FLOAT, size, int32(unsafe.Offsetof(markerVertex{}.filled)), 1)
	gl.DisableVertexAttribArray(4)
	gl.DisableVertexAttribArray(5)
	gl.DrawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, int32(len(vs)))
	return nil
}

// veiled reports whether a surface lies before a point of the view's scene.
func (c *canvas) veiled(v *view, p scene.Vec) bool {
	if c.depths == nil {
		return false
	}
	pl := c.placeOf(v.index)
	at, depth, ok := pl.project(p)
	if !ok {
		return false
	}
	x, y := float64(at[0]), float64(at[1])
	if c.depths == c.target {
		x, y = (x-float64(c.tile.Min.X))*c.perPixel, (y-float64(c.tile.Min.Y))*c.perPixel
	} else {
		x, y = x*float64(c.depths.w)/float64(c.frame.Width), y*float64(c.depths.h)/float64(c.frame.Height)
	}
	px, py := int32(math.Floor(x)), int32(math.Floor(y))
	if px < 0 || py < 0 || px >= int32(c.depths.w) || py >= int32(c.depths.h) {
		return false
	}
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, uint32(c.depths.main))
	gl.BindBuffer(gl.PIXEL_PACK_BUFFER, 0)
	var there float32
	gl.ReadPixels(px, py, 1, 1, gl.DEPTH_COMPONENT, gl.FLOAT, unsafe.Pointer(&there))
	return there < depth
}

// fades remembers which markers were found behind surfaces, by pane and number.
type fades map[[2]int]bool

func (f *fades) set(pane, marker int) {
	if *f == nil {
		*f = fades{}
	}
	(*f)[[2]int{pane, marker}] = true
}

// fading reports whether some marker of the frame fades behind surfaces.
func (f *Frame) fading() bool {
	for i := range f.Panes {
		if sc := f.Panes[i].Scene; sc != nil {
			for k := range sc.Markers {
				if sc.Markers[k].Fade > 0 {
					return true
				}
			}
		}
	}
	return false
}
