package gldraw

import (
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"gwscope/render/scene"
)

// lineBias lifts lines off the surface they lie on, in clip depth: several steps
// of a 24-bit depth buffer, and less than a pixel's slope at usual fields of view.
const lineBias = 3e-5

func (c *canvas) lines(v *view, s *scene.Scene) error {
	for i := range s.Lines {
		l := &s.Lines[i]
		if l.OnTop {
			continue
		}
		gl.Enable(gl.DEPTH_TEST)
		gl.DepthMask(false)
		if l.Hidden > 0 {
			gl.DepthFunc(gl.GREATER)
			if err := c.segments(v, l, min(l.Hidden, 1), lineBias); err != nil {
				return err
			}
		}
		gl.DepthFunc(gl.LEQUAL)
		if err := c.segments(v, l, 1, lineBias); err != nil {
			return err
		}
	}
	gl.DepthMask(true)
	return nil
}

func (c *canvas) linesOnTop(v *view, s *scene.Scene) error {
	gl.Disable(gl.DEPTH_TEST)
	for i := range s.Lines {
		if l := &s.Lines[i]; l.OnTop {
			if err := c.segments(v, l, 1, 0); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *canvas) segments(v *view, l *scene.Lines, opacity, bias float32) error {
	n := len(l.Positions) / 2
	if n == 0 {
		return nil
	}
	p, err := c.programs.use("line", 0)
	if err != nil {
		return err
	}
	p.mat4("matrix", v.matrix)
	p.vec2("viewport", float32(v.w), float32(v.h))
	p.float("width", orOne(l.Width)*c.unit())
	p.float("opacity", opacity)
	p.float("bias", bias)
	blendOver()
	// A segment is two consecutive points, so the scene's own array serves.
	positions := c.cache.positions(l.Positions).buffer
	step := int32(stride(n, c.frame.detail))
	attribute(0, positions, 3, gl.FLOAT, 24*step, 0, 1)
	attribute(1, positions, 3, gl.FLOAT, 24*step, 12, 1)
	if len(l.Colors) == len(l.Positions) {
		colors := c.cache.colors(l.Colors).buffer
		attribute(2, colors, 4, gl.UNSIGNED_BYTE, 8*step, 0, 1)
		attribute(3, colors, 4, gl.UNSIGNED_BYTE, 8*step, 4, 1)
	} else {
		constant(2, floats(orGrey(l.Base)))
		constant(3, floats(orGrey(l.Base)))
	}
	gl.DisableVertexAttribArray(4)
	gl.DrawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, int32(n)/step)
	return nil
}

func orOne(x float32) float32 {
	if !(x > 0) {
		return 1
	}
	return x
}

// linkVertex is a link as the shader reads it.
type linkVertex struct {
	from, to           scene.Vec // frame pixels; z unused
	fromColor, toColor scene.RGBA
	fromDepth, toDepth float32 // in the depth texture's range, nearer than the point itself
	hidden, width      float32
}

// hiddenMargin is how far, in radii of its scene, a link's end is moved towards
// the viewer before it is compared with the surfaces: ends lie on their surface
// and must not hide behind it.
const hiddenMargin = 0.02

// links draws the frame's links over everything; depth is a target with the
// whole frame's depths.
func (c *canvas) links(depth *target) error {
	var vs []linkVertex
	for i := range c.frame.Links {
		if v, ok := c.link(&c.frame.Links[i]); ok {
			vs = append(vs, v)
		}
	}
	if len(vs) == 0 {
		return nil
	}
	p, err := c.programs.use("line", links)
	if err != nil {
		return err
	}
	c.target.mainColorOnly.bind()
	defer c.target.main.bind()
	gl.Viewport(0, 0, int32(c.target.w), int32(c.target.h))
	gl.Disable(gl.DEPTH_TEST)
	blendOver()
	w, h := float32(float64(c.target.w)/c.perPixel), float32(float64(c.target.h)/c.perPixel)
	x, y := float32(c.tile.Min.X), float32(c.tile.Min.Y)
	p.mat4("matrix", mgl32.Translate3D(-1-2*x/w, -1-2*y/h, 0).Mul4(mgl32.Scale3D(2/w, 2/h, 0)))
	p.vec2("viewport", float32(c.target.w), float32(c.target.h))
	p.float("width", c.unit())
	p.float("opacity", 1)
	p.float("bias", 0)
	p.int("depth", 0)
	if depth == c.target {
		k := float32(c.perPixel)
		p.vec4("toDepth", mgl32.Vec4{k, k, -x * k, -y * k})
	} else {
		p.vec4("toDepth", mgl32.Vec4{float32(depth.w) / float32(c.frame.Width), float32(depth.h) / float32(c.frame.Height), 0, 0})
	}
	bindTextures(depth.depth)
	streamed(c.stream, vs)
	size := int32(unsafe.Sizeof(linkVertex{}))
	attribute(0, c.stream, 3, gl.FLOAT, size, int32(unsafe.Offsetof(linkVertex{}.from)), 1)
	attribute(1, c.stream, 3, gl.FLOAT, size, int32(unsafe.Offsetof(linkVertex{}.to)), 1)
	attribute(2, c.stream, 4, gl.UNSIGNED_BYTE, size, int32(unsafe.Offsetof(linkVertex{}.fromColor)), 1)
	attribute(3, c.stream, 4, gl.UNSIGNED_BYTE, size, int32(unsafe.Offsetof(linkVertex{}.toColor)), 1)
	attribute(4, c.stream, 4, gl.FLOAT, size, int32(unsafe.Offsetof(linkVertex{}.fromDepth)), 1)
	gl.DrawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, int32(len(vs)))
	return nil
}

func (c *canvas) link(l *Link) (v linkVertex, ok bool) {
	v = linkVertex{fromColor: orGrey(l.Color), toColor: l.ToColor, hidden: min(max(l.Hidden, 0), 1), width: orOne(l.Width)}
	if v.toColor == (scene.RGBA{}) {
		v.toColor = v.fromColor
	}
	var okFrom, okTo bool
	v.from, v.fromDepth, okFrom = c.onFrame(l.FromPane, l.From)
	v.to, v.toDepth, okTo = c.onFrame(l.ToPane, l.To)
	return v, okFrom && okTo
}

// onFrame projects a point of a pane's scene to frame pixels, with the depth to
// compare it by.
func (c *canvas) onFrame(pane int, p scene.Vec) (at scene.Vec, depth float32, ok bool) {
	if pane < 0 || pane >= len(c.frame.Panes) || !scene.Finite(p) {
		return at, 0, false
	}
	pn := &c.frame.Panes[pane]
	w, h := float64(pn.Rect.Dx()), float64(pn.Rect.Dy())
	if w <= 0 || h <= 0 {
		return at, 0, false
	}
	xy, ok := pn.Camera.Project(vec64(p), w, h)
	if !ok {
		return at, 0, false
	}
	b := c.bounds(pn.Scene)
	m := pn.Camera.Matrices(w, h, b)
	d := m.View.Mul4x1(mgl32.Vec4{p[0], p[1], p[2], 1})
	d[2] += hiddenMargin * b.Radius() * float32(m.Scale)
	clip := m.Projection.Mul4x1(d)
	depth = 0
	if clip[3] > 0 {
		depth = clip[2]/clip[3]*0.5 + 0.5
	}
	return scene.Vec{float32(xy.X) + float32(pn.Rect.Min.X), float32(xy.Y) + float32(pn.Rect.Min.Y), 0}, depth, true
}
