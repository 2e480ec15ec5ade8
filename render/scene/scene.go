package scene

import "image/color"

// Vec is a position or direction in the scene's units.
type Vec = [3]float32

// RGBA is an opaque or translucent sRGB colour, not premultiplied.
type RGBA = color.NRGBA

// Scene is one view's contents. A Scene is immutable once handed to a renderer;
// change by making a new one that shares the unchanged slices (the renderer
// uploads a slice again only when its identity changes).
type Scene struct {
	Surfaces []Surface
	Clouds   []Cloud
	Lines    []Lines
	Markers  []Marker
	// Framed encloses the part that cameras frame, where it is not all: points that a match leaves out
	// may lie very far away. nil: all.
	Framed *Bounds
}

// Surface is a triangle mesh with one colour for each vertex.
type Surface struct {
	ID        string // stable name, for picking and caching
	Positions []Vec
	Triangles [][3]int32
	Normals   []Vec  // per vertex; nil: computed
	Colors    []RGBA // per vertex; nil: Base
	Base      RGBA
	// Values per vertex to draw isolines from, at whole multiples of IsoStep; nil or 0: none.
	Values  []float32
	IsoStep float32
	// Coords per vertex, in a space of their own such as the place on another shape that a vertex is
	// matched with, show a checker of cubes of side Checker, every other cube darkened; nil or 0: none.
	Coords  []Vec
	Checker float32
	// Trust per vertex hatches places with less than Doubt of it in grey; nil or 0: nothing.
	Trust []float32
	Doubt float32
	Hatch RGBA // the darker or lighter ground of the stripes; zero: a dark grey
	Flat  bool // one normal a face
	Edges bool // draw triangle edges
	Bare  bool // draw nothing between the edges; with Edges
	// Inner tells, for each triangle, which of its edges Edges leaves out, such as the
	// diagonals of quads: bit k is that from corner k to the next. nil: none.
	Inner []uint8
	Alpha float32 // opacity of the whole surface; 0 means opaque
}

// Cloud is a set of points drawn as discs.
type Cloud struct {
	ID        string
	Positions []Vec
	Colors    []RGBA
	Base      RGBA
	Radius    float32 // scene units; 0: a disc of 3 pixels
	// Trust, Doubt and Hatch are as of surfaces.
	Trust []float32
	Doubt float32
	Hatch RGBA
}

// Lines are separate segments: points 2k and 2k+1 make segment k.
type Lines struct {
	ID        string
	Positions []Vec
	Colors    []RGBA // per point; nil: Base
	Base      RGBA
	Width     float32 // pixels; 0: 1
	// Hidden is the opacity, relative to the visible parts, of the parts behind
	// surfaces: 0 hides them, 0.2 lets them shine through.
	Hidden float32
}

// Marker is a ring, or a disc, at a position, of constant size on the screen and
// over everything else.
type Marker struct {
	Position Vec
	Color    RGBA
	Radius   float32 // pixels; 0: 7
	Filled   bool    // a disc instead of a ring
	// Label is written beside the marker, where it covers no other label; where that is not next to the
	// marker, a leader joins the two.
	Label string
	// Fade is how much marker and label fade behind surfaces: 0 not at all, 1 completely.
	Fade float32
}
