package capture_test

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gwscope/render/camera"
	"gwscope/render/capture"
	"gwscope/render/colormap"
	"gwscope/render/rendertest"
	"gwscope/render/scene"
)

func TestSaveReplacesOnlyWithWholeFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "picture.png")
	if err := os.WriteFile(path, []byte("an older file"), 0o644); err != nil {
		t.Fatal(err)
	}
	img := image.NewRGBA(image.Rect(0, 0, 7, 5))
	img.Pix[3] = 255
	if err := capture.Save(path, img); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	back, err := png.Decode(f)
	if err != nil || back.Bounds() != img.Rect {
		t.Errorf("read back %v, %v", back, err)
	}
	// A picture that cannot be encoded leaves the old file and no temporary one.
	if err := capture.Save(path, image.NewRGBA(image.Rectangle{})); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("an empty picture: error %v", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != "picture.png" {
		t.Errorf("left behind: %v (%v)", entries, err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() < 60 {
		t.Errorf("the old file is gone: %v", err)
	}
	inside := filepath.Join(dir, "no", "such", "folder.png")
	if err := capture.Save(inside, img); err != nil { // missing folders are made, as for all files
		t.Error(err)
	}
	if err := capture.Save(filepath.Join(inside, "a.png"), img); err == nil || !strings.Contains(err.Error(), "folder.png") {
		t.Errorf("saved into a file as into a folder: %v", err)
	}
}

func triangle(x float32) *scene.Scene {
	return &scene.Scene{Surfaces: []scene.Surface{{
		Positions: []scene.Vec{{x - 1, -1, 0}, {x + 1, -1, 0}, {x, 1, 0.5}},
		Triangles: [][3]int32{{0, 1, 2}}, Base: scene.RGBA{R: 230, G: 120, B: 40, A: 255},
	}}}
}

// A caption that two lines do not hold gets more of them, and the shapes stay clear of it.
func TestALongCaptionGetsItsLines(t *testing.T) {
	t.Parallel()
	scale := colormap.Scale{Map: colormap.Error, Max: 1}
	height := func(words int) int {
		f := capture.Figure{Width: 1000, Height: 750, Caption: strings.Repeat("caption ", words), Bar: &scale, Shapes: []capture.Shape{{Scene: triangle(0)}}}
		return f.Frame().Panes[0].Rect.Dy()
	}
	last := height(20)
	if last != height(1) {
		t.Error("two lines take more room than the bar beside them")
	}
	for _, words := range []int{32, 45} {
		if h := height(words); h > last-15 || h < last-40 {
			t.Errorf("with %d words a shape has %d pixels, %d before", words, h, last)
		} else {
			last = h
		}
	}
	if height(2000) != last {
		t.Error("a caption without end leaves no room for shapes")
	}
}

func TestPanesDivideTheFigure(t *testing.T) {
	t.Parallel()
	scale := colormap.Scale{Map: colormap.Error, Max: 1}
	for _, size := range [][2]int{{1600, 900}, {800, 600}, {320, 240}, {3, 3}, {5000, 100}} {
		for n := range 5 {
			f := capture.Figure{Width: size[0], Height: size[1], Caption: "caption", Bar: &scale}
			for range n {
				f.Shapes = append(f.Shapes, capture.Shape{Scene: triangle(0)})
			}
			frame := f.Frame()
			for i, p := range frame.Panes {
				if !p.Rect.In(image.Rect(0, 0, size[0], size[1])) {
					t.Errorf("%v: pane %d of %d is %v", size, i, n, p.Rect)
				}
				for _, q := range frame.Panes[:i] {
					if p.Rect.Overlaps(q.Rect) {
						t.Errorf("%v: panes %v and %v overlap", size, p.Rect, q.Rect)
					}
				}
				if p.Camera != frame.Panes[0].Camera {
					t.Errorf("%v: the cameras are not linked", size)
				}
			}
			if n > 1 && size[0] == 1600 {
				first, last := frame.Panes[0].Rect, frame.Panes[n-1].Rect
				if d := first.Dx() - last.Dx(); d < -1 || d > 1 {
					t.Errorf("panes %v and %v are not of one size", first, last)
				}
			}
		}
	}
}

// Every pane shows its shape, uncut: the default camera frames them all.
func TestFigureShowsAllShapes(t *testing.T) {
	t.Parallel()
	r := rendertest.Renderer(t)
	f := capture.Figure{Width: 640, Height: 360, Theme: capture.Paper,
		Shapes: []capture.Shape{{Scene: triangle(0)}, {Scene: triangle(0.5)}, {Scene: nil}}}
	img, err := f.Render(r)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range f.Frame().Panes {
		orange := 0
		for y := p.Rect.Min.Y; y < p.Rect.Max.Y; y++ {
			for x := p.Rect.Min.X; x < p.Rect.Max.X; x++ {
				c := img.RGBAAt(x, y)
				if c.A != 255 {
					t.Fatalf("(%d, %d) is not opaque", x, y)
				}
				if int(c.R) > int(c.B)+40 {
					orange++
					if x == p.Rect.Min.X || x == p.Rect.Max.X-1 || y == p.Rect.Min.Y || y == p.Rect.Max.Y-1 {
						t.Fatalf("pane %d: the shape is cut at (%d, %d): %v", i, x, y, c)
					}
				}
			}
		}
		if want := i < 2; (orange > 2000) != want {
			t.Errorf("pane %d: %d pixels of the shape", i, orange)
		}
	}
}

func TestTransparentFigure(t *testing.T) {
	t.Parallel()
	r := rendertest.Renderer(t)
	cam := camera.New().Frame(triangle(0).Bounds(), 100, 100)
	f := capture.Figure{Width: 100, Height: 100, Transparent: true, Camera: &cam, Shapes: []capture.Shape{{Scene: triangle(0)}}}
	img, err := f.Render(r)
	if err != nil {
		t.Fatal(err)
	}
	if img.RGBAAt(1, 1).A != 0 || img.RGBAAt(50, 60).A != 255 {
		t.Errorf("corner %v, middle %v", img.RGBAAt(1, 1), img.RGBAAt(50, 60))
	}
	var b bytes.Buffer
	if err := capture.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	back, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, _, a := back.At(1, 1).RGBA(); a != 0 {
		t.Error("the file has lost its transparency")
	}
}

func TestFiguresThatCannotBe(t *testing.T) {
	t.Parallel()
	r := rendertest.Renderer(t)
	for name, f := range map[string]capture.Figure{
		"no area":         {Width: 0, Height: 10},
		"too large":       {Width: 1 << 20, Height: 1 << 20},
		"too many shapes": {Width: 100, Height: 100, Shapes: make([]capture.Shape, 99)},
	} {
		if _, err := f.Render(r); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	tiny := capture.Figure{Width: 1, Height: 1, Caption: "c", Bar: &colormap.Scale{}, Shapes: make([]capture.Shape, 3)}
	if _, err := tiny.Render(r); err != nil {
		t.Errorf("one pixel: %v", err)
	}
}
