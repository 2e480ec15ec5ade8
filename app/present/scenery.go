package present

import (
	"fmt"
	"strconv"
	"strings"

	"gwscope/render/camera"
	"gwscope/render/capture"
	"gwscope/render/gldraw"
	"gwscope/render/scene"
)

// Scenery are the things around the shapes, and the cut that opens them. The zero value
// has the window's own background and nothing else.
type Scenery struct {
	Background Background `json:",omitempty"`
	Ground     bool       `json:",omitempty"` // a grid that the shapes stand on
	Axes       bool       `json:",omitempty"` // directions of x, y and z in the corner
	Cut        Cut        `json:",omitzero"`
	// Bar is a scale bar of a round length in the units of the shape's file.
	Bar bool `json:",omitempty"`
	// Ghost is the opacity of B around the morph in the overlay; 0: [DefaultGhost].
	Ghost float64 `json:",omitempty"`
}

// Background is the background of the shapes.
type Background string

// The backgrounds. In a window a transparent one is shown as squares; pictures then
// have none.
const (
	AsTheme     Background = "" // dark or light, as the window is
	Dark        Background = "dark"
	Light       Background = "light"
	White       Background = "white"
	Transparent Background = "transparent"
)

// Backgrounds lists the backgrounds in the order of menus.
func Backgrounds() []Background { return []Background{AsTheme, Dark, Light, White, Transparent} }

// Title is the name for people.
func (b Background) Title() string {
	switch b {
	case AsTheme:
		return "As the window"
	case Dark:
		return "Dark background"
	case Light:
		return "Light background"
	case White:
		return "White background"
	case Transparent:
		return "No background"
	}
	return string(b)
}

// IsDark reports whether the background is dark; window says whether the window is.
func (b Background) IsDark(window bool) bool {
	switch b {
	case Dark:
		return true
	case Light, White, Transparent:
		return false
	}
	return window
}

// Theme are the colours of figures on the background; window says whether the window is dark.
func (b Background) Theme(window bool) capture.Theme {
	switch {
	case b == White || b == Transparent:
		return capture.Paper
	case b.IsDark(window):
		return capture.Dark
	}
	return capture.Light
}

// squares stand for no background, as in image editors.
var squares = gldraw.Background{Top: scene.RGBA{R: 255, G: 255, B: 255, A: 255}, Bottom: scene.RGBA{R: 0xe9, G: 0xec, B: 0xf0, A: 255}, Squares: 8}

// Cut hides the part of both shapes that lies before a plane.
type Cut struct {
	Along CutAxis `json:",omitempty"`
	// At is the share that is hidden: 0 hides nothing, 1 hides all.
	At float64 `json:",omitempty"`
	// Back hides from the other end of the axis.
	Back bool `json:",omitempty"`
}

// CutAxis is the direction that a cut's plane is moved along.
type CutAxis string

// The directions. AlongView cuts away the part nearest to the viewer, whichever way the
// shapes are turned.
const (
	NoCut     CutAxis = ""
	AlongView CutAxis = "view"
	AlongX    CutAxis = "x"
	AlongY    CutAxis = "y"
	AlongZ    CutAxis = "z"
)

// CutAxes lists the directions in the order of menus.
func CutAxes() []CutAxis { return []CutAxis{NoCut, AlongView, AlongX, AlongY, AlongZ} }

// Title is the name for people.
func (a CutAxis) Title() string {
	switch a {
	case NoCut:
		return "No cut"
	case AlongView:
		return "From the front"
	}
	return "Along " + string(a)
}

// HalfWay is a cut through the middle.
func HalfWay(along CutAxis) Cut { return Cut{Along: along, At: 0.5} }

// ParseCut reads a cut: an axis (view, x, y, z), with a minus in front for the other
// end, and after a colon the share that is hidden, 0 to 1; "none" for none. "-x:0.3" hides
// the part of least x.
func ParseCut(text string) (Cut, error) {
	axis, at, placed := strings.Cut(text, ":")
	c := HalfWay(CutAxis(strings.TrimPrefix(axis, "-")))
	c.Back = strings.HasPrefix(axis, "-")
	if axis == "none" && !placed {
		return Cut{}, nil
	}
	ok := c.Along == AlongView && !c.Back || c.Along == AlongX || c.Along == AlongY || c.Along == AlongZ
	if placed {
		v, err := strconv.ParseFloat(at, 64)
		ok = ok && err == nil && v >= 0 && v <= 1
		c.At = v
	}
	if !ok {
		return Cut{}, fmt.Errorf("a cut is view, x, y or z, with a minus for the other end, and a share from 0 to 1, such as view:0.5 or -x:0.3, not %q", text)
	}
	return c, nil
}

// direction points towards the part that is hidden first.
func (c Cut) direction(cam camera.Camera) (n scene.Vec) {
	switch c.Along {
	case AlongView:
		f := cam.Forward()
		return scene.Vec{float32(-f[0]), float32(-f[1]), float32(-f[2])}
	case AlongX, AlongY, AlongZ:
		n[c.Along[0]-'x'] = 1
	}
	if c.Back {
		for k := range n {
			n[k] = -n[k]
		}
	}
	return n
}

// Clip is the plane, for shapes within a box that a camera looks at.
func (c Cut) Clip(within [2]scene.Vec, cam camera.Camera) scene.Clip {
	n := c.direction(cam)
	if n == (scene.Vec{}) || !(c.At > 0) {
		return scene.Clip{}
	}
	// The box's extent along the direction; a cut at 1 passes its near end, so that
	// nothing is left of flat shapes either.
	var low, high float64
	for k := range 3 {
		a, b := float64(n[k]*within[0][k]), float64(n[k]*within[1][k])
		low, high = low+min(a, b), high+max(a, b)
	}
	const past = 1e-4
	return scene.Clip{Normal: n, Offset: float32(high - min(c.At, 1)*(high-low)*(1+past))}
}

// FurnishFigure puts the scenery into a figure whose camera is set, for shapes within a
// box; window says whether the window is dark.
func (s Scenery) FurnishFigure(f *capture.Figure, within [2]scene.Vec, window bool) {
	f.Theme, f.Transparent = s.Background.Theme(window), s.Background == Transparent
	f.Axes, f.Clip = s.Axes, s.Cut.Clip(within, *f.Camera)
	for i := range f.Shapes {
		if own := f.Shapes[i].Camera; own != nil {
			f.Shapes[i].Clip = s.Cut.Clip(within, *own)
		}
	}
	if s.Ground {
		f.Ground = gldraw.GroundUnder(scene.Bounds{Min: within[0], Max: within[1]}, f.Camera.Up)
	}
}

// Furnish puts the scenery into a pane whose camera is set, for shapes within a box. Where the
// scenery has no background of its own, the pane keeps its background.
func (s Scenery) Furnish(p *gldraw.Pane, within [2]scene.Vec) {
	switch s.Background {
	case Dark, Light, White:
		p.Background = s.Background.Theme(false).Background
	case Transparent:
		p.Background = squares
	}
	p.Axes = s.Axes
	p.Clip = s.Cut.Clip(within, p.Camera)
	if s.Ground {
		p.Ground = gldraw.GroundUnder(scene.Bounds{Min: within[0], Max: within[1]}, p.Camera.Up)
	}
}
