package camera

import (
	"math"

	"gwscope/render/scene"
)

// Margins is the room that a view keeps free around the framed points, in the units of
// its size.
type Margins struct{ Side, Top, Bottom float64 }

// Fit moves a camera, from its present direction, so that the points just fill a
// view of w x h less the margins. [Camera.Frame] fits the bounding box, whose corners
// are mostly empty; fitting the points shows shapes a third larger.
func (c Camera) Fit(points []scene.Vec, w, h float64, m Margins) Camera {
	return c.Frame(scene.BoundsOf(points), w, h).settle(points, w, h, m, true)
}

// Centre moves a camera sideways so that the points stand in the middle of a view of w x h less
// the margins. Its distance stays.
func (c Camera) Centre(points []scene.Vec, w, h float64, m Margins) Camera {
	return c.settle(points, w, h, m, false)
}

// settle brings points to the middle of a view, and with zoom to its edges, too. A view that is
// too small for its margins is left as it is.
func (c Camera) settle(points []scene.Vec, w, h float64, m Margins, zoom bool) Camera {
	innerW, innerH := w-2*m.Side, h-m.Top-m.Bottom
	if innerW < 40 || innerH < 40 {
		return c
	}
	// Perspective makes this a fixed point, not a formula: each round centres and
	// scales the projection of the one before, until nothing moves by a quarter pixel.
	for range 30 {
		x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
		l := c.lens(w, h)
		for _, p := range points {
			at, ok := l.project(vec(p))
			if !ok {
				continue
			}
			x0, y0, x1, y1 = min(x0, at.X), min(y0, at.Y), max(x1, at.X), max(y1, at.Y)
		}
		if !(x1 >= x0) {
			return c
		}
		dx, dy := m.Side+innerW/2-(x0+x1)/2, m.Top+innerH/2-(y0+y1)/2
		grow := min(innerW/max(x1-x0, 1), innerH/max(y1-y0, 1))
		if !zoom {
			grow = 1
		}
		c = c.Pan(dx, dy, w, h).Zoom(grow, m.Side+innerW/2, m.Top+innerH/2, w, h)
		if math.Abs(dx)+math.Abs(dy)+math.Abs(grow-1)*max(w, h) < 0.25 {
			break
		}
	}
	return c
}

// PointsOf are points of scenes, thinned so that framing a large mesh stays
// instant; the extremes of a surface survive a thinning by a few. Points that a scene does not want framed
// are left out.
func PointsOf(scenes ...*scene.Scene) []scene.Vec {
	const enough = 20000
	total := 0
	each := func(f func(*scene.Scene, []scene.Vec)) {
		for _, s := range scenes {
			if s == nil {
				continue
			}
			for i := range s.Surfaces {
				f(s, s.Surfaces[i].Positions)
			}
			for i := range s.Clouds {
				f(s, s.Clouds[i].Positions)
			}
		}
	}
	each(func(_ *scene.Scene, ps []scene.Vec) { total += len(ps) })
	stride := total/enough + 1
	var out []scene.Vec
	each(func(s *scene.Scene, ps []scene.Vec) {
		for i := 0; i < len(ps); i += stride {
			if scene.Finite(ps[i]) && (s.Framed == nil || s.Framed.Contains(ps[i])) {
				out = append(out, ps[i])
			}
		}
	})
	return out
}
