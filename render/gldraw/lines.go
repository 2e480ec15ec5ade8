//go:build cgo

package gldraw

import (
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"gwscope/render/camera"
	"gwscope/render/scene"
)

// lineBias lifts lines off the surface they lie on, in clip depth: several steps
// of a 24-bit depth buffer, and less than a pixel's slope at usual fields of view.
const lineBias = 3e-5

func (c *canvas) lines(v *view, s *scene.Scene) error {
	for i := range s.Lines {
		l := &s.Lines[i]
		gl.Enable(gl.DEPTH_TEST)
		gl.DepthMask(false)
		if l.Hidden > 0 {
			gl.DepthFunc(gl.GREATER)
			if err := c.segments(v, l, min(l.Hidden, 1)); err != nil {
				return err
			}
		}
		gl.DepthFunc(gl.LEQUAL)
		if err := c.segments(v, l, 1); err != nil {
			return err
		}
	}
	gl.DepthMask(true)
	return nil
}

func (c *canvas) segments(v *view, l *scene.Lines, opacity float32) error {
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
	p.vec4("hide", clipVec(v.pane.Clip))
	p.float("bias", lineBias)
	blendOver()
	// A segment is two consecutive points, so the scene's own array serves.
	positions := c.cache.positions(l.Positions).buffer
	step := int32(stride(n, elementsAt[c.frame.detail]))
	attribute(0, positions, 3, gl.FLOAT, 24*step, 0, 1)
	attribute(1, positions, 3, gl.FLOAT, 24*step, 12, 1)
	if len(l.Colors) == len(l.Positions) {
		colors := plain(c.cache, colorsRole, l.Colors).buffer
		attribute(2, colors, 4, gl.UNSIGNED_BYTE, 8*step, 0, 1)
		attribute(3, colors, 4, gl.UNSIGNED_BYTE, 8*step, 4, 1)
	} else {
		constant(2, floats(orGrey(l.Base)))
		constant(3, floats(orGrey(l.Base)))
	}
	gl.DisableVertexAttribArray(4)
	gl.DisableVertexAttribArray(5)
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

// links draws the frame's links over everything. A coarse picture shows some of many links, but always
// the wider ones, which somebody has picked.
func (c *canvas) links() error {
	var vs []linkVertex
	places := make([]place, len(c.frame.Panes))
	step := stride(len(c.frame.Links), linksAt[c.frame.detail])
	for i := range c.frame.Links {
		l := &c.frame.Links[i]
		if i%step != 0 && l.Width <= 1 {
			continue
		}
		if v, ok := c.link(places, l); ok {
			vs = append(vs, v)
		}
	}
	depth := c.depths
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
	p.vec4("hide", mgl32.Vec4{})
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
	gl.DisableVertexAttribArray(5)
	gl.DrawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, int32(len(vs)))
	return nil
}

func (c *canvas) link(places []place, l *Link) (v linkVertex, ok bool) {
	v = linkVertex{fromColor: orGrey(l.Color), toColor: orGrey(l.Color), hidden: min(max(l.Hidden, 0), 1), width: orOne(l.Width)}
	var fromGone, toGone bool
	if v.from, v.fromDepth, fromGone, ok = c.end(places, l.FromPane, l.From); !ok {
		return v, false
	}
	if v.to, v.toDepth, toGone, ok = c.end(places, l.ToPane, l.To); !ok {
		return v, false
	}
	// A line to a point that is clipped away fades out on its way.
	if fromGone {
		v.fromColor.A = 0
	}
	if toGone {
		v.toColor.A = 0
	}
	return v, !fromGone || !toGone
}

// linksAt is the most links at each level of detail.
var linksAt = [details]int{0, 1500, 500}

// place projects points of one pane to the frame.
type place struct {
	known    bool
	pane     *Pane
	w, h     float64
	matrices camera.Matrices
	lift     float32 // towards the viewer, eye space
}

func (c *canvas) placeOf(pane int) place {
	p := place{known: true, pane: &c.frame.Panes[pane]}
	p.w, p.h = float64(p.pane.Rect.Dx()), float64(p.pane.Rect.Dy())
	p.matrices = p.pane.Camera.Matrices(p.w, p.h, c.paneBounds(p.pane))
	p.lift = hiddenMargin * c.bounds(p.pane.Scene).Radius() * float32(p.matrices.Scale)
	return p
}

// end projects an end of a link; places remembers the panes. gone tells that it is clipped away.
func (c *canvas) end(places []place, pane int, p scene.Vec) (at scene.Vec, depth float32, gone, ok bool) {
	if pane < 0 || pane >= len(places) || !scene.Finite(p) {
		return at, 0, false, false
	}
	pl := &places[pane]
	if !pl.known {
		*pl = c.placeOf(pane)
	}
	at, depth, ok = pl.project(p)
	return at, depth, pl.pane.Clip.Hides(p), ok
}

// project projects a point of the pane's scene to frame pixels, with the depth to compare it by.
func (pl *place) project(p scene.Vec) (at scene.Vec, depth float32, ok bool) {
	if pl.w <= 0 || pl.h <= 0 {
		return at, 0, false
	}
	xy, ok := pl.pane.Camera.Project(vec64(p), pl.w, pl.h)
	if !ok {
		return at, 0, false
	}
	eye := pl.matrices.View.Mul4x1(mgl32.Vec4{p[0], p[1], p[2], 1})
	eye[2] += pl.lift
	clip := pl.matrices.Projection.Mul4x1(eye)
	if clip[3] > 0 {
		depth = clip[2]/clip[3]*0.5 + 0.5
	}
	return scene.Vec{float32(xy.X) + float32(pl.pane.Rect.Min.X), float32(xy.Y) + float32(pl.pane.Rect.Min.Y), 0}, depth, true
}
