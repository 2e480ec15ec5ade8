package camera

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"gwscope/render/scene"
)

// Standard is one of the usual directions to look from.
type Standard int

// The standard views. A fresh window shows ThreeQuarter: from the right of the front and a little
// above, so that the front faces the key light.
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
		q = mgl64.QuatRotate(35*math.Pi/180, Vec{0, 1, 0}).Mul(mgl64.QuatRotate(-15*math.Pi/180, Vec{1, 0, 0}))
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
	f := fitting{camera: c, aspect: w / h}
	for corner := range 8 {
		f.add(boxCorner(b, corner))
	}
	c.Distance = f.distance()
	return c
}

// FrameScenes is Frame for the points of the scenes rather than the box around them,
// which leaves less of the view empty. Views with linked cameras pass all their
// scenes.
func (c Camera) FrameScenes(w, h float64, scenes ...*scene.Scene) Camera {
	all := scene.NoBounds()
	for _, s := range scenes {
		all = all.Union(s.Bounds())
	}
	c = c.sane()
	if all.Empty() || !(w > 0 && h > 0) {
		return c
	}
	c.Target = vec(all.Center())
	f := fitting{camera: c, aspect: w / h}
	for _, s := range scenes {
		if s == nil {
			continue
		}
		for i := range s.Surfaces {
			f.add(s.Surfaces[i].Positions...)
		}
		for i := range s.Lines {
			f.add(s.Lines[i].Positions...)
		}
		for i := range s.Clouds {
			f.add(s.Clouds[i].Positions...)
			f.widen(float64(s.Clouds[i].Radius))
		}
	}
	c.Distance = f.distance()
	return c
}

// fitting finds the least distance from which points about the target are seen.
type fitting struct {
	camera     Camera
	aspect     float64
	fit, extra float64
}

func (f *fitting) add(ps ...scene.Vec) {
	c := &f.camera
	right, up, back := c.right(), c.upward(), c.backward()
	tanY := math.Tan(c.FieldOfView / 2)
	tanX := tanY * f.aspect
	for _, p := range ps {
		if !scene.Finite(p) {
			continue
		}
		d := vec(p).Sub(c.Target)
		z := 0.0
		if !c.Orthographic {
			z = d.Dot(back)
		}
		// The point is |x| to the side at depth distance - z and must stay inside the cone.
		f.fit = max(f.fit, z+frameMargin*max(math.Abs(d.Dot(right))/tanX, math.Abs(d.Dot(up))/tanY))
	}
}

// widen leaves room for balls of the radius.
func (f *fitting) widen(radius float64) {
	if t := math.Tan(f.camera.FieldOfView/2) * min(1, f.aspect); radius > 0 {
		f.extra = max(f.extra, radius/t)
	}
}

func (f *fitting) distance() float64 {
	if d := f.fit + f.extra; d > 0 {
		return d
	}
	return 1 // a single point: any distance shows it
}

// WithOrthographic switches between perspective and orthographic; points at
// the target keep their size.
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
