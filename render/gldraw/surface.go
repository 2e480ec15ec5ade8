//go:build cgo

package gldraw

import (
	"cmp"

	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"gwscope/render/scene"
)

func opaque(s *scene.Surface) bool { return !(s.Alpha > 0 && s.Alpha < 1) }

func (c *canvas) opaqueSurfaces(v *view, s *scene.Scene) error {
	gl.Enable(gl.DEPTH_TEST)
	gl.DepthFunc(gl.LESS)
	gl.DepthMask(true)
	gl.Disable(gl.BLEND)
	for i := range s.Surfaces {
		if !opaque(&s.Surfaces[i]) {
			continue
		}
		if err := c.surface(v, &s.Surfaces[i], 0); err != nil {
			return err
		}
	}
	return nil
}

// innerUnit is the texture unit of inner edges; the first two are those of peeling.
const innerUnit = 2

// surface draws one surface with blending and depth test as they are set.
func (c *canvas) surface(v *view, s *scene.Surface, extra variant) error {
	if len(s.Positions) == 0 || len(s.Triangles) == 0 {
		return nil
	}
	positions := c.cache.positions(s.Positions)
	coarse, whole := false, s
	if t := c.coarse.triangles(s, c.frame.detail); len(t) < len(s.Triangles) {
		simple := *s
		simple.Triangles, coarse = t, true
		s = &simple
	}
	indices := c.cache.indices(s, positions)
	if indices.count == 0 {
		return nil
	}
	kind := extra
	if coarse {
		kind |= standIn
	}
	if s.Flat {
		kind |= flat
	}
	if s.Edges && (!coarse || s.Bare) { // a stand-in has other edges than the mesh: they are drawn only where there are no faces
		kind |= edges
		if s.Bare {
			kind |= bare
		}
	}
	if len(s.Values) == len(s.Positions) && s.IsoStep > 0 {
		kind |= isolines
	}
	if len(s.Coords) == len(s.Positions) && s.Checker > 0 {
		kind |= checker
	}
	if hatches(s.Trust, len(s.Positions), s.Doubt) {
		kind |= hatch
	}
	if v.pane.Clip.On() {
		kind |= clip
	}
	// The marks go by the number of the triangle, so all triangles must be there; and a
	// driver need not read buffers beyond its limit.
	marked := kind&edges != 0 && len(s.Inner) == len(s.Triangles) && indices.count == len(s.Inner) && len(s.Inner) <= c.maxTexels
	if marked {
		kind |= inner
	}
	// Marks need the triangle's number among all of the surface. Stand-ins have few triangles anyway.
	var seen [][3]int32
	partly := c.parts != nil && !marked && !coarse
	if partly {
		if seen = c.parts[part{v.index, whole, c.tile.Min}]; len(seen) == 0 {
			return nil
		}
	}
	p, err := c.programs.use("surface", kind)
	if err != nil {
		return err
	}
	p.mat4("view", v.matrices.View)
	p.mat4("projection", v.projection)
	p.float("orthographic", boolFloat(v.pane.Camera.Orthographic))
	p.float("pixel", c.unit())
	c.placeTile(p)
	p.float("alpha", s.Alpha)
	if extra&peel != 0 {
		p.int("opaqueDepth", 0)
		p.int("peeledDepth", 1)
	}
	attribute(0, positions.buffer, 3, gl.FLOAT, 12, 0, 0)
	if s.Flat {
		constant(1, mgl32.Vec4{})
	} else {
		attribute(1, c.cache.normals(s).buffer, 3, gl.FLOAT, 12, 0, 0)
	}
	c.colorAttribute(2, s.Colors, len(s.Positions), s.Base, 1, 0)
	if kind&isolines != 0 {
		p.float("isoStep", s.IsoStep)
		attribute(3, plain(c.cache, valuesRole, s.Values).buffer, 1, gl.FLOAT, 4, 0, 0)
	} else {
		constant(3, mgl32.Vec4{})
	}
	if kind&checker != 0 {
		p.float("checker", s.Checker)
		attribute(4, plain(c.cache, coordsRole, s.Coords).buffer, 3, gl.FLOAT, 12, 0, 0)
	} else {
		constant(4, mgl32.Vec4{})
	}
	if kind&hatch != 0 {
		p.hatch(s.Hatch, s.Doubt)
		attribute(5, plain(c.cache, valuesRole, s.Trust).buffer, 1, gl.FLOAT, 4, 0, 0)
	} else {
		constant(5, mgl32.Vec4{})
	}
	if marked {
		p.int("inner", innerUnit)
		gl.ActiveTexture(gl.TEXTURE0 + innerUnit)
		gl.BindTexture(gl.TEXTURE_BUFFER, c.cache.inner(s.Inner).texture)
		gl.ActiveTexture(gl.TEXTURE0)
	}
	if kind&clip != 0 {
		p.vec4("clip", clipVec(v.pane.Clip))
		sides := c.cache.sides(whole)
		p.float("inward", boolFloat(sides.inward))
		p.float("solid", boolFloat(sides.closed))
		gl.Enable(gl.CLIP_DISTANCE0)
		defer gl.Disable(gl.CLIP_DISTANCE0)
	}
	count := indices.count
	if partly {
		count = len(seen)
		gl.BindBuffer(gl.ELEMENT_ARRAY_BUFFER, c.corners)
		gl.BufferData(gl.ELEMENT_ARRAY_BUFFER, 12*count, pointer(seen), gl.STREAM_DRAW)
	} else {
		gl.BindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices.buffer)
	}
	c.drawn += count
	gl.DrawElementsWithOffset(gl.TRIANGLES, int32(3*count), gl.UNSIGNED_INT, 0)
	return nil
}

// hatches reports whether anything of n vertices can be without trust.
func hatches(trust []float32, n int, doubt float32) bool {
	return len(trust) == n && doubt > 0
}

// hatch says which places are striped, and on which ground.
func (p *program) hatch(ground scene.RGBA, doubt float32) {
	p.color("hatch", cmp.Or(ground, scene.RGBA{R: 0x50, G: 0x56, B: 0x60, A: 255}))
	p.float("doubt", doubt)
}

func clipVec(c scene.Clip) mgl32.Vec4 {
	return mgl32.Vec4{c.Normal[0], c.Normal[1], c.Normal[2], c.Offset}
}

func boolFloat(b bool) float32 {
	if b {
		return 1
	}
	return 0
}
