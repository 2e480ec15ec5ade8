package landmark

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gwscope/meshio/internal/text"
)

// markupsSchema is the schema that files of 3D Slicer name.
const markupsSchema = "https://raw.githubusercontent.com/slicer/slicer/master/Modules/Loadable/Markups/Resources/Schema/markups-schema-v1.0.3.json#"

// markupsFile is the part of a markups file that landmarks are in.
type markupsFile struct {
	Schema  string   `json:"@schema"`
	Markups []markup `json:"markups"`
}

type markup struct {
	Type             string         `json:"type"`
	Name             string         `json:"name,omitempty"`
	CoordinateSystem string         `json:"coordinateSystem"`
	ControlPoints    []controlPoint `json:"controlPoints"`
}

type controlPoint struct {
	ID             string     `json:"id,omitempty"`
	Label          string     `json:"label"`
	Description    string     `json:"description"`
	Position       *positions `json:"position"`
	Orientation    []float64  `json:"orientation,omitempty"`
	Selected       bool       `json:"selected"`
	Locked         bool       `json:"locked"`
	Visibility     bool       `json:"visibility"`
	PositionStatus string     `json:"positionStatus,omitempty"`
}

// positions are three coordinates; package json would accept two or four.
type positions [3]float64

func (p *positions) UnmarshalJSON(data []byte) error {
	var v []float64
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	if len(v) != 3 {
		return errors.New("a position is not three numbers")
	}
	copy(p[:], v)
	return nil
}

// fileMarkup is one list of a file. Only members that are used have a type: the rest differs between
// versions.
type fileMarkup struct {
	Type             any    `json:"type"`
	Name             string `json:"name"`
	CoordinateSystem string `json:"coordinateSystem"`
	ControlPoints    []struct {
		Label          string     `json:"label"`
		Description    string     `json:"description"`
		Position       *positions `json:"position"`
		PositionStatus string     `json:"positionStatus"`
	} `json:"controlPoints"`
}

// joined are the kinds of markups whose points are joined, with the least number of them.
var joined = map[string]int{"Line": 2, "Angle": 3, "Curve": 2, "ClosedCurve": 3}

// decodeMarkups reads the points of one of 3D Slicer's markups: of any kind, since a curve is a list of
// points, too. Of several lists it takes the one that is named, or that has the shape's name; lists
// without points do not count. Without a coordinate system points are LPS, as in Slicer.
func decodeMarkups(data []byte, opt Options) (*Set, error) {
	var file struct {
		Markups []fileMarkup `json:"markups"`
	}
	if bytes.Count(data, []byte("{")) > 1000+len(data)/8 {
		return nil, text.Whole("the file holds hardly anything but empty objects: it is damaged")
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, text.JSONError(data, err)
	}
	if len(file.Markups) == 0 {
		return nil, text.Whole("there are no \"markups\" in the file: it is not one of 3D Slicer's markups files")
	}
	m, note := file.Markups[0], ""
	if filled := slices.DeleteFunc(file.Markups, func(m fileMarkup) bool { return len(m.ControlPoints) == 0 }); len(filled) > 0 {
		var names [][]string
		for _, one := range filled {
			names = append(names, []string{one.Name})
		}
		k, err := opt.chosen(names)
		if several := new(SpecimenError); errors.As(err, &several) {
			several.Lists = true
		}
		if err != nil {
			return nil, err
		}
		m = filled[k]
		if len(filled) > 1 && opt.Specimen == "" {
			note = fmt.Sprintf("of %d lists of landmarks in the file, %q is read, which has the name of the shape", len(filled), m.Name)
		}
	}
	s := &Set{Name: m.Name, Space: "LPS"}
	if kind, ok := m.Type.(string); ok && joined[kind] > 0 {
		s.Curve = kind
	}
	if note != "" {
		s.warn("%s", note)
	}
	rightFront := false
	if m.CoordinateSystem != "" {
		var err error
		if rightFront, err = axes(m.CoordinateSystem); err != nil {
			return nil, text.Whole("markup %q: %v", m.Name, err)
		}
	}
	for k, c := range m.ControlPoints {
		if c.PositionStatus != "" && c.PositionStatus != "defined" || c.Position == nil {
			s.warn("%q, point %d of the markup %q, has no position and is left out", c.Label, k+1, m.Name)
			continue
		}
		p := [3]float64(*c.Position)
		if rightFront {
			p = turned(p)
		}
		s.add(Landmark{Name: strings.TrimSpace(c.Label), Note: strings.TrimSpace(c.Description), Position: p})
	}
	return s, nil
}

// encodeMarkups writes a point list or a curve, which Slicer reads, in the axes of its positions. It has room for
// one list only, so extremities are marked by their description.
func encodeMarkups(w io.Writer, s Set) error {
	m := markup{Type: "Fiducial", Name: s.Name, CoordinateSystem: s.spaceOf(), ControlPoints: []controlPoint{}}
	if n := joined[s.Curve]; n > 0 && len(s.all()) >= n {
		m.Type = s.Curve
	}
	for k, list := range s.lists() {
		for _, l := range list {
			for _, v := range l.Position {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					return text.Whole("landmark %q has a coordinate that is not finite", l.Name)
				}
			}
			at := positions(l.Position)
			c := controlPoint{Label: l.Name, Description: l.Note, Position: &at, Orientation: []float64{-1, 0, 0, 0, -1, 0, 0, 0, 1},
				Selected: true, Visibility: true, PositionStatus: "defined"}
			if k > 0 {
				c.Description = notes[k]
			}
			c.ID = string(text.AppendFloat(nil, float64(len(m.ControlPoints)+1)))
			m.ControlPoints = append(m.ControlPoints, c)
		}
	}
	out := json.NewEncoder(w)
	out.SetIndent("", "    ")
	out.SetEscapeHTML(false)
	return out.Encode(markupsFile{Schema: markupsSchema, Markups: []markup{m}})
}
