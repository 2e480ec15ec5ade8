package glctx

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unsafe"
)

// Context is an OpenGL context, bound to at most one thread at a time.
type Context interface {
	// MakeCurrent binds the context to the calling thread.
	MakeCurrent() error
	// Release unbinds it from the calling thread.
	Release()
	// ProcAddress finds an OpenGL function; nil if the driver has none.
	// The context must be current.
	ProcAddress(name string) unsafe.Pointer
	// Destroy frees the context, which must be current nowhere.
	Destroy()
	// Kind says how the context was made: "EGL surfaceless", "GLFW" and so on.
	Kind() string
}

// ErrClosed is returned for work handed to a closed Thread.
var ErrClosed = errors.New("the OpenGL thread is closed")

// ErrLost is returned once the driver has dropped the context, after a graphics card reset or removal.
// Nothing but closing the Thread and starting a new one helps. A job that gets nothing back from the
// context returns an error that wraps ErrLost; from then on the thread takes the context for lost.
var ErrLost = errors.New("the OpenGL context was lost (the graphics driver was reset); pictures need a new one")

// Info describes a context.
type Info struct {
	Renderer, Version string
	Major, Minor      int
	// Kind is how the context was made, see Context.Kind.
	Kind string
	// Software tells that the processor draws, as Mesa's llvmpipe does.
	Software bool
	// TellsLoss says that the driver can be asked whether it has dropped the context. Where it cannot,
	// the loss shows when a picture cannot be read back.
	TellsLoss bool
	// MaxSize is the largest width and height of a picture in pixels.
	MaxSize int

	status func() uint32 // of a reset; nil where the driver cannot say
}

func (i Info) String() string {
	return fmt.Sprintf("OpenGL %d.%d, %s (%s)", i.Major, i.Minor, i.Renderer, i.Kind)
}

// isSoftware knows the rasterisers that run on the processor by their names.
func isSoftware(renderer string) bool {
	names := []string{"llvmpipe", "softpipe", "swrast", "swiftshader", "software", "gdi generic"}
	return slices.ContainsFunc(names, func(name string) bool { return strings.Contains(strings.ToLower(renderer), name) })
}

// Provider names a way of making contexts.
type Provider int

// The ways. Auto tries EGL, then GLFW.
const (
	Auto Provider = iota
	EGL
	GLFW
)

// Options for Start. The zero value works wherever EGL does, and on Windows.
type Options struct {
	// Main runs a function on the program's main thread and returns when it is
	// done. Needed for GLFW elsewhere than on Windows; a program without such a loop leaves it nil.
	Main func(func())
	// OnMain says that Start itself is called on the main thread. Main can run nothing until Start
	// returns, so Start itself runs the calls for the main thread while it waits.
	OnMain bool
	// Provider restricts the way; default Auto.
	Provider Provider
	// PreferSoftware asks for the software rasteriser even if there is a
	// graphics card, for pictures that are the same everywhere. EGL only.
	PreferSoftware bool
}
