package landmark

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"
)

// Landmark is a named place on a shape.
type Landmark struct {
	Name string `json:"name"`
	// Position is in the coordinates of the shape's file.
	Position [3]float64 `json:"position"`
	// Pinned landmarks are paired by name with one that is pinned on the other shape:
	// a match has to send one to the other.
	Pinned bool `json:"pinned,omitempty"`
	// Note is the file's description of the landmark.
	Note string `json:"note,omitempty"`
}

// At is the landmark's position as a vector.
func (l Landmark) At() r3.Vec { return r3.Vec{X: l.Position[0], Y: l.Position[1], Z: l.Position[2]} }

// New is a landmark at a position.
func New(name string, at r3.Vec) Landmark {
	return Landmark{Name: name, Position: [3]float64{at.X, at.Y, at.Z}}
}

// Set are the places that are marked on one shape, in order.
type Set struct {
	// Name is the name of the shape or specimen, where a file gives it.
	Name      string     `json:"name,omitempty"`
	Landmarks []Landmark `json:"landmarks"`
	// Tips are the extremities that a person wants; nil: the solver finds them.
	Tips []Landmark `json:"tips"`
	// Lesser are places that helped a match and are no extremities by themselves, such as ears; those
	// of one name on two shapes were matched. They come from a match, and files have them for people
	// and programs to look at; they steer no match.
	Lesser []Landmark `json:"-"`
	// Space names the anatomical axes of the positions where they are known: "RAS", "LPS",
	// or "". The axes of a file are brought to LPS.
	Space string `json:"-"`
	// Curve is the word of 3D Slicer for a list whose places are joined: "Curve", "ClosedCurve", "Line" or
	// "Angle"; "" for places by themselves. Other formats have no such lists.
	Curve string `json:"-"`
	// Unclear says that [Snap] found the landmarks to fit the shape as they are, and just as well after
	// half a turn about the z-axis, and that nothing tells which of the two is meant.
	Unclear bool `json:"-"`
	// Warnings are sentences for people about how the set was read.
	Warnings []string `json:"-"`
}

// Clone is a copy that shares nothing.
func (s Set) Clone() Set {
	s.Landmarks, s.Tips, s.Lesser, s.Warnings = slices.Clone(s.Landmarks), slices.Clone(s.Tips), slices.Clone(s.Lesser), slices.Clone(s.Warnings)
	return s
}

// Equal compares marks, without the additions of a match and without warnings.
func (s Set) Equal(o Set) bool {
	return s.Name == o.Name && slices.Equal(s.Landmarks, o.Landmarks) && slices.Equal(s.Tips, o.Tips) && (s.Tips == nil) == (o.Tips == nil)
}

// Empty reports a set in which nothing is marked.
func (s Set) Empty() bool { return len(s.Landmarks) == 0 && s.Tips == nil }

// lists are all places, in the order in which files have them.
func (s *Set) lists() [3][]Landmark { return [3][]Landmark{s.Landmarks, s.Tips, s.Lesser} }

// Index is the place of a name in a list, -1 where it is not there.
func Index(list []Landmark, name string) int {
	return slices.IndexFunc(list, func(l Landmark) bool { return l.Name == name })
}

// Pair are the indices of two landmarks of one name.
type Pair struct{ A, B int }

// Pairs are the landmarks that both lists have, in the order of the first.
func Pairs(a, b []Landmark) []Pair {
	at := make(map[string]int, len(b))
	for k, l := range slices.Backward(b) {
		at[l.Name] = k
	}
	var out []Pair
	for k, l := range a {
		if j, ok := at[l.Name]; ok {
			out = append(out, Pair{k, j})
			delete(at, l.Name)
		}
	}
	return out
}

// Pinned are the pairs that are pinned on both sides.
func Pinned(a, b []Landmark) []Pair {
	return slices.DeleteFunc(Pairs(a, b), func(p Pair) bool { return !a[p.A].Pinned || !b[p.B].Pinned })
}

// PairsFirst brings the landmarks of two shapes into one order: those that both have come
// first, in the order of a, then the others. Programs that pair by position, as SlicerMorph
// does, pair them rightly.
func PairsFirst(a, b Set) (Set, Set) {
	a, b = a.Clone(), b.Clone()
	pairs := Pairs(a.Landmarks, b.Landmarks)
	first := func(all []Landmark, of func(Pair) int) []Landmark {
		taken := make([]bool, len(all))
		var out []Landmark
		for _, p := range pairs {
			out, taken[of(p)] = append(out, all[of(p)]), true
		}
		for k, l := range all {
			if !taken[k] {
				out = append(out, l)
			}
		}
		return out
	}
	a.Landmarks = first(a.Landmarks, func(p Pair) int { return p.A })
	b.Landmarks = first(b.Landmarks, func(p Pair) int { return p.B })
	return a, b
}

// FreshName is the first of "prefix 1", "prefix 2", ... that none of the lists has.
func FreshName(prefix string, lists ...[]Landmark) string {
	for k := 1; ; k++ {
		name := fmt.Sprintf("%s %d", prefix, k)
		if !slices.ContainsFunc(lists, func(l []Landmark) bool { return Index(l, name) >= 0 }) {
			return name
		}
	}
}

// nameAll gives a name to landmarks that have none and tells equal names apart, because landmarks of
// two shapes are paired by name. Names and notes become one line of valid text, which every format can
// keep.
func (s *Set) nameAll() {
	for _, list := range s.lists() {
		for k := range list {
			list[k].Name = oneLine(strings.ToValidUTF8(list[k].Name, "\uFFFD"))
			list[k].Note = oneLine(strings.ToValidUTF8(list[k].Note, "\uFFFD"))
		}
	}
	for _, list := range []struct {
		prefix string
		all    []Landmark
	}{{"landmark", s.Landmarks}, {"tip", s.Tips}, {"lesser", s.Lesser}} {
		seen := make(map[string]bool, len(list.all))
		for _, l := range list.all {
			seen[l.Name] = true
		}
		met := make(map[string]bool, len(list.all))
		for k := range list.all {
			l := &list.all[k]
			was := l.Name
			if was == "" {
				l.Name = fresh(fmt.Sprintf("%s %d", list.prefix, k+1), seen)
			} else if met[was] {
				l.Name = fresh(was+" (2)", seen)
				s.warn("two places are named %q; the second is %q now, because places are paired by their names", was, l.Name)
			}
			met[l.Name], seen[l.Name] = true, true
		}
	}
}

func fresh(name string, seen map[string]bool) string {
	for k, base := 3, name; seen[name]; k++ {
		name = fmt.Sprintf("%s (%d)", base, k)
	}
	return name
}

func (s *Set) warn(format string, args ...any) {
	s.Warnings = append(s.Warnings, fmt.Sprintf(format, args...))
}

// oneLine brings text onto one line, for formats in which a line is an entry.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
