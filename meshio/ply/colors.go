package ply

import (
	"image/color"
	"slices"

	"gwscope/meshio/internal/numeric"
	"gwscope/meshio/internal/text"
)

// colorNames are the names that writers give to red, green, blue and alpha.
var colorNames = [][4]string{
	{"red", "green", "blue", "alpha"},
	{"r", "g", "b", "a"},
	{"diffuse_red", "diffuse_green", "diffuse_blue", "diffuse_alpha"},
}

// toColors turns columns of red, green, blue and perhaps alpha into colours.
// Integers count from 0 to 255, or to 65535 where 16-bit values exceed 255;
// floating point from 0 to 1, or to 255 where values exceed 1. A value that is not a
// number is white.
func toColors(rgba [4][]float64, k numeric.Type) []color.NRGBA {
	largest := 0.0
	for _, channel := range rgba {
		for _, v := range channel {
			if v > largest {
				largest = v
			}
		}
	}
	scale := 1.0
	switch {
	case (k == numeric.Float32 || k == numeric.Float64) && largest <= 1:
		scale = 255
	case k == numeric.Uint16 && largest > 255:
		scale = 255.0 / 65535
	}
	colors := make([]color.NRGBA, len(rgba[0]))
	for i := range colors {
		var c [4]uint8
		for channel := range c {
			c[channel] = 255
			if rgba[channel] == nil {
				continue
			}
			if v := rgba[channel][i]; v == v {
				c[channel] = text.Byte(v * scale)
			}
		}
		colors[i] = color.NRGBA{R: c[0], G: c[1], B: c[2], A: c[3]}
	}
	return colors
}

// faceTint gathers the colours of faces; nil where an element has numeric.None.
type faceTint struct {
	at   [4]int // properties of red, green, blue and alpha, -1 for none
	kind numeric.Type
	now  [4]float64
	rgba [4][]float64
}

// newFaceTint finds the colours among the properties of faces.
func newFaceTint(e *element) *faceTint {
	if e.name != "face" {
		return nil
	}
	for _, names := range colorNames {
		t := &faceTint{at: [4]int{-1, -1, -1, -1}}
		for i, p := range e.properties {
			for channel, name := range names {
				if p.name == name && p.length == numeric.None {
					t.at[channel] = i
				}
			}
		}
		if t.at[0] >= 0 && t.at[1] >= 0 && t.at[2] >= 0 {
			t.kind = e.properties[t.at[0]].kind
			return t
		}
	}
	return nil
}

// takes reports whether a property is one of the channels.
func (t *faceTint) takes(property int) bool {
	return t != nil && slices.Contains(t.at[:], property)
}

func (t *faceTint) keep(property int, v float64) { t.now[slices.Index(t.at[:], property)] = v }

// end takes the colour of a row that has become a face.
func (t *faceTint) end(taken bool) {
	if t == nil || !taken {
		return
	}
	for channel, at := range t.at {
		if at >= 0 {
			t.rgba[channel] = append(t.rgba[channel], t.now[channel])
		}
	}
}

// colors are the colours of all faces, nil for none.
func (t *faceTint) colors() []color.NRGBA {
	if t == nil || len(t.rgba[0]) == 0 {
		return nil
	}
	return toColors(t.rgba, t.kind)
}
