package present

import (
	"image/color"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/render/scene"
)

// Rulers are pairs of vertices between which distances are measured. They are never changed.
type Rulers struct{ Of []Ruler }

// Ruler is a pair of vertices of one file, of A or of B.
type Ruler struct {
	OnB      bool
	From, To int
}

// With is r and one ruler more; r may be nil.
func (r *Rulers) With(ruler Ruler) *Rulers {
	if r == nil {
		r = &Rulers{}
	}
	return &Rulers{append(slices.Clone(r.Of), ruler)}
}

// Without is r without ruler k; nil where none is left.
func (r *Rulers) Without(k int) *Rulers {
	if len(r.Of) == 1 {
		return nil
	}
	return &Rulers{slices.Delete(slices.Clone(r.Of), k, k+1)}
}

// Measured are the paths of rulers, to be drawn. It is never changed.
type Measured struct {
	Of []MeasuredPath
	// Begun is a vertex that waits for the other end of a ruler; nil for none.
	Begun *Pin
}

// MeasuredPath is a path along a surface, in the coordinates of the shape's file, with the
// surface's normals there (nil for none) and the words beside it.
type MeasuredPath struct {
	OnB           bool
	Path, Normals []r3.Vec
	Label         string
}

const (
	rulerWidth  = 2.5
	rulerRadius = 4
	// rulerLift is the distance of a path from the surface, in √area, and rulerHidden the opacity
	// of its hidden parts.
	rulerLift   = 0.003
	rulerHidden = 0.3
)

// rulerColor differs from the colours of picks and landmarks.
func rulerColor(dark bool) color.NRGBA {
	if dark {
		return color.NRGBA{R: 0xff, G: 0xd1, B: 0x4a, A: 0xff}
	}
	return color.NRGBA{R: 0x8a, G: 0x1c, B: 0x5c, A: 0xff}
}

// addRulers draws paths, and thin straight lines between their ends. They are drawn on A at t = 0
// only, because A on its way to B has other distances.
func (s *Stage) addRulers(p *Picture, v View) {
	if v.Measured == nil {
		return
	}
	ink := rulerColor(v.Dark)
	for _, r := range v.Measured.Of {
		sd, scenes := s.a, []*scene.Scene{p.A}
		if r.OnB {
			sd, scenes = s.b, []*scene.Scene{p.B}
		} else if p.Morph != nil && v.T == 0 {
			scenes = append(scenes, p.Morph)
		}
		if sd == nil || len(r.Path) == 0 {
			continue
		}
		at := sd.lifted(r)
		var pairs []scene.Vec
		for k := 1; k < len(at); k++ {
			pairs = append(pairs, at[k-1], at[k])
		}
		first, last := at[0], at[len(at)-1]
		for _, sc := range scenes {
			sc.Lines = append(sc.Lines, scene.Lines{ID: "ruler", Positions: pairs, Base: ink, Width: rulerWidth, Hidden: rulerHidden},
				scene.Lines{ID: "ruler, straight", Positions: []scene.Vec{first, last}, Base: ink, Width: 1, Hidden: rulerHidden})
			sc.Markers = append(sc.Markers, scene.Marker{Position: first, Color: ink, Radius: rulerRadius, Filled: true, Fade: markFade},
				scene.Marker{Position: at[len(at)/2], Color: ink, Radius: 0.5, Filled: true, Label: r.Label, Fade: markFade},
				scene.Marker{Position: last, Color: ink, Radius: rulerRadius, Filled: true, Fade: markFade})
		}
	}
	if b := v.Measured.Begun; b != nil {
		sd, sc := s.side(b.OnB), p.A
		if b.OnB {
			sc = p.B
		}
		if sd.has(b.Vertex) {
			sc.Markers = append(sc.Markers, scene.Marker{Position: sd.vecs[b.Vertex], Color: ink, Radius: rulerRadius, Filled: true})
		}
	}
}

// lifted is a path in the common frame, a little off the surface.
func (sd *side) lifted(r MeasuredPath) []scene.Vec {
	out := make([]scene.Vec, len(r.Path))
	origin := sd.place(r3.Vec{})
	for k, p := range r.Path {
		at := sd.place(p)
		if r.Normals != nil {
			// A normal is turned as positions are, but neither moved nor scaled.
			n := r3.Sub(sd.place(r.Normals[k]), origin)
			if l := r3.Norm(n); l > 0 {
				at = r3.Add(at, r3.Scale(rulerLift/l, n))
			}
		}
		out[k] = toVec(at)
	}
	return out
}
