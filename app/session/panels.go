package session

import (
	"encoding/json"
	"slices"
	"strings"
)

// Panels are the arrangement of the panels around the views. The zero value is the arrangement of
// a new window. Values are compared with ==.
type Panels struct {
	// Side is the width of the side panel and Strip the height of the strip, in units of
	// the window; 0 for the window's own.
	Side, Strip float32
	// HideSide, HideStrip and HideMorph hide the side panel, the strip and the morph bar.
	HideSide, HideStrip, HideMorph bool
	// Folded are the names of the folded sections of the side panel, in order, with commas
	// between them.
	Folded string
}

// mostPanel is larger than any screen; larger sizes in a file are ignored.
const mostPanel = 10000

// IsFolded reports whether a section is folded.
func (p Panels) IsFolded(section string) bool {
	return slices.Contains(strings.Split(p.Folded, ","), section)
}

// Fold folds or unfolds a section.
func (p Panels) Fold(section string, on bool) Panels {
	names := slices.DeleteFunc(strings.Split(p.Folded, ","), func(s string) bool { return s == "" || s == section })
	if on {
		names = append(names, section)
	}
	slices.Sort(names)
	p.Folded = strings.Join(names, ",")
	return p
}

// panelsFile is the form of Panels in the file of preferences.
type panelsFile struct {
	Side   float32  `json:"side,omitempty"`
	Strip  float32  `json:"strip,omitempty"`
	Hidden []string `json:"hidden,omitempty"` // side, strip, morph
	Folded []string `json:"folded,omitempty"`
}

func (p Panels) keep() panelsFile {
	f := panelsFile{Side: p.Side, Strip: p.Strip}
	for _, part := range []struct {
		hidden bool
		name   string
	}{{p.HideSide, "side"}, {p.HideStrip, "strip"}, {p.HideMorph, "morph"}} {
		if part.hidden {
			f.Hidden = append(f.Hidden, part.name)
		}
	}
	if p.Folded != "" {
		f.Folded = strings.Split(p.Folded, ",")
	}
	return f
}

// readPanels reads the form that keep makes; impossible values are left out.
func readPanels(data json.RawMessage) Panels {
	var f panelsFile
	if json.Unmarshal(data, &f) != nil {
		return Panels{}
	}
	size := func(x float32) float32 {
		if x > 0 && x < mostPanel {
			return x
		}
		return 0
	}
	p := Panels{Side: size(f.Side), Strip: size(f.Strip)}
	p.HideSide, p.HideStrip, p.HideMorph = slices.Contains(f.Hidden, "side"), slices.Contains(f.Hidden, "strip"), slices.Contains(f.Hidden, "morph")
	for _, name := range f.Folded {
		if !strings.Contains(name, ",") {
			p = p.Fold(name, true)
		}
	}
	return p
}
