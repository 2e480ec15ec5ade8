package session

import (
	"path/filepath"
	"slices"
	"strings"
)

// mostUpright is the number of shapes whose upright axis is remembered.
const mostUpright = 200

// upright is the axis of a shape that points up, as a person has chosen it.
type upright struct {
	Shape string `json:"shape"`
	Axis  string `json:"axis"` // y or z
}

func (h Home) uprightPath() string { return filepath.Join(h.State, "upright.json") }

// Upright is the axis that a person has chosen to point up for a shape, "y" or "z"; "" for none.
func (h Home) Upright(ref string) string {
	var all []upright
	if readSmall(h.uprightPath(), &all) != nil {
		return ""
	}
	i := slices.IndexFunc(all, func(u upright) bool { return u.Shape == uprightName(ref) })
	if i < 0 || !slices.Contains(UpAxes, all[i].Axis) {
		return ""
	}
	return all[i].Axis
}

// KeepUpright remembers the axis of a shape that points up.
func (h Home) KeepUpright(ref, axis string) error {
	var all []upright
	if readSmall(h.uprightPath(), &all) != nil {
		all = nil // a damaged file is replaced
	}
	name := uprightName(ref)
	all = slices.DeleteFunc(all, func(u upright) bool { return u.Shape == name })
	all = append([]upright{{name, axis}}, all...)
	return writeSmall(h.uprightPath(), all[:min(len(all), mostUpright)])
}

// uprightName is a file by its whole path, an embedded shape by its name.
func uprightName(ref string) string {
	if strings.HasPrefix(ref, samplePrefix) {
		return ref
	}
	if absolute, err := filepath.Abs(ref); err == nil {
		return absolute
	}
	return ref
}
