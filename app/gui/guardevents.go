package gui

import (
	"reflect"

	"github.com/go-gl/glfw/v3.3/glfw"

	"gwscope/app/gui/mainloop"
)

// guardEvents tends all events of the window (see [mainloop.Tended]), for our widgets and Fyne's: presses, drags,
// scrolling, typing, new sizes. All events come from the callbacks of the GLFW window, so this place is enough.
// It must be called on the main goroutine, when the window is there.
func (d *desk) guardEvents() {
	w, ok := d.win.(interface{ RunWithContext(func()) })
	if !ok {
		return // a window without a screen
	}
	w.RunWithContext(func() {
		if v := glfw.GetCurrentContext(); v != nil {
			tend(v.SetCursorPosCallback)
			tend(v.SetMouseButtonCallback)
			tend(v.SetScrollCallback)
			tend(v.SetKeyCallback)
			tend(v.SetCharCallback)
			tend(v.SetDropCallback)
			tend(v.SetFocusCallback)
			tend(v.SetCloseCallback)
			tend(v.SetSizeCallback)
			tend(v.SetRefreshCallback)
			tend(v.SetContentScaleCallback)
		}
	})
}

// tend replaces a callback of GLFW by one that tends it. set sets the callback and returns the one before.
func tend[F any](set func(F) F) {
	var none F
	f := reflect.ValueOf(set(none))
	if f.IsNil() {
		return
	}
	set(reflect.MakeFunc(f.Type(), func(args []reflect.Value) []reflect.Value {
		mainloop.Tended(func() { f.Call(args) })()
		return nil
	}).Interface().(F))
}
