package widget

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

var (
	_ fyne.Widget       = (*KeyValue)(nil)
	_ desktop.Hoverable = (*KeyValue)(nil)
)

// KeyValue is a row with a name at the left and a figure at the right end. It explains itself when the
// pointer rests on it.
type KeyValue struct {
	widget.BaseWidget
	maker *Maker
	Name  *Label
	Value *Label
	// Extra stands at the right end, after the value, where it is set and visible.
	Extra fyne.CanvasObject
	// Meaning explains the name, and Tip the figure. The tooltip shows both.
	Meaning, Tip string
}

// NewKeyValue is a figure without a value yet.
func (k *Maker) NewKeyValue(name, tip string) *KeyValue {
	r := &KeyValue{maker: k, Name: NewLabel(name, TextBody, ColorSoft).Flex(), Value: NewLabel("", TextBody, ColorText).Trailing().Flex(), Tip: tip}
	r.ExtendBaseWidget(r)
	return r
}

// Set shows a value in a colour.
func (r *KeyValue) Set(value string, color fyne.ThemeColorName) {
	r.Value.SetColored(value, color)
	r.Refresh()
}

func (r *KeyValue) MouseIn(*desktop.MouseEvent) {
	r.maker.Tips.Arm(r, strings.TrimSpace(r.Meaning+" "+r.Tip))
}
func (r *KeyValue) MouseMoved(*desktop.MouseEvent) {}
func (r *KeyValue) MouseOut()                      { r.maker.Tips.Hide() }

func (r *KeyValue) CreateRenderer() fyne.WidgetRenderer { return &kvRenderer{r} }

const (
	kvHeight  float32 = 21
	leastName float32 = 20
)

type kvRenderer struct{ r *KeyValue }

func (k *kvRenderer) Destroy()           {}
func (k *kvRenderer) MinSize() fyne.Size { return fyne.NewSize(160, kvHeight) }
func (k *kvRenderer) Objects() []fyne.CanvasObject {
	if k.r.Extra != nil {
		return []fyne.CanvasObject{k.r.Name, k.r.Value, k.r.Extra}
	}
	return []fyne.CanvasObject{k.r.Name, k.r.Value}
}

func (k *kvRenderer) Layout(size fyne.Size) {
	r := k.r
	right := size.Width
	if r.Extra != nil && r.Extra.Visible() {
		m := r.Extra.MinSize()
		// A quiet control has a margin of its own; its words line up with the figures.
		Place(r.Extra, fyne.NewPos(right-m.Width+8, (size.Height-m.Height)/2), m)
		right -= m.Width - 8
	}
	vw := fyne.Min(r.Value.Width(r.Value.Text), right-leastName-8) // a long value ends in an ellipsis
	Place(r.Value, fyne.NewPos(right-vw, 0), fyne.NewSize(vw, size.Height))
	Place(r.Name, fyne.NewPos(0, 0), fyne.NewSize(fyne.Max(right-vw-8, leastName), size.Height))
}

func (k *kvRenderer) Refresh() {
	k.Layout(k.r.Size())
	canvas.Refresh(k.r)
}
