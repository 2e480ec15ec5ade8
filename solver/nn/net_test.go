package nn_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gwscope/solver/nn"
	"gwscope/solver/nn/cpu"
)

func TestShapesHaveTheirParameters(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		shape nn.Shape
		want  int
	}{
		{nn.Shape{In: 3, Out: 1}, 4},
		{nn.Shape{In: 3, Out: 2, Features: 10}, 22},
		{nn.Shape{In: 3, Out: 1, Width: 5, Depth: 2}, 20 + 30 + 6},
		{nn.Shape{In: 3, Out: 1, Features: 7, Width: 4, Depth: 2, Expansion: 1.5}, 32 + 2*(8+30+28) + 8 + 5},
	} {
		var params nn.Params
		net := nn.NewNet(c.shape, &params, rand.New(rand.NewPCG(1, 1)))
		if params.Len() != c.want {
			t.Errorf("%+v has %d parameters, want %d", c.shape, params.Len(), c.want)
		}
		b := cpu.New[float64](1)
		defer b.Close()
		params.Build(b)
		listed := 0
		for _, p := range net.Params() {
			listed += p.Value.Len()
		}
		if listed != c.want {
			t.Errorf("%+v lists %d parameters, want %d", c.shape, listed, c.want)
		}
	}
}

// scores runs a network once.
func scores(shape nn.Shape, rows int, seed uint64) []float64 {
	b := cpu.New[float64](1)
	defer b.Close()
	rng := rand.New(rand.NewPCG(1, 1))
	var params nn.Params
	net := nn.NewNet(shape, &params, rng)
	params.Build(b)
	net.Bind(b, rows)
	in, out := b.New(rows, shape.In), b.New(rows, shape.Out)
	v := make([]float64, in.Len())
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	b.Upload(in, v)
	net.Forward(out, in, seed)
	got := make([]float64, out.Len())
	b.Download(got, out)
	return got
}

func TestDropoutIsForTrainingOnly(t *testing.T) {
	t.Parallel()
	shape := nn.Shape{In: 3, Out: 1, Width: 64, Depth: 2, Activation: nn.Tanh}
	plain := scores(shape, 20, 5)
	shape.Dropout = 0.4
	if !slices.Equal(scores(shape, 20, 0), plain) {
		t.Error("a network without a seed drops units")
	}
	if slices.Equal(scores(shape, 20, 5), plain) {
		t.Error("a network with a seed drops nothing")
	}
	if !slices.Equal(scores(shape, 20, 5), scores(shape, 20, 5)) {
		t.Error("the same seed gives other masks")
	}
}

func TestZeroHeadAddsNothing(t *testing.T) {
	t.Parallel()
	for _, v := range scores(nn.Shape{In: 3, Out: 2, Width: 8, Depth: 1, Activation: nn.Tanh, ZeroHead: true}, 9, 0) {
		if v != 0 {
			t.Fatalf("a fresh correction adds %g", v)
		}
	}
}

func TestClipBringsTheNormDown(t *testing.T) {
	t.Parallel()
	b := cpu.New[float64](1)
	defer b.Close()
	var params nn.Params
	params.Add(1, 2, []float64{1, 1})
	params.Build(b)
	b.Upload(params.Grad, []float64{3, 4})
	for limit, want := range map[float64]float64{0: 1, 10: 1, 1: 0.2} {
		scale, norm := params.Clip(limit)
		if math.Abs(norm-5) > 1e-12 || math.Abs(scale-want) > 1e-12 {
			t.Errorf("limit %g: scale %g, norm %g", limit, scale, norm)
		}
	}
}

func ExampleNet() {
	b := cpu.New[float64](1)
	defer b.Close()
	var params nn.Params
	net := nn.NewNet(nn.Shape{In: 1, Out: 1}, &params, rand.New(rand.NewPCG(1, 2)))
	params.Build(b)
	net.Bind(b, 3)
	in, out := b.New(3, 1), b.New(3, 1)
	b.Upload(in, []float64{0, 1, 2})
	// Learn y = 2x + 1 by gradient descent with Adam.
	for range 2000 {
		net.Forward(out, in, 0)
		y := make([]float64, 3)
		b.Download(y, out)
		for i := range y {
			y[i] -= 2*float64(i) + 1
		}
		b.Upload(out, y)
		net.Backward(nn.Tensor{}, out, 0)
		params.Step(nn.AdamStep{Rate: 0.02, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8, Scale: 1})
	}
	net.Forward(out, in, 0)
	y := make([]float64, 3)
	b.Download(y, out)
	fmt.Printf("%.3f\n", y)
	// Output: [1.000 3.000 5.000]
}
