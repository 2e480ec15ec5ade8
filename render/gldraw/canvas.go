//go:build cgo

package gldraw

import (
	"cmp"
	"image"
	"math"

	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"gwscope/render/camera"
	"gwscope/render/scene"
)

// canvas is a tile of a frame while it is being drawn.
type canvas struct {
	*state
	frame    *Frame
	target   *target
	tile     image.Rectangle // frame pixels
	perPixel float64         // drawn pixels per frame pixel
	depths   *target         // with the depths of the whole frame; nil where they are not needed
	paint    paint
}

// paint is the set of things that a canvas draws of a frame.
type paint int

const (
	backgrounds paint = 1 << iota // the fill and the panes' backgrounds; without, the picture has premultiplied alpha
	shapes                        // the panes' scenes
	frames                        // the panes' frames
	depthsOnly                    // opaque things, whose colours nobody sees
	everything  = backgrounds | shapes | frames
)

// view is the part of a pane that a tile shows.
type view struct {
	pane  *Pane
	index int // of the pane
	// x, y, w, h of the part in drawn pixels of the target.
	x, y, w, h int32
	// origin and size of the whole pane, in drawn pixels of the target.
	origin, size [2]float32
	matrices     camera.Matrices
	projection   mgl32.Mat4 // of the part
	matrix       mgl32.Mat4 // world to the part's clip space
}

// unit is the number of drawn pixels of one unit of line width.
func (c *canvas) unit() float32 {
	return orOne(c.frame.Scale) * float32(c.perPixel)
}

// placeTile tells a program where the tile lies in the picture, in drawn pixels.
func (c *canvas) placeTile(p *program) {
	p.vec2("tile", float32(float64(c.tile.Min.X)*c.perPixel), float32(float64(c.tile.Min.Y)*c.perPixel))
}

// draw paints fill, panes and pane frames; links come later.
func (c *canvas) draw() error {
	c.clear()
	return c.panes()
}

// clear begins a picture.
func (c *canvas) clear() {
	c.target.main.bind()
	gl.BindVertexArray(c.vao)
	gl.Viewport(0, 0, int32(c.target.w), int32(c.target.h))
	gl.Disable(gl.SCISSOR_TEST)
	gl.Disable(gl.CULL_FACE)
	gl.DepthMask(true)
	gl.ColorMask(true, true, true, true)
	if c.frame.Transparent || c.paint&backgrounds == 0 {
		gl.ClearColor(0, 0, 0, 0)
	} else {
		fill := floats(c.fill())
		gl.ClearColor(fill[0], fill[1], fill[2], 1)
	}
	gl.ClearDepth(1)
	gl.Clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
}

// panes paints the panes into the bound picture.
func (c *canvas) panes() error {
	gl.Enable(gl.SCISSOR_TEST)
	defer gl.Disable(gl.SCISSOR_TEST)
	seen := c.paint != depthsOnly
	gl.ColorMask(seen, seen, seen, seen)
	defer gl.ColorMask(true, true, true, true)
	for i := range c.frame.Panes {
		v, ok := c.view(i)
		if !ok {
			continue
		}
		gl.Viewport(v.x, v.y, v.w, v.h)
		gl.Scissor(v.x, v.y, v.w, v.h)
		if err := c.pane(&v); err != nil {
			return err
		}
	}
	return nil
}

func (c *canvas) fill() scene.RGBA { return cmp.Or(c.frame.Fill, darkFill) }

// view works out the part of a pane that lies in the tile; ok is false where there is none.
func (c *canvas) view(index int) (v view, ok bool) {
	p := &c.frame.Panes[index]
	part := p.Rect.Intersect(c.tile)
	if part.Empty() {
		return v, false
	}
	px := func(x, from int) float64 { return float64(x-from) * c.perPixel }
	x0, y0 := math.Floor(px(part.Min.X, c.tile.Min.X)), math.Floor(px(part.Min.Y, c.tile.Min.Y))
	x1, y1 := math.Ceil(px(part.Max.X, c.tile.Min.X)), math.Ceil(px(part.Max.Y, c.tile.Min.Y))
	x1, y1 = min(x1, float64(c.target.w)), min(y1, float64(c.target.h))
	ox, oy := px(p.Rect.Min.X, c.tile.Min.X), px(p.Rect.Min.Y, c.tile.Min.Y)
	w, h := float64(p.Rect.Dx())*c.perPixel, float64(p.Rect.Dy())*c.perPixel
	v = view{
		pane: p, index: index,
		x: int32(x0), y: int32(y0), w: int32(x1 - x0), h: int32(y1 - y0),
		origin: [2]float32{float32(ox), float32(oy)},
		size:   [2]float32{float32(w), float32(h)},
	}
	if v.w < 1 || v.h < 1 {
		return v, false
	}
	v.matrices = p.Camera.Matrices(w, h, c.paneBounds(p))
	// Clip space of the whole pane to that of the part.
	sx, sy := w/float64(v.w), h/float64(v.h)
	cx, cy := (ox+w/2-x0)/float64(v.w)*2-1, (oy+h/2-y0)/float64(v.h)*2-1
	crop := mgl32.Translate3D(float32(cx), float32(cy), 0).Mul4(mgl32.Scale3D(float32(sx), float32(sy), 1))
	v.projection = crop.Mul4(v.matrices.Projection)
	v.matrix = v.projection.Mul4(v.matrices.View)
	return v, true
}

// bounds are those of scene.Scene.Bounds, from the cached arrays' own boxes.
func (c *canvas) bounds(s *scene.Scene) scene.Bounds {
	b := scene.NoBounds()
	if s == nil {
		return b
	}
	for i := range s.Surfaces {
		b = b.Union(c.cache.positions(s.Surfaces[i].Positions).bounds)
	}
	for i := range s.Clouds {
		b = b.Union(c.cache.positions(s.Clouds[i].Positions).bounds.Grow(max(s.Clouds[i].Radius, 0)))
	}
	for i := range s.Lines {
		b = b.Union(c.cache.positions(s.Lines[i].Positions).bounds)
	}
	return b
}

// paneBounds are the bounds of everything that a pane shows.
func (c *canvas) paneBounds(p *Pane) scene.Bounds { return c.bounds(p.Scene).Union(p.Ground.bounds()) }

// pane draws one view, in this order: background, opaque things, lines, translucent surfaces, things on
// top, and the pane's frame.
func (c *canvas) pane(v *view) error {
	if c.paint&backgrounds != 0 {
		if err := c.background(v); err != nil {
			return err
		}
	}
	if s := v.pane.Scene; s != nil && c.paint&(shapes|depthsOnly) != 0 {
		draws := []func(*view, *scene.Scene) error{
			c.opaqueSurfaces, c.clouds, func(v *view, _ *scene.Scene) error { return c.ground(v) },
			c.lines, c.translucentSurfaces, c.markers,
		}
		if c.paint == depthsOnly {
			draws = draws[:2]
		}
		for _, draw := range draws {
			if err := draw(v, s); err != nil {
				return err
			}
		}
	}
	if c.paint&frames != 0 {
		return c.paneFrame(v)
	}
	return nil
}

func (c *canvas) background(v *view) error {
	if c.frame.Transparent {
		return nil
	}
	b := v.pane.Background.orDefault()
	if b.Top == b.Bottom { // several times faster than drawing, on a processor
		top := floats(b.Top)
		gl.ClearColor(top[0], top[1], top[2], 1)
		gl.Clear(gl.COLOR_BUFFER_BIT)
		return nil
	}
	p, err := c.programs.use("background", 0)
	if err != nil {
		return err
	}
	p.color("top", b.Top)
	p.color("bottom", b.Bottom)
	p.vec2("span", v.origin[1], v.size[1])
	p.vec2("corner", v.origin[0], v.origin[1])
	p.float("squares", max(b.Squares, 0)*c.unit())
	gl.Disable(gl.DEPTH_TEST)
	gl.Disable(gl.BLEND)
	gl.DrawArrays(gl.TRIANGLES, 0, 3)
	return nil
}

func (c *canvas) paneFrame(v *view) error {
	if !(v.pane.Radius > 0) && v.pane.Border.A == 0 {
		return nil
	}
	p, err := c.programs.use("frame", 0)
	if err != nil {
		return err
	}
	half := [2]float32{v.size[0] / 2, v.size[1] / 2}
	radius := min(max(v.pane.Radius, 0)*c.unit(), half[0], half[1])
	p.vec4("box", mgl32.Vec4{v.origin[0] + half[0], v.origin[1] + half[1], half[0], half[1]})
	p.float("radius", radius)
	p.float("pixel", c.unit())
	fill, border := floats(c.fill()), floats(v.pane.Border)
	alphaSrc := uint32(gl.ONE)
	if c.frame.Transparent {
		// Outside the rounded corners alpha goes as well. There is no hairline, because there is no
		// background to frame.
		fill, border, alphaSrc = mgl32.Vec4{}, mgl32.Vec4{}, gl.ZERO
	}
	p.vec4("fill", fill)
	p.vec4("border", border)
	gl.Disable(gl.DEPTH_TEST)
	gl.Enable(gl.BLEND)
	gl.BlendFuncSeparate(gl.ONE, gl.ONE_MINUS_SRC_ALPHA, alphaSrc, gl.ONE_MINUS_SRC_ALPHA)
	// Only along the sides: the frame touches nothing in the middle.
	whole := image.Rect(int(v.x), int(v.y), int(v.x+v.w), int(v.y+v.h))
	x0, y0 := int(math.Floor(float64(v.origin[0]))), int(math.Floor(float64(v.origin[1])))
	x1, y1 := int(math.Ceil(float64(v.origin[0]+v.size[0]))), int(math.Ceil(float64(v.origin[1]+v.size[1])))
	thin, thick := int(c.unit())+3, int(max(radius, c.unit()))+3
	strip := func(x0, y0, x1, y1 int) image.Rectangle { // empty, not turned round, in tiny panes
		return image.Rectangle{Min: image.Pt(x0, y0), Max: image.Pt(x1, y1)}.Intersect(whole)
	}
	for _, s := range []image.Rectangle{
		strip(x0, y0, x1, min(y0+thick, y1)),
		strip(x0, max(y0+thick, y1-thick), x1, y1),
		strip(x0, y0+thick, min(x0+thin, x1), y1-thick),
		strip(max(x0+thin, x1-thin), y0+thick, x1, y1-thick),
	} {
		if s.Empty() {
			continue
		}
		gl.Scissor(int32(s.Min.X), int32(s.Min.Y), int32(s.Dx()), int32(s.Dy()))
		gl.DrawArrays(gl.TRIANGLES, 0, 3)
	}
	gl.Scissor(v.x, v.y, v.w, v.h)
	return nil
}

// blendOver is the usual blending of straight colours, which keeps the picture
// premultiplied.
func blendOver() {
	gl.Enable(gl.BLEND)
	gl.BlendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
}

// attribute binds consecutive elements of a buffer to a shader input.
func attribute(location, buffer uint32, size int32, kind uint32, stride, offset int32, divisor uint32) {
	gl.BindBuffer(gl.ARRAY_BUFFER, buffer)
	gl.EnableVertexAttribArray(location)
	gl.VertexAttribPointerWithOffset(location, size, kind, kind == gl.UNSIGNED_BYTE, stride, uintptr(offset))
	gl.VertexAttribDivisor(location, divisor)
}

// constant gives all vertices the same input.
func constant(location uint32, v mgl32.Vec4) {
	gl.DisableVertexAttribArray(location)
	gl.VertexAttrib4f(location, v[0], v[1], v[2], v[3])
}

// colorAttribute binds the colour of every step-th element, or base where there are none.
func (c *canvas) colorAttribute(location uint32, colors []scene.RGBA, n int, base scene.RGBA, step int32, divisor uint32) {
	if len(colors) != n || n == 0 {
		constant(location, floats(orGrey(base)))
		return
	}
	attribute(location, plain(c.cache, colorsRole, colors).buffer, 4, gl.UNSIGNED_BYTE, 4*step, 0, divisor)
}

// orGrey is c, or grey where no colour is given.
func orGrey(c scene.RGBA) scene.RGBA {
	return cmp.Or(c, scene.RGBA{R: 0xb4, G: 0xb8, B: 0xc0, A: 255})
}
