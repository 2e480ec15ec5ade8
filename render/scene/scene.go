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
}

// Surface is a triangle mesh with one colour for each vertex.
type Surface struct {
	ID        string // stable name, for picking and caching
	Positions []Vec
	Triangles [][3]int32
	Normals   []Vec  // per vertex; nil: computed
	Colors    []RGBA // per vertex; nil: Base
	Base      RGBA
	// Values per vertex to draw isolines from; nil: none. IsoStep is their distance.
	Values  []float32
	IsoStep float32
	Flat    bool    // one normal a face
	Edges   bool    // draw triangle edges
	Alpha   float32 // opacity of the whole surface; 0 means opaque
}

// Cloud is a set of points drawn as discs.
type Cloud struct {
	ID        string
	Positions []Vec
	Colors    []RGBA
	Base      RGBA
	Radius    float32 // scene units; 0: a disc of 3 pixels
}

// Lines are separate segments: points 2k and 2k+1 make segment k.
type Lines struct {
	ID        string
	Positions []Vec
	Colors    []RGBA // per point; nil: Base
	Base      RGBA
	Width     float32 // pixels; 0: 1
	OnTop     bool    // drawn over everything
	// Hidden is the opacity, relative to the visible parts, of what lies behind
	// surfaces: 0 hides it, 0.2 lets it shine through.
	Hidden float32
}

// Marker is a ring at a position, always on top, of constant size on the screen.
type Marker struct {
	Position Vec
	Color    RGBA
	Radius   float32 // pixels; 0: 7
	Label    string  // drawn beside the ring
}
