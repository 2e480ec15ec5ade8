package shapes

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/closest"
)

// Landmark is a named place on a sample shape.
type Landmark struct {
	Name string
	At   r3.Vec
}

// markSpec names a place on a body in rest position: the surface nearest to a point of the
// axis of a part, moved by the vector off.
type markSpec struct {
	name   string
	part   string
	along  float64 // 0 at the cone's end a, 1 at b
	off    r3.Vec
	paired bool // one on each side
}

var quadrupedMarks = []markSpec{
	{"nose", "nose6", 1, r3.Vec{X: 0.05}, false},
	{"jaw", "jaw", 1, r3.Vec{Y: -0.1}, false},
	{"ear", "ear", 1, r3.Vec{}, true},
	{"withers", "withers", 0.5, r3.Vec{Y: 0.1}, false},
	{"breast", "breast", 1, r3.Vec{X: 0.2}, false},
	{"belly", "belly", 0.5, r3.Vec{Y: -0.3}, false},
	{"rump", "rump", 0.5, r3.Vec{Y: 0.3}, false},
	{"tail root", "tail1", 0, r3.Vec{X: -0.02, Y: 0.1}, false},
	{"tail", "tail6", 1, r3.Vec{}, false},
	{"elbow", "forearm", 0, r3.Vec{X: -0.1}, true},
	{"knee", "knee", 0.5, r3.Vec{X: 0.1}, true},
	{"forepaw", "hoof", 1, r3.Vec{X: 0.1}, true},
	{"stifle", "gaskin", 0, r3.Vec{X: 0.1}, true},
	{"hock", "hock", 0, r3.Vec{X: -0.1}, true},
	{"hindpaw", "hindHoof", 1, r3.Vec{X: 0.1}, true},
}

var personMarks = []markSpec{
	{"crown", "cranium", 0.5, r3.Vec{Y: 0.2}, false},
	{"nose", "nose", 1, r3.Vec{Z: 0.05}, false},
	{"chin", "chin", 0.5, r3.Vec{Z: 0.05, Y: -0.02}, false},
	{"ear", "auricle", 1, r3.Vec{}, true},
	{"nape", "neck", 0.3, r3.Vec{Z: -0.2}, false},
	{"breastbone", "ribs", 0.5, r3.Vec{Z: 0.3}, false},
	{"navel", "waist", 0.5, r3.Vec{Z: 0.3}, false},
	{"sacrum", "hips", 0.5, r3.Vec{Z: -0.3}, false},
	{"shoulder", "upperArm", 0, r3.Vec{Y: 0.1}, true},
	{"elbow", "forearm", 0, r3.Vec{Z: -0.1}, true},
	{"thumb", "thumb2", 1, r3.Vec{}, true},
	{"middle finger", "middle2", 1, r3.Vec{}, true},
	{"little finger", "little2", 1, r3.Vec{}, true},
	{"knee", "knee", 0.3, r3.Vec{Z: 0.2}, true},
	{"heel", "heel", 0.5, r3.Vec{Z: -0.2}, true},
	{"toes", "toes", 1, r3.Vec{Z: 0.1}, true},
}

// mark is a landmark on the template of a kin.
type mark struct {
	name  string
	place Place
}

// marksOf are the marks of a kin; nil where it has none.
func marksOf(k *kin) []mark {
	for _, m := range []struct {
		who   func() *character
		marks func() []mark
	}{{cat, catMarks}, {horse, horseMarks}, {elephant, elephantMarks}, {human, humanMarks}} {
		if m.who().kin == k {
			return m.marks()
		}
	}
	return nil
}

var (
	catMarks      = sync.OnceValue(func() []mark { return marksOn(cat(), quadruped, quadrupedMarks) })
	horseMarks    = sync.OnceValue(func() []mark { return marksOn(horse(), quadruped, quadrupedMarks) })
	elephantMarks = sync.OnceValue(func() []mark { return marksOn(elephant(), quadruped, quadrupedMarks) })
	humanMarks    = sync.OnceValue(func() []mark { return marksOn(human(), person, personMarks) })
)

func marksOn(c *character, pl plan, specs []markSpec) []mark {
	on := closest.NewTree(c.rest.pos, c.rest.tri)
	sides := map[string]string{".R": "right ", ".L": "left "}
	var out []mark
	for _, s := range specs {
		for k, p := range c.parts {
			if p.spec.name != s.part {
				continue
			}
			at := r3.Add(mix(p.a, p.b, s.along), s.off)
			name := s.name
			if s.paired {
				side := pl.given
				if slices.ContainsFunc(c.parts[:k], func(p part) bool { return p.spec.name == s.part }) {
					side = pl.image
				}
				name = strings.TrimSpace(sides[side] + s.name)
			}
			place, _ := placeNear(on, at)
			out = append(out, mark{name, place})
		}
	}
	return out
}

// Landmarks are the named places on a sample shape of an animal or a person: the same places
// on every pose and individual of a species. Other shapes have none.
func Landmarks(id string) ([]Landmark, error) {
	s, err := find(id)
	if err != nil {
		return nil, err
	}
	marks := marksOf(s.kin)
	if marks == nil {
		return nil, fmt.Errorf("%s has no landmarks: only animals and people have them", id)
	}
	var out []Landmark
	for _, m := range marks {
		out = append(out, Landmark{m.name, s.at(m.place)})
	}
	return out, nil
}
