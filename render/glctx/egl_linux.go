package glctx

/*
#cgo LDFLAGS: -ldl
#include <stdlib.h>
#include "egl_linux.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"unsafe"
)

type eglContext struct {
	c    C.gws_egl
	kind string
}

// newEGL makes a context through EGL, which is loaded at run time: a machine
// without it can still use GLFW. Ways, in order: Mesa's surfaceless platform,
// each graphics card that EGL lists, and the default display with a small
// off-screen surface. The first that draws on a graphics card wins, else the first.
func newEGL(software bool) (Context, error) {
	var reason [512]C.char
	var c C.gws_egl
	if C.gws_egl_open(&c, C.bool(software), &reason[0], C.int(len(reason))) == 0 {
		return nil, fmt.Errorf("EGL: %s (on Debian: apt install libegl1 libgl1-mesa-dri)", C.GoString(&reason[0]))
	}
	return &eglContext{c: c, kind: "EGL " + C.GoString(c.way)}, nil
}

func (e *eglContext) MakeCurrent() error {
	if C.gws_egl_make_current(&e.c) == 0 {
		return errors.New("EGL: the context cannot be bound to its thread")
	}
	return nil
}

func (e *eglContext) Release() { C.gws_egl_release(&e.c) }

func (e *eglContext) ProcAddress(name string) unsafe.Pointer {
	n := C.CString(name)
	defer C.free(unsafe.Pointer(n))
	return C.gws_egl_proc(n)
}

func (e *eglContext) Destroy() { C.gws_egl_destroy(&e.c) }

func (e *eglContext) Kind() string { return e.kind }
