//go:build unix

package solver

import (
	"context"
	"fmt"
	"syscall"
	"testing"
	"time"

	"gwscope/solver/correspond"
)

// BenchmarkDrag solves again after one of three pins has moved, with its dense map: what
// a person waits for who drags a landmark.
func BenchmarkDrag(b *testing.B) {
	for _, ids := range [][2]string{{"cat/2", "horse/3r"}, {"horse/1", "horse/5r"}} {
		for _, n := range []int{500, 1000} {
			p := embeddedPair(b, ids[0], ids[1], n, 4)
			for _, method := range []Method{Hierarchical, Anchored} {
				b.Run(fmt.Sprintf("%s-%s/%d/%s", ids[0], ids[1], n, method), func(b *testing.B) {
					set := Settings{Method: method, Memory: new(Memory), Pins: p.pinsAt(p.direct, 2, 9, 30)}
					solve := func() {
						r, err := Solve(context.Background(), Problem{p.x, p.y}, set)
						if err != nil {
							b.Fatal(err)
						}
						if _, _, err := r.Alternatives[0].Dense(context.Background(), p.x, p.y, correspond.DenseOptions{}); err != nil {
							b.Fatal(err)
						}
					}
					solve()
					near := p.y.Domain.NearestPoints(p.y.Domain.Points[set.Pins[1].Y], 200)
					k := 0
					begin := cpuTime()
					for b.Loop() {
						k++
						set.Pins[1].Y = near[k%len(near)]
						solve()
					}
					b.ReportMetric((cpuTime()-begin).Seconds()/float64(b.N), "cpu-s/op")
				})
			}
		}
	}
}

// BenchmarkManyPins solves with as many pins as a set of landmarks has.
func BenchmarkManyPins(b *testing.B) {
	p := embeddedPair(b, "cat/2", "horse/3r", 500, 4)
	var at []int
	for k := range 40 {
		at = append(at, 3*k)
	}
	set := Settings{Method: Anchored, Pins: p.pinsAt(p.direct, at...)}
	begin := cpuTime()
	for b.Loop() {
		r, err := Solve(context.Background(), Problem{p.x, p.y}, set)
		if err != nil {
			b.Fatal(err)
		}
		there, _, err := r.Alternatives[0].Dense(context.Background(), p.x, p.y, correspond.DenseOptions{})
		if err != nil {
			b.Fatal(err)
		}
		for i, s := range p.x.Samples {
			r.Alternatives[0].SnappedXToY[i] = there.Places[s].Nearest
		}
		b.ReportMetric(p.meanError(r.Alternatives[0].SnappedXToY, p.direct), "error")
	}
	b.ReportMetric((cpuTime()-begin).Seconds()/float64(b.N), "cpu-s/op")
}

// cpuTime is what the process has used on all cores.
func cpuTime() time.Duration {
	var use syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &use) != nil {
		return 0
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
