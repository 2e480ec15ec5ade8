package gw

import (
	"context"
	"fmt"
	"testing"
)

// Benchmarks run on two poses of one shape, sampled independently, from the plan of
// a simple slicer.

func benchSizes(b *testing.B, f func(b *testing.B, n int)) {
	for _, n := range []int{150, 500, 1000, 2000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) { f(b, n) })
	}
}

func benchProblem(b testing.TB, n, m int, weighted bool) (*Problem, *Plan) {
	p := newPair(uint64(n), n, m, weighted)
	prob, err := NewProblem(p.dx, p.dy, p.a, p.b)
	if err != nil {
		b.Fatal(err)
	}
	return prob, p.start
}

func BenchmarkAssignmentCold(b *testing.B) {
	benchSizes(b, func(b *testing.B, n int) {
		p, start := benchProblem(b, n, n, false)
		var ws CGWorkspace
		p.costOf(context.Background(), start, 1, &ws)
		for b.Loop() {
			ws.assignment.Resize(n)
			_, v := ws.assignment.Duals()
			copy(v, p.columnDual)
			if _, err := Assign(context.Background(), &ws.assignment, ws.cost.Data, Cold); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkAssignmentWarm(b *testing.B) {
	benchSizes(b, func(b *testing.B, n int) {
		p, start := benchProblem(b, n, n, false)
		var ws CGWorkspace
		p.costOf(context.Background(), start, 1, &ws)
		ws.assignment.Resize(n)
		_, v := ws.assignment.Duals()
		copy(v, p.columnDual)
		sigma, err := Assign(context.Background(), &ws.assignment, ws.cost.Data, Cold)
		if err != nil {
			b.Fatal(err)
		}
		duals := append([]float64(nil), v...)
		p.costOf(context.Background(), Permutation(sigma), 1, &ws) // the next problem of the descent
		for b.Loop() {
			copy(v, duals)
			if _, err := Assign(context.Background(), &ws.assignment, ws.cost.Data, Warm); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkTransport(b *testing.B) {
	benchSizes(b, func(b *testing.B, n int) {
		p, start := benchProblem(b, n, n*4/5, true)
		var ws CGWorkspace
		p.costOf(context.Background(), start, 1, &ws)
		for b.Loop() {
			if err := ws.transport.Reset(p.a, p.b); err != nil {
				b.Fatal(err)
			}
			ws.transport.StartAt(start, p.columnDual)
			if _, err := TransportPlan(context.Background(), &ws.transport, ws.cost.Data); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func benchDescent(b *testing.B, weighted bool, m func(n int) int) {
	benchSizes(b, func(b *testing.B, n int) {
		p, start := benchProblem(b, n, m(n), weighted)
		var ws CGWorkspace
		var r CGResult
		for b.Loop() {
			var err error
			if r, err = p.ConditionalGradient(context.Background(), start, CGOptions{}, &ws); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(r.Iterations), "iterations")
		b.ReportMetric(r.Loss, "GW²")
	})
}

func BenchmarkDescentPermutation(b *testing.B) {
	benchDescent(b, false, func(n int) int { return n })
}

func BenchmarkDescentGeneral(b *testing.B) {
	benchDescent(b, true, func(n int) int { return n * 4 / 5 })
}

func BenchmarkUpsampleAssign(b *testing.B) {
	benchSizes(b, func(b *testing.B, n int) {
		p, start := benchProblem(b, n, n, false)
		sigma, _ := start.Sigma()
		coarse := &Plan{N: n, M: n} // 100 of the pairs: their number makes the work
		for i := 0; i < n; i += n / 100 {
			coarse.add(int32(i), sigma[i], 1)
		}
		var ws CGWorkspace
		for b.Loop() {
			if _, err := p.UpsampleAssign(context.Background(), coarse, 0, &ws); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkLoss(b *testing.B) {
	benchSizes(b, func(b *testing.B, n int) {
		p, start := benchProblem(b, n, n, false)
		for b.Loop() {
			p.Loss(start)
		}
	})
}

func BenchmarkSinkhorn(b *testing.B) {
	benchSizes(b, func(b *testing.B, n int) {
		p, _ := benchProblem(b, n, n, false)
		cost := p.NewLinearization(0).Cost
		for b.Loop() {
			if _, err := sinkhorn(context.Background(), cost, nil, nil, SinkhornOptions{Reg: 0.01, Tol: 1e-6}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
