package shapes

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// A figure is the same each time, of a size with its body at rest nearly everywhere, and its left is left.
func TestFiguresKnowTheirPlacesAtRest(t *testing.T) {
	t.Parallel()
	for kind, name := range FigureKinds() {
		f := NewFigure(kind, 1, 5)
		if again := NewFigure(kind, 1, 5); !reflect.DeepEqual(f.posed, again.posed) {
			t.Errorf("%s: two figures of one seed differ", name)
		}
		c := f.Cloud(300, true, rand.New(rand.NewPCG(1, 2)))
		limbs := 0
		for i, p := range c.Rest {
			if r3.Norm(p) > 1+1e-9 || math.Abs(r3.Norm(c.Normals[i])-1) > 1e-9 || math.Abs(r3.Norm(c.RestNormals[i])-1) > 1e-9 {
				t.Fatalf("%s: place %v with normals %v and %v", name, p, c.Normals[i], c.RestNormals[i])
			}
			if label := c.Labels[i]; label >= 3 {
				if limbs++; (p.X > 0.01) != (label%2 == 0) && (p.X < -0.01) != (label%2 == 1) {
					t.Errorf("%s: a point of limb %d rests at %v", name, label, p)
				}
			}
		}
		if limbs < 60 {
			t.Errorf("%s: %d of 300 points are on limbs", name, limbs)
		}
		var ratios []float64
		for _, tri := range f.line.template.tri {
			for e := range 3 {
				a, b := tri[e], tri[(e+1)%3]
				ratios = append(ratios, r3.Norm(r3.Sub(f.posed[a], f.posed[b]))/r3.Norm(r3.Sub(f.line.places[a], f.line.places[b])))
			}
		}
		var mean, spread float64
		for _, r := range ratios {
			mean += math.Log(r) / float64(len(ratios))
		}
		for _, r := range ratios {
			spread += (math.Log(r) - mean) * (math.Log(r) - mean) / float64(len(ratios))
		}
		if math.Sqrt(spread) > 0.6 {
			t.Errorf("%s: edges are stretched by a factor of e^%.2f", name, math.Sqrt(spread))
		}
	}
}
