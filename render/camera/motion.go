package camera

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// turnPerView is how far a drag across the smaller side of the view turns: half a turn, so that one
// drag brings the far side to the front.
const turnPerView = math.Pi

// poleMargin keeps a turntable this far from looking straight down, where left
// and right would swap under the hand.
const poleMargin = 0.5 * math.Pi / 180

// Orbit turns like a turntable: dx pixels to the right turn about the world's up
// axis, dy pixels downwards tilt, never over the poles. w and h are the view's
// size in pixels. A camera that is rolled keeps its roll.
func (c Camera) Orbit(dx, dy, w, h float64) Camera {
	c = c.sane()
	side := min(w, h)
	if !(side > 0) || !finite(side, dx, dy) {
		return c
	}
	k := turnPerView / side // radians a pixel
	up := c.Up.vec()
	tilt := k * dy
	// A camera that is upside down turns freely; it has passed the pole already.
	if upright := c.upward().Dot(up) >= 0; upright {
		elevation := math.Asin(clamp(c.backward().Dot(up), -1, 1))
		limit := math.Pi/2 - poleMargin
		// A standard view from the top lies beyond the limit and may stay there.
		tilt = clamp(elevation+tilt, min(elevation, -limit), max(elevation, limit)) - elevation
	}
	q := mgl64.QuatRotate(-tilt, c.right()).Mul(c.Orientation)
	c.Orientation = mgl64.QuatRotate(-k*dx, up).Mul(q).Normalize()
	return c
}

// Pan moves the scene with the hand: points at the target's depth follow the
// cursor exactly, dx pixels right and dy pixels down.
func (c Camera) Pan(dx, dy, w, h float64) Camera {
	c = c.sane()
	if !(h > 0) || !finite(dx, dy) {
		return c
	}
	perPixel := 2 * c.halfHeight() / h
	c.Target = c.Target.
		Sub(c.right().Mul(dx * perPixel)).
		Add(c.upward().Mul(dy * perPixel))
	return c
}

// Zoom magnifies by factor (> 1 comes closer) about pixel (x, y): the point there
// at the target's depth stays under the cursor.
func (c Camera) Zoom(factor, x, y, w, h float64) Camera {
	c = c.sane()
	if !(factor > 0) || !finite(factor, x, y) || !(w > 0 && h > 0) {
		return c
	}
	// A wheel turned for minutes must not run the distance into zero or infinity,
	// where float32 matrices lose their meaning.
	distance := clamp(c.Distance/factor, 1e-9, 1e12)
	factor = c.Distance / distance
	perPixel := 2 * c.halfHeight() / h
	offset := c.right().Mul((x - w/2) * perPixel).Sub(c.upward().Mul((y - h/2) * perPixel))
	c.Target = c.Target.Add(offset.Mul(1 - 1/factor))
	c.Distance = distance
	return c
}

func clamp(x, lo, hi float64) float64 { return max(lo, min(hi, x)) }

func finite(xs ...float64) bool {
	for _, x := range xs {
		if x-x != 0 {
			return false
		}
	}
	return true
}
