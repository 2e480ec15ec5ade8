//go:build unix

package solver

import (
	"context"
	"fmt"
	"testing"
	"time"

	"gwscope/solver/slicer/neural"
)

// BenchmarkCancel is how long a solve goes on after it was cancelled, at various times:
// late-ms the longest of all, cpu-ms the same in processor time, which on a machine that
// others work on too is the one that says something. Large networks and many samples take
// seconds for a step. What earlier solves left behind runs on, and counts.
func BenchmarkCancel(b *testing.B) {
	for _, c := range []struct {
		name    string
		samples int
		set     Settings
		after   []time.Duration
	}{
		{"preparing", 2000, quickly(neural.PaperAnimals, 0), []time.Duration{0, 20, 60, 120, 250, 400}},
		{"learning", 2000, quickly(neural.PaperAnimals, 0), []time.Duration{1500, 2000, 2900, 4300, 6000}},
		{"refining", 500, Settings{Method: Neural, Learning: Learning{Steps: 5}}, []time.Duration{500, 1500, 3000, 5000, 8000}},
	} {
		b.Run(fmt.Sprintf("%s/n=%d", c.name, c.samples), func(b *testing.B) {
			p := embeddedPair(b, "horse/1", "horse/2r", c.samples, 4)
			var late, busy time.Duration
			for b.Loop() {
				for _, after := range c.after {
					ctx, cancel := context.WithCancel(context.Background())
					var at, cpu time.Duration
					begin := time.Now()
					time.AfterFunc(after*time.Millisecond, func() {
						at, cpu = time.Since(begin), cpuTime()
						cancel()
					})
					r, err := Solve(ctx, Problem{p.x, p.y}, c.set)
					if err != nil {
						b.Fatal(err)
					}
					if r.Status != Cancelled {
						b.Fatalf("the solve was over before %d ms", after)
					}
					late, busy = max(late, time.Since(begin)-at), max(busy, cpuTime()-cpu)
				}
			}
			b.ReportMetric(float64(late.Milliseconds()), "late-ms")
			b.ReportMetric(float64(busy.Milliseconds()), "cpu-ms")
		})
	}
}
