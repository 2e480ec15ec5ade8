package camera

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"gwscope/render/scene"
)

// Standard is one of the usual directions to look from.
type Standard int

// The standard views. ThreeQuarter is the one that a fresh window shows.
const (
	Front Standard = iota
	Back
	Right
	Left
	Top
	Bottom
	ThreeQuarter
)

// View is the orientation of a standard view for an up axis. With y up the front
// is seen from +z and the right side from +x; with z up the front is seen from -y.
func View(v Standard, up Axis) mgl64.Quat {
	quarter := math.Pi / 2
	var q mgl64.Quat
	switch v {
	case Back:
		q = mgl64.QuatRotate(2*quarter, Vec{0, 1, 0})
	case Right:
		q = mgl64.QuatRotate(quarter, Vec{0, 1, 0})
	case Left:
		q = mgl64.QuatRotate(-quarter, Vec{0, 1, 0})
	case Top:
		q = mgl64.QuatRotate(-quarter, Vec{1, 0, 0})
	case Bottom:
		q = mgl64.QuatRotate(quarter, Vec{1, 0, 0})
	case ThreeQuarter:
		q = mgl64.QuatRotate(-35*math.Pi/180, Vec{0, 1, 0}).Mul(mgl64.QuatRotate(-15*math.Pi/180, Vec{1, 0, 0}))
	default:
		q = mgl64.QuatIdent()
	}
	if up == UpZ {
		q = mgl64.QuatRotate(quarter, Vec{1, 0, 0}).Mul(q)
	}
	return q
}

// Look turns to a standard view; target and distance stay.
func (c Camera) Look(v Standard) Camera {
	c = c.sane()
	c.Orientation = View(v, c.Up)
	return c
}

// frameMargin leaves a twelfth of the view free around a framed box.
const frameMargin = 1.12

// Frame moves target and distance so that the box just fits a view of w x h
// pixels from the present direction. An empty box or view changes nothing.
func (c Camera) Frame(b scene.Bounds, w, h float64) Camera {
	c = c.sane()
	if b.Empty() || !(w > 0 && h > 0) {
		return c
	}
	c.Target = vec(b.Center())
	tanY := math.Tan(c.FieldOfView / 2)
	tanX := tanY * w / h
	var fit float64
	for corner := range 8 {
		d := vec(boxCorner(b, corner)).Sub(c.Target)
		x, y, z := math.Abs(d.Dot(c.right())), math.Abs(d.Dot(c.upward())), d.Dot(c.backward())
		if c.Orthographic {
			z = 0
		}
		// The corner is |x| to the side at depth distance - z and must stay inside the cone.
		fit = max(fit, z+frameMargin*max(x/tanX, y/tanY))
	}
	if !(fit > 0) { // a single point: any distance shows it
		fit = 1
	}
	c.Distance = fit
	return c
}

// WithOrthographic switches between perspective and orthographic; what lies at
// the target keeps its size.
func (c Camera) WithOrthographic(on bool) Camera {
	c = c.sane()
	c.Orthographic = on
	return c
}

func vec(p scene.Vec) Vec { return Vec{float64(p[0]), float64(p[1]), float64(p[2])} }

func boxCorner(b scene.Bounds, i int) scene.Vec {
	p := b.Min
	for k := range 3 {
		if i>>k&1 == 1 {
			p[k] = b.Max[k]
		}
	}
	return p
}
