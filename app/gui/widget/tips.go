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
	y := pos.Y + o.Size().Height + 6
	if y+size.Height > t.Layer.Size().Height-4 {
		y = pos.Y - size.Height - 6
	}
	t.place(t.Tip, pos.X+o.Size().Width/2, y)
}

// ShowAt shows text beside a place within o at once.
func (t *Tips) ShowAt(o fyne.CanvasObject, at fyne.Position, text string) {
	if text == "" {
		return
	}
	pos := fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Add(at)
	y := pos.Y - t.Tip.set(text, TipWidth).Height - 10
	if y < 4 {
		y = pos.Y + 12
	}
	t.place(t.Tip, pos.X, y)
}

// place shows a bubble with its middle at x, within the window, and its head at y.
func (t *Tips) place(b *tipBubble, x, y float32) {
	width := b.Box.Size().Width
	at := fyne.NewPos(clamp(x-width/2, 4, t.Layer.Size().Width-width-4), y)
	b.Box.Move(at)
	b.Text.Move(at.AddXY(10, 6))
	b.Box.Show()
	b.Text.Show()
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
	t.place(t.toast, at.X, at.Y-size.Height)
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

// set changes the text, and returns the size that the bubble takes for it.
func (b *tipBubble) set(text string, widest float32) fyne.Size {
	b.Text.Set(text)
	w := fyne.MeasureText(text, TextSmall, fyne.TextStyle{}).Width + 1
	b.Text.Resize(fyne.NewSize(fyne.Min(w, widest), 10)) // lets the text find its height
	b.Text.Resize(fyne.NewSize(b.Text.width, b.Text.MinSize().Height))
	b.Box.Resize(b.Text.Size().AddWidthHeight(20, 12))
	return b.Box.Size()
}

func (b *tipBubble) hide() {
	b.Box.Hide()
	b.Text.Hide()
}
