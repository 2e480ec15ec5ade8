package gldraw

import (
	"cmp"
	"image"

	"gwscope/render/camera"
	"gwscope/render/scene"
)

// Frame describes one picture completely.
type Frame struct {
	// Width and Height in pixels of the screen or file.
	Width, Height int
	// Scale is how many pixels make one unit of line widths, marker radii and
	// label sizes: the display's pixel ratio, or a figure's magnification. 0: 1.
	Scale float32
	Panes []Pane
	// Links are drawn last, over all panes.
	Links []Link
	// Fill colours the frame outside the panes; the zero value is the dark default.
	Fill scene.RGBA
	// Quality trades edges for time; the zero value is Still.
	Quality Quality
	// Transparent leaves out Fill and backgrounds; the picture then has
	// premultiplied alpha. Otherwise every pixel is opaque.
	Transparent bool
	// Tag is for the caller, to know the picture by; it changes nothing.
	Tag int
	// detail is the viewer's, for moving pictures.
	detail detail
}

// Pane is one view: a scene seen by a camera in a rectangle of the frame.
type Pane struct {
	Rect   image.Rectangle // pixels of the frame
	Scene  *scene.Scene    // nil: empty
	Camera camera.Camera
	// Clip hides a part of surfaces, points, lines and markers. The cut through a
	// closed surface is filled.
	Clip       scene.Clip
	Background Background
	// Radius rounds the pane's corners, and Border, if not fully transparent,
	// draws a hairline around it; Radius in units of Frame.Scale.
	Radius float32
	Border scene.RGBA
	// Ground is a grid that the shapes stand on.
	Ground Ground
	// Axes shows the directions of x, y and z in the lower left corner.
	Axes bool
	// Bar shows a bar of a round length at the foot.
	Bar ScaleBar
}

// ScaleBar is a bar of a round length. It holds where the camera looks: in perspective what
// is nearer looks longer. The zero value is none.
type ScaleBar struct {
	// Unit is how many units of a file make one of the scene.
	Unit float64
	// Name is the name of the file's unit, "" where it is not known.
	Name string
}

// Background is a vertical gradient, or squares of two colours, which are a sign that there is no
// background. The zero value is DarkBackground.
type Background struct {
	Top, Bottom scene.RGBA
	// Squares is the side of squares of the two colours, in units of Frame.Scale; 0: a gradient.
	Squares float32
}

// The backgrounds of the two themes and of figures for print.
var (
	DarkBackground  = Background{Top: scene.RGBA{R: 0x1a, G: 0x1e, B: 0x25, A: 255}, Bottom: scene.RGBA{R: 0x12, G: 0x15, B: 0x19, A: 255}}
	LightBackground = Background{Top: scene.RGBA{R: 0xfd, G: 0xfd, B: 0xfe, A: 255}, Bottom: scene.RGBA{R: 0xf3, G: 0xf5, B: 0xf8, A: 255}}
	WhiteBackground = Background{Top: scene.RGBA{R: 255, G: 255, B: 255, A: 255}, Bottom: scene.RGBA{R: 255, G: 255, B: 255, A: 255}}
)

// darkFill is the window colour of the dark theme.
var darkFill = scene.RGBA{R: 0x10, G: 0x12, B: 0x16, A: 255}

func (b Background) orDefault() Background { return cmp.Or(b, DarkBackground) }

// Link is a straight line on the screen between a point of one pane's scene and
// a point of another's.
type Link struct {
	FromPane, ToPane int // indices of Frame.Panes
	From, To         scene.Vec
	Color            scene.RGBA
	Width            float32 // units of Frame.Scale; 0: 1
	// Hidden is the opacity, relative to Color's, of an end whose point lies
	// behind a surface. 0 hides such ends; 1 ignores surfaces.
	Hidden float32
}

// Quality is the number of samples that a pixel gets.
type Quality int

// The qualities. A moving picture may be coarser: the eye hardly sees it, and a processor without a
// graphics card needs the time.
const (
	Still  Quality = iota // 2 x 2 samples
	Moving                // 1 sample
	Draft                 // half resolution, enlarged
	Best                  // 4 x 4 samples, for files
)

func (q Quality) String() string {
	switch q {
	case Moving:
		return "moving"
	case Draft:
		return "draft"
	case Best:
		return "best"
	}
	return "still"
}

// samples is the number of drawn pixels per picture pixel along one side, times two.
func (q Quality) samples() int {
	switch q {
	case Moving:
		return 2
	case Draft:
		return 1
	case Best:
		return 8
	default:
		return 4
	}
}

// peelLayers is how many translucent layers are told apart.
func (q Quality) peelLayers() int {
	if q == Moving || q == Draft {
		return 3
	}
	return 6
}
