//go:build cgo

package glctx

/*
// Stands in for functions that the driver lacks, so that loading does not stop
// at the first one; callers look at the version before they use newer ones.
static void gwscope_missing(void) {}
static void *gwscope_missing_address(void) { return (void *)gwscope_missing; }
*/
import "C"

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// loading guards go-gl's function pointers, which are package variables. They
// are filled once: every driver stack in use hands out the same entry points
// for all contexts of a process.
var loading struct {
	sync.Mutex
	done bool
}

// load fills go-gl's function pointers from the current context. go-gl's own
// loader refuses everything below its version, 4.3, which would shut out macOS
// with its 4.1; so missing functions get a stand-in and the version is checked.
func load(c Context) error {
	loading.Lock()
	defer loading.Unlock()
	if loading.done {
		return nil
	}
	missing := unsafe.Pointer(C.gwscope_missing_address())
	if c.ProcAddress("glGetString") == nil || c.ProcAddress("glGenVertexArrays") == nil {
		return errors.New("the driver offers no modern OpenGL")
	}
	err := gl.InitWithProcAddrFunc(func(name string) unsafe.Pointer {
		if p := c.ProcAddress(name); p != nil {
			return p
		}
		return missing
	})
	if err != nil {
		return fmt.Errorf("OpenGL functions: %w", err)
	}
	loading.done = true
	return nil
}

// describe asks the current context about itself; it must be 3.3 or later.
func describe(c Context) (Info, error) {
	i := Info{
		Renderer: glString(gl.RENDERER),
		Version:  glString(gl.VERSION),
		Kind:     c.Kind(),
	}
	if _, err := fmt.Sscanf(i.Version, "%d.%d", &i.Major, &i.Minor); err != nil {
		return i, fmt.Errorf("the driver's version %q is not understood", i.Version)
	}
	if i.Major < 3 || i.Major == 3 && i.Minor < 3 {
		return i, fmt.Errorf("the driver offers OpenGL %d.%d (%s); 3.3 is needed", i.Major, i.Minor, i.Renderer)
	}
	i.Software = isSoftware(i.Renderer)
	i.status = statusOf(i, extensionsOf())
	i.TellsLoss = i.status != nil
	var texture, renderbuffer int32
	var viewport [2]int32
	gl.GetIntegerv(gl.MAX_TEXTURE_SIZE, &texture)
	gl.GetIntegerv(gl.MAX_RENDERBUFFER_SIZE, &renderbuffer)
	gl.GetIntegerv(gl.MAX_VIEWPORT_DIMS, &viewport[0])
	i.MaxSize = int(min(texture, renderbuffer, viewport[0], viewport[1]))
	return i, nil
}

func glString(name uint32) string {
	p := gl.GetString(name)
	if p == nil {
		return ""
	}
	return strings.TrimSpace(gl.GoStr(p))
}

// lost asks the current context whether the driver has dropped it.
func lost(i Info) bool { return i.status != nil && i.status() != gl.NO_ERROR }

// statusOf is the function that tells of a reset: of OpenGL 4.5 itself, or of an older
// context's extension for it; nil where there is neither.
func statusOf(i Info, extensions []string) func() uint32 {
	switch {
	case i.Major > 4 || i.Major == 4 && i.Minor >= 5, slices.Contains(extensions, "GL_KHR_robustness"):
		return gl.GetGraphicsResetStatus // the extension's function has the same name on the desktop
	case slices.Contains(extensions, "GL_ARB_robustness"):
		return gl.GetGraphicsResetStatusARB
	}
	return nil
}

// extensionsOf lists the extensions of the current context.
func extensionsOf() []string {
	var n int32
	gl.GetIntegerv(gl.NUM_EXTENSIONS, &n)
	out := make([]string, 0, max(n, 0))
	for k := range n {
		if p := gl.GetStringi(gl.EXTENSIONS, uint32(k)); p != nil {
			out = append(out, gl.GoStr(p))
		}
	}
	return out
}
