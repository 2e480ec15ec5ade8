//go:build cgo

package gldraw

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gwscope/render/camera"
	"gwscope/render/pick"
	"gwscope/render/scene"
)

func render(t *testing.T, r *Renderer, f Frame) *image.RGBA {
	t.Helper()
	img, err := r.Render(f)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// differing counts pixels of which a channel differs by more than tolerance.
func differing(a, b *image.RGBA, tolerance int) (n int) {
	for i := 0; i < len(a.Pix); i += 4 {
		for k := range 4 {
			if d := int(a.Pix[i+k]) - int(b.Pix[i+k]); d > tolerance || -d > tolerance {
				n++
				break
			}
		}
	}
	return n
}

func TestOpaquePicturesHaveFullAlpha(t *testing.T) {
	t.Parallel()
	r := newRenderer(t)
	s := torusScene(20, orange)
	s.Surfaces = append(s.Surfaces, s.Surfaces[0])
	s.Surfaces[1].Alpha = 0.3
	s.Markers = []scene.Marker{{Position: scene.Vec{1.4, 0, 0}, Label: "edge"}}
	s.Lines = []scene.Lines{{Positions: []scene.Vec{{0, 0, 0}, {2, 2, 2}}, Width: 4, Base: scene.RGBA{R: 255, A: 90}}}
	f := pairFrame(s, 201, 99)
	for i := range f.Panes {
		f.Panes[i].Radius, f.Panes[i].Border = 9, scene.RGBA{R: 99, G: 99, B: 99, A: 200}
	}
	f.Links = []Link{{FromPane: 0, ToPane: 1, Color: scene.RGBA{R: 255, A: 100}}}
	for q := Still; q <= Best; q++ {
		f.Quality = q
		img := render(t, r, f)
		for i := 3; i < len(img.Pix); i += 4 {
			if img.Pix[i] != 255 {
				t.Fatalf("quality %d: alpha %d at pixel %d", q, img.Pix[i], i/4)
			}
		}
	}
	f.Transparent, f.Quality = true, Still
	img := render(t, r, f)
	if a := img.RGBAAt(0, 0).A; a != 0 {
		t.Errorf("transparent corner has alpha %d", a)
	}
	for i := 0; i < len(img.Pix); i += 4 {
		if a := img.Pix[i+3]; img.Pix[i] > a || img.Pix[i+1] > a || img.Pix[i+2] > a {
			t.Fatalf("pixel %d is not premultiplied: %v", i/4, img.Pix[i:i+4])
		}
	}
}

// Up in the scene is up in the picture, right is right, near hides far.
func TestPictureIsUpright(t *testing.T) {
	t.Parallel()
	r := newRenderer(t)
	square := func(x, y, z float32, c scene.RGBA) scene.Surface {
		return scene.Surface{Base: c, Triangles: [][3]int32{{0, 1, 2}, {0, 2, 3}},
			Positions: []scene.Vec{{x - .4, y - .4, z}, {x + .4, y - .4, z}, {x + .4, y + .4, z}, {x - .4, y + .4, z}}}
	}
	red, green, blue := scene.RGBA{R: 255, A: 255}, scene.RGBA{G: 255, A: 255}, scene.RGBA{B: 255, A: 255}
	s := &scene.Scene{Surfaces: []scene.Surface{
		square(-.5, .5, 0, red), square(.5, .5, 0, green), square(.5, -.5, 0, blue),
		square(-.5, .5, -1, blue), // behind the red one
	}}
	for _, ortho := range []bool{false, true} {
		f := Frame{Width: 100, Height: 100, Panes: []Pane{{Rect: image.Rect(0, 0, 100, 100), Scene: s,
			Camera: camera.New().WithOrthographic(ortho).Frame(s.Bounds(), 100, 100)}}}
		img := render(t, r, f)
		for name, tc := range map[string]struct {
			x, y int
			want func(color.RGBA) bool
		}{
			"upper left":  {30, 30, func(c color.RGBA) bool { return c.R > 100 && c.B < 80 }},
			"upper right": {70, 30, func(c color.RGBA) bool { return c.G > 100 && c.R < 80 }},
			"lower right": {70, 70, func(c color.RGBA) bool { return c.B > 100 && c.R < 80 }},
			"lower left":  {30, 70, func(c color.RGBA) bool { return c.R < 40 && c.G < 40 && c.B < 50 }},
		} {
			if c := img.RGBAAt(tc.x, tc.y); !tc.want(c) {
				t.Errorf("orthographic %v: %s is %v", ortho, name, c)
			}
		}
	}
}

// Where the picture shows the surface the pick must hit, and nowhere else; at
// any pixel ratio and for panes off the corner.
func TestPickHitsWhatIsDrawn(t *testing.T) {
	t.Parallel()
	r := newRenderer(t)
	s := torusScene(40, orange)
	rng := rand.New(rand.NewPCG(1, 1))
	for i, ratio := range []int{1, 2, 1, 2} {
		w, h := 260*ratio, 180*ratio
		pane := image.Rect(40*ratio, 20*ratio, w-10*ratio, h)
		c := camera.New().WithOrthographic(i == 1).Look(camera.ThreeQuarter).FrameScenes(float64(pane.Dx()), float64(pane.Dy()), s)
		var clip scene.Clip
		switch i { // what is hidden is on the viewer's side, or beside it
		case 2:
			n := c.Forward().Mul(-1)
			clip = scene.Clip{Normal: scene.Vec{float32(n[0]), float32(n[1]), float32(n[2])}, Offset: 0.2}
		case 3:
			clip = scene.Clip{Normal: scene.Vec{-1, 0.5, 0}, Offset: 0.1}
		}
		c = c.Pan(13, -7, float64(pane.Dx()), float64(pane.Dy()))
		img := render(t, r, Frame{Width: w, Height: h, Scale: float32(ratio), Panes: []Pane{{Rect: pane, Scene: s, Camera: c, Clip: clip}}})
		var p pick.Picker
		wrong, hits := 0, 0
		for range 2000 {
			x, y := rng.IntN(w), rng.IntN(h)
			_, hit := p.Pick(s, c, clip, pane, float64(x)+0.5, float64(y)+0.5, 0)
			px := img.RGBAAt(x, y)
			drawn := int(px.R) > int(px.B)+5 // orange, or its cut, on a bluish grey
			if hit {
				hits++
			}
			if hit != drawn {
				wrong++
			}
		}
		// Pixels on the silhouette are partly covered.
		if wrong > 40 || hits < 200 {
			t.Errorf("ratio %d: %d of 2000 picks disagree with the picture, %d hit", ratio, wrong, hits)
		}
	}
}

// Turning the camera uploads nothing, new colours upload colours only.
func TestOnlyChangesAreUploaded(t *testing.T) {
	t.Parallel()
	r := newRenderer(t)
	s := torusScene(20, orange)
	f := pairFrame(s, 120, 80)
	uploads := func(f Frame) int {
		before := r.state.cache.uploads
		render(t, r, f)
		return r.state.cache.uploads - before
	}
	if n := uploads(f); n != 3 { // positions, normals, triangles; both panes share them
		t.Errorf("the first frame uploads %d arrays", n)
	}
	f.Panes[0].Camera = f.Panes[0].Camera.Orbit(30, 10, 60, 80)
	if n := uploads(f); n != 0 {
		t.Errorf("turning the camera uploads %d arrays", n)
	}
	coloured := *s
	coloured.Surfaces = slices.Clone(s.Surfaces)
	coloured.Surfaces[0].Colors = make([]scene.RGBA, len(s.Surfaces[0].Positions))
	f.Panes[0].Scene = &coloured
	if n := uploads(f); n != 1 {
		t.Errorf("new colours upload %d arrays", n)
	}
	moved := coloured
	moved.Surfaces = slices.Clone(coloured.Surfaces)
	moved.Surfaces[0].Positions = slices.Clone(s.Surfaces[0].Positions)
	f.Panes[0].Scene = &moved
	if n := uploads(f); n != 2 { // positions and the normals that follow from them
		t.Errorf("a morph's step uploads %d arrays", n)
	}
	f.Panes = nil
	for range keepFrames + 2 {
		render(t, r, f)
	}
	if n := len(r.state.cache.arrays); n != 0 {
		t.Errorf("%d arrays are kept though nothing shows them", n)
	}
}

func TestWindingDoesNotMatter(t *testing.T) {
	t.Parallel()
	r := newRenderer(t)
	for _, flat := range []bool{false, true} {
		s := torusScene(24, orange)
		s.Surfaces[0].Flat = flat
		f := pairFrame(s, 160, 100)
		want := render(t, r, f)
		inside := *s
		inside.Surfaces = slices.Clone(s.Surfaces)
		inside.Surfaces[0].Triangles = slices.Clone(s.Surfaces[0].Triangles)
		for i, tri := range inside.Surfaces[0].Triangles {
			inside.Surfaces[0].Triangles[i] = [3]int32{tri[0], tri[2], tri[1]}
		}
		for i := range f.Panes {
			f.Panes[i].Scene = &inside
		}
		if n := differing(want, render(t, r, f), 3); n > 0 {
			t.Errorf("flat %v: inside out, %d pixels differ", flat, n)
		}
	}
}

// The same shape a billion times smaller, or larger, is the same picture.
func TestSizeDoesNotMatter(t *testing.T) {
	t.Parallel()
	r := newRenderer(t)
	frame := func(scale float32) Frame {
		s := torusScene(24, orange)
		for i := range s.Surfaces[0].Positions {
			for k := range 3 {
				s.Surfaces[0].Positions[i][k] *= scale
			}
		}
		s.Clouds = []scene.Cloud{{Positions: []scene.Vec{{}, {scale, scale, 0}}, Radius: 0.1 * scale, Base: scene.RGBA{B: 255, A: 255}}}
		return pairFrame(s, 160, 100)
	}
	want := render(t, r, frame(1))
	for _, scale := range []float32{1e-9, 1e9} {
		if n := differing(want, render(t, r, frame(scale)), 8); n > 160 {
			t.Errorf("scale %g: %d pixels differ", scale, n)
		}
	}
}

func TestTilesJoin(t *testing.T) {
	t.Parallel()
	r := newRenderer(t)
	s := torusScene(30, orange)
	s.Surfaces = append(s.Surfaces, scene.Surface{Alpha: 0.4, Base: scene.RGBA{B: 255, A: 255}, Triangles: s.Surfaces[0].Triangles,
		Positions: s.Surfaces[0].Positions})
	s.Surfaces[0].Doubt = 0.5 // a half of the torus has stripes, which must run through
	for _, at := range s.Surfaces[0].Positions {
		s.Surfaces[0].Trust = append(s.Surfaces[0].Trust, 0.5+at[1])
	}
	s.Lines = []scene.Lines{{Positions: []scene.Vec{{-1, -1, -1}, {1.3, 1.1, 1}}, Width: 5, Hidden: 0.3}}
	s.Clouds = []scene.Cloud{{Positions: s.Surfaces[0].Positions[:60], Radius: 0.2}}
	s.Markers = []scene.Marker{{Position: scene.Vec{0.3, 0, 0}, Radius: 25}}
	f := pairFrame(s, 301, 199)
	f.Panes[0].Radius = 12
	p := s.Surfaces[0].Positions
	for i := range 15 { // from well before to well behind: rows 7 and 22 of 30
		f.Links = append(f.Links, Link{FromPane: 0, ToPane: 1, From: p[60*i+7], To: p[60*i+22], Hidden: 0.2, Width: 2})
	}
	for _, q := range []Quality{Still, Moving, Best} {
		f.Quality = q
		r.state.maxTile = 4096
		want := render(t, r, f)
		r.state.maxTile = 64 * q.samples() / 2
		got := render(t, r, f)
		r.state.maxTile = 4096
		// Derivatives are taken over blocks of 2 x 2 pixels, which tiles may part otherwise.
		if n := differing(want, got, 24); n > 60 {
			t.Errorf("quality %d: in tiles, %d pixels differ", q, n)
		}
	}
}

// Depth peeling must not depend on the order of surfaces or triangles, and two
// layers of one colour must add up as light through glass does.
func TestTranslucencyIsExact(t *testing.T) {
	t.Parallel()
	r := newRenderer(t)
	sheet := func(z float32, c scene.RGBA) scene.Surface {
		return scene.Surface{Base: c, Alpha: 0.5, Triangles: [][3]int32{{0, 1, 2}},
			Positions: []scene.Vec{{-4, -3, z}, {4, -3, z}, {0, 5, z}}}
	}
	red, blue := scene.RGBA{R: 255, A: 255}, scene.RGBA{B: 255, A: 255}
	shot := func(ss ...scene.Surface) color.RGBA {
		s := &scene.Scene{Surfaces: ss}
		c := camera.New()
		c.Distance = 6
		f := Frame{Width: 64, Height: 64, Panes: []Pane{{Rect: image.Rect(0, 0, 64, 64), Scene: s, Camera: c, Background: Background{
			Top: scene.RGBA{A: 255}, Bottom: scene.RGBA{A: 255}}}}}
		return render(t, r, f).RGBAAt(32, 32)
	}
	a := shot(sheet(1, red), sheet(-1, blue))
	if b := shot(sheet(-1, blue), sheet(1, red)); a != b {
		t.Errorf("order changes the picture: %v and %v", a, b)
	}
	one := shot(sheet(1, red))
	if behind := shot(sheet(-1, blue)); math.Abs(float64(a.R)-float64(one.R)) > 2 || math.Abs(float64(a.B)-float64(behind.B)/2) > 10 {
		t.Errorf("red %v before blue %v give %v", one, behind, a)
	}
	hidden := sheet(-1, blue)
	front := sheet(1, red)
	front.Alpha = 0 // opaque
	if c := shot(front, hidden); c.B > 40 {
		t.Errorf("an opaque surface does not hide a translucent one: %v", c)
	}
}

func TestNothingUnsoundBreaksAFrame(t *testing.T) {
	t.Parallel()
	r := newRenderer(t)
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	bad := []scene.Vec{{nan, 0, 0}, {inf, 1, 2}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {3e38, -3e38, 3e38}}
	pane := func(s *scene.Scene) []Pane {
		return []Pane{{Rect: image.Rect(0, 0, 40, 30), Scene: s, Camera: camera.New()}}
	}
	for name, s := range map[string]*scene.Scene{
		"nil": nil, "empty": {},
		"empty things": {Surfaces: []scene.Surface{{}}, Clouds: []scene.Cloud{{}}, Lines: []scene.Lines{{}}, Markers: []scene.Marker{{}}},
		"no vertices":  {Surfaces: []scene.Surface{{Triangles: [][3]int32{{0, 1, 2}}}}},
		"no triangles": {Surfaces: []scene.Surface{{Positions: bad}}},
		"bad indices":  {Surfaces: []scene.Surface{{Positions: bad[2:5], Triangles: [][3]int32{{0, 1, 9}, {-1, 0, 1}, {1 << 30, 0, 1}}, Edges: true}}},
		"not numbers": {
			Surfaces: []scene.Surface{
				{Positions: bad, Triangles: [][3]int32{{0, 1, 2}, {2, 3, 4}, {2, 3, 5}}, Coords: bad, Checker: 0.1},
				{Positions: bad, Triangles: [][3]int32{{2, 3, 4}}, Coords: bad[:2], Checker: nan},
				{Positions: bad, Triangles: [][3]int32{{0, 1, 2}, {2, 3, 4}, {2, 3, 5}}, Values: []float32{nan, inf, 0, 1, 2, 3}, IsoStep: 0.1},
				{Positions: bad, Triangles: [][3]int32{{0, 1, 2}, {2, 3, 4}}, Alpha: 0.5},
				{Positions: bad, Triangles: [][3]int32{{2, 3, 4}}, Alpha: nan, IsoStep: nan},
			},
			Clouds:  []scene.Cloud{{Positions: bad, Radius: nan}, {Positions: bad, Radius: inf}, {Positions: bad, Radius: -3}},
			Lines:   []scene.Lines{{Positions: bad[:5], Width: nan, Hidden: nan}, {Positions: bad, Width: inf}},
			Markers: []scene.Marker{{Position: bad[0], Label: "x"}, {Position: bad[5], Radius: nan, Label: "y", Fade: nan}, {Fade: inf, Filled: true, Label: strings.Repeat("long ", 99)}},
		},
		"short colours": {Surfaces: []scene.Surface{{Positions: bad[2:5], Triangles: [][3]int32{{0, 1, 2}}, Colors: make([]scene.RGBA, 2), Normals: bad[:1], Values: []float32{1}, IsoStep: 1}}},
	} {
		for q := Still; q <= Draft; q++ {
			f := Frame{Width: 40, Height: 30, Quality: q, Panes: pane(s), Links: []Link{
				{FromPane: 0, ToPane: 0, From: bad[0]}, {FromPane: -1, ToPane: 99}, {FromPane: 0, ToPane: 0, To: bad[5], Width: nan, Hidden: nan}}}
			if img := render(t, r, f); img.RGBAAt(1, 1).A != 255 {
				t.Errorf("%s: no picture", name)
			}
			f.Panes[0].Axes, f.Panes[0].Ground = true, Ground{Center: bad[0], Radius: 2, Step: nan}
			f.Panes[0].Clip = scene.Clip{Normal: scene.Vec{0, nan, 1}, Offset: inf}
			render(t, r, f)
			f.Panes[0].Ground, f.Panes[0].Clip = Ground{Radius: inf, Step: 1e-30}, scene.Clip{Normal: scene.Vec{0, 0, 1}}
			render(t, r, f)
		}
	}
	for _, size := range [][2]int{{0, 0}, {0, 10}, {10, -1}} {
		if img := render(t, r, Frame{Width: size[0], Height: size[1], Panes: pane(nil)}); len(img.Pix) != 0 {
			t.Errorf("%v gives %v", size, img.Rect)
		}
	}
	odd := pane(torusScene(5, orange))
	for _, rect := range []image.Rectangle{{}, image.Rect(-30, -20, 10, 10), image.Rect(35, 25, 900, 700), image.Rect(99, 99, 200, 200), image.Rect(3, 3, 4, 4)} {
		odd[0].Rect = rect
		odd[0].Radius = 50
		render(t, r, Frame{Width: 41, Height: 31, Scale: nan, Panes: odd, Quality: Draft})
	}
	if _, err := r.Render(Frame{Width: 1 << 20, Height: 1 << 20}); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("a picture of a terapixel: %v", err)
	}
}

// A pane partly outside the frame shows the same as inside a larger one.
func TestPaneBeyondTheFrame(t *testing.T) {
	t.Parallel()
	r := newRenderer(t)
	f := pairFrame(torusScene(24, orange), 200, 120)
	f.Panes = f.Panes[:1]
	f.Panes[0].Rect = image.Rect(-40, -30, 160, 90)
	got := render(t, r, f)
	f.Panes[0].Rect = image.Rect(0, 0, 200, 120)
	want := render(t, r, f)
	n := 0
	for y := range 85 {
		for x := range 155 {
			if a, b := got.RGBAAt(x, y), want.RGBAAt(x+40, y+30); max(a.R, b.R)-min(a.R, b.R) > 24 {
				n++
			}
		}
	}
	if n > 40 {
		t.Errorf("%d pixels differ", n)
	}
}

func TestShadersCompileInAllVariants(t *testing.T) {
	t.Parallel()
	r := newRenderer(t)
	err := r.thread.Do(func() error {
		for v := range variant(16) { // flat, edges, isolines, peel in all combinations
			for _, more := range []variant{0, standIn, checker, clip, standIn | checker | clip, inner | clip, bare, bare | clip | inner | standIn} {
				if _, err := r.state.programs.use("surface", v|more); err != nil {
					return err
				}
			}
		}
		for _, name := range []string{"frame", "layer", "cloud", "ground"} {
			if _, err := r.state.programs.use(name, 0); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func BenchmarkFrame1280x800(b *testing.B) {
	for _, q := range []struct {
		name string
		Quality
	}{{"still", Still}, {"moving", Moving}, {"draft", Draft}} {
		b.Run(q.name, func(b *testing.B) {
			r := newRenderer(b)
			f := pairFrame(torusScene(71, orange), 1280, 800) // 2 x 10,082 triangles
			f.Quality = q.Quality
			for b.Loop() {
				for i := range f.Panes {
					f.Panes[i].Camera = f.Panes[i].Camera.Orbit(5, 1, 640, 800)
				}
				if _, err := r.Render(f); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "fps")
		})
	}
}

// Ten thousand correspondences, at rest and as they are thinned while they move.
func BenchmarkTenThousandLinks(b *testing.B) {
	for _, st := range []struct {
		name string
		step
	}{{"still", step{Still, whole}}, {"moving", step{Moving, medium}}, {"draft", step{Draft, low}}} {
		b.Run(st.name, func(b *testing.B) {
			r := newRenderer(b)
			s := torusScene(100, orange)
			f := pairFrame(s, 1280, 800)
			f.Quality, f.detail = st.Quality, st.detail
			for _, p := range s.Surfaces[0].Positions {
				f.Links = append(f.Links, Link{ToPane: 1, From: p, To: p, Color: scene.RGBA{R: 255, G: 255, B: 255, A: 90}, Hidden: 0.3})
			}
			for b.Loop() {
				if _, err := r.Render(f); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
