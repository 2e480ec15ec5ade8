package solver

import (
	"context"
	"math"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"gwscope/solver/gw"
)

func TestProgressKeepsItsPromises(t *testing.T) {
	t.Parallel()
	p := concurrentPair(t, "horse/1", "horse/3r", 250, 5)
	var calls, inside, after atomic.Int64
	var returned atomic.Bool
	var last Progress
	var times []time.Time
	seen := map[*gw.Plan][]int32{}
	set := Settings{Progress: func(now Progress) {
		if inside.Add(1) != 1 {
			t.Error("two calls at a time")
		}
		defer inside.Add(-1)
		if returned.Load() {
			after.Add(1)
		}
		calls.Add(1)
		times = append(times, time.Now())
		if now.Fraction < last.Fraction || now.Fraction < 0 || now.Fraction > 1 {
			t.Errorf("fraction goes from %v to %v", last.Fraction, now.Fraction)
		}
		if now.Stage == "" {
			t.Error("a stage without a name")
		}
		if now.Best != nil {
			if old, ok := seen[now.Best]; ok && !slices.Equal(old, now.Best.J) {
				t.Error("a plan was written after it had been reported")
			}
			seen[now.Best] = slices.Clone(now.Best.J)
			if got := gw.Loss(p.x.Distances, p.y.Distances, p.x.Weights, p.y.Weights, now.Best); math.Abs(got-now.GW2) > 1e-12 {
				t.Errorf("reported GW² %v, the plan has %v", now.GW2, got)
			}
		} else if last.Best != nil {
			t.Error("the best plan was lost")
		}
		last = now
	}}
	mustSolve(t, p.x, p.y, set)
	returned.Store(true)
	time.Sleep(20 * time.Millisecond)
	if after.Load() > 0 {
		t.Error("a report came after Solve had returned")
	}
	if len(seen) == 0 {
		t.Error("no plan was reported on the way")
	}
	for k := 30; k < len(times); k++ {
		if times[k].Sub(times[k-30]) < time.Second {
			t.Errorf("31 reports within %v", times[k].Sub(times[k-30]))
		}
	}
}

func TestCancelKeepsTheBestPlan(t *testing.T) {
	t.Parallel()
	p := concurrentPair(t, "cat/1", "cat/2r", 500, 5)
	for _, wait := range []time.Duration{0, 5 * time.Millisecond, 60 * time.Millisecond, 150 * time.Millisecond, 300 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(context.Background(), wait)
		r, err := Solve(ctx, Problem{p.x, p.y}, Settings{})
		late := time.Since(deadline(ctx))
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		checkResult(t, p.x, p.y, r)
		t.Logf("cancelled after %v: back %v later with GW² %.5f, status %v, %d alternatives", wait, late, r.GW2(), r.Status, len(r.Alternatives))
		if late > 0 && r.Status != Cancelled {
			t.Errorf("status %v after the deadline", r.Status)
		}
	}
}

func deadline(ctx context.Context) time.Time {
	d, _ := ctx.Deadline()
	return d
}
