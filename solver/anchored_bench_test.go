//go:build unix

package solver

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"gwscope/solver/anchor"
	"gwscope/solver/correspond"
)

// BenchmarkAnchored measures matching by extremities stage by stage, from finished spaces
// to the map of all vertices: what each stage uses of all cores (cpu-ms), and how long it
// takes (ms). Their ratio is how many cores were busy.
func BenchmarkAnchored(b *testing.B) {
	for _, ids := range [][2]string{{"horse/1", "elephant/1"}, {"cat/2", "horse/3r"}, {"cat/2", "elephant/3r"}} {
		b.Run(ids[0]+"-"+ids[1], func(b *testing.B) {
			p := embeddedPair(b, ids[0], ids[1], 500, 7)
			clock := newStageClock()
			for b.Loop() {
				clock.next("preparing")
				s := newAnchored(b, p)
				a := s.search(b, clock)
				clock.next("plans of equal mass")
				finals, err := s.anchorFinals(context.Background(), a)
				if err != nil {
					b.Fatal(err)
				}
				clock.next("dissimilarity and clouds")
				if err := s.compareAndSlice(context.Background(), a, finals[0]); err != nil {
					b.Fatal(err)
				}
				clock.next("slicing")
				r := s.conclude(context.Background(), &candidates{finals: finals, anchors: a, judged: true})
				clock.next("all vertices")
				if _, _, err := r.Alternatives[0].Dense(context.Background(), p.x, p.y, correspond.DenseOptions{}); err != nil {
					b.Fatal(err)
				}
				clock.next("")
			}
			clock.report(b)
		})
	}
}

// anchoredSolve is a solve as the method Anchored begins it.
type anchoredSolve struct{ *solve }

func newAnchored(b *testing.B, p *pair) anchoredSolve {
	set := Settings{Method: Anchored}
	if err := set.check(); err != nil {
		b.Fatal(err)
	}
	s, err := newSolve(Problem{p.x, p.y}, set)
	if err != nil {
		b.Fatal(err)
	}
	return anchoredSolve{s}
}

// search is findAnchors with a look at its stages.
func (s anchoredSolve) search(b *testing.B, clock *stageClock) *anchors {
	found, err := anchor.Solve(context.Background(), s.X, s.Y, anchor.Options{Memory: &s.memory.anchor,
		Progress: func(stage string, _ float64) { clock.next(stage) }})
	if err != nil {
		b.Fatal(err)
	}
	return &anchors{Result: found, gw2Map: s.lossOfMap}
}

// stageClock is a clock of a job's stages, by name.
type stageClock struct {
	order     []string
	cpu, wall map[string]time.Duration
	now       string
	cpuBegan  time.Duration
	wallBegan time.Time
}

func newStageClock() *stageClock {
	return &stageClock{cpu: map[string]time.Duration{}, wall: map[string]time.Duration{}}
}

// next ends a stage and begins another; "" begins none.
func (s *stageClock) next(name string) {
	if name == s.now {
		return
	}
	cpu, wall := cpuTime(), time.Now()
	if s.now != "" {
		s.cpu[s.now] += cpu - s.cpuBegan
		s.wall[s.now] += wall.Sub(s.wallBegan)
	}
	if _, known := s.cpu[name]; !known && name != "" {
		s.order = append(s.order, name)
		s.cpu[name], s.wall[name] = 0, 0
	}
	s.now, s.cpuBegan, s.wallBegan = name, cpu, wall
}

// report gives the means of all runs.
func (s *stageClock) report(b *testing.B) {
	var cpu time.Duration
	for k, name := range s.order {
		cpu += s.cpu[name]
		unit := fmt.Sprintf("%d-%s", k+1, strings.ReplaceAll(name, " ", "-"))
		b.ReportMetric(s.cpu[name].Seconds()*1e3/float64(b.N), unit+"-cpu-ms")
		b.ReportMetric(s.wall[name].Seconds()*1e3/float64(b.N), unit+"-ms")
	}
	b.ReportMetric(cpu.Seconds()*1e3/float64(b.N), "cpu-ms/op")
}
