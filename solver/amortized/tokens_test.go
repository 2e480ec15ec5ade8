package amortized

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/assets/shapes/parts"
)

// object is n points of the i-th test object of a category.
func object(t testing.TB, category string, i int64, n int) Cloud {
	t.Helper()
	c, err := parts.Find(category)
	if err != nil {
		t.Fatal(err)
	}
	o := c.Make(parts.Test.Seed(i)).Cloud(n)
	return Cloud{Points: o.Points, Normals: o.Normals}
}

func tokensOf(t testing.TB, c Config, cloud Cloud) *Tokens {
	t.Helper()
	tokens, err := c.Tokens(cloud, 2)
	if err != nil {
		t.Fatal(err)
	}
	return tokens
}

// moved is the cloud turned, mirrored if asked for, shifted and scaled.
func moved(c Cloud, seed uint64, mirrored bool, shift, scale float64) Cloud {
	rng := rand.New(rand.NewPCG(seed, 1))
	axis := r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}
	turn := r3.NewRotation(6*rng.Float64(), axis)
	flip := func(p r3.Vec) r3.Vec {
		if mirrored {
			p.X = -p.X
		}
		return p
	}
	out := Cloud{Points: make([]r3.Vec, len(c.Points)), Mass: c.Mass}
	for _, v := range c.Normals {
		out.Normals = append(out.Normals, turn.Rotate(flip(v)))
	}
	for i, p := range c.Points {
		p = flip(p)
		p = turn.Rotate(p)
		out.Points[i] = r3.Add(r3.Scale(scale, p), r3.Vec{X: shift, Y: -shift, Z: 2 * shift})
	}
	return out
}

func shuffled(c Cloud, seed uint64) (Cloud, []int) {
	order := rand.New(rand.NewPCG(seed, 2)).Perm(len(c.Points))
	out := Cloud{Points: make([]r3.Vec, len(order))}
	if c.Mass != nil {
		out.Mass = make([]float64, len(order))
	}
	for k, i := range order {
		out.Points[k] = c.Points[i]
		if c.Normals != nil {
			out.Normals = append(out.Normals, c.Normals[i])
		}
		if c.Mass != nil {
			out.Mass[k] = c.Mass[i]
		}
	}
	return out, order
}

func uneven(n int, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 3))
	mass := make([]float64, n)
	for i := range mass {
		mass[i] = 0.2 + rng.Float64()
	}
	return mass
}

func TestRigidMotionsChangeNoBitOfTheTokens(t *testing.T) {
	t.Parallel()
	for _, masses := range []bool{false, true} {
		cloud := object(t, "chair", 1, 200)
		if masses {
			cloud.Mass = uneven(200, 1)
		}
		want := tokensOf(t, Default(), cloud)
		for seed := range uint64(6) {
			got := tokensOf(t, Default(), moved(cloud, seed, seed%2 == 1, 3, 0.01*float64(1+seed)))
			if !slices.Equal(got.Input, want.Input) {
				t.Errorf("motion %d, masses %t: the tokens are others", seed, masses)
			}
		}
	}
}

func TestTokensFollowTheirPoints(t *testing.T) {
	t.Parallel()
	cloud := object(t, "mug", 1, 150)
	cloud.Mass = uneven(150, 1)
	want := tokensOf(t, Default(), cloud)
	other, order := shuffled(cloud, 5)
	got := tokensOf(t, Default(), other)
	width := Default().Inputs()
	for k, i := range order {
		if !slices.Equal(got.Input[k*width:(k+1)*width], want.Input[i*width:(i+1)*width]) {
			t.Fatalf("point %d has another token as number %d", i, k)
		}
	}
	for k, i := range got.Order {
		if order[i] != int(want.Order[k]) {
			t.Fatalf("place %d of the order holds another point", k)
		}
	}
}

// The K nearest distances are those that a plain sort finds, and for an even square of
// any number of points the scaled ones are 1/√(π density).
func TestNeighborsAreTheNearest(t *testing.T) {
	t.Parallel()
	cloud := object(t, "lamp", 2, 120)
	c := Default()
	tokens := tokensOf(t, c, cloud)
	points, err := normalized(cloud.Points, tokens.Mass)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range points {
		var d []float64
		for j, q := range points {
			if j != i {
				d = append(d, r3.Norm(r3.Sub(q, p)))
			}
		}
		slices.Sort(d)
		for k := range c.Neighbors {
			want := d[k] / math.Sqrt(float64(k+1)/120)
			if got := float64(tokens.Input[i*c.Inputs()+k]); math.Abs(got-want) > 1e-5 {
				t.Fatalf("neighbour %d of point %d is at %g, want %g", k, i, got, want)
			}
		}
	}
	for _, side := range []int{16, 32} {
		var square Cloud
		for k := range side * side {
			square.Points = append(square.Points, r3.Vec{X: float64(k%side) + 0.5, Y: float64(k/side) + 0.5})
		}
		middle := side/2*side + side/2
		row := tokensOf(t, c, square).Input[middle*c.Inputs():]
		radius := math.Hypot(float64(side)/2-0.5, float64(side)/2-0.5)
		if got, want := float64(row[31]), float64(side)/math.Sqrt(math.Pi)/radius; math.Abs(got-want) > 0.05*want {
			t.Errorf("in the middle of %d points the scaled distance is %g, want %g", side*side, got, want)
		}
	}
}

func TestTokensOfSmallClouds(t *testing.T) {
	t.Parallel()
	for n := 1; n < 40; n += 3 {
		cloud := Cloud{Points: object(t, "table", 0, 60).Points[:n]}
		for i, v := range tokensOf(t, Default(), cloud).Input {
			if v-v != 0 || v < 0 {
				t.Fatalf("with %d points, number %d is %g", n, i, v)
			}
		}
	}
	same := Cloud{Points: make([]r3.Vec, 20)}
	for i, v := range tokensOf(t, Default(), same).Input {
		if v != 0 && v != 1 {
			t.Fatalf("20 points in one place: number %d is %g", i, v)
		}
	}
}

func TestCloudsThatCannotBe(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, want string
		cloud      Cloud
	}{
		{"empty", "without points", Cloud{}},
		{"not finite", "point 1", Cloud{Points: []r3.Vec{{}, {X: math.NaN()}}}},
		{"masses", "2 masses for 1 points", Cloud{Points: make([]r3.Vec, 1), Mass: []float64{1, 2}}},
		{"mass", "mass of point 1 is 0", Cloud{Points: make([]r3.Vec, 2), Mass: []float64{1, 0}}},
	} {
		if _, err := Default().Tokens(test.cloud, 1); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v", test.name, err)
		}
	}
}

func BenchmarkTokens(b *testing.B) {
	cloud := object(b, "airplane", 0, 1024)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Default().Tokens(cloud, 1); err != nil {
			b.Fatal(err)
		}
	}
}
