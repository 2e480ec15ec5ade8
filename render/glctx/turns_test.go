//go:build cgo

package glctx

import (
	"errors"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
)

// windowed plays GLFW: its context is made and destroyed by main alone.
type windowed struct {
	fakeContext
	main func(func())
}

func (w windowed) Destroy() { w.main(w.fakeContext.Destroy) }

// TestStartServesItsOwnThread: called on the main thread before any loop serves it, Start makes the
// context, and destroys a context that is of no use. Afterwards the loop runs the calls.
func TestStartServesItsOwnThread(t *testing.T) {
	t.Parallel()
	for _, fails := range []bool{false, true} {
		var looping, destroyed atomic.Bool
		var made, ended int // on this goroutine alone, the race detector sees to it
		here := newTurns(func(f func()) {
			if !looping.Load() {
				t.Error("the loop is asked before it runs")
			}
			f()
		})
		th, err := start(func() (Context, error) {
			here.run(func() { made++ })
			return windowed{fakeContext{&destroyed}, func(f func()) { here.run(func() { ended++; f() }) }}, nil
		}, here.calls, func(Context) error {
			if fails {
				return errors.New("no modern OpenGL")
			}
			return nil
		}, func(Context) (Info, error) { return Info{}, nil }, func(Info) bool { return false })
		close(here.over)
		if made != 1 || (err != nil) != fails || destroyed.Load() != fails {
			t.Fatalf("made %d times, error %v, destroyed %t", made, err, destroyed.Load())
		}
		if fails {
			continue
		}
		looping.Store(true)
		th.Close()
		if !destroyed.Load() {
			t.Error("the context was not destroyed")
		}
	}
}

// A panic on the main thread is the caller's.
func TestPanicsOnTheMainThread(t *testing.T) {
	t.Parallel()
	here := newTurns(nil)
	_, err := start(func() (Context, error) {
		here.run(func() { panic("no screen") })
		return nil, nil
	}, here.calls, nil, nil, nil)
	if err == nil || !strings.Contains(err.Error(), "no screen") {
		t.Errorf("error %v", err)
	}
}

// TestGLFWDrawsBeforeTheLoop does the same as the window where there is no EGL.
func TestGLFWDrawsBeforeTheLoop(t *testing.T) {
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" && runtime.GOOS == "linux" {
		t.Skip("GLFW needs a display")
	}
	var th *Thread
	var err error
	onMain(func() { th, err = Start(Options{Provider: GLFW, Main: onMain, OnMain: true}) })
	if err != nil {
		t.Fatal(err)
	}
	defer th.Close()
	checkDraws(t, th)
}
