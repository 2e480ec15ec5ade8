//go:build cgo

package glctx

import (
	"errors"
	"fmt"
)

// Start makes a context and the thread for it. The error lists the ways that were tried
// and why they failed.
func Start(o Options) (*Thread, error) {
	var calls chan func()
	if o.OnMain && o.Main != nil {
		here := newTurns(o.Main)
		defer close(here.over)
		o.Main, calls = here.run, here.calls
	}
	return start(func() (Context, error) { return newContext(o) }, calls, load, describe, lost)
}

func newContext(o Options) (Context, error) {
	var eglErr, glfwErr error
	if o.Provider != GLFW {
		c, err := newEGL(o.PreferSoftware)
		if err == nil {
			return c, nil
		}
		eglErr = err
	}
	if o.Provider != EGL {
		c, err := newGLFW(o.Main)
		if err == nil {
			return c, nil
		}
		glfwErr = err
	}
	return nil, fmt.Errorf("no OpenGL 3.3 context for drawing: %w", errors.Join(eglErr, glfwErr))
}
