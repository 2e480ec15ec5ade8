package present

import (
	"image/color"
	"testing"

	"github.com/lucasb-eyer/go-colorful"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/assets/shapes"
	"gwscope/meshio/mesh"
)

// labOf is a colour in Oklab.
func labOf(c color.NRGBA) lab {
	l, a, b := colorful.Color{R: float64(c.R) / 255, G: float64(c.G) / 255, B: float64(c.B) / 255}.OkLab()
	return lab{l, a, b}
}

// placed are the vertices of a mesh in √area about its middle.
func placed(m *mesh.Mesh) []r3.Vec {
	center, scale := frameOf(m)
	at := make([]r3.Vec, len(m.Vertices))
	for i, v := range m.Vertices {
		at[i] = r3.Scale(1/scale, r3.Sub(v, center))
	}
	return at
}

// told is a difference in Oklab at which two neighbouring colours clearly differ; a just noticeable
// difference is 0.02.
const told = 0.08

// The tips of limbs that are neighbours differ in colour: legs, ears, fingers.
func TestCarriedColoursTellNeighbouringLimbsApart(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"human/1", "horse/1", "cat/1", "elephant/1"} {
		m, err := shapes.Make(id)
		if err != nil {
			t.Fatal(err)
		}
		at, tints := placed(m), Tints(m)
		limbs := limbsOf(m, at)
		if len(limbs) < 4 {
			t.Errorf("%s has %d limbs", id, len(limbs))
		}
		for i, l := range limbs {
			near, least := -1, 0.0
			for j, o := range limbs {
				if d := r3.Norm(r3.Sub(at[l.tip], at[o.tip])); j != i && (near < 0 || d < least) {
					near, least = j, d
				}
			}
			if d := apartLab(labOf(tints[l.tip]), labOf(tints[limbs[near].tip])); d < told {
				t.Errorf("%s: limbs %d and %d, %.3f apart, differ by %.3f in colour", id, i, near, least, d)
			}
		}
	}
}

// Places far from each other differ.
func TestCarriedColoursTellPlacesApart(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"human/1", "horse/1", "cat/1"} {
		m, err := shapes.Make(id)
		if err != nil {
			t.Fatal(err)
		}
		at, tints := placed(m), Tints(m)
		alike, pairs := 0, 0
		const step = 97
		for i := 0; i < len(at); i += step {
			for j := 0; j < i; j += step {
				if r3.Norm(r3.Sub(at[i], at[j])) < 0.5 {
					continue
				}
				pairs++
				if apartLab(labOf(tints[i]), labOf(tints[j])) < 0.04 {
					alike++
				}
			}
		}
		if share := float64(alike) / float64(pairs); share > 0.06 {
			t.Errorf("%s: %.1f %% of the places that lie 0.5 apart have one colour", id, 100*share)
		}
	}
}

// Shapes without limbs, or without axes, also have colours.
func TestCarriedColoursOfOddShapes(t *testing.T) {
	t.Parallel()
	flat := &mesh.Mesh{Vertices: []r3.Vec{{}, {X: 1}, {Y: 1}}, Triangles: [][3]int32{{0, 1, 2}}}
	one := &mesh.Mesh{Vertices: []r3.Vec{{X: 3}}}
	same := &mesh.Mesh{Vertices: make([]r3.Vec, 5)}
	for name, m := range map[string]*mesh.Mesh{"a triangle": flat, "a point": one, "five points at one place": same} {
		if got := Tints(m); len(got) != len(m.Vertices) {
			t.Errorf("%s has %d colours", name, len(got))
		}
	}
	if c := Tints(flat); c[0] == c[1] || c[1] == c[2] {
		t.Errorf("the corners of a triangle have the colours %v", c)
	}
}
