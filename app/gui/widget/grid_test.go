package widget

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// A grid of ten thousand items makes widgets for those in sight, shows each item it is scrolled to, and
// keeps the cells of items that stay in sight.
func TestAGridMakesWhatIsInSight(t *testing.T) {
	mainLock.Lock()
	defer mainLock.Unlock()
	a := themedApp(t)
	w := a.NewWindow("")
	k := &Maker{Tips: NewTips()}
	filled := 0
	of := map[fyne.CanvasObject]int{}
	g := k.NewGrid(fyne.NewSize(100, 80), func() fyne.CanvasObject { return NewLabel("", TextSmall, ColorText) }, func(o fyne.CanvasObject, i int) {
		of[o] = i
		filled++
	})
	opened, moved := -1, -1
	g.Opened, g.Moved = func(i int) { opened = i }, func(i int) { moved = i }
	w.SetContent(g)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(560, 400))
	g.Items(10000)
	made := g.Cells()
	if made == 0 || made > 5*7 {
		t.Fatalf("%d cells for some 25 in sight", made)
	}
	w.Canvas().Focus(g)
	press := func(names ...fyne.KeyName) {
		for _, n := range names {
			g.TypedKey(&fyne.KeyEvent{Name: n})
		}
	}
	press(fyne.KeyRight, fyne.KeyDown)
	if want := 1 + 5; g.Current() != want || moved != want {
		t.Errorf("right and down of the first is %d, told as %d, not %d", g.Current(), moved, want)
	}
	for range 300 {
		press(fyne.KeyPageDown)
	}
	press(fyne.KeyEnd, fyne.KeyUp, fyne.KeyReturn)
	if opened != 9994 {
		t.Errorf("opened %d, not the item above the last", opened)
	}
	if g.Cells() != made {
		t.Errorf("scrolling made %d cells of %d", g.Cells(), made)
	}
	from, to := g.InSight()
	if to != 10000 || from > 9994 {
		t.Errorf("in sight are %d to %d", from, to)
	}
	seen := map[int]bool{}
	for o, i := range of {
		if o.Visible() && i >= from && i < to {
			if seen[i] {
				t.Errorf("item %d is shown twice", i)
			}
			seen[i] = true
			if x := o.Position().X; x != float32(i%5)*o.Size().Width+float32(i%5)*gridGap {
				t.Errorf("item %d lies at %g", i, x)
			}
		}
	}
	if len(seen) != to-from {
		t.Errorf("%d of %d items in sight are shown", len(seen), to-from)
	}
	before := filled
	g.scroll.ScrollToOffset(g.scroll.Offset.SubtractXY(0, g.pitch()))
	if n := filled - before; n > 2*5 {
		t.Errorf("scrolling by a row filled %d cells", n)
	}
	g.Items(3)
	if g.Current() != 2 {
		t.Errorf("of three items the current one is %d", g.Current())
	}
}

// A box around dots chooses them, a click a dot, a click beside them none, a double click opens.
func TestAScatterPlotIsBrushed(t *testing.T) {
	mainLock.Lock()
	defer mainLock.Unlock()
	a := themedApp(t)
	w := a.NewWindow("")
	k := &Maker{Tips: NewTips()}
	s := k.NewScatter(fyne.NewSize(100, 100))
	var chosen []int
	told, withMore, opened := 0, false, -1
	s.Chose = func(which []int, more bool) { chosen, withMore = which, more; told++ }
	s.Opened = func(i int) { opened = i }
	w.SetContent(s.Box)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(300, 200))
	s.Set([]Dot{{X: 0, Y: 0, Name: "a"}, {X: 1, Y: 0, Name: "b"}, {X: 1, Y: 2, Name: "c"}}, "x", "y")
	down := func(p fyne.Position, mod fyne.KeyModifier) {
		s.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: p}, Button: desktop.MouseButtonPrimary, Modifier: mod})
	}
	up := func(p fyne.Position) {
		s.MouseUp(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: p}, Button: desktop.MouseButtonPrimary})
	}
	if p, q := s.Place(1), s.Place(2); p.X != q.X || p.Y <= q.Y {
		t.Errorf("b lies at %v and c, above it, at %v", p, q)
	}
	from, to := s.Place(0).SubtractXY(10, 10), s.Place(1).AddXY(10, 10)
	down(from, fyne.KeyModifierShift)
	s.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: to}})
	s.DragEnd()
	if len(chosen) != 2 || chosen[0] != 0 || chosen[1] != 1 || !withMore {
		t.Errorf("the box chose %v, more: %v", chosen, withMore)
	}
	down(s.Place(2), 0)
	up(s.Place(2))
	if len(chosen) != 1 || chosen[0] != 2 || withMore {
		t.Errorf("the click chose %v, more: %v", chosen, withMore)
	}
	down(s.Place(2), 0)
	up(s.Place(2))
	if opened != 2 {
		t.Errorf("a double click opened %d", opened)
	}
	before := told
	down(fyne.NewPos(2, 2), 0)
	up(fyne.NewPos(2, 2))
	if len(chosen) != 0 || told != before+1 {
		t.Errorf("a click beside chose %v", chosen)
	}
}
