package camera

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"gwscope/render/scene"
)

// Matrices are the matrices that a shader needs to draw one view.
type Matrices struct {
	// View takes world to eye space, scaled so that the target's depth is 1:
	// shapes of a nanometre and of a kilometre then look alike to float32.
	View mgl32.Mat4
	// Scale is the length in eye space of one scene unit.
	Scale float64
	// Projection takes eye to clip space, y downwards.
	Projection mgl32.Mat4
	// Near and Far are the depths of the clip planes in eye space; Near is negative in an
	// orthographic view whose eye lies in the scene.
	Near, Far float64
}

// Matrices for a view of w x h pixels of a scene with bounds b. The clip planes
// hug the bounds, so that depth resolution is as good as can be at any scale.
func (c Camera) Matrices(w, h float64, b scene.Bounds) Matrices {
	c = c.sane()
	aspect := 1.0
	if w > 0 && h > 0 {
		aspect = w / h
	}
	scale := 1 / c.Distance
	near, far := c.depthRange(b)
	near, far = near*scale, far*scale
	return Matrices{
		View:       to32(mgl64.Scale3D(scale, scale, scale).Mul4(c.view())),
		Scale:      scale,
		Projection: to32(c.projection(aspect, near, far)),
		Near:       near,
		Far:        far,
	}
}

// minNear is the least ratio of near to far plane in perspective: a 24-bit depth buffer then still
// tells surfaces apart whose depths differ by 1e-4.
const minNear = 1e-3

func (c Camera) depthRange(b scene.Bounds) (near, far float64) {
	near, far = c.Distance*minNear, c.Distance*2
	if !b.Empty() {
		// The planes enclose the sphere about the box, not the box: they then stay in place while
		// orbiting.
		r := float64(b.Radius())*1.01 + 1e-6*c.Distance
		depth := vec(b.Center()).Sub(c.Target).Dot(c.backward().Mul(-1)) + c.Distance
		near, far = depth-r, depth+r
	}
	if c.Orthographic {
		return near, far
	}
	if !(far > 0) { // everything lies behind the viewer
		return c.Distance * minNear, c.Distance
	}
	return max(near, far*minNear), far
}

func (c Camera) view() mgl64.Mat4 {
	toEye := c.Orientation.Conjugate().Mat4()
	return mgl64.Translate3D(0, 0, -c.Distance).Mul4(toEye).
		Mul4(mgl64.Translate3D(-c.Target[0], -c.Target[1], -c.Target[2]))
}

func (c Camera) projection(aspect, near, far float64) mgl64.Mat4 {
	var p mgl64.Mat4
	if c.Orthographic {
		t := math.Tan(c.FieldOfView / 2)
		p = mgl64.Ortho(-t*aspect, t*aspect, -t, t, near, far)
	} else {
		p = mgl64.Perspective(c.FieldOfView, aspect, near, far)
	}
	for col := range 4 {
		p[4*col+1] = -p[4*col+1]
	}
	return p
}

// Ray is a half line in world space; Direction has unit length.
type Ray struct {
	Origin, Direction Vec
}

// Ray through pixel coordinate (x, y) of a view of w x h pixels. It starts at
// the eye, or, in an orthographic view, on the eye's plane moved back far enough
// to lie before everything within a thousand distances.
func (c Camera) Ray(x, y, w, h float64) Ray {
	c = c.sane()
	if !(w > 0 && h > 0) {
		return Ray{Origin: c.Eye(), Direction: c.Forward()}
	}
	perPixel := 2 * c.halfHeight() / h
	onTarget := c.Target.
		Add(c.right().Mul((x - w/2) * perPixel)).
		Sub(c.upward().Mul((y - h/2) * perPixel))
	if c.Orthographic {
		return Ray{Origin: onTarget.Add(c.backward().Mul(1000 * c.Distance)), Direction: c.Forward()}
	}
	eye := c.Eye()
	return Ray{Origin: eye, Direction: onTarget.Sub(eye).Normalize()}
}

// Point is a projected position.
type Point struct {
	X, Y float64 // pixels
	// Depth is the distance from the eye's plane along the line of sight, scene units.
	Depth float64
}

// Project gives the pixel coordinate of p in a view of w x h pixels; ok is false
// for points behind the viewer and for NaN.
func (c Camera) Project(p Vec, w, h float64) (at Point, ok bool) {
	l := c.lens(w, h)
	return l.project(p)
}

// lens is a camera with the numbers that the projections of all points share.
type lens struct {
	Camera
	x, y, z    Vec     // axes of eye space
	scale      float64 // pixels of a scene unit at the target
	midX, midY float64
}

func (c Camera) lens(w, h float64) lens {
	c = c.sane()
	return lens{Camera: c, x: c.right(), y: c.upward(), z: c.backward(), scale: h / 2 / c.halfHeight(), midX: w / 2, midY: h / 2}
}

func (l *lens) project(p Vec) (at Point, ok bool) {
	d := p.Sub(l.Target)
	depth, scale := l.Distance-d.Dot(l.z), l.scale
	if !l.Orthographic {
		if !(depth > 1e-9*l.Distance) {
			return Point{Depth: depth}, false
		}
		scale *= l.Distance / depth
	}
	at = Point{X: l.midX + d.Dot(l.x)*scale, Y: l.midY - d.Dot(l.y)*scale, Depth: depth}
	return at, finite(at.X, at.Y, at.Depth)
}

// PixelSize is the length, in scene units, that one pixel of a view of height h
// shows at the given depth.
func (c Camera) PixelSize(depth, h float64) float64 {
	c = c.sane()
	if !(h > 0) {
		return 0
	}
	size := 2 * c.halfHeight() / h
	if !c.Orthographic {
		size *= math.Abs(depth) / c.Distance
	}
	return size
}

func to32(m mgl64.Mat4) (out mgl32.Mat4) {
	for i := range m {
		out[i] = float32(m[i])
	}
	return out
}
