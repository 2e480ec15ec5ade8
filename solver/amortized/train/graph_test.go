package train

import (
	"math"
	"math/rand/v2"
	"testing"

	"gwscope/solver/amortized"
)

func smallConfig() amortized.Config {
	return amortized.Config{Neighbors: 5, Quantiles: 4, Hidden: 6, Token: 7, Width: 8, Heads: 2, Expansion: 2, Context: 3,
		Encoder: []amortized.Block{amortized.S, amortized.CS}, Head: []amortized.Block{amortized.SC, amortized.C}}
}

// randomGraph is a graph in double precision with random parameters and data.
func randomGraph(s graphSettings, seed uint64) (*graph[float64], map[string][]float64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	params := map[string][]float64{}
	for _, e := range amortized.Layout(s.config) {
		v := make([]float64, e.Rows*e.Cols)
		for k := range v {
			v[k] = rng.NormFloat64() / math.Sqrt(float64(e.Cols))
		}
		params[e.Name] = v
	}
	gr := newGraph(s, func(name string) []float64 { return params[name] })
	for k, v := 0, values[float64](gr.input); k < len(v); k++ {
		v[k] = rng.NormFloat64()
	}
	if s.withoutFit {
		return gr, params
	}
	if s.config.Places {
		places := values[float64](gr.places)
		for k := range places {
			places[k] = rng.NormFloat64()
		}
		places[1] = math.NaN() // not known
		return gr, params
	}
	for k, v := 0, values[float64](gr.phi); k < len(v); k++ {
		v[k] = rng.NormFloat64()
	}
	for k, v := 0, values[float64](gr.ranks); k < len(v); k++ {
		v[k] = rng.NormFloat64()
	}
	for _, d := range [][]float64{values[float64](gr.dx), values[float64](gr.dy)} {
		n := int(math.Sqrt(float64(len(d))))
		at := make([][2]float64, n)
		for i := range at {
			at[i] = [2]float64{rng.Float64(), rng.Float64()}
			for j := range i {
				d[i*n+j] = math.Hypot(at[i][0]-at[j][0], at[i][1]-at[j][1])
				d[j*n+i] = d[i*n+j]
			}
		}
	}
	return gr, params
}

func TestGradientsAreTheSlopesOfTheLoss(t *testing.T) {
	t.Parallel()
	for _, places := range []bool{false, true} {
		c := smallConfig()
		c.Places = places
		gradientsAreSlopes(t, c)
	}
}

func gradientsAreSlopes(t *testing.T, c amortized.Config) {
	gr, params := randomGraph(graphSettings{config: c, n: 7, m: 9, bins: 6, features: 3, gw2: 0.7, feature: 0.3, withGrads: true}, 1)
	defer gr.close()
	gr.tau, gr.guidance = 0.3, 0.2
	if err := gr.run(); err != nil {
		t.Fatal(err)
	}
	grads := map[string][]float64{}
	largest := 0.0
	for k, name := range gr.names {
		grads[name] = append([]float64(nil), values[float64](gr.grads[k])...)
		for _, g := range grads[name] {
			largest = max(largest, math.Abs(g))
		}
	}
	loss := func() float64 {
		if err := gr.run(); err != nil {
			t.Fatal(err)
		}
		return gr.lossValue()
	}
	rng := rand.New(rand.NewPCG(2, 2))
	for _, name := range gr.names {
		for range 3 {
			k := rng.IntN(len(params[name]))
			const h = 1e-5
			at := params[name][k]
			params[name][k] = at + h
			above := loss()
			params[name][k] = at - h
			below := loss()
			params[name][k] = at
			slope := (above - below) / (2 * h)
			if math.Abs(slope-grads[name][k]) > 1e-6*largest {
				t.Errorf("%s[%d]: the gradient is %.8g, the slope %.8g (largest %.3g)", name, k, grads[name][k], slope, largest)
			}
		}
	}
}
