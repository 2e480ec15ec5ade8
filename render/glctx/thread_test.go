//go:build cgo

package glctx

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"

	"gwscope/internal/routine"
)

// mainThread hands functions to the goroutine that TestMain keeps on the main thread.
var mainThread = make(chan func())

func onMain(f func()) {
	done := make(chan struct{})
	mainThread <- func() { f(); close(done) }
	<-done
}

func TestMain(m *testing.M) {
	runtime.LockOSThread()
	code := make(chan int)
	go func() { code <- m.Run() }()
	for {
		select {
		case f := <-mainThread:
			f()
		case c := <-code:
			os.Exit(c)
		}
	}
}

func startEGL(t *testing.T) *Thread {
	t.Helper()
	th, err := Start(Options{Provider: EGL})
	if err != nil {
		if os.Getenv("CI") != "" || runtime.GOOS != "linux" {
			t.Fatal(err)
		}
		t.Skipf("no EGL here: %v", err)
	}
	t.Cleanup(th.Close)
	return th
}

func TestEGLDraws(t *testing.T) {
	t.Parallel()
	th := startEGL(t)
	checkDraws(t, th)
	t.Log(th.Info())
}

func TestGLFWDraws(t *testing.T) {
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" && runtime.GOOS == "linux" {
		t.Skip("GLFW needs a display")
	}
	th, err := Start(Options{Provider: GLFW, Main: onMain})
	if err != nil {
		t.Fatal(err)
	}
	defer th.Close()
	checkDraws(t, th)
	if th.Info().Kind != "GLFW" {
		t.Errorf("kind %q", th.Info().Kind)
	}
}

// checkDraws clears a small off-screen picture and reads the colour back.
func checkDraws(t *testing.T, th *Thread) {
	t.Helper()
	var got [4]uint8
	err := th.Do(func() error {
		var fb, rb uint32
		gl.GenFramebuffers(1, &fb)
		gl.GenRenderbuffers(1, &rb)
		gl.BindRenderbuffer(gl.RENDERBUFFER, rb)
		gl.RenderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, 4, 4)
		gl.BindFramebuffer(gl.FRAMEBUFFER, fb)
		gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, rb)
		gl.ClearColor(0.2, 0.4, 0.6, 1)
		gl.Clear(gl.COLOR_BUFFER_BIT)
		gl.ReadPixels(1, 1, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(&got))
		return nil
	})
	if err != nil || got != [4]uint8{51, 102, 153, 255} {
		t.Errorf("drew %v, error %v", got, err)
	}
	if i := th.Info(); i.Renderer == "" || i.MaxSize < 1024 {
		t.Errorf("info %+v", i)
	}
}

func TestContextsDoNotShareState(t *testing.T) {
	t.Parallel()
	var threads []*Thread
	for range 3 {
		threads = append(threads, startEGL(t))
	}
	var wg sync.WaitGroup
	for i, th := range threads {
		wg.Go(func() {
			for range 50 {
				want := float32(i+1) / 4
				if err := th.Do(func() error { gl.ClearColor(want, 0, 0, 0); return nil }); err != nil {
					t.Error(err)
				}
				var got [4]float32
				_ = th.Do(func() error { gl.GetFloatv(gl.COLOR_CLEAR_VALUE, &got[0]); return nil })
				if got[0] != want {
					t.Errorf("thread %d reads %g, not %g", i, got[0], want)
				}
			}
		})
	}
	wg.Wait()
	threads[0].Close()
	checkDraws(t, threads[1]) // one context's end leaves the others alone
}

func TestCloseAnswersEverybody(t *testing.T) {
	t.Parallel()
	th := startEGL(t)
	var wg sync.WaitGroup
	var ran, refused atomic.Int32
	for range 20 {
		wg.Go(func() {
			for range 20 {
				switch err := th.Do(func() error { return nil }); {
				case err == nil:
					ran.Add(1)
				case errors.Is(err, ErrClosed):
					refused.Add(1)
				default:
					t.Error(err)
				}
			}
		})
	}
	th.Close()
	th.Close()
	wg.Wait()
	if ran.Load()+refused.Load() != 400 {
		t.Errorf("%d ran, %d refused, of 400", ran.Load(), refused.Load())
	}
	if err := th.Do(func() error { return nil }); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

func TestPanicReachesTheCaller(t *testing.T) {
	t.Parallel()
	th := startEGL(t)
	func() {
		defer func() {
			if p := routine.Of(recover()); p.Cause != "a mistake" || !strings.Contains(p.Stack, "TestPanicReachesTheCaller") {
				t.Errorf("recovered %q", p.Report())
			}
		}()
		_ = th.Do(func() error { panic("a mistake") })
		t.Error("the panic got lost")
	}()
	checkDraws(t, th) // and the thread goes on
}

// fakeContext plays a driver that fails, as no healthy driver does.
type fakeContext struct{ destroyed *atomic.Bool }

func (fakeContext) MakeCurrent() error                { return nil }
func (fakeContext) Release()                          {}
func (fakeContext) ProcAddress(string) unsafe.Pointer { return nil }
func (f fakeContext) Destroy()                        { f.destroyed.Store(true) }
func (fakeContext) Kind() string                      { return "fake" }

func TestLostContextIsAnError(t *testing.T) {
	t.Parallel()
	var gone, destroyed atomic.Bool
	th, err := start(
		func() (Context, error) { return fakeContext{&destroyed}, nil },
		nil,
		func(Context) error { return nil },
		func(Context) (Info, error) { return Info{}, nil },
		func(Info) bool { return gone.Load() },
	)
	if err != nil {
		t.Fatal(err)
	}
	if err := th.Do(func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	if err := th.Do(func() error { gone.Store(true); return nil }); !errors.Is(err, ErrLost) {
		t.Errorf("the job during which the context was lost returned %v", err)
	}
	ran := false
	if err := th.Do(func() error { ran = true; return nil }); !errors.Is(err, ErrLost) || ran {
		t.Errorf("a job after the loss: error %v, ran %v", err, ran)
	}
	th.Close()
	if !destroyed.Load() {
		t.Error("the lost context was not destroyed")
	}
}

// A driver that panics, which cgo's wrappers do, ends neither the program nor its callers.
func TestADriverThatPanicsIsAnError(t *testing.T) {
	t.Parallel()
	breaks := func() { panic("out of pointers") }
	var destroyed atomic.Bool
	open := func() (Context, error) { return fakeContext{&destroyed}, nil }
	described := func(Context) (Info, error) { return Info{}, nil }
	if _, err := start(open, nil, func(Context) error { breaks(); return nil }, described, lost); err == nil || !strings.Contains(err.Error(), "out of pointers") {
		t.Errorf("starting returned %v", err)
	}
	var soon atomic.Bool
	th, err := start(open, nil, func(Context) error { return nil }, described, func(Info) bool {
		if soon.Load() {
			breaks()
		}
		return false
	})
	if err != nil {
		t.Fatal(err)
	}
	soon.Store(true)
	for range 3 {
		if err := th.Do(func() error { return nil }); !errors.Is(err, ErrLost) {
			t.Errorf("with a broken driver a job returned %v", err)
		}
	}
	th.Close()
}

func TestStartSaysWhatWasTried(t *testing.T) {
	t.Parallel()
	_, err := Start(Options{Provider: GLFW})
	if err == nil || !strings.Contains(err.Error(), "window loop") {
		t.Errorf("error %v", err)
	}
	var destroyed atomic.Bool
	_, err = start(
		func() (Context, error) { return fakeContext{&destroyed}, nil },
		nil,
		func(Context) error { return errors.New("no modern OpenGL") },
		describe, lost)
	if err == nil || !strings.Contains(err.Error(), "no modern OpenGL") || !destroyed.Load() {
		t.Errorf("a driver without functions: error %v, destroyed %v", err, destroyed.Load())
	}
}

// Whether a driver tells of a loss depends on its version and extensions; where it does, a healthy
// context is not lost.
func TestOldContextsTellOfALossToo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		major, minor int
		extensions   []string
		tells        bool
	}{
		{4, 6, nil, true},
		{4, 5, nil, true},
		{4, 4, []string{"GL_ARB_robustness"}, true},
		{4, 3, []string{"GL_KHR_debug", "GL_KHR_robustness"}, true},
		{3, 3, []string{"GL_ARB_robustness"}, true},
		{4, 3, []string{"GL_KHR_debug"}, false},
		{4, 1, nil, false},
	} {
		if got := statusOf(Info{Major: c.major, Minor: c.minor}, c.extensions) != nil; got != c.tells {
			t.Errorf("OpenGL %d.%d with %v tells of a loss: %t", c.major, c.minor, c.extensions, got)
		}
	}
	th := startEGL(t)
	err := th.Do(func() error {
		listed := extensionsOf()
		if len(listed) == 0 {
			t.Error("no extensions are listed")
		}
		for _, version := range []Info{{Major: 4, Minor: 5}, {Major: 4, Minor: 3}, {Major: 3, Minor: 3}} {
			if version.Minor == 5 && !th.Info().TellsLoss {
				continue
			}
			if status := statusOf(version, listed); status != nil && status() != gl.NO_ERROR {
				t.Errorf("a healthy context counts as lost for a driver of %d.%d", version.Major, version.Minor)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// After a job has found its context lost, it is lost for all later jobs.
func TestAFailedReadbackIsALoss(t *testing.T) {
	t.Parallel()
	var destroyed atomic.Bool
	th, err := start(func() (Context, error) { return fakeContext{&destroyed}, nil }, nil, func(Context) error { return nil },
		func(Context) (Info, error) { return Info{Major: 4, Minor: 3}, nil }, lost)
	if err != nil {
		t.Fatal(err)
	}
	defer th.Close()
	if err := th.Do(func() error { return fmt.Errorf("no picture came back: %w", ErrLost) }); !errors.Is(err, ErrLost) {
		t.Errorf("the job returned %v", err)
	}
	if err := th.Do(func() error { t.Error("a job ran on a lost context"); return nil }); !errors.Is(err, ErrLost) {
		t.Errorf("the next one returned %v", err)
	}
}
