package capture

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"strings"

	"gwscope/render/camera"
	"gwscope/render/colormap"
	"gwscope/render/gldraw"
	"gwscope/render/scene"
)

// Figure is a picture of shapes side by side, or on a grid, seen by one camera, or by
// cameras of their own.
type Figure struct {
	Width, Height int
	Shapes        []Shape
	// Columns puts the shapes on a grid of so many columns, row by row; 0: all side by side.
	Columns int
	// Table of figures below the shapes; nil: none.
	Table *Table
	// Camera of all shapes; nil: a three-quarter view that frames them all,
	// with Up as its upright axis.
	Camera *camera.Camera
	Up     camera.Axis
	// Ground, Axes and Clip are those of each pane.
	Ground gldraw.Ground
	Axes   bool
	Clip   scene.Clip
	// Links between the shapes; panes are indices of Shapes.
	Links []gldraw.Link
	// Caption is text below the shapes, on four lines at most.
	Caption string
	// Bar shows a scale of values beside the caption.
	Bar *colormap.Scale
	// Theme; the zero value is Dark.
	Theme Theme
	// Transparent leaves out window and backgrounds.
	Transparent bool
	// Quality; the zero value is gldraw.Still.
	Quality gldraw.Quality
	// Scale magnifies text and lines; 0 fits them to the figure's height.
	Scale float64
	// Page is the page of [Figure.On]; the zero value: a screen.
	Page Page
}

// Shape is one pane of a figure.
type Shape struct {
	Scene *scene.Scene
	Title string // such as "A  horse, gallop"
	Note  string // second line, such as the number of vertices
	// Scale is a bar of a round length at the foot of the pane; the zero value is none.
	Scale gldraw.ScaleBar
	// Camera of its own, with the cut that goes with it; nil: the figure's.
	Camera *camera.Camera
	Clip   scene.Clip
}

// maxShapes keeps panes wide enough to show anything.
const maxShapes = 48

// maxColumns keeps panes wide enough side by side.
const maxColumns = 12

// layout is where things go, in pixels.
type layout struct {
	scale  float64
	panes  []image.Rectangle
	table  image.Rectangle // empty without a table
	footer image.Rectangle // empty without caption and bar
	// caption is the figure's, in lines that fit beside the bar.
	caption []string
}

// layout divides the figure into panes and, where there is a caption or a bar, a footer. All distances
// are steps of 4 units.
func (f *Figure) layout() layout {
	l := layout{scale: f.Scale}
	if !(l.scale > 0) || math.IsInf(l.scale, 0) {
		// At 720 rows a unit is a pixel; the width counts where the figure is narrow.
		l.scale = max(0.5, min(float64(f.Height)/720, float64(f.Width)/900))
	}
	px := func(units float64) int { return int(units*l.scale + 0.5) }
	area := image.Rect(0, 0, f.Width, f.Height).Inset(px(12))
	if f.Caption != "" || f.Bar != nil {
		footer := px(24)
		if f.Bar != nil || len(f.Caption) > 60 {
			footer = px(44)
		}
		l.footer = area
		if l.caption = f.captionLines(l); len(l.caption) > 2 {
			footer += px(lineUnits * float64(len(l.caption)-2))
		}
		l.footer.Min.Y = max(area.Min.Y, area.Max.Y-footer)
		area.Max.Y = max(area.Min.Y, l.footer.Min.Y-px(8))
	}
	if f.Table != nil {
		l.table = area
		l.table.Min.Y = max(area.Min.Y, area.Max.Y-px(f.Table.Units()))
		area.Max.Y = max(area.Min.Y, l.table.Min.Y-px(12))
	}
	l.panes = grid(area, len(f.Shapes), f.columns(), px(12))
	return l
}

func (f *Figure) columns() int {
	if f.Columns > 0 {
		return min(f.Columns, len(f.Shapes))
	}
	return len(f.Shapes)
}

// grid divides an area into n panes of one size, row by row.
func grid(area image.Rectangle, n, columns, gap int) []image.Rectangle {
	if n == 0 {
		return nil
	}
	rows := (n + columns - 1) / columns
	cut := func(lo, whole, parts, i int) (from, to int) {
		free := whole - gap*(parts-1)
		return lo + i*gap + i*free/parts, lo + i*gap + (i+1)*free/parts
	}
	var out []image.Rectangle
	for i := range n {
		x0, x1 := cut(area.Min.X, area.Dx(), columns, i%columns)
		y0, y1 := cut(area.Min.Y, area.Dy(), rows, i/columns)
		out = append(out, image.Rect(x0, y0, x1, y1))
	}
	return out
}

// Frame is the part of the figure that the renderer draws: everything but text and bar.
func (f *Figure) Frame() gldraw.Frame {
	l := f.layout()
	th := f.theme()
	fr := gldraw.Frame{
		Width: f.Width, Height: f.Height,
		Scale: float32(l.scale), Links: f.Links,
		Fill: th.Window, Quality: f.Quality, Transparent: f.Transparent,
	}
	cam := f.camera(l)
	for i, s := range f.Shapes {
		p := gldraw.Pane{
			Rect: l.panes[i], Scene: s.Scene, Camera: cam,
			Background: th.Background, Radius: 8, Border: th.Hairline,
			Ground: f.Ground, Axes: f.Axes, Clip: f.Clip,
		}
		if s.Camera != nil {
			p.Camera, p.Clip = *s.Camera, s.Clip
		}
		fr.Panes = append(fr.Panes, p)
	}
	return fr
}

func (f *Figure) camera(l layout) camera.Camera {
	if f.Camera != nil {
		return *f.Camera
	}
	c := camera.New()
	c.Up = f.Up
	c = c.Look(camera.ThreeQuarter)
	if len(l.panes) == 0 {
		return c
	}
	var all []*scene.Scene
	for _, s := range f.Shapes {
		all = append(all, s.Scene)
	}
	return c.FrameScenes(float64(l.panes[0].Dx()), float64(l.panes[0].Dy()), all...)
}

func (f *Figure) theme() Theme { return cmp.Or(f.Theme, Dark) }

// Render draws the figure.
func (f *Figure) Render(r *gldraw.Renderer) (*image.RGBA, error) {
	img, err := f.Plate(r)
	if err != nil {
		return nil, err
	}
	return img, f.annotate(raster{img})
}

// Plate draws the shapes of the figure, and leaves the places of text and bar empty.
func (f *Figure) Plate(r *gldraw.Renderer) (*image.RGBA, error) {
	if f.Width < 1 || f.Height < 1 {
		return nil, fmt.Errorf("a figure of %d x %d pixels has no area", f.Width, f.Height)
	}
	switch n := len(f.Shapes); {
	case n > maxShapes:
		return nil, fmt.Errorf("a figure shows at most %d shapes, not %d", maxShapes, n)
	case f.columns() > maxColumns:
		return nil, fmt.Errorf("a figure shows at most %d shapes side by side, not %d", maxColumns, f.columns())
	}
	return r.Render(f.Frame())
}

// name is the title that other programs show for the figure: the titles of its shapes.
func (f *Figure) name() string {
	var names []string
	for _, s := range f.Shapes {
		if s.Title != "" {
			names = append(names, s.Title)
		}
	}
	return strings.Join(names, ", ")
}
