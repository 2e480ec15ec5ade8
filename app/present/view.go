package present

import (
	"image/color"

	"gwscope/render/colormap"
	"gwscope/render/scene"
)

// View is a person's choice of how a match is looked at. Start from [NewView], which picks nothing.
// Views are compared with ==; values that they point to are never changed.
type View struct {
	ColorBy ColorBy
	// Paint says how quantities become colours.
	Paint Paint
	// Brush lights up the vertices of an interval of values; the zero value lights up all.
	Brush Brush
	Lines int // number of correspondence lines, at farthest-point samples
	// Worst draws lines at the worst hundredth of A's vertices instead.
	Worst bool
	Edges bool // triangle edges
	Flat  bool
	// Registered draws the edges of A's mesh where it lies on B.
	Registered bool
	T          float64 // morph: 0 is A, 1 is A at B's matched positions
	// Way is the way of the morph. Motion moves so, where it is prepared; without one A's
	// vertices go straight.
	Way    Way
	Motion *Motion
	// PickedA is a vertex of A (file index) whose match is marked, -1 for none.
	PickedA int
	PickedB int
	// Pins are further vertices whose matches are marked; nil: none.
	Pins *Pins
	// Marks are named places on both shapes; nil: none.
	Marks *Marks
	// Rulers are a person's measurements; nil: none. Measured are their paths, drawn.
	Rulers   *Rulers
	Measured *Measured
	// Bare draws the edges of triangles without the faces between.
	Bare bool
	// PointSize is a factor on the size of the points of clouds; 0: 1.
	PointSize float64
	// AsFiled leaves B beside A as its file has it. Otherwise B is turned onto A by the match.
	AsFiled bool
	// Scenery are the things around the shapes.
	Scenery Scenery
	Dark    bool // for colours of lines and markers
	// Hasty does not wait for the parts without a partner: finding them takes some tenths of a
	// second, and the window can show a picture before.
	Hasty bool
	// Push, if set, are the values that ByPush shows instead of the match's own: those of networks
	// in a training, or in its replay.
	Push *PushForward
	// Scale, if set, colours quantities instead of the match's own scale,
	// so that several matches can be compared.
	Scale *colormap.Scale
}

// NewView shows carried colours, without lines and with nothing picked.
func NewView() View {
	return View{ColorBy: ByCarried, PickedA: -1, PickedB: -1, Way: DefaultWay()}
}

// Pins are marked vertices besides the vertex that was picked last. They are never changed.
type Pins struct{ Of []Pin }

// Pin is a vertex of a file, of A or of B.
type Pin struct {
	OnB    bool
	Vertex int
}

// With is p with one pin more, or, if p has this pin already, without it; p may be nil.
func (p *Pins) With(pin Pin) *Pins {
	out := &Pins{}
	if p != nil {
		for _, q := range p.Of {
			if q != pin {
				out.Of = append(out.Of, q)
			}
		}
		if len(out.Of) < len(p.Of) {
			return out
		}
	}
	out.Of = append(out.Of, pin)
	return out
}

// Picture is everything to draw for one state: the scene of A, of B, and of the
// morph, in coordinates where both shapes have unit area and B is turned onto A, unless it
// stands as filed.
type Picture struct {
	A, B, Morph *scene.Scene
	// Links join a point of the shape beside B with a point of B, across the two views.
	Links []Link
	// Bar is the scale of the colours, with its label; nil when they show no quantity.
	Bar *colormap.Scale
	// Quantity is the quantity of the colours, or pair distortion where they show none; nil
	// without a match.
	Quantity *Quantity
	// Lone are the estimated shares of A's and of B's area that are greyed because they seem to
	// have no partner (trust.UnmatchedLimits); 0 where nothing is greyed.
	Lone [2]float64
	// Masked and Lit are the shares of A's and of B's area that the mask hatches and
	// that the brush lights up; 0 without mask or brush.
	Masked, Lit [2]float64
	// IsoStep is the distance of the isolines, 0 where there are none.
	IsoStep float64
	// Bounds enclose A and B (min, max).
	Bounds [2]scene.Vec

	stage *Stage
	moved moved // the shape beside B when t > 0
}

// Unit is the length of the scene's unit in the units of the file of A, or of B; 0 where there
// is none.
func (p *Picture) Unit(onB bool) float64 {
	if p.stage == nil {
		return 0
	}
	sd := p.stage.side(onB)
	if sd == nil {
		return 0
	}
	return sd.unit
}

// Beside is the shape beside B at t: A itself, or A on its way to B.
func (p *Picture) Beside(t float64) *scene.Scene {
	if t > 0 && p.Morph != nil {
		return p.Morph
	}
	return p.A
}

// Ends are the places, in the scenes, of a vertex and of its match: a on the shape beside B at t,
// b on B. ok is false without a match.
func (p *Picture) Ends(onB bool, vertex int, t float64) (a, b scene.Vec, ok bool) {
	s := p.stage
	if s == nil || s.match == nil || vertex < 0 {
		return a, b, false
	}
	if onB {
		if vertex >= len(s.b.positions) {
			return a, b, false
		}
		if t == 0 {
			return toVec(s.MatchedOnA(vertex)), toVec(s.b.positions[vertex]), true
		}
		return toVec(p.moved.vertex(s.counterpartOnA(vertex), vertex)), toVec(s.b.positions[vertex]), true
	}
	if vertex >= len(s.a.positions) {
		return a, b, false
	}
	if t == 0 {
		return s.a.vecs[vertex], toVec(s.matched[vertex]), true
	}
	return toVec(p.moved.vertex(vertex, s.counterpart(vertex))), toVec(s.matched[vertex]), true
}

// Link is a correspondence line across two views.
type Link struct {
	A, B   scene.Vec
	Color  color.NRGBA
	Picked bool
}
