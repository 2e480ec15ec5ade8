package camera_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gwscope/render/camera"
	"gwscope/render/scene"
)

// A long shape, off the origin, stays in the picture and fills it somewhere while it
// turns all round.
func TestWhatTurnsStaysInThePicture(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	var points []scene.Vec
	for range 4000 {
		points = append(points, scene.Vec{float32(5 + 2*rng.Float64()), float32(1 + 0.5*rng.Float64()), float32(-3 + 0.4*rng.Float64())})
	}
	const w, h = 800, 600
	m := camera.Margins{Side: 20, Top: 40, Bottom: 20}
	for _, up := range []camera.Axis{camera.UpY, camera.UpZ} {
		for _, view := range []camera.Standard{camera.ThreeQuarter, camera.Front, camera.Top} {
			for _, flat := range []bool{false, true} {
				c := camera.New()
				c.Up = up
				c = c.Look(view).WithOrthographic(flat).FitTurntable(points, w, h, m)
				widest := 0.0
				for k := range 36 {
					at := c.Turntable(float64(k) * math.Pi / 18)
					x0, x1 := math.Inf(1), math.Inf(-1)
					for _, p := range points {
						q, ok := at.Project(camera.Vec{float64(p[0]), float64(p[1]), float64(p[2])}, w, h)
						if !ok || q.X < m.Side-3 || q.X > w-m.Side+3 || q.Y < m.Top-3 || q.Y > h-m.Bottom+3 {
							t.Fatalf("up %d, view %d, turned by %d: a point is drawn at %.0f, %.0f", up, view, 10*k, q.X, q.Y)
						}
						x0, x1 = min(x0, q.X), max(x1, q.X)
					}
					widest = max(widest, x1-x0)
				}
				if view != camera.Top && widest < 0.8*(w-2*m.Side) {
					t.Errorf("up %d, view %d: the shape is %.0f pixels wide at most", up, view, widest)
				}
			}
		}
	}
}

func TestATurntableComesRound(t *testing.T) {
	t.Parallel()
	c := camera.New().Look(camera.ThreeQuarter)
	back := c
	for range 8 {
		back = back.Turntable(math.Pi / 4)
	}
	if d := back.Eye().Sub(c.Eye()).Len(); d > 1e-9 {
		t.Errorf("after a whole turn the eye is %g away", d)
	}
	if d := c.Turntable(math.Pi / 2).Eye()[1] - c.Eye()[1]; math.Abs(d) > 1e-12 {
		t.Errorf("turning lifts the eye by %g", d)
	}
}
