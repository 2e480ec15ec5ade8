package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// barMenu is one title of the menu bar with what it opens.
type barMenu struct {
	title   string
	entries func() []entry
}

// menuBar is the window's row of menus. It is our own because Fyne's has
// neither rounded menus nor room for the name and the state of the document.
type menuBar struct {
	menus   []barMenu
	titles  []*control
	content *fyne.Container
}

func (k *kit) newMenuBar(menus []barMenu) *menuBar {
	b := &menuBar{menus: menus}
	row := container.New(row{gap: 2})
	for i, m := range menus {
		t := k.newControl(&control{text: m.title, kind: quietControl, height: 24})
		t.onTap = func() { b.show(i) }
		b.titles = append(b.titles, t)
		row.Add(t)
	}
	b.content = row
	return b
}

// show opens menu i; with it open, arrows and the pointer move to its neighbours.
func (b *menuBar) show(i int) {
	n := len(b.menus)
	i = (i + n) % n
	openMenu(b.titles[i], b.menus[i].entries(), func(m *popMenu) {
		m.sideways = func(by int) { b.show(i + by) }
		m.over = func(p fyne.Position) bool {
			j := b.titleAt(p)
			if j < 0 || j == i {
				return false
			}
			m.close()
			b.show(j)
			return true
		}
		m.closed = func() {
			b.titles[i].hovered = false
			b.titles[i].Refresh()
		}
	})
	b.titles[i].hovered = true
	b.titles[i].Refresh()
}

// titleAt is the menu whose title lies at a position of the canvas, -1 for none.
func (b *menuBar) titleAt(p fyne.Position) int {
	d := fyne.CurrentApp().Driver()
	for i, t := range b.titles {
		o, s := d.AbsolutePositionForObject(t), t.Size()
		if p.X >= o.X && p.Y >= o.Y && p.X < o.X+s.Width && p.Y < o.Y+s.Height {
			return i
		}
	}
	return -1
}
