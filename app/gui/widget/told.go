package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

var (
	_ fyne.Widget       = (*ToldLabel)(nil)
	_ desktop.Hoverable = (*ToldLabel)(nil)
)

// ToldLabel is a label that explains itself when the pointer rests on it.
type ToldLabel struct {
	widget.BaseWidget
	maker *Maker
	label *Label
	Tip   string
}

// NewTold is a label with a tooltip.
func (k *Maker) NewTold(l *Label, tip string) *ToldLabel {
	t := &ToldLabel{maker: k, label: l, Tip: tip}
	t.ExtendBaseWidget(t)
	return t
}

func (t *ToldLabel) MouseIn(*desktop.MouseEvent)    { t.maker.Tips.Arm(t, t.Tip) }
func (t *ToldLabel) MouseMoved(*desktop.MouseEvent) {}
func (t *ToldLabel) MouseOut()                      { t.maker.Tips.Hide() }

func (t *ToldLabel) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(t.label) }
