package gui

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// tipDelay is how long the pointer rests before a tooltip shows: long enough
// not to flicker along a row of buttons.
const tipDelay = 550 * time.Millisecond

// tipLayer lies over the window and shows one tooltip or one toast. Its objects
// take no events, so the pointer reaches what is below; a Fyne overlay would
// swallow them.
type tipLayer struct {
	layer *fyne.Container
	tip   *tipBubble
	toast *tipBubble
	over  fyne.CanvasObject // the views, at whose foot toasts appear
	turn  int               // counts arms and hides: a timer that fires late finds another number
	shown int
}

func newTipLayer() *tipLayer {
	t := &tipLayer{tip: newTipBubble(), toast: newTipBubble()}
	t.layer = container.NewWithoutLayout(t.tip.objects()...)
	for _, o := range t.toast.objects() {
		t.layer.Add(o)
	}
	return t
}

// arm shows text under o after a rest.
func (t *tipLayer) arm(o fyne.CanvasObject, text string) {
	t.turn++
	if text == "" {
		return
	}
	turn := t.turn
	later(tipDelay, func() {
		if t.turn == turn {
			t.show(o, text)
		}
	})
}

func (t *tipLayer) show(o fyne.CanvasObject, text string) {
	pos := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
	size := t.tip.set(text, tipWidth)
	room := t.layer.Size()
	x := pos.X + (o.Size().Width-size.Width)/2
	y := pos.Y + o.Size().Height + 6
	if y+size.Height > room.Height-4 {
		y = pos.Y - size.Height - 6
	}
	t.tip.place(fyne.NewPos(clamp(x, 4, room.Width-size.Width-4), y))
	t.repaint()
}

// repaint has the window painted again. Fyne knows the window of an object only
// once it was painted, so a bubble that was never shown cannot ask by itself.
func (t *tipLayer) repaint() { t.layer.Refresh() }

// hide takes the tooltip away.
func (t *tipLayer) hide() {
	t.turn++
	if t.tip.box.Visible() {
		t.tip.hide()
		t.repaint()
	}
}

// announce shows a sentence at the foot of the views for a few seconds.
func (t *tipLayer) announce(text string) {
	t.shown++
	shown := t.shown
	size := t.toast.set(text, 620)
	room := t.layer.Size()
	at := fyne.NewPos(room.Width/2, room.Height-48)
	if t.over != nil {
		at = fyne.CurrentApp().Driver().AbsolutePositionForObject(t.over).AddXY(t.over.Size().Width/2, t.over.Size().Height-16)
	}
	t.toast.place(fyne.NewPos(clamp(at.X-size.Width/2, 4, room.Width-size.Width-4), at.Y-size.Height))
	t.repaint()
	later(5*time.Second, func() {
		if t.shown == shown {
			t.toast.hide()
			t.repaint()
		}
	})
}

func clamp(x, lo, hi float32) float32 { return fyne.Max(lo, fyne.Min(x, hi)) }

// tipBubble is a short text in a rounded box.
type tipBubble struct {
	box  *box
	text *paragraph
}

// tipWidth is the widest a text gets before it breaks into lines.
const tipWidth = 300

func newTipBubble() *tipBubble {
	b := &tipBubble{box: newBox(colorMenu, colorHairline, radiusControl), text: wrapped("", colorText)}
	b.text.size = textSmall
	b.hide()
	return b
}

func (b *tipBubble) objects() []fyne.CanvasObject { return []fyne.CanvasObject{b.box, b.text} }

func (b *tipBubble) set(text string, widest float32) fyne.Size {
	b.text.set(text)
	w := fyne.MeasureText(text, textSmall, fyne.TextStyle{}).Width + 1
	b.text.Resize(fyne.NewSize(fyne.Min(w, widest), 10))
	return fyne.NewSize(b.text.width, b.text.MinSize().Height).AddWidthHeight(20, 12)
}

func (b *tipBubble) place(pos fyne.Position) {
	size := fyne.NewSize(b.text.width, b.text.MinSize().Height)
	b.box.Resize(size.AddWidthHeight(20, 12))
	b.text.Resize(size)
	b.box.Move(pos)
	b.text.Move(pos.AddXY(10, 6))
	b.box.Show()
	b.text.Show()
}

func (b *tipBubble) hide() {
	b.box.Hide()
	b.text.Hide()
}
