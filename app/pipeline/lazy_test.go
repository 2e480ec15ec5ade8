package pipeline

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"gwscope/internal/routine"
	"gwscope/meshio/meshtest"
	"gwscope/solver/trust"
)

func TestALazyValueIsMadeOnceAndWorkCanBeStopped(t *testing.T) {
	t.Parallel()
	l := &lazy[int]{}
	var made atomic.Int64
	waits := func(ctx context.Context) (*int, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	works := func(context.Context) (*int, error) {
		n := int(made.Add(1))
		return &n, nil
	}
	ctx, stop := context.WithCancel(t.Context())
	begun, ended := make(chan struct{}), make(chan error, 2)
	routine.Start(func() {
		_, err := l.get(ctx, func(ctx context.Context) (*int, error) { close(begun); return waits(ctx) })
		ended <- err
	})
	<-begun
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := l.get(gone, works); !errors.Is(err, context.Canceled) { // waiting ends with its own context
		t.Errorf("who waited got %v", err)
	}
	next := make(chan int, 1)
	routine.Start(func() { next <- *must(l.get(t.Context(), works)) }) // waits, then works
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the work that was stopped ended with %v", err)
	}
	if got := <-next; got != 1 {
		t.Errorf("who waited got %d", got)
	}
	for range 3 {
		if got := *must(l.get(gone, works)); got != 1 { // it was computed above
			t.Errorf("made again: %d", got)
		}
	}
	if !l.known() || (*lazy[int])(nil).known() {
		t.Error("what is there is not known, or nothing is")
	}
}

func TestALazyValueOutlivesAPanic(t *testing.T) {
	t.Parallel()
	l := &lazy[int]{}
	if p := routine.Try(func() { _, _ = l.get(t.Context(), func(context.Context) (*int, error) { panic("no such row") }) }); p == nil {
		t.Error("nobody heard of the panic")
	}
	if got, err := l.get(t.Context(), func(context.Context) (*int, error) { n := 3; return &n, nil }); err != nil || *got != 3 {
		t.Errorf("after a panic: %v, %v", got, err)
	}
}

// The analysis of a match stops with its context, leaves nothing half done, and is the same when
// it is asked for again.
func TestFiguresOfAMatchStopWithTheirContext(t *testing.T) {
	t.Parallel()
	small := meshtest.Bumpy(3)
	m, err := NewEngine().Match(t.Context(), ShapeOf("a", small), ShapeOf("b", meshtest.RigidMove(small, 6)), quick(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := *m.Confidence()
	m.conf, m.confParts, m.judged, m.parts, m.tips, m.sense = &lazy[trust.Confidence]{}, nil, nil, &lazy[trust.Unmatched]{}, nil, nil
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for what, work := range map[string]func() error{
		"confidence":  func() error { _, err := m.ConfidenceContext(ctx); return err },
		"unmatched":   func() error { _, err := m.UnmatchedContext(ctx); return err },
		"verdict":     func() error { _, err := m.VerdictContext(ctx); return err },
		"orientation": func() error { _, err := m.SenseContext(ctx); return err },
	} {
		if err := work(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if m.ConfidenceKnown() || m.UnmatchedKnown() {
		t.Error("what was stopped is thought to be known")
	}
	if got := m.Confidence(); got.Total[0][3] != want.Total[0][3] || got.Total[1][5] != want.Total[1][5] || !m.ConfidenceKnown() {
		t.Error("after a stop the confidence is another")
	}
}
