package gui

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gwscope/app/gui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// everything calls f for an object and all its parts; seen tells whether it and all around it are visible.
func everything(o fyne.CanvasObject, seen bool, f func(o fyne.CanvasObject, seen bool)) {
	seen = seen && o.Visible()
	f(o, seen)
	for _, p := range partsOf(o) {
		everything(p, seen, f)
	}
}

// partsOf are the parts of an object.
func partsOf(o fyne.CanvasObject) []fyne.CanvasObject {
	switch o := o.(type) {
	case *fyne.Container:
		return o.Objects
	case *container.Scroll:
		return []fyne.CanvasObject{o.Content}
	case fyne.Widget:
		return test.WidgetRenderer(o).Objects()
	}
	return nil
}

// pressable reports whether an object does something under the pointer.
func pressable(o fyne.CanvasObject) bool {
	if l, ok := o.(*legend); ok && l.tapped == nil {
		return false
	}
	switch o.(type) {
	case *container.Scroll, *viewport: // the help has the mouse's actions over the views
		return false
	case fyne.Tappable, fyne.Draggable:
		return true
	}
	return false
}

// inMenusToo reports whether a menu has the action of an object, too.
func inMenusToo(o fyne.CanvasObject) bool {
	_, ok := o.(*legend)
	return ok
}

// named says which object is meant.
func named(o fyne.CanvasObject) string {
	v := reflect.Indirect(reflect.ValueOf(o))
	for _, field := range []string{"text", "words", "title", "icon"} {
		if f := fieldOf(v, field); f.IsValid() && fmt.Sprint(f) != "" {
			return fmt.Sprintf("%T %v", o, f)
		}
	}
	return fmt.Sprintf("%T", o)
}

// fieldOf is a field of a widget, exported or not.
func fieldOf(v reflect.Value, name string) reflect.Value {
	return v.FieldByNameFunc(func(n string) bool { return strings.EqualFold(n, name) })
}

// A control tells its use when the pointer rests on it. Menus open at once, and on the first card the use
// stands below each button.
func TestControlsTellWhatTheyDo(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		n, onCard := 0, map[fyne.CanvasObject]bool{}
		everything(d.welcome.object, true, func(o fyne.CanvasObject, _ bool) { onCard[o] = true })
		everything(d.win.Content(), true, func(o fyne.CanvasObject, _ bool) {
			if !pressable(o) || onCard[o] || fmt.Sprintf("%T", o) == "*widget.entryContent" { // the inside of a field, which tells
				return
			}
			if c, ok := o.(*widget.Control); ok && slices.Contains(d.menu.Titles, c) {
				return
			}
			n++
			v := reflect.Indirect(reflect.ValueOf(o))
			one, many := fieldOf(v, "tip"), fieldOf(v, "tips")
			if !(one.IsValid() && one.Kind() == reflect.String && one.String() != "") && !(many.IsValid() && many.Len() > 0) {
				t.Errorf("%s tells nothing", named(o))
			}
		})
		if n < 40 {
			t.Errorf("only %d controls were found", n)
		}
	})
}

// Tab goes to all visible buttons, and comes round.
func TestTabReachesEveryControl(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		d.inspector.solve.more.Tapped(nil)
		d.inspector.look.more.Tapped(nil)
	})
	onTestMain(func() {
		want := map[fyne.Focusable]bool{}
		everything(d.win.Content(), true, func(o fyne.CanvasObject, seen bool) {
			if dis, ok := o.(fyne.Disableable); ok && dis.Disabled() || !seen {
				return
			}
			f, ok := o.(fyne.Focusable)
			switch {
			case ok:
				want[f] = false
			case pressable(o) && !inMenusToo(o):
				t.Errorf("%s cannot have the focus", named(o))
			}
		})
		c := d.win.Canvas()
		for range 2 * len(want) {
			c.FocusNext()
			want[c.Focused()] = true
		}
		for f, reached := range want {
			if !reached {
				t.Errorf("Tab does not reach %s", named(f.(fyne.CanvasObject)))
			}
		}
		if len(want) < 30 {
			t.Errorf("only %d controls were found", len(want))
		}
	})
}

// In the smallest window every menu is seen whole.
func TestMenusFitTheSmallestWindow(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		for _, m := range d.menus() {
			high := float32(0)
			for _, e := range m.Entries() {
				high += e.Height()
			}
			if top := d.menu.Content.MinSize().Height + 20; top+high > windowMin.Height {
				t.Errorf("%s is %g high, which leaves nothing of %g", m.Title, top+high, windowMin.Height)
			}
		}
	})
}
