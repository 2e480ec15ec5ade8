package camera

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"gwscope/render/scene"
)

// Turntable turns the viewer about the world's up axis through the target,
// counter-clockwise seen from above for positive angles: the shapes turn clockwise.
func (c Camera) Turntable(angle float64) Camera {
	c = c.sane()
	c.Orientation = mgl64.QuatRotate(angle, c.Up.vec()).Mul(c.Orientation).Normalize()
	return c
}

// A turning view is fitted for turntableSteps directions, with about sweptPoints points in all.
const turntableSteps, sweptPoints = 24, 100_000

// FitTurntable is [Camera.Fit] for a view that turns all round: the target lies on the
// upright axis through the middle of the points, and they stay within the margins from
// wherever they are seen.
func (c Camera) FitTurntable(points []scene.Vec, w, h float64, m Margins) Camera {
	box := scene.BoundsOf(points)
	if box.Empty() {
		return c
	}
	c = c.sane()
	middle, up := vec(box.Center()), c.Up.vec()
	// The body that turning sweeps over looks the same from all sides, so one fit does for all.
	stride := 1 + turntableSteps*len(points)/sweptPoints
	var swept []scene.Vec
	for k := range turntableSteps {
		turn := mgl64.QuatRotate(2*math.Pi*float64(k)/turntableSteps, up)
		for i := k % stride; i < len(points); i += stride {
			p := turn.Rotate(vec(points[i]).Sub(middle)).Add(middle)
			swept = append(swept, scene.Vec{float32(p[0]), float32(p[1]), float32(p[2])})
		}
	}
	look := c.Forward()
	across := look.Sub(up.Mul(look.Dot(up)))
	along := across.Len() < 0.05
	if along { // the axis is a point of the picture, which must be its middle
		m.Top, m.Bottom = max(m.Top, m.Bottom), max(m.Top, m.Bottom)
	}
	c = c.Fit(swept, w, h, m)
	forward := middle.Sub(c.Eye()).Dot(look)
	if !along {
		// The line of sight meets the axis somewhere, by symmetry: the camera turns about that point.
		forward = middle.Sub(c.Eye()).Dot(across) / across.Dot(across)
	}
	if forward > 0 {
		c.Target, c.Distance = c.Eye().Add(look.Mul(forward)), forward
	}
	return c
}
