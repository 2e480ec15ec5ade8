package routine_test

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gwscope/internal/routine"
)

func breaks() { panic("no such row") }

func TestAPanicIsToldWithItsPlace(t *testing.T) {
	t.Parallel()
	told := make(chan *routine.Panic, 2)
	routine.Go(breaks, func(p *routine.Panic) { told <- p })
	routine.After(time.Millisecond, breaks, func(p *routine.Panic) { told <- p })
	for range 2 {
		p := <-told
		if p.Error() != "internal error: no such row" || !strings.Contains(p.Report(), "routine_test.breaks") {
			t.Errorf("told of %q", p.Report())
		}
	}
	if p := <-routine.Start(breaks); p == nil || p.Cause != "no such row" {
		t.Errorf("who waits hears %v", p)
	}
	if p := <-routine.Start(func() {}); p != nil {
		t.Errorf("work that came to its end is told as %v", p)
	}
	if p := <-routine.Start(runtime.Goexit); p != nil {
		t.Errorf("a goroutine that ended itself is told as %v", p)
	}
}

func TestAPanicThatIsRaisedAgainKeepsItsPlace(t *testing.T) {
	t.Parallel()
	first := routine.Try(breaks)
	again := routine.Try(func() { panic(first) })
	if again != first {
		t.Errorf("caught twice it is %v, not %v", again, first)
	}
	if p := routine.Try(func() { panic(io.ErrUnexpectedEOF) }); !errors.Is(p, io.ErrUnexpectedEOF) {
		t.Errorf("%v is not the error that it was raised with", p)
	}
}

func TestAGroupEndsAndRaisesTheFirstPanic(t *testing.T) {
	t.Parallel()
	var g routine.Group
	var ended atomic.Int64
	for k := range 20 {
		g.Go(func() {
			defer ended.Add(1)
			if k == 7 {
				breaks()
			}
		})
	}
	g.Do(breaks) // the caller lives until it waits
	p := routine.Try(g.Wait)
	if p == nil || p.Cause != "no such row" {
		t.Errorf("waiting raised %v", p)
	}
	if n := ended.Load(); n != 20 {
		t.Errorf("%d of 20 had ended", n)
	}
	g.Go(func() {})
	if p := routine.Try(g.Wait); p != nil || g.Broken() {
		t.Errorf("used again, it raises %v", p)
	}
}
