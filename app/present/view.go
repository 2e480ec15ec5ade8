package present

import (
	"image/color"

	"gwscope/render/colormap"
	"gwscope/render/scene"
)

// ColorBy names what the colours of both shapes show.
type ColorBy string

// What colours can show.
const (
	ByCarried       ColorBy = "carried"    // position on A, carried to B
	ByDistortion    ColorBy = "distortion" // mean pair distortion
	ByConfidence    ColorBy = "confidence"
	ByError         ColorBy = "error"    // geodesic error where truth is known
	ByMirroredError ColorBy = "mirrored" // the same against the mirror image
	ByPush          ColorBy = "push"     // push-forward value of the slicer
	ByPlain         ColorBy = "plain"    // one colour
	ByFile          ColorBy = "colors"   // colours of the file, carried from A
)

// View is what a person chose to see. Start from [NewView], which picks nothing.
type View struct {
	ColorBy ColorBy
	Lines   int  // number of correspondence lines, spread by farthest points
	Edges   bool // triangle edges
	Flat    bool
	T       float64 // morph: 0 is A, 1 is A at B's matched positions
	// Motion, if set, is how the morph moves; else A's vertices go straight.
	Motion *Motion
	// PickedA is a vertex of A (file index) whose match is marked, -1 for none.
	PickedA int
	PickedB int
	Dark    bool // for colours of lines and markers
	// Push, if set, are the values that ByPush shows instead of the match's own:
	// those of networks that are learning, or have been.
	Push *PushForward
	// Scale, if set, is what quantities are coloured on instead of the match's own scale,
	// so that several matches can be compared.
	Scale *colormap.Scale
}

// NewView shows carried colours, without lines and with nothing picked.
func NewView() View { return View{ColorBy: ByCarried, PickedA: -1, PickedB: -1} }

// Picture is everything to draw for one state: the scene of A, of B, and of the
// morph, in coordinates where both shapes have unit area and B is turned onto A.
type Picture struct {
	A, B, Morph *scene.Scene
	// Links join a point of what stands beside B with one of B, across the two views.
	Links []Link
	// Bar is the scale behind the colours, with its label; nil when they are none.
	Bar *colormap.Scale
	// Bounds enclose A, B and all of the morph (min, max).
	Bounds [2]scene.Vec
}

// Beside is what stands beside B at t: A itself, or A on its way to B.
func (p *Picture) Beside(t float64) *scene.Scene {
	if t > 0 && p.Morph != nil {
		return p.Morph
	}
	return p.A
}

// Link is a correspondence line across two views.
type Link struct {
	A, B   scene.Vec
	Color  color.NRGBA
	Picked bool
}

// Known reports whether by names something that colours can show.
func Known(by ColorBy) bool {
	switch by {
	case ByCarried, ByDistortion, ByConfidence, ByError, ByMirroredError, ByPush, ByPlain, ByFile:
		return true
	}
	return false
}
