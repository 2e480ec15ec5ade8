package baseline

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/gw"
)

// scalable are the methods of this test: those made for many points.
var scalable = []*Method{&lowRank, &sampledGW, &kernelGW}

func TestScalableMethodsKeepTheirPromises(t *testing.T) {
	t.Parallel()
	for _, method := range scalable {
		for name, p := range map[string]*Problem{"weights": mismatch(false), "fused": mismatch(true)} {
			t.Run(method.Name+"/"+name, func(t *testing.T) {
				t.Parallel()
				var plans [2]*gw.Plan
				for k, threads := range []int{1, 2} {
					r, err := method.Run(t.Context(), p, Options{Seed: 3, Threads: threads})
					if err != nil {
						t.Fatal(err)
					}
					if err := r.Plan.Validate(); err != nil {
						t.Fatal(err)
					}
					if e := r.Plan.MarginalError(p.A, p.B); e > 1e-9 {
						t.Errorf("the marginals are off by %g", e)
					}
					if want := gw.Loss(p.DX, p.DY, p.A, p.B, r.Plan); math.Abs(r.GW2-want) > 1e-10 {
						t.Errorf("GW² is %.12g, of its plan %.12g", r.GW2, want)
					}
					product := gw.Loss(p.DX, p.DY, p.A, p.B, gw.Product(p.A, p.B))
					if !(r.GW2 < product/2) {
						t.Errorf("GW² is %g, and %g of the product coupling", r.GW2, product)
					}
					if p.Fused() && r.ValueName == "fused objective" {
						if want := p.Alpha*r.GW2 + (1-p.Alpha)*meanFeatureCost(p, r.Plan); math.Abs(want-r.Value) > 1e-9 {
							t.Errorf("%s is %.12g, of its plan %.12g", r.ValueName, r.Value, want)
						}
					}
					plans[k] = r.Plan
				}
				samePlan(t, "1 and 2 threads", plans[0], plans[1])
			})
		}
	}
}

func TestScalableMethodsHeedFeatures(t *testing.T) {
	t.Parallel()
	for _, method := range scalable {
		t.Run(method.Name, func(t *testing.T) {
			t.Parallel()
			plain, fused := mismatch(false), mismatch(true)
			r, err := method.Run(t.Context(), plain, Options{Seed: 3})
			if err != nil {
				t.Fatal(err)
			}
			f, err := method.Run(t.Context(), fused, Options{Seed: 3})
			if err != nil {
				t.Fatal(err)
			}
			without, with := meanFeatureCost(fused, r.Plan), meanFeatureCost(fused, f.Plan)
			if !(with < without) {
				t.Errorf("the feature cost is %g with features in the objective and %g without", with, without)
			}
		})
	}
}

func TestScalableMethodsTakeDegenerateShapes(t *testing.T) {
	t.Parallel()
	zeros := func(n int) *mat.Dense { return mat.NewDense(n, n, nil) }
	some := distancesOf(limbed(4, 12), 1)
	line := mat.NewDense(2, 2, []float64{0, 1, 1, 0})
	problems := map[string]*Problem{
		"one point each":        {DX: zeros(1), DY: zeros(1)},
		"one point and many":    {DX: zeros(1), DY: some},
		"many and one point":    {DX: some, DY: zeros(1)},
		"all distances zero":    {DX: zeros(7), DY: zeros(9)},
		"one shape has no size": {DX: some, DY: zeros(12)},
		"two points":            {DX: line, DY: line},
	}
	for _, method := range scalable {
		for name, p := range problems {
			t.Run(method.Name+"/"+name, func(t *testing.T) {
				t.Parallel()
				p := *p
				p.Alpha = 1
				r, err := method.Run(t.Context(), &p, Options{Seed: 1})
				if err != nil {
					t.Fatal(err)
				}
				a, b := p.weights()
				if e := r.Plan.MarginalError(a, b); e > 1e-9 {
					t.Errorf("the marginals are off by %g", e)
				}
				if want := gw.Loss(p.DX, p.DY, a, b, r.Plan); math.Abs(r.GW2-want) > 1e-10 {
					t.Errorf("GW² is %g, of its plan %g", r.GW2, want)
				}
			})
		}
	}
}

func TestScalableMethodsStopWhenTold(t *testing.T) {
	t.Parallel()
	p, _ := twin(5, 400, 1)
	a, b := p.weights()
	for _, method := range scalable {
		t.Run(method.Name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			r, err := method.Run(ctx, p, Options{Seed: 1})
			if err != nil || r.Status != gw.Cancelled {
				t.Fatalf("cancelled before it began: %v, %v", r, err)
			}
			// Stopped at the first plan it shows.
			ctx, cancel = context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			r, err = method.Run(ctx, p, Options{Seed: 1, Progress: func(s Progress) {
				if s.Plan != nil {
					if math.Abs(s.GW2-gw.Loss(p.DX, p.DY, a, b, s.Plan)) > 1e-6 {
						t.Errorf("progress says GW² = %g of a plan with %g", s.GW2, gw.Loss(p.DX, p.DY, a, b, s.Plan))
					}
					cancel()
				}
			}})
			if err != nil || r.Status != gw.Cancelled || r.Plan == nil {
				t.Fatalf("cancelled on the way: %+v, %v", r, err)
			}
			if e := r.Plan.MarginalError(a, b); e > 1e-9 {
				t.Errorf("the marginals are off by %g", e)
			}
			if want := gw.Loss(p.DX, p.DY, a, b, r.Plan); math.Abs(r.GW2-want) > 1e-10 {
				t.Errorf("GW² is %g, of its plan %g", r.GW2, want)
			}
		})
	}
}

func TestScalableMethodsRefuseNonsense(t *testing.T) {
	t.Parallel()
	p := mismatch(false)
	var bad [5]Options
	bad[0].LowRank.Rank = -1
	bad[1].LowRank.Init = "kmeans"
	bad[2].SaGroW.Samples = -5
	bad[3].CNT.Epsilon = math.NaN()
	bad[4].CNT.Starts = -1
	for k, method := range []*Method{&lowRank, &lowRank, &sampledGW, &kernelGW, &kernelGW} {
		if r, err := method.Run(t.Context(), p, bad[k]); err == nil {
			t.Errorf("%s took %+v and gave %v", method.Name, bad[k].Parameters, r)
		}
	}
}

func BenchmarkScalable(b *testing.B) {
	for _, method := range scalable {
		for _, n := range []int{250, 500, 1000} {
			b.Run(fmt.Sprintf("%s/%d", method.Name, n), func(b *testing.B) {
				p, _ := twin(1, n, 1)
				var loss float64
				for b.Loop() {
					r, err := method.Run(context.Background(), p, Options{Seed: 1})
					if err != nil {
						b.Fatal(err)
					}
					loss = r.GW2
				}
				b.ReportMetric(loss, "GW²")
			})
		}
	}
}
