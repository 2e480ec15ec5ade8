package gui

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"os"
	"runtime"
	"strings"

	"fyne.io/fyne/v2"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// errNoDisplay is the error on a machine without a screen.
var errNoDisplay = errors.New("there is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set): start it in a desktop session, or use gwscope match, which needs none")

// checkDisplay returns an error where no window can be opened. It comes before Fyne, which would panic there.
// It must be called on the main goroutine.
func checkDisplay() error {
	if runtime.GOOS == "darwin" || runtime.GOOS == "windows" {
		return nil // always a display, and Fyne wants to set GLFW up itself
	}
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return errNoDisplay
	}
	// GLFW's Go binding only logs the reason; the next call of GLFW then panics.
	var said bytes.Buffer
	log.SetOutput(&said)
	defer log.SetOutput(os.Stderr)
	flags := log.Flags()
	log.SetFlags(0)
	defer log.SetFlags(flags)
	if err := askMonitors(); err != nil {
		why := strings.TrimSpace(strings.TrimPrefix(said.String(), "PlatformError: "))
		if why == "" {
			why = err.Error()
		}
		return fmt.Errorf("no window can be opened: %s; check DISPLAY (it is %q), or use gwscope match, which needs no display", why, os.Getenv("DISPLAY"))
	}
	return nil
}

// askMonitors starts GLFW, which Fyne then uses, and calls it once.
func askMonitors() (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	if err := glfw.Init(); err != nil {
		return err
	}
	glfw.GetPrimaryMonitor()
	return nil
}

// fitScreen makes a window that is larger than the screen as large as the screen: Fyne does not ask, and
// not every window manager helps.
func (d *desk) fitScreen() {
	monitor := glfw.GetPrimaryMonitor()
	if monitor == nil {
		return
	}
	_, _, w, h := monitor.GetWorkarea()
	scale, size := d.win.Canvas().Scale(), d.win.Canvas().Size()
	room := fyne.NewSize(float32(w)/scale, float32(h)/scale)
	if size.Width > room.Width || size.Height > room.Height {
		d.win.Resize(fyne.NewSize(fyne.Min(size.Width, room.Width), fyne.Min(size.Height, room.Height)))
	}
}
