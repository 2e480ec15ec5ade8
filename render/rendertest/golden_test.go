package rendertest

import (
	"image"
	"math"
	"slices"
	"testing"

	"gwscope/render/camera"
	"gwscope/render/capture"
	"gwscope/render/colormap"
	"gwscope/render/gldraw"
	"gwscope/render/scene"
)

const (
	w = 320
	h = 240
)

var (
	blue  = scene.RGBA{R: 0x5b, G: 0x9d, B: 0xff, A: 255}
	amber = scene.RGBA{R: 0xe5, G: 0xb4, B: 0x54, A: 255}
	white = scene.RGBA{R: 255, G: 255, B: 255, A: 180}
)

// spiral winds around the creature's axis.
func spiral(hidden float32) scene.Lines {
	l := scene.Lines{Base: amber, Width: 3, Hidden: hidden}
	at := func(i int) scene.Vec {
		t := float64(i) / 90 * 6 * math.Pi
		return scene.Vec{float32(0.9 * math.Cos(t)), float32(t/9 - 1), float32(0.9 * math.Sin(t))}
	}
	for i := range 90 {
		l.Positions = append(l.Positions, at(i), at(i+1))
	}
	return l
}

func single(s *scene.Scene, change func(*gldraw.Frame)) gldraw.Frame {
	c := camera.New()
	c.Up = camera.UpZ
	c = c.Look(camera.ThreeQuarter).Orbit(0, 70, w, h).FrameScenes(w, h, s)
	f := gldraw.Frame{Width: w, Height: h, Panes: []gldraw.Pane{{Rect: image.Rect(0, 0, w, h), Scene: s, Camera: c}}}
	if change != nil {
		change(&f)
	}
	return f
}

func frames() map[string]gldraw.Frame {
	plain := surface(60)
	of := func(change func(*scene.Surface)) *scene.Scene {
		s := plain
		change(&s)
		return &scene.Scene{Surfaces: []scene.Surface{s}}
	}
	light := func(f *gldraw.Frame) { f.Panes[0].Background = gldraw.LightBackground }
	coarse := surface(24)
	ps, _ := creature(40)
	values := heights(plain.Positions)
	measured := make([]float64, len(values))
	for i := range values {
		measured[i] = float64(values[i])
	}
	marks := []scene.Marker{
		{Position: plain.Positions[100], Color: blue, Label: "tail"},
		{Position: plain.Positions[2000], Color: amber, Radius: 12},
	}
	both := &scene.Scene{Surfaces: []scene.Surface{plain, coarse}}
	both.Surfaces[0].Alpha = 0.5
	both.Surfaces[1].Colors, both.Surfaces[1].Base, both.Surfaces[1].Alpha = nil, amber, 0.4
	for i, p := range both.Surfaces[1].Positions {
		both.Surfaces[1].Positions[i] = scene.Vec{p[1], p[2], p[0]}
	}
	coarse = surface(24)
	coarse.Flat, coarse.Edges = true, true
	return map[string]gldraw.Frame{
		"smooth":     single(of(func(*scene.Surface) {}), nil),
		"light":      single(of(func(*scene.Surface) {}), light),
		"base":       single(of(func(s *scene.Surface) { s.Colors = nil }), nil),
		"flat-edges": single(&scene.Scene{Surfaces: []scene.Surface{coarse}}, light),
		"edges":      single(of(func(s *scene.Surface) { s.Edges = true }), nil),
		"isolines": single(of(func(s *scene.Surface) {
			s.Values, s.IsoStep = values, 0.25
			s.Colors = colormap.Fit(colormap.Viridis, measured, 1).Colors(measured)
		}), nil),
		"ortho": single(of(func(*scene.Surface) {}), func(f *gldraw.Frame) {
			f.Panes[0].Camera = f.Panes[0].Camera.WithOrthographic(true).Look(camera.Top)
		}),
		"cloud": single(&scene.Scene{Clouds: []scene.Cloud{{
			Positions: ps, Radius: 0.03, Colors: colormap.NewPositions(scene.BoundsOf(ps), 2).All(ps),
		}}}, nil),
		"dots":  single(&scene.Scene{Clouds: []scene.Cloud{{Positions: ps, Base: amber}}}, nil),
		"lines": single(&scene.Scene{Surfaces: []scene.Surface{plain}, Lines: []scene.Lines{spiral(0.25)}, Markers: marks}, nil),
		"scaled": single(&scene.Scene{Surfaces: []scene.Surface{plain}, Lines: []scene.Lines{spiral(0)}, Markers: marks}, func(f *gldraw.Frame) {
			f.Scale = 1.5
			light(f)
		}),
		"translucent": single(both, nil),
		"transparent": single(of(func(s *scene.Surface) { s.Alpha = 0.6 }), func(f *gldraw.Frame) { f.Transparent = true }),
		"links":       linked(&scene.Scene{Surfaces: []scene.Surface{plain}, Markers: marks[:1]}),
		"quads": single(of(func(s *scene.Surface) {
			s.Edges, s.Flat = true, true
			s.Positions, s.Triangles = creature(24)
			s.Colors, s.Inner = nil, diagonals(s.Positions, s.Triangles)
		}), light),
		"checker": single(of(func(s *scene.Surface) {
			s.Colors, s.Coords, s.Checker = nil, s.Positions, 0.2
		}), nil),
		"hatch": single(of(func(s *scene.Surface) { s.Trust, s.Doubt, s.Edges = values, 0.2, true }), nil),
		"clip": single(of(func(*scene.Surface) {}), func(f *gldraw.Frame) {
			f.Panes[0].Clip = scene.Clip{Normal: scene.Vec{0.2, -1, 0.3}, Offset: 0.1}
		}),
		"clip-open": single(of(func(s *scene.Surface) { s.Triangles = s.Triangles[:len(s.Triangles)-7]; s.Edges = true }), func(f *gldraw.Frame) {
			light(f)
			f.Panes[0].Clip = scene.Clip{Normal: scene.Vec{0, 0, 1}, Offset: 0.1}
		}),
		"clip-kinds": single(&scene.Scene{
			Clouds:  []scene.Cloud{{Positions: ps, Radius: 0.03, Base: amber}},
			Lines:   []scene.Lines{spiral(0.25)},
			Markers: marks,
		}, func(f *gldraw.Frame) {
			f.Panes[0].Clip = scene.Clip{Normal: scene.Vec{1, 0, 0}, Offset: 0.4}
		}),
		"ground": single(of(func(*scene.Surface) {}), func(f *gldraw.Frame) {
			f.Panes[0].Ground, f.Panes[0].Axes = gldraw.GroundUnder(f.Panes[0].Scene.Bounds(), camera.UpZ), true
		}),
		"ground-light": single(&scene.Scene{Surfaces: both.Surfaces}, func(f *gldraw.Frame) {
			light(f)
			f.Panes[0].Ground, f.Panes[0].Axes = gldraw.GroundUnder(f.Panes[0].Scene.Bounds(), camera.UpZ), true
			f.Panes[0].Camera = f.Panes[0].Camera.WithOrthographic(true)
		}),
		"white": single(of(func(*scene.Surface) {}), func(f *gldraw.Frame) { f.Panes[0].Background = gldraw.WhiteBackground }),
		"squares": single(of(func(*scene.Surface) {}), func(f *gldraw.Frame) {
			f.Panes[0].Background = gldraw.Background{Top: white, Bottom: scene.RGBA{R: 220, G: 224, B: 230, A: 255}, Squares: 8}
		}),
		"labels":  single(&scene.Scene{Surfaces: []scene.Surface{plain}, Markers: labelled(plain.Positions)}, nil),
		"overlay": single(&scene.Scene{Surfaces: []scene.Surface{plain, ghost(plain)}}, light),
		"moving":  single(of(func(*scene.Surface) {}), func(f *gldraw.Frame) { f.Quality = gldraw.Moving }),
		"draft":   single(of(func(*scene.Surface) {}), func(f *gldraw.Frame) { f.Quality = gldraw.Draft }),
	}
}

// diagonals marks the longest edge of each triangle, which is a quad's diagonal in the
// creature nearly everywhere.
func diagonals(ps []scene.Vec, ts [][3]int32) []uint8 {
	out := make([]uint8, len(ts))
	for i, t := range ts {
		longest := 0.0
		for k := range 3 {
			a, b := ps[t[k]], ps[t[(k+1)%3]]
			if l := math.Hypot(math.Hypot(float64(a[0]-b[0]), float64(a[1]-b[1])), float64(a[2]-b[2])); l > longest {
				longest, out[i] = l, 1<<k
			}
		}
	}
	return out
}

// labelled are landmarks, some close together, some on the far side.
func labelled(ps []scene.Vec) (ms []scene.Marker) {
	names := []string{"snout", "left ear", "right ear", "tail tip", "hip", "heel"}
	for i, k := range []int{900, 940, 1010, 2000, 3000, 300} {
		ms = append(ms, scene.Marker{Position: ps[k], Color: amber, Radius: 4, Filled: true, Fade: 0.7, Label: names[i]})
	}
	for i := range 4 {
		p := ps[2500]
		p[0] += 0.05 * float32(i)
		ms = append(ms, scene.Marker{Position: p, Color: blue, Radius: 4, Label: "neighbour"})
	}
	return ms
}

// ghost is a translucent copy beside a surface, as in an overlay.
func ghost(s scene.Surface) scene.Surface {
	s.Positions = slices.Clone(s.Positions)
	for i := range s.Positions {
		s.Positions[i][0] += 0.25
		s.Positions[i][2] *= 1.3
	}
	s.Alpha = 0.28
	return s
}

// linked is two rounded panes with one camera and links between them.
func linked(s *scene.Scene) gldraw.Frame {
	f := gldraw.Frame{Width: w, Height: h}
	hair := scene.RGBA{R: 0x26, G: 0x2b, B: 0x34, A: 255}
	c := camera.New()
	c.Up = camera.UpZ
	c = c.Look(camera.ThreeQuarter).Orbit(0, 70, w, h).FrameScenes(150, 230, s)
	for _, r := range []image.Rectangle{image.Rect(4, 4, 156, 236), image.Rect(164, 4, 316, 236)} {
		f.Panes = append(f.Panes, gldraw.Pane{Rect: r, Scene: s, Camera: c, Radius: 10, Border: hair})
	}
	ps := s.Surfaces[0].Positions
	for i := range 12 {
		f.Links = append(f.Links, gldraw.Link{FromPane: 0, ToPane: 1, From: ps[i*240], To: ps[i*240+7], Color: white, Hidden: 0.15})
	}
	f.Links = append(f.Links,
		gldraw.Link{FromPane: 0, ToPane: 9, Color: white}, // a pane that is not there
		gldraw.Link{FromPane: 1, ToPane: 0, From: ps[5], To: ps[9], Color: amber, Width: 3, Hidden: 1})
	return f
}

func TestGoldens(t *testing.T) {
	r := Renderer(t)
	for name, f := range frames() {
		img, err := r.Render(f)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		Golden(t, name, img)
	}
}

func TestGoldenFigure(t *testing.T) {
	r := Renderer(t)
	s := surface(50)
	values := heights(s.Positions)
	measured := make([]float64, len(values))
	for i := range values {
		measured[i] = math.Abs(float64(values[i]))
	}
	scale := colormap.Fit(colormap.Error, measured, 1)
	scale.Label, scale.Unit = "geodesic error", "/ √area"
	coloured := s
	coloured.Colors = scale.Colors(measured)
	fig := capture.Figure{
		Width: 480, Height: 320, Up: camera.UpZ,
		Shapes: []capture.Shape{
			{Scene: &scene.Scene{Surfaces: []scene.Surface{s}}, Title: "A  creature", Note: "2,500 vertices · closed"},
			{Scene: &scene.Scene{Surfaces: []scene.Surface{coloured}}, Title: "B  the same with a very long name that does not fit", Note: "errors"},
		},
		Caption: "A caption that is too long to stand on one line beside the colour bar, and a little longer still",
		Bar:     &scale, Theme: capture.Light, Scale: 0.8,
	}
	img, err := fig.Render(r)
	if err != nil {
		t.Fatal(err)
	}
	Golden(t, "figure", img)
}

// The comparison must find the differences that a person would see.
func TestCompareSeesDifferences(t *testing.T) {
	t.Parallel()
	grey := func() *image.RGBA {
		img := image.NewRGBA(image.Rect(0, 0, 100, 100))
		for i := range img.Pix {
			img.Pix[i] = 128
		}
		return img
	}
	for name, tc := range map[string]struct {
		change func(*image.RGBA)
		same   bool
	}{
		"nothing": {func(*image.RGBA) {}, true},
		"rounding": {func(m *image.RGBA) {
			for i := 0; i < len(m.Pix); i += 3 {
				m.Pix[i]++
			}
		}, true},
		"an edge pixel": {func(m *image.RGBA) { m.Pix[400] = 255 }, true},
		"a line": {func(m *image.RGBA) {
			for i := range 400 {
				m.Pix[8000+i] = 255
			}
		}, false},
		"a tint": {func(m *image.RGBA) {
			for i := 0; i < len(m.Pix); i += 4 {
				m.Pix[i] += 5
			}
		}, false},
		"no alpha": {func(m *image.RGBA) {
			for i := 3; i < len(m.Pix); i += 4 {
				m.Pix[i] = 0
			}
		}, false},
	} {
		got := grey()
		tc.change(got)
		if problem, _ := Compare(grey(), got); (problem == "") != tc.same {
			t.Errorf("%s: %q", name, problem)
		}
	}
	if problem, _ := Compare(grey(), image.NewRGBA(image.Rect(0, 0, 9, 9))); problem == "" {
		t.Error("another size passes")
	}
}

// Where no driver draws, a digit that has changed is seen; in a picture of few colours a colour between two
// of them is not.
func TestWordsAreComparedStrictly(t *testing.T) {
	at := func(change func(*image.RGBA)) *image.RGBA {
		img := image.NewRGBA(image.Rect(0, 0, 300, 200))
		for i := range img.Pix {
			img.Pix[i] = 40
		}
		change(img)
		return img
	}
	digit := func(m *image.RGBA) {
		for k := range 10 {
			m.Pix[m.PixOffset(50, 30+k)] = 230
		}
	}
	plain, changed := at(func(*image.RGBA) {}), at(digit)
	if problem, _ := Compare(plain, changed); problem != "" {
		t.Errorf("a digit is seen without this test: %s", problem)
	}
	for _, c := range []struct {
		got, few *image.RGBA
		except   image.Rectangle
		want     int
	}{
		{plain, plain, image.Rectangle{}, 0},
		{changed, changed, image.Rectangle{}, 10},
		{changed, changed, image.Rect(40, 20, 60, 60), 0},
		{at(func(m *image.RGBA) { m.Pix[0] = 100 }), at(func(m *image.RGBA) { m.Pix[0] = 160 }), image.Rectangle{}, 0},
	} {
		if n := differ(plain, c.got, c.few, c.except); n != c.want {
			t.Errorf("%d pixels differ, want %d", n, c.want)
		}
	}
}
