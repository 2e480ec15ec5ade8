package pipeline

import (
	"context"
	"errors"
	"testing"

	"gwscope/app/option"
	"gwscope/app/session"
	"gwscope/internal/routine"
	"gwscope/meshio/meshtest"
	"gwscope/solver"
)

// Whatever stage of whatever method is cancelled, or breaks down, there is a whole match or an
// error of the kind that says so; and the engine works on afterwards.
func TestAFaultAtAnyStageStaysSmall(t *testing.T) {
	t.Parallel()
	mesh := meshtest.Bumpy(2)
	a, b := ShapeOf("a", mesh), ShapeOf("b", meshtest.RigidMove(mesh, 6))
	for _, method := range option.Find("method").Choices {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			o := session.Defaults()
			o.Method, o.Samples, o.Effort, o.Steps, o.Threads = method, 40, "fast", 12, 2
			if method == "sdp" {
				o.Samples = 12
			}
			e := NewEngine()
			reports := 0
			count := func(Progress) { reports++ }
			if _, err := e.Match(context.Background(), a, b, o, nil, count); err != nil {
				if method == string(solver.Amortized) {
					t.Skip(err) // without weights
				}
				t.Fatal(err)
			}
			for at := 1; at <= reports; at += 1 + at + reports/8 {
				o.Seed++ // nothing is remembered
				ctx, cancel := context.WithCancel(context.Background())
				k := 0
				m, err := e.Match(ctx, a, b, o, nil, func(Progress) {
					if k++; k == at {
						cancel()
					}
				})
				cancel()
				switch {
				case err != nil && !errors.Is(err, ErrCancelled) && !errors.Is(err, context.Canceled):
					t.Errorf("cancelled at report %d: %v", at, err)
				case err == nil && (len(m.AToB.Places) != len(m.X.Domain.Points) || m.Result.Plan() == nil):
					t.Errorf("cancelled at report %d: half a match", at)
				}
				k = 0
				p := routine.Try(func() {
					_, err = e.Match(context.Background(), a, b, o, nil, func(Progress) {
						if k++; k == at {
							panic("injected")
						}
					})
				})
				if k >= at && (p == nil || p.Cause != "injected") {
					t.Errorf("a panic at report %d came back as %v", at, p)
				}
			}
			if m, err := e.Match(context.Background(), a, b, o, nil, nil); err != nil || m.Result.Status == solver.Cancelled {
				t.Errorf("after all that: %v", err)
			}
		})
	}
}
