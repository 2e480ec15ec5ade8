package session

import (
	"path/filepath"
	"slices"
	"strings"
)

// NameList has names of landmarks, to be placed one after another.
type NameList struct {
	Name      string   `json:"name"`
	Landmarks []string `json:"landmarks"`
}

// NameLists are the lists that come with the program.
func NameLists() []NameList {
	return []NameList{
		{"Four-legged animal", []string{"nose", "left ear", "right ear", "left forepaw", "right forepaw", "left hindpaw", "right hindpaw", "tail"}},
		{"Person", []string{"crown", "nose", "navel", "left hand", "right hand", "left foot", "right foot"}},
		{"Hand", []string{"wrist", "thumb", "index finger", "middle finger", "ring finger", "little finger"}},
		{"Face", []string{"nasion", "tip of the nose", "chin", "left outer eye", "left inner eye", "right inner eye", "right outer eye", "left mouth", "right mouth"}},
		{"Skull", []string{"nasion", "glabella", "bregma", "lambda", "inion", "left porion", "right porion", "left zygion", "right zygion", "prosthion"}},
	}
}

// The limits of a person's lists.
const (
	mostLists   = 50
	mostInOne   = 500
	longestName = 120
)

func (h Home) listsPath() string { return filepath.Join(h.Config, "landmark-lists.json") }

// NameLists are a person's own lists of landmarks. Names that are empty, too long or doubled are
// left out. Without a readable file there are none.
func (h Home) NameLists() []NameList {
	var read, out []NameList
	if readSmall(h.listsPath(), &read) != nil {
		return nil
	}
	for _, t := range read[:min(len(read), mostLists)] {
		if t = t.clean(); t.Name != "" && len(t.Landmarks) > 0 {
			out = append(out, t)
		}
	}
	return out
}

// SaveNameList keeps a list, instead of an older one of the same name. A list without landmarks
// only removes the older one.
func (h Home) SaveNameList(t NameList) error {
	t = t.clean()
	all := slices.DeleteFunc(h.NameLists(), func(o NameList) bool { return o.Name == t.Name })
	if t.Name != "" && len(t.Landmarks) > 0 {
		all = append(all, t)
	}
	return writeSmall(h.listsPath(), all)
}

// clean is the list with each name once and on one line.
func (t NameList) clean() NameList {
	line := func(s string) string {
		s = strings.Join(strings.Fields(s), " ")
		if len(s) > longestName {
			return ""
		}
		return s
	}
	out := NameList{Name: line(t.Name)}
	for _, l := range t.Landmarks[:min(len(t.Landmarks), mostInOne)] {
		if l = line(l); l != "" && !slices.Contains(out.Landmarks, l) {
			out.Landmarks = append(out.Landmarks, l)
		}
	}
	return out
}
