package morphometrics

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"
)

// population makes n configurations of p points that differ by a little noise, sizes, places
// and turns.
func population(n, p int, seed uint64) [][]r3.Vec {
	rng := rand.New(rand.NewPCG(seed, 1))
	at := func(s float64) r3.Vec {
		return r3.Vec{X: s * rng.NormFloat64(), Y: s * rng.NormFloat64(), Z: s * rng.NormFloat64()}
	}
	base := make([]r3.Vec, p)
	for i := range base {
		base[i] = at(1)
	}
	long := make([]r3.Vec, p) // one direction in which shapes differ most
	for i := range long {
		long[i] = at(0.1)
	}
	out := make([][]r3.Vec, n)
	for k := range out {
		axis := r3.Unit(at(1))
		sin, cos := math.Sincos(rng.Float64() * math.Pi)
		turn := r3.Rotation(quat.Number{Real: cos, Imag: sin * axis.X, Jmag: sin * axis.Y, Kmag: sin * axis.Z})
		size, shift, along := 0.5+3*rng.Float64(), at(5), rng.NormFloat64()
		for i, v := range base {
			v = r3.Add(v, r3.Add(r3.Scale(along, long[i]), at(0.02)))
			out[k] = append(out[k], r3.Add(shift, r3.Scale(size, turn.Rotate(v))))
		}
	}
	return out
}

// Shapes that differ by position, size and turn alone are one shape.
func TestProcrustesTakesAwayPositionSizeAndTurn(t *testing.T) {
	t.Parallel()
	one := population(1, 12, 3)[0]
	var all [][]r3.Vec
	for k := range 5 {
		turn := r3.NewRotation(float64(k), r3.Vec{X: 1, Y: 2, Z: float64(k)})
		var c []r3.Vec
		for _, v := range one {
			c = append(c, r3.Add(r3.Vec{X: 10 * float64(k)}, r3.Scale(float64(k+1), turn.Rotate(v))))
		}
		all = append(all, c)
	}
	a, err := Procrustes(all)
	if err != nil {
		t.Fatal(err)
	}
	for k, d := range a.Distance {
		if d > 1e-13 {
			t.Errorf("configuration %d lies %g from the mean", k, d)
		}
		if ratio := a.Size[k] / a.Size[0]; math.Abs(ratio-float64(k+1)) > 1e-12 {
			t.Errorf("configuration %d is %g times as large as the first", k, ratio)
		}
	}
	if !a.Converged {
		t.Error("it did not converge")
	}
}

// A mirror image is turned, never reflected.
func TestProcrustesDoesNotReflect(t *testing.T) {
	t.Parallel()
	c := population(2, 10, 4)
	for i, v := range c[0] {
		c[1][i] = r3.Vec{X: -v.X, Y: v.Y, Z: v.Z}
	}
	a, err := Procrustes(c)
	if err != nil {
		t.Fatal(err)
	}
	if a.Distances()[0][1] < 0.1 {
		t.Errorf("a mirror image lies %g from its original", a.Distances()[0][1])
	}
}

func TestProcrustesNamesBadInput(t *testing.T) {
	t.Parallel()
	good := population(3, 5, 5)
	change := func(f func(c [][]r3.Vec) [][]r3.Vec) [][]r3.Vec {
		c := [][]r3.Vec{slices.Clone(good[0]), slices.Clone(good[1]), slices.Clone(good[2])}
		return f(c)
	}
	for want, c := range map[string][][]r3.Vec{
		"two configurations": good[:1],
		"three points":       {good[0][:2], good[1][:2]},
		"configuration 1 has 4 points": change(func(c [][]r3.Vec) [][]r3.Vec {
			c[1] = c[1][:4]
			return c
		}),
		"configuration 2: point 3": change(func(c [][]r3.Vec) [][]r3.Vec {
			c[2][3].Y = math.NaN()
			return c
		}),
		"configuration 0: all points lie in one place": change(func(c [][]r3.Vec) [][]r3.Vec {
			for i := range c[0] {
				c[0][i] = r3.Vec{X: 3, Y: 1e5, Z: 7}
			}
			return c
		}),
	} {
		if _, err := Procrustes(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// The first component of shapes made by one parameter is that parameter.
func TestFirstComponentIsTheOneParameter(t *testing.T) {
	t.Parallel()
	base := population(2, 40, 6)
	var shapes [][]r3.Vec
	var parameter []float64
	for k := range 9 {
		s := float64(k)/8 - 0.5
		parameter = append(parameter, s)
		var c []r3.Vec
		for i, v := range base[0] {
			c = append(c, r3.Add(v, r3.Scale(0.05*s, base[1][i])))
		}
		shapes = append(shapes, c)
	}
	a, err := Procrustes(shapes)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Principal(a.Aligned, 0)
	if err != nil {
		t.Fatal(err)
	}
	var scores []float64
	for _, s := range c.Scores {
		scores = append(scores, s[0])
	}
	if r := math.Abs(correlation(scores, parameter)); r < 0.999 || c.Share[0] < 0.99 {
		t.Errorf("correlation %g, share %g", r, c.Share[0])
	}
	// Shapes are rebuilt by their scores.
	for k, s := range a.Aligned {
		rebuilt := slices.Clone(c.Mean)
		for j, score := range c.Scores[k] {
			for i := range rebuilt {
				rebuilt[i] = r3.Add(rebuilt[i], r3.Scale(score, c.Vectors[j][i]))
			}
		}
		if d := distance(rebuilt, s); d > 1e-9 {
			t.Errorf("shape %d is rebuilt with an error of %g", k, d)
		}
	}
}

func correlation(a, b []float64) float64 {
	var ma, mb, ab, aa, bb float64
	for i := range a {
		ma += a[i] / float64(len(a))
		mb += b[i] / float64(len(b))
	}
	for i := range a {
		ab += (a[i] - ma) * (b[i] - mb)
		aa += (a[i] - ma) * (a[i] - ma)
		bb += (b[i] - mb) * (b[i] - mb)
	}
	return ab / math.Sqrt(aa*bb)
}

// The first components alone are the same as those among all, with the same scores.
func TestFewVectorsAreTheFirstOfAll(t *testing.T) {
	t.Parallel()
	for _, n := range []int{9, 40} { // fewer shapes than coordinates, and more
		a, err := Procrustes(population(n, 10, 4))
		if err != nil {
			t.Fatal(err)
		}
		all, err := Principal(a.Aligned, 0)
		if err != nil {
			t.Fatal(err)
		}
		few, err := Principal(a.Aligned, 3)
		if err != nil {
			t.Fatal(err)
		}
		if len(all.Vectors) != len(all.Variance) || len(few.Vectors) != 3 || !reflect.DeepEqual(few.Vectors, all.Vectors[:3]) || !reflect.DeepEqual(few.Scores, all.Scores) || len(few.Variance) != len(all.Variance) {
			t.Errorf("%d shapes: %d vectors of %d, and %d of %d", n, len(all.Vectors), len(all.Variance), len(few.Vectors), len(few.Variance))
		}
	}
}
