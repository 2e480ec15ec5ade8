package widget

import (
	"time"

	"gwscope/app/gui/mainloop"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// tipDelay is how long the pointer rests before a tooltip shows. A shorter time would make tooltips flicker
// along a row of buttons.
const tipDelay = 550 * time.Millisecond

// Tips is a layer over the window that shows one tooltip and one toast. Its objects take no events, so the
// pointer reaches the widgets below. An overlay of Fyne would take the events.
type Tips struct {
	Layer *fyne.Container
	Tip   *tipBubble
	toast *tipBubble
	Over  fyne.CanvasObject // the views, at whose foot toasts appear
	turn  int               // counts calls of Arm and Hide: a late timer finds another number
	shown int               // the same of toasts
}

// NewTips is an empty layer.
func NewTips() *Tips {
	t := &Tips{Tip: newTipBubble(), toast: newTipBubble()}
	t.Layer = container.NewWithoutLayout(t.Tip.objects()...)
	for _, o := range t.toast.objects() {
		t.Layer.Add(o)
	}
	return t
}

// Arm shows text under o when the pointer has rested.
func (t *Tips) Arm(o fyne.CanvasObject, text string) {
	t.turn++
	if text == "" {
		return
	}
	turn := t.turn
	mainloop.After(tipDelay, func() {
		if t.turn == turn {
			t.Show(o, text)
		}
	})
}

// Show shows text under o at once.
func (t *Tips) Show(o fyne.CanvasObject, text string) {
	pos := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
	size := t.Tip.set(text, TipWidth)
	room := t.Layer.Size()
	x := pos.X + (o.Size().Width-size.Width)/2
	y := pos.Y + o.Size().Height + 6
	if y+size.Height > room.Height-4 {
		y = pos.Y - size.Height - 6
	}
	t.Tip.place(fyne.NewPos(clamp(x, 4, room.Width-size.Width-4), y))
	t.repaint()
}

// ShowAt shows text beside a place within o at once.
func (t *Tips) ShowAt(o fyne.CanvasObject, at fyne.Position, text string) {
	if text == "" {
		return
	}
	pos := fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Add(at)
	size := t.Tip.set(text, TipWidth)
	room := t.Layer.Size()
	y := pos.Y - size.Height - 10
	if y < 4 {
		y = pos.Y + 12
	}
	t.Tip.place(fyne.NewPos(clamp(pos.X-size.Width/2, 4, room.Width-size.Width-4), y))
	t.repaint()
}

// repaint asks for the window to be painted again. Fyne knows the window of an object only after it was
// painted, so a new bubble cannot ask itself.
func (t *Tips) repaint() { t.Layer.Refresh() }

// Hide takes the tooltip away.
func (t *Tips) Hide() {
	t.turn++
	if t.Tip.Box.Visible() {
		t.Tip.hide()
		t.repaint()
	}
}

// Announce shows a sentence at the foot of the views for a few seconds.
func (t *Tips) Announce(text string) {
	t.shown++
	shown := t.shown
	size := t.toast.set(text, 620)
	room := t.Layer.Size()
	at := fyne.NewPos(room.Width/2, room.Height-48)
	if t.Over != nil {
		at = fyne.CurrentApp().Driver().AbsolutePositionForObject(t.Over).AddXY(t.Over.Size().Width/2, t.Over.Size().Height-16)
	}
	t.toast.place(fyne.NewPos(clamp(at.X-size.Width/2, 4, room.Width-size.Width-4), at.Y-size.Height))
	t.repaint()
	mainloop.After(5*time.Second, func() {
		if t.shown == shown {
			t.toast.hide()
			t.repaint()
		}
	})
}

// Unsay takes the sentence away.
func (t *Tips) Unsay() {
	t.shown++
	t.toast.hide()
	t.repaint()
}

func clamp(x, lo, hi float32) float32 { return fyne.Max(lo, fyne.Min(x, hi)) }

// tipBubble is a short text in a rounded box.
type tipBubble struct {
	Box  *Box
	Text *Paragraph
}

// TipWidth is the widest a text gets before it breaks into lines.
const TipWidth = 300

func newTipBubble() *tipBubble {
	b := &tipBubble{Box: NewBox(ColorMenu, ColorHairline, RadiusControl), Text: NewNote("", ColorText)}
	b.hide()
	return b
}

func (b *tipBubble) objects() []fyne.CanvasObject { return []fyne.CanvasObject{b.Box, b.Text} }

func (b *tipBubble) set(text string, widest float32) fyne.Size {
	b.Text.Set(text)
	w := fyne.MeasureText(text, TextSmall, fyne.TextStyle{}).Width + 1
	b.Text.Resize(fyne.NewSize(fyne.Min(w, widest), 10))
	return fyne.NewSize(b.Text.width, b.Text.MinSize().Height).AddWidthHeight(20, 12)
}

func (b *tipBubble) place(pos fyne.Position) {
	size := fyne.NewSize(b.Text.width, b.Text.MinSize().Height)
	b.Box.Resize(size.AddWidthHeight(20, 12))
	b.Text.Resize(size)
	b.Box.Move(pos)
	b.Text.Move(pos.AddXY(10, 6))
	b.Box.Show()
	b.Text.Show()
}

func (b *tipBubble) hide() {
	b.Box.Hide()
	b.Text.Hide()
}
