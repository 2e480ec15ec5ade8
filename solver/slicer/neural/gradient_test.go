package neural

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gwscope/solver/nn"
	"gwscope/solver/nn/cpu"
)

// variants are settings that between them use everything.
func variants() map[string]Settings {
	plain := Settings{Net: nn.Shape{Features: 12, Bandwidths: []float64{0.5, 2}, Width: 9, Depth: 2, Activation: nn.Tanh}, Fused: 0.3}
	residual := Settings{Net: nn.Shape{Features: 10, Bandwidths: []float64{1}, Width: 8, Depth: 2, Expansion: 1.5, Activation: nn.SiLU}, LiftWidth: 5}
	dropped := Settings{Net: nn.Shape{Width: 10, Depth: 2, Activation: nn.ReLU, Dropout: 0.2}, Bins: []int{2}}
	linear := Settings{}
	small := residual
	small.Net.SmallStart = true
	independent := plain
	independent.Independent = true
	return map[string]Settings{"plain": plain, "residual": residual, "dropout": dropped, "linear": linear, "small start": small, "independent": independent}
}

func TestGradientsAreDerivatives(t *testing.T) {
	t.Parallel()
	for name, s := range variants() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(1, 1))
			x, y := bent(rng, 14, 2, true), bent(rng, 11, 3, true)
			b := cpu.New[float64](1)
			defer b.Close()
			bins := 11
			if len(s.Bins) > 0 {
				bins /= s.Bins[0]
			}
			o := newObjective(context.Background(), b, x, y, bins, s)
			o.setBins(bins)
			mo := newModel(b, s, x, y, 1, 7)
			// Zeros are special: move all parameters off them.
			values := make([]float64, mo.params.Len())
			b.Download(values, mo.params.Value)
			for i := range values {
				values[i] += 0.1 * rng.NormFloat64()
			}
			const tau, seed = 0.3, 5
			loss := func() float64 {
				b.Upload(mo.params.Value, values)
				mo.forward(seed)
				return o.loss(mo.scoresX(), mo.scoresY(), tau)
			}
			loss()
			o.backward(mo.dScores.Slice(0, mo.n), mo.dScores.Slice(mo.n, mo.n+mo.m))
			mo.backward(seed)
			grad := make([]float64, len(values))
			b.Download(grad, mo.params.Grad)
			for i := range values {
				const h = 1e-5
				keep := values[i]
				at := func(v float64) float64 { values[i] = v; return loss() }
				want := (8*(at(keep+h)-at(keep-h)) - at(keep+2*h) + at(keep-2*h)) / (12 * h)
				values[i] = keep
				if math.Abs(grad[i]-want) > 1e-7*(1+math.Abs(want)) {
					t.Fatalf("dL/dp_%d of %d is %g, finite differences give %g", i, len(values), grad[i], want)
				}
			}
		})
	}
}
