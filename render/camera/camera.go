package camera

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// Vec is a point or direction in the scene's units.
type Vec = mgl64.Vec3

// DefaultFieldOfView is the vertical opening angle of a new camera: 35 degrees,
// a short telephoto lens, which keeps limbs near the viewer in proportion.
const DefaultFieldOfView = 35 * math.Pi / 180

// Camera looks at Target from Distance away.
// The zero Camera behaves like New().
type Camera struct {
	// Target is the point that orbiting turns about; it projects to the middle of the view.
	Target Vec
	// Orientation turns eye space into world space; unit length.
	Orientation mgl64.Quat
	// Distance from eye to target, positive.
	Distance float64
	// FieldOfView is the vertical opening angle. In an orthographic view it says how much is seen at
	// Distance, so that switching keeps sizes.
	FieldOfView float64
	// Orthographic switches perspective off.
	Orthographic bool
	// Up is the world axis that stays upright while orbiting.
	Up Axis
}

// OneValue marks a camera for code that compares and merges states field by field. A camera is merged
// as a whole: parts of two orientations make none.
func (Camera) OneValue() {}

// Axis is a coordinate axis of the world.
type Axis int

// The two conventions for which way is up.
const (
	UpY Axis = iota // graphics: y up, the front faces +z
	UpZ             // engineering and maps: z up, the front faces -y
)

func (a Axis) vec() Vec {
	if a == UpZ {
		return Vec{0, 0, 1}
	}
	return Vec{0, 1, 0}
}

// New is a camera one unit from the origin that looks at it from the front.
func New() Camera {
	return Camera{
		Orientation: mgl64.QuatIdent(),
		Distance:    1,
		FieldOfView: DefaultFieldOfView,
	}
}

// sane replaces impossible values, so that the zero value and a damaged
// session file still show something.
func (c Camera) sane() Camera {
	if n := c.Orientation.Len(); !(n > 1e-6) || math.IsInf(n, 0) {
		c.Orientation = View(Front, c.Up)
	} else if math.Abs(n-1) > 1e-12 {
		c.Orientation = c.Orientation.Scale(1 / n)
	}
	if !(c.Distance > 0) || math.IsInf(c.Distance, 0) {
		c.Distance = 1
	}
	if !(c.FieldOfView > 1e-3 && c.FieldOfView < 3) {
		c.FieldOfView = DefaultFieldOfView
	}
	for k := range 3 {
		if c.Target[k]-c.Target[k] != 0 {
			c.Target = Vec{}
		}
	}
	return c
}

// Eye is the position of the viewer.
func (c Camera) Eye() Vec {
	c = c.sane()
	return c.Target.Add(c.backward().Mul(c.Distance))
}

// Forward is the unit direction from the eye to the target.
func (c Camera) Forward() Vec { return c.sane().backward().Mul(-1) }

func (c Camera) right() Vec    { return c.Orientation.Rotate(Vec{1, 0, 0}) }
func (c Camera) upward() Vec   { return c.Orientation.Rotate(Vec{0, 1, 0}) }
func (c Camera) backward() Vec { return c.Orientation.Rotate(Vec{0, 0, 1}) }

// halfHeight is half the height of the view at the target, in scene units.
func (c Camera) halfHeight() float64 { return c.Distance * math.Tan(c.FieldOfView/2) }
