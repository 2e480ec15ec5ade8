package baseline

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/feature"
	"gwscope/solver/gw"
)

func TestConditionalGradientIsNoWorseThanReference(t *testing.T) {
	t.Parallel()
	for _, ref := range references(t) {
		p := &Problem{DX: matrix(ref.C1), DY: matrix(ref.C2), A: ref.P, B: ref.Q}
		r, err := conditionalGradient.Run(context.Background(), p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.GW2 > ref.CG.GW+1e-10 || r.Status != gw.Converged {
			t.Errorf("%s: GW² %.12g (%v), reference %.12g", ref.Name, r.GW2, r.Status, ref.CG.GW)
		}
	}
}

// A method that only copies distances cannot tell mirror images apart; features can.
func TestFeaturesChooseTheSide(t *testing.T) {
	t.Parallel()
	// Points on a line, symmetric, with a feature that is not.
	const n = 12
	x, fx := mat.NewDense(n, n, nil), mat.NewDense(n, 1, nil)
	at := func(i int) float64 { return float64(i) + 0.5 - n/2 }
	for i := range n {
		fx.Set(i, 0, at(i)/n)
		for k := range n {
			x.Set(i, k, max(at(i)-at(k), at(k)-at(i))/n)
		}
	}
	sigma := rand.New(rand.NewPCG(1, 2)).Perm(n)
	y, fy, _ := renamed(x, fx, nil, sigma)
	r, err := conditionalGradient.Run(context.Background(), &Problem{DX: x, DY: y, FeaturesX: fx, FeaturesY: fy, Alpha: 0.5}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, j := range r.Plan.Targets() {
		if int(j) != sigma[i] {
			t.Errorf("point %d went to %d, its copy is %d", i, j, sigma[i])
		}
	}
	linear := 0.0
	cost := feature.Cost(fx, fy)
	for k, w := range r.Plan.Mass {
		linear += w * cost.At(int(r.Plan.I[k]), int(r.Plan.J[k]))
	}
	if want := 0.5*linear + 0.5*r.GW2; r.ValueName != "fused objective" || r.Value != want {
		t.Errorf("%s %g, want %g", r.ValueName, r.Value, want)
	}
}

func Example() {
	// Four points on a line, and the same four in another order.
	x := mat.NewDense(4, 4, []float64{0, 1, 3, 7, 1, 0, 2, 6, 3, 2, 0, 4, 7, 6, 4, 0})
	y := mat.NewDense(4, 4, []float64{0, 6, 2, 1, 6, 0, 4, 7, 2, 4, 0, 3, 1, 7, 3, 0})
	method, err := Find("cg")
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := method.Run(context.Background(), &Problem{DX: x, DY: y}, Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Plan.Targets(), r.GW2, r.Status)
	// Output: [3 0 2 1] 0 converged
}
