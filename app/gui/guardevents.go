package gui

import (
	"github.com/go-gl/glfw/v3.3/glfw"

	"gwscope/app/gui/mainloop"
)

// guardEvents makes all actions of widgets tended, ours and Fyne's: when they are pressed, dragged,
// scrolled, typed into or laid out. Fyne hands events on from the callbacks of the window's GLFW window, so
// this place is enough. It must be called on the main goroutine, when the window is there.
func (d *desk) guardEvents() {
	w, ok := d.win.(interface{ RunWithContext(func()) })
	if !ok {
		return // a window without a screen
	}
	w.RunWithContext(func() {
		if v := glfw.GetCurrentContext(); v != nil {
			guardCallbacks(v)
		}
	})
}

// guardCallbacks puts a guard before each callback.
func guardCallbacks(w *glfw.Window) {
	if f := w.SetCursorPosCallback(nil); f != nil {
		w.SetCursorPosCallback(func(w *glfw.Window, x, y float64) { mainloop.Tended(func() { f(w, x, y) })() })
	}
	if f := w.SetMouseButtonCallback(nil); f != nil {
		w.SetMouseButtonCallback(func(w *glfw.Window, b glfw.MouseButton, a glfw.Action, m glfw.ModifierKey) {
			mainloop.Tended(func() { f(w, b, a, m) })()
		})
	}
	if f := w.SetScrollCallback(nil); f != nil {
		w.SetScrollCallback(func(w *glfw.Window, x, y float64) { mainloop.Tended(func() { f(w, x, y) })() })
	}
	if f := w.SetKeyCallback(nil); f != nil {
		w.SetKeyCallback(func(w *glfw.Window, k glfw.Key, code int, a glfw.Action, m glfw.ModifierKey) {
			mainloop.Tended(func() { f(w, k, code, a, m) })()
		})
	}
	if f := w.SetCharCallback(nil); f != nil {
		w.SetCharCallback(func(w *glfw.Window, c rune) { mainloop.Tended(func() { f(w, c) })() })
	}
	if f := w.SetDropCallback(nil); f != nil {
		w.SetDropCallback(func(w *glfw.Window, names []string) { mainloop.Tended(func() { f(w, names) })() })
	}
	if f := w.SetFocusCallback(nil); f != nil {
		w.SetFocusCallback(func(w *glfw.Window, on bool) { mainloop.Tended(func() { f(w, on) })() })
	}
	if f := w.SetCloseCallback(nil); f != nil {
		w.SetCloseCallback(func(w *glfw.Window) { mainloop.Tended(func() { f(w) })() })
	}
	if f := w.SetSizeCallback(nil); f != nil {
		w.SetSizeCallback(func(w *glfw.Window, width, height int) { mainloop.Tended(func() { f(w, width, height) })() })
	}
	if f := w.SetRefreshCallback(nil); f != nil {
		w.SetRefreshCallback(func(w *glfw.Window) { mainloop.Tended(func() { f(w) })() })
	}
	if f := w.SetContentScaleCallback(nil); f != nil {
		w.SetContentScaleCallback(func(w *glfw.Window, x, y float32) { mainloop.Tended(func() { f(w, x, y) })() })
	}
}
