package camera

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"gwscope/render/scene"
)

const w, h = 640.0, 400.0

var box = scene.Bounds{Min: scene.Vec{-1, -2, 3}, Max: scene.Vec{2, 1, 5}}

// cameras are all kinds in odd places, for the properties that hold for every one.
func cameras() []Camera {
	rng := rand.New(rand.NewPCG(7, 1))
	var cs []Camera
	for i := range 24 {
		c := New()
		c.Up = Axis(i % 2)
		c.Orthographic = i%4 >= 2
		c = c.Look(Standard(i%7)).Frame(box, w, h)
		c.Orientation = mgl64.QuatRotate(3*rng.Float64(), Vec{rng.Float64(), rng.Float64(), rng.Float64()}.Normalize()).Mul(c.Orientation).Normalize()
		c = c.Pan(rng.Float64()*40, rng.Float64()*40, w, h)
		cs = append(cs, c)
	}
	return cs
}

func TestRayAndProjectAreInverse(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 1))
	for i, c := range cameras() {
		for range 20 {
			x, y := rng.Float64()*w, rng.Float64()*h
			r := c.Ray(x, y, w, h)
			start := 0.0
			if c.Orthographic {
				start = 1000 * c.Distance
			}
			p := r.Origin.Add(r.Direction.Mul(start + c.Distance*(0.2+rng.Float64())))
			at, ok := c.Project(p, w, h)
			if !ok || math.Hypot(at.X-x, at.Y-y) > 1e-6 {
				t.Fatalf("camera %d: pixel (%g, %g) came back as (%g, %g), ok %v", i, x, y, at.X, at.Y, ok)
			}
		}
	}
}

// The shader's matrices and the CPU's projection must agree, or picks miss what is seen.
func TestMatricesAgreeWithProject(t *testing.T) {
	t.Parallel()
	for i, c := range cameras() {
		m := c.Matrices(w, h, box)
		for k := range 8 {
			p := boxCorner(box, k)
			clip := m.Projection.Mul4(m.View).Mul4x1(mgl32.Vec4{p[0], p[1], p[2], 1})
			ndc := clip.Mul(1 / clip[3])
			x, y := (float64(ndc[0])+1)/2*w, (float64(ndc[1])+1)/2*h
			at, ok := c.Project(vec(p), w, h)
			if !ok || math.Hypot(at.X-x, at.Y-y) > 0.01 {
				t.Fatalf("camera %d corner %d: matrices (%.3f, %.3f), Project (%.3f, %.3f)", i, k, x, y, at.X, at.Y)
			}
			if ndc[2] < -1.0001 || ndc[2] > 1.0001 {
				t.Errorf("camera %d corner %d is clipped: depth %g", i, k, ndc[2])
			}
		}
	}
}

func TestFrameFitsTheBox(t *testing.T) {
	t.Parallel()
	for _, ortho := range []bool{false, true} {
		for v := Front; v <= ThreeQuarter; v++ {
			for _, size := range [][2]float64{{640, 400}, {300, 900}} {
				c := New().WithOrthographic(ortho).Look(v).Frame(box, size[0], size[1])
				var used float64
				for k := range 8 {
					at, ok := c.Project(vec(boxCorner(box, k)), size[0], size[1])
					if !ok || at.X < 0 || at.Y < 0 || at.X > size[0] || at.Y > size[1] {
						t.Errorf("view %d ortho %v: corner %d at (%g, %g) lies outside", v, ortho, k, at.X, at.Y)
					}
					used = max(used, math.Abs(at.X/size[0]*2-1), math.Abs(at.Y/size[1]*2-1))
				}
				if used < 0.75 {
					t.Errorf("view %d ortho %v %v: only %.0f %% of the view is used", v, ortho, size, 100*used)
				}
			}
		}
	}
}

// A long thin diagonal leaves most of its box empty.
func TestFrameScenesIsTighterThanTheBox(t *testing.T) {
	t.Parallel()
	nan := float32(math.NaN())
	s := &scene.Scene{
		Surfaces: []scene.Surface{{Positions: []scene.Vec{{-3, -1, -1}, {3, 1, 1}, {nan, 9, 9}}}},
		Clouds:   []scene.Cloud{{Positions: []scene.Vec{{0, 0, 0}}, Radius: 0.1}},
		Lines:    []scene.Lines{{Positions: []scene.Vec{{1, 0, 0}, {-1, 0, 0}}}},
	}
	for v := Front; v <= ThreeQuarter; v++ {
		loose := New().Look(v).Frame(s.Bounds(), w, h)
		tight := New().Look(v).FrameScenes(w, h, s, nil)
		if tight.Distance > loose.Distance*1.05 { // the ball's radius may add a little
			t.Errorf("view %d: %g, box %g", v, tight.Distance, loose.Distance)
		}
		for _, p := range s.Surfaces[0].Positions[:2] {
			if at, ok := tight.Project(vec(p), w, h); !ok || at.X < 0 || at.X > w || at.Y < 0 || at.Y > h {
				t.Errorf("view %d: %v is drawn at (%g, %g)", v, p, at.X, at.Y)
			}
		}
	}
	c := New().Frame(box, w, h)
	if c.FrameScenes(w, h, &scene.Scene{}) != c || c.FrameScenes(0, 0, s) != c {
		t.Error("framing nothing moved the camera")
	}
}

func TestZoomKeepsThePointUnderTheCursor(t *testing.T) {
	t.Parallel()
	for i, c := range cameras() {
		x, y := 100.0, 333.0
		before := c.onTargetPlane(x, y)
		after := c.Zoom(1.7, x, y, w, h)
		at, _ := after.Project(before, w, h)
		if math.Hypot(at.X-x, at.Y-y) > 1e-6 {
			t.Errorf("camera %d: the point moved to (%g, %g)", i, at.X, at.Y)
		}
		back := after.Zoom(1/1.7, x, y, w, h)
		if back.Target.Sub(c.Target).Len() > 1e-9 || math.Abs(back.Distance-c.Distance) > 1e-9 {
			t.Errorf("camera %d: zooming out does not undo zooming in", i)
		}
	}
}

func TestPanFollowsTheHand(t *testing.T) {
	t.Parallel()
	for i, c := range cameras() {
		p := c.onTargetPlane(200, 100)
		at, _ := c.Pan(31, -17, w, h).Project(p, w, h)
		if math.Hypot(at.X-231, at.Y-83) > 1e-6 {
			t.Errorf("camera %d: the point went to (%g, %g), not (231, 83)", i, at.X, at.Y)
		}
	}
}

func (c Camera) onTargetPlane(x, y float64) Vec {
	r := c.Ray(x, y, w, h)
	d := c.Target.Sub(r.Origin).Dot(c.Forward()) / r.Direction.Dot(c.Forward())
	return r.Origin.Add(r.Direction.Mul(d))
}

func TestOrbitKeepsUprightAndMovesWithTheHand(t *testing.T) {
	t.Parallel()
	for _, up := range []Axis{UpY, UpZ} {
		c := New()
		c.Up = up
		c = c.Look(Front)
		c.Distance = 5
		near := c.Eye().Sub(c.Forward().Mul(-4)) // a point before the target
		if at, _ := c.Orbit(20, 0, w, h).Project(near, w, h); !(at.X > w/2+1) || math.Abs(at.Y-h/2) > 1e-6 {
			t.Errorf("up %v: dragging right moved the near side to (%g, %g)", up, at.X, at.Y)
		}
		if at, _ := c.Orbit(0, 20, w, h).Project(near, w, h); !(at.Y > h/2+1) || math.Abs(at.X-w/2) > 1e-6 {
			t.Errorf("up %v: dragging down moved the near side to (%g, %g)", up, at.X, at.Y)
		}
		rng := rand.New(rand.NewPCG(5, 5))
		for range 500 {
			c = c.Orbit(rng.NormFloat64()*90, rng.NormFloat64()*90, w, h)
			if math.Abs(c.right().Dot(up.vec())) > 1e-6 || c.upward().Dot(up.vec()) < 0 {
				t.Fatalf("up %v: the horizon tilted", up)
			}
			if math.Abs(c.Eye().Sub(c.Target).Len()-5) > 1e-9 {
				t.Fatalf("up %v: orbiting changed the distance", up)
			}
		}
	}
}

func TestStandardViews(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		view        Standard
		up          Axis
		from, above Vec // where the eye is, and what is up on the screen
	}{
		{Front, UpY, Vec{0, 0, 1}, Vec{0, 1, 0}},
		{Back, UpY, Vec{0, 0, -1}, Vec{0, 1, 0}},
		{Right, UpY, Vec{1, 0, 0}, Vec{0, 1, 0}},
		{Left, UpY, Vec{-1, 0, 0}, Vec{0, 1, 0}},
		{Top, UpY, Vec{0, 1, 0}, Vec{0, 0, -1}},
		{Bottom, UpY, Vec{0, -1, 0}, Vec{0, 0, 1}},
		{Front, UpZ, Vec{0, -1, 0}, Vec{0, 0, 1}},
		{Right, UpZ, Vec{1, 0, 0}, Vec{0, 0, 1}},
		{Top, UpZ, Vec{0, 0, 1}, Vec{0, 1, 0}},
	} {
		c := New()
		c.Up = tc.up
		c = c.Look(tc.view)
		if c.Eye().Sub(tc.from).Len() > 1e-9 || c.upward().Sub(tc.above).Len() > 1e-9 {
			t.Errorf("view %d up %d: eye %v, up %v", tc.view, tc.up, c.Eye(), c.upward())
		}
	}
}

func TestOrthographicKeepsTheSizeAtTheTarget(t *testing.T) {
	t.Parallel()
	c := New().Look(ThreeQuarter).Frame(box, w, h)
	p := c.Target.Add(c.right().Mul(0.7))
	a, _ := c.Project(p, w, h)
	b, _ := c.WithOrthographic(true).Project(p, w, h)
	if math.Abs(a.X-b.X) > 1e-9 {
		t.Errorf("x %g in perspective, %g orthographic", a.X, b.X)
	}
}

func TestNothingUnsoundGetsIn(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	broken := []Camera{{}, {Distance: nan}, {Target: Vec{nan, 0, 0}}, {FieldOfView: -3, Distance: math.Inf(1)}}
	for i, c := range broken {
		for name, d := range map[string]Camera{
			"itself": c,
			"orbit":  c.Orbit(nan, 3, 0, 0),
			"pan":    c.Pan(nan, 1, w, 0),
			"zoom":   c.Zoom(0, 1, 1, w, h).Zoom(nan, 0, 0, 0, 0),
			"frame":  c.Frame(scene.NoBounds(), w, h).Frame(scene.Bounds{}, w, h).Frame(box, 0, 0),
		} {
			m := d.Matrices(0, 0, scene.NoBounds())
			for _, x := range append(m.View[:], m.Projection[:]...) {
				if x-x != 0 {
					t.Fatalf("camera %d after %s: matrices hold %v", i, name, x)
				}
			}
		}
	}
	for range 10000 {
		broken[0] = broken[0].Zoom(1.2, 10, 10, w, h)
	}
	if d := broken[0].Distance; !(d > 0) {
		t.Errorf("zooming in for ever ends at distance %g", d)
	}
}

func TestCameraSurvivesJSON(t *testing.T) {
	t.Parallel()
	want := cameras()[5]
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got Camera
	if err := json.Unmarshal(data, &got); err != nil || got != want {
		t.Errorf("%s came back as %+v (%v)", data, got, err)
	}
}
