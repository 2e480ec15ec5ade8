//go:build cgo

package glctx

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"unsafe"

	"github.com/go-gl/glfw/v3.3/glfw"

	"gwscope/internal/routine"
)

type glfwContext struct {
	window *glfw.Window
	main   func(func())
	own    bool // the thread of the context made the window itself
}

// newGLFW makes a hidden window for its context. main must run functions on the main thread, which is
// where GLFW wants windows made and destroyed; where a window toolkit uses GLFW, too, main is the
// toolkit's own runner.
//
// On Windows any thread may make and destroy windows, as long as it is the same one: there, without a main, the
// calling thread does it, so that pictures are drawn with no window on the screen.
func newGLFW(main func(func())) (Context, error) {
	own := main == nil && runtime.GOOS == "windows"
	if own {
		main = alone
	}
	if main == nil {
		return nil, errors.New("GLFW: not tried, this program has no window loop")
	}
	c := &glfwContext{main: main, own: own}
	var err error
	main(func() {
		// Init does nothing where the toolkit has called it before. GLFW is never terminated here,
		// because that would close the toolkit's windows.
		if err = glfw.Init(); err != nil {
			return
		}
		glfw.WindowHint(glfw.Visible, glfw.False)
		glfw.WindowHint(glfw.OpenGLProfile, glfw.OpenGLCoreProfile)
		glfw.WindowHint(glfw.OpenGLForwardCompatible, glfw.True)
		// In order: the newest version, then the least with compute shaders, then the least for
		// drawing; of each, first the context that tells of its loss. Some drivers give only the
		// version that was asked for.
		for _, v := range []struct{ major, minor, robustness int }{
			{4, 5, glfw.LoseContextOnReset}, {4, 3, glfw.LoseContextOnReset}, {4, 3, glfw.NoRobustness},
			{3, 3, glfw.LoseContextOnReset}, {3, 3, glfw.NoRobustness}} {
			glfw.WindowHint(glfw.ContextVersionMajor, v.major)
			glfw.WindowHint(glfw.ContextVersionMinor, v.minor)
			glfw.WindowHint(glfw.ContextRobustness, v.robustness)
			if c.window, err = glfw.CreateWindow(16, 16, "GWScope drawing", nil, nil); err == nil {
				break
			}
		}
		// Hints are global: left set, the core profile would break the toolkit's next window.
		glfw.DefaultWindowHints()
	})
	if err != nil {
		return nil, fmt.Errorf("GLFW: %w", err)
	}
	return c, nil
}

// oneAtATime guards GLFW's list of windows and its hints, where several threads make windows.
var oneAtATime sync.Mutex

// alone runs a function on the calling thread, while no other does.
func alone(f func()) {
	oneAtATime.Lock()
	defer oneAtATime.Unlock()
	f()
}

func (c *glfwContext) MakeCurrent() (err error) {
	// The binding turns some of GLFW's errors into panics.
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("GLFW: %v", p)
		}
	}()
	c.window.MakeContextCurrent()
	return nil
}

func (c *glfwContext) Release() { glfw.DetachCurrentContext() }

func (c *glfwContext) ProcAddress(name string) unsafe.Pointer { return glfw.GetProcAddress(name) }

// Destroy does not wait for the main thread, which may be the one that closes the Thread and waits for it. Where
// the toolkit ends before, the window has gone with it, and nothing is left to destroy.
func (c *glfwContext) Destroy() {
	if c.own {
		c.main(c.window.Destroy)
		return
	}
	routine.Go(func() { c.main(c.window.Destroy) }, func(*routine.Panic) {})
}

func (c *glfwContext) Kind() string { return "GLFW" }
