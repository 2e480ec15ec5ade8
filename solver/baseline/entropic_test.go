package baseline

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/gw"
)

// entropicObjective is L(P) - ε H(P).
func entropicObjective(ref reference, plan *gw.Plan, epsilon float64) float64 {
	return gw.Loss(matrix(ref.C1), matrix(ref.C2), ref.P, ref.Q, plan) - epsilon*plan.Entropy()
}

func TestProjectedGradientEndsWhereReferenceDoes(t *testing.T) {
	t.Parallel()
	for _, ref := range references(t) {
		for _, want := range []entropicReference{ref.Blur, ref.Sharp} {
			p := &Problem{DX: matrix(ref.C1), DY: matrix(ref.C2), A: ref.P, B: ref.Q}
			r, err := entropic.Run(context.Background(), p, Options{Parameters: Parameters{Entropic: EntropicParameters{Epsilon: want.Epsilon}}})
			if err != nil {
				t.Fatal(err)
			}
			theirs := entropicObjective(ref, gw.FromDense(matrix(want.Plan), 0), want.Epsilon)
			if r.Status != gw.Converged || r.Value > theirs+1e-9 {
				t.Errorf("%s, ε = %g: objective %.12g (%v), reference %.12g", ref.Name, want.Epsilon, r.Value, r.Status, theirs)
			}
			if got := entropicObjective(ref, r.Plan, want.Epsilon); math.Abs(got-r.Value) > 1e-12 {
				t.Errorf("%s, ε = %g: objective %.15g, recomputed %.15g", ref.Name, want.Epsilon, r.Value, got)
			}
			var d mat.Dense
			d.Sub(r.Plan.Dense(), matrix(want.Plan))
			if off := mat.Norm(&d, 2); off > 1e-7 {
				t.Errorf("%s, ε = %g: the plan is off the reference by %g", ref.Name, want.Epsilon, off)
			}
		}
	}
}

func TestEntropicFusedMeetsTheFusedProblem(t *testing.T) {
	t.Parallel()
	for _, ref := range references(t) {
		plain, err := gw.NewProblem(matrix(ref.C1), matrix(ref.C2), ref.P, ref.Q)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []fusedReference{ref.Low, ref.High} {
			problem, err := plain.Fused(matrix(ref.M), want.Alpha)
			if err != nil {
				t.Fatal(err)
			}
			parameters, err := EntropicParameters{Epsilon: 0.002, Solver: ProximalPoint, MaxIter: 500}.withDefaults()
			if err != nil {
				t.Fatal(err)
			}
			e, err := newEntropicDescent(context.Background(), problem, parameters, Options{})
			if err != nil {
				t.Fatal(err)
			}
			status, err := e.descend(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			r, err := e.result(status, true)
			if err != nil {
				t.Fatal(err)
			}
			// Another way down may end in another minimum; it must be one as good.
			if r.ValueName != "fused objective" || r.Value > 1.02*want.Objective {
				t.Errorf("%s, α = %g: %s %.6g, conditional gradient's reference %.6g", ref.Name, want.Alpha, r.ValueName, r.Value, want.Objective)
			}
		}
	}
}

// Where the loss is concave on plans each projected gradient lowers the objective:
// Euclidean distances make it so.
func TestProjectedGradientFallsOnEuclideanDistances(t *testing.T) {
	t.Parallel()
	p := &Problem{DX: distancesOf(limbed(1, 40), 1), DY: distancesOf(limbed(2, 50), 1)}
	const epsilon = 0.01
	last := math.Inf(1)
	for k := 1; k < 40; k++ {
		r, err := entropic.Run(context.Background(), p, Options{Parameters: Parameters{Entropic: EntropicParameters{Epsilon: epsilon, MaxIter: k}}})
		if err != nil {
			t.Fatal(err)
		}
		// Rounding what Sinkhorn has left open costs up to its tolerance.
		if r.Value > last+1e-4*epsilon {
			t.Errorf("iteration %d: the objective rose from %.10g to %.10g", k, last, r.Value)
		}
		last = r.Value
	}
}

func TestEntropyBlurs(t *testing.T) {
	t.Parallel()
	x, _ := limbs(20, 40)
	y, _ := limbs(21, 35)
	last := 0.0
	for _, epsilon := range []float64{0.0002, 0.005, 0.05, 0.5, 5} {
		r, err := entropic.Run(context.Background(), &Problem{DX: x, DY: y}, Options{Parameters: Parameters{Entropic: EntropicParameters{Epsilon: epsilon}}})
		if err != nil {
			t.Fatal(err)
		}
		h := r.Plan.Entropy()
		if h < last {
			t.Errorf("ε = %g: entropy %g, less than %g", epsilon, h, last)
		}
		last = h
		if blurred := len(r.Notes) > 0 && strings.Contains(r.Notes[0], "blurred"); blurred != (epsilon >= 0.005) {
			t.Errorf("ε = %g, entropy %g: notes %v", epsilon, h, r.Notes)
		}
	}
	if full := math.Log(40) + math.Log(35); last < full-1e-2 {
		t.Errorf("ε = 5: entropy %g, that of the product coupling is %g", last, full)
	}
}

func TestEntropicRefuses(t *testing.T) {
	t.Parallel()
	x, _ := limbs(22, 5)
	for name, p := range map[string]EntropicParameters{
		"negative": {Epsilon: -1},
		"infinite": {Epsilon: math.Inf(1)},
		"NaN":      {Epsilon: math.NaN()},
		"solver":   {Solver: "newton"},
	} {
		if _, err := entropic.Run(context.Background(), &Problem{DX: x, DY: x}, Options{Parameters: Parameters{Entropic: p}}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
