package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// BarMenu is a title of the menu bar with its menu.
type BarMenu struct {
	Title   string
	Entries func() []MenuEntry
}

// MenuBar is the window's row of menus. It is our own because Fyne's has
// neither rounded menus nor room for the name and the state of the document.
type MenuBar struct {
	Menus   []BarMenu
	Titles  []*Control
	Content *fyne.Container
}

// NewMenuBar is a row of menus, whose entries are made anew when a menu opens.
func (k *Maker) NewMenuBar(menus []BarMenu) *MenuBar {
	b := &MenuBar{Menus: menus}
	row := container.New(Row{Gap: 2})
	for i, m := range menus {
		t := k.NewControl(&Control{Text: m.Title, Kind: Quiet, Height: 24})
		t.OnTap = func() { b.show(i) }
		b.Titles = append(b.Titles, t)
		row.Add(t)
	}
	b.Content = row
	return b
}

// Offer shows or hides a menu by its title: a menu may have nothing to offer at times.
func (b *MenuBar) Offer(title string, on bool) {
	for i, m := range b.Menus {
		if m.Title == title && b.Titles[i].Visible() != on {
			SetVisible(b.Titles[i], on)
			b.Content.Refresh()
		}
	}
}

// step goes from menu i to its next offered neighbour.
func (b *MenuBar) step(i, by int) {
	n := len(b.Menus)
	for range n {
		if i = (i + by + n) % n; b.Titles[i].Visible() {
			b.show(i)
			return
		}
	}
}

// show opens menu i; with it open, arrows and the pointer move to its neighbours.
func (b *MenuBar) show(i int) {
	OpenMenu(b.Titles[i], b.Menus[i].Entries(), func(m *PopMenu) {
		m.sideways = func(by int) { b.step(i, by) }
		m.over = func(p fyne.Position) {
			if j := b.titleAt(p); j >= 0 && j != i {
				m.close()
				b.show(j)
			}
		}
		m.closed = func() {
			b.Titles[i].hovered = false
			b.Titles[i].Refresh()
		}
	})
	b.Titles[i].hovered = true
	b.Titles[i].Refresh()
}

// titleAt is the menu whose title lies at a position of the canvas, -1 for none.
func (b *MenuBar) titleAt(p fyne.Position) int {
	d := fyne.CurrentApp().Driver()
	for i, t := range b.Titles {
		if t.Visible() && within(p, d.AbsolutePositionForObject(t), t.Size()) {
			return i
		}
	}
	return -1
}
