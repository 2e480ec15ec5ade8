package gw

import (
	"context"
	"math"
	"testing"
)

func TestSwapPolishFindsEveryHelpfulExchange(t *testing.T) {
	t.Parallel()
	p := newPair(20, 160, 160, false)
	prob, err := NewProblem(p.dx, p.dy, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := prob.SwapPolish(context.Background(), p.start)
	if err != nil {
		t.Fatal(err)
	}
	before := prob.Loss(p.start)
	if r.Status != Converged || r.Iterations == 0 || !(r.Loss < before) {
		t.Fatalf("%v after %d exchanges, loss %g from %g", r.Status, r.Iterations, r.Loss, before)
	}
	if got := prob.Loss(r.Plan); math.Abs(got-r.Loss) > 1e-15 {
		t.Errorf("reported loss %g, recomputed %g", r.Loss, got)
	}
	// By the loss itself: no exchange with a near neighbour is left that helps.
	sigma, ok := r.Plan.Sigma()
	if !ok {
		t.Fatal("the plan is no permutation any more")
	}
	near := nearest(p.dx.RawMatrix().Data, 160, 160, SwapNeighbours)
	for i := range sigma {
		for _, k := range near[i*SwapNeighbours:][:SwapNeighbours] {
			sigma[i], sigma[k] = sigma[k], sigma[i]
			if l := permutationLoss(p.dx, p.dy, sigma); l < r.Loss*(1-1e-9) {
				t.Fatalf("exchanging %d and %d would still lower the loss from %g to %g", i, k, r.Loss, l)
			}
			sigma[i], sigma[k] = sigma[k], sigma[i]
		}
	}
}

func TestSwapPolishStopsAndRefuses(t *testing.T) {
	t.Parallel()
	p := newPair(21, 80, 80, false)
	prob, err := NewProblem(p.dx, p.dy, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	before := prob.Loss(p.start)
	left := 3
	r, err := prob.SwapPolish(endsAfter{context.Background(), &left}, p.start)
	if err != nil || r.Status != Cancelled || r.Loss > before {
		t.Errorf("cancelled: %v, %v, loss %g from %g", r.Status, err, r.Loss, before)
	}
	if _, err := prob.SwapPolish(context.Background(), Product(prob.a, prob.b)); err == nil {
		t.Error("a product coupling gave no error")
	}
}

func TestUpsampleAssignExtendsACopy(t *testing.T) {
	t.Parallel()
	rng := newRand(22)
	n, k := 140, 40
	_, dx := shape(rng, n, 0.4)
	// The copy keeps the coarse points first, as nested samples do.
	sigma := make([]int32, n)
	for i, j := range rng.Perm(k) {
		sigma[i] = int32(j)
	}
	for i, j := range rng.Perm(n - k) {
		sigma[k+i] = int32(k + j)
	}
	dy := relabelled(dx, sigma)
	for _, weighted := range []bool{false, true} {
		a, b := Uniform(n), Uniform(n)
		if weighted {
			a = randomWeights(rng, n)
			for i, j := range sigma {
				b[j] = a[i]
			}
		}
		prob, err := NewProblem(dx, dy, a, b)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := prob.UpsampleAssign(context.Background(), Permutation(sigma[:k]), 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		if e := plan.MarginalError(a, b); e > 1e-12 {
			t.Errorf("weighted %v: marginal error %g", weighted, e)
		}
		for i, j := range plan.Targets() {
			if j != sigma[i] {
				t.Errorf("weighted %v: point %d goes to %d, its copy is %d", weighted, i, j, sigma[i])
			}
		}
		if _, err := prob.UpsampleAssign(context.Background(), Permutation(make([]int32, n+1)), 1, nil); err == nil {
			t.Error("a coarse plan larger than the problem gave no error")
		}
		left := 0
		if _, err := prob.UpsampleAssign(endsAfter{context.Background(), &left}, Permutation(sigma[:k]), 1, nil); err == nil {
			t.Error("cancelled without an error")
		}
	}
}

func TestUpsampleAssignMinimisesItsCost(t *testing.T) {
	t.Parallel()
	p := newPair(23, 60, 75, true)
	prob, err := NewProblem(p.dx, p.dy, p.a, p.b)
	if err != nil {
		t.Fatal(err)
	}
	coarse := Monotone([]int32{4, 0, 2, 1, 3}, []int32{1, 3, 0, 2}, Uniform(5), Uniform(4))
	plan, err := prob.UpsampleAssign(context.Background(), coarse, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	fit := func(i, j int) float64 {
		c := 0.0
		for e, w := range coarse.Mass {
			d := p.dx.At(i, int(coarse.I[e])) - p.dy.At(j, int(coarse.J[e]))
			c += w * d * d
		}
		return c
	}
	value := func(q *Plan) float64 {
		v := 0.0
		for k, w := range q.Mass {
			v += w * fit(int(q.I[k]), int(q.J[k]))
		}
		return v
	}
	best := value(plan)
	for trial := range 200 {
		rng := newRand(uint64(trial))
		ox, oy := make([]int32, 60), make([]int32, 75)
		for k, i := range rng.Perm(60) {
			ox[k] = int32(i)
		}
		for k, j := range rng.Perm(75) {
			oy[k] = int32(j)
		}
		if v := value(Monotone(ox, oy, p.a, p.b)); v < best {
			t.Fatalf("a random plan fits better: %g, not %g", v, best)
		}
	}
}
