package baseline

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/feature"
	"gwscope/solver/gw"
)

// The mean of many sampled costs is half the gradient of the loss, and with features
// that of the fused objective.
func TestSampledCostIsUnbiased(t *testing.T) {
	t.Parallel()
	for _, fused := range []bool{false, true} {
		p := mismatch(fused)
		plan := randomPlan(t, 4, p.A, p.B)
		s := newSampler(p, Options{Seed: 9, Start: plan})
		n, m := p.Size()
		const draws, count = 3000, 20
		mean, square := mat.NewDense(n, m, nil), mat.NewDense(n, m, nil)
		for range draws {
			s.sampled(s.pairs(count))
			for i := range n {
				for j := range m {
					v := float64(s.cost.Data[i*m+j])
					mean.Set(i, j, mean.At(i, j)+v/draws)
					square.Set(i, j, square.At(i, j)+v*v/draws)
				}
			}
		}
		want := gw.Gradient(p.DX, p.DY, plan, 1)
		want.Scale(0.5, want)
		if fused {
			want.Scale(p.Alpha, want)
			cost := feature.Cost(p.FeaturesX, p.FeaturesY)
			cost.Scale(1-p.Alpha, cost)
			want.Add(want, cost)
		}
		for i := range n {
			for j := range m {
				// Five standard errors: one entry in two million would be beyond.
				deviation := math.Sqrt(max(square.At(i, j)-mean.At(i, j)*mean.At(i, j), 0) / draws)
				if d := math.Abs(mean.At(i, j) - want.At(i, j)); d > 5*deviation+1e-6 {
					t.Errorf("fused %v: entry (%d, %d) is %g on average, want %g ± %g", fused, i, j, mean.At(i, j), want.At(i, j), deviation)
				}
			}
		}
	}
}

func TestPairsFollowTheWeights(t *testing.T) {
	t.Parallel()
	p := mismatch(false)
	s := newSampler(p, Options{Seed: 2})
	for _, count := range []int{1, 10, 41, 1000} {
		ks, ls := s.pairs(count)
		times := make([]int, len(p.A))
		for r, k := range ks {
			times[k]++
			if ls[r] < 0 || int(ls[r]) >= len(p.B) {
				t.Fatalf("column %d of %d", ls[r], len(p.B))
			}
		}
		for k, w := range p.A {
			if math.Abs(float64(times[k])-float64(count)*w) > 1+1e-9 {
				t.Errorf("%d samples: row %d of weight %.3g came %d times", count, k, w, times[k])
			}
		}
	}
}

// From the product coupling a sampled descent finds some minimum, often the right one;
// near the right plan it finds it always.
func TestSaGroWDescends(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2) {
		p, order := twin(seed, 60, 1)
		a, b := p.weights()
		for _, eps := range []float64{1, 0.1, -1} {
			par := SaGroWParameters{Epsilon: eps}
			cold, err := sampledGW.Run(t.Context(), p, Options{Seed: seed, Parameters: Parameters{SaGroW: par}})
			if err != nil {
				t.Fatal(err)
			}
			product := gw.Loss(p.DX, p.DY, a, b, gw.Product(a, b))
			if cold.GW2 > 0.2*product {
				t.Errorf("seed %d, ε = %g: GW² is %g from the product coupling's %g", seed, eps, cold.GW2, product)
			}
			// Half of the mass where it belongs, the rest anywhere.
			blend := mat.NewDense(60, 60, nil)
			for i, j := range order {
				for k := range 60 {
					blend.Set(i, k, 0.5/3600)
				}
				blend.Set(i, int(j), blend.At(i, int(j))+0.5/60)
			}
			warm, err := sampledGW.Run(t.Context(), p, Options{Seed: seed, Start: gw.FromDense(blend, 0), Parameters: Parameters{SaGroW: par}})
			if err != nil {
				t.Fatal(err)
			}
			if share := recovered(warm.Plan, order); share < 0.95 {
				t.Errorf("seed %d, ε = %g: %.0f %% recovered from nearby, GW² = %g", seed, eps, 100*share, warm.GW2)
			}
		}
	}
}

// A plan with no distortion has only costs of zero where its mass is, and stays.
func TestSaGroWKeepsAnIsometry(t *testing.T) {
	t.Parallel()
	p, order := twin(3, 60, 1)
	r, err := sampledGW.Run(t.Context(), p, Options{Seed: 1, Start: gw.Permutation(order), Parameters: Parameters{SaGroW: SaGroWParameters{MaxIter: 150}}})
	if err != nil {
		t.Fatal(err)
	}
	if r.GW2 > 1e-12 || recovered(r.Plan, order) < 1 || r.Status != gw.Converged {
		t.Errorf("GW² is %g, %.0f %% in place, %v", r.GW2, 100*recovered(r.Plan, order), r.Status)
	}
}
