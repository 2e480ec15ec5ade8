package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

var (
	_ fyne.Widget        = (*control)(nil)
	_ fyne.Tappable      = (*control)(nil)
	_ fyne.Focusable     = (*control)(nil)
	_ fyne.Disableable   = (*control)(nil)
	_ desktop.Hoverable  = (*control)(nil)
	_ desktop.Mouseable  = (*control)(nil)
	_ desktop.Cursorable = (*control)(nil)
)

// controlKind is how much a control stands out.
type controlKind int

const (
	plainControl   controlKind = iota
	primaryControl             // the one thing to do next
	quietControl               // no ground until the pointer is over it
)

// control is everything that is pressed: tool buttons, push buttons, dropdowns.
type control struct {
	widget.DisableableWidget
	kit      *kit
	kind     controlKind
	icon     string // leading, "" for none
	text     string
	trailing string // icon at the right end, "" for none
	leading  bool   // text starts at the left instead of being centred
	bold     bool
	small    bool
	tint     fyne.ThemeColorName // of text and icon; "" for the kind's own
	on       bool                // lit: the icon takes the accent
	tip      string
	height   float32
	minWidth float32
	maxText  float32 // text may shrink to this width; 0: never shrinks
	onTap    func()

	self                      fyne.Widget // what stands in the window: the control, or what embeds it
	hovered, focused, pressed bool
}

func (k *kit) newControl(p *control) *control {
	k.init(p, p)
	return p
}

// init finishes a control; self is the widget that it is part of.
func (k *kit) init(p *control, self fyne.Widget) {
	p.kit, p.self = k, self
	if p.height == 0 {
		p.height = controlHeight
	}
	p.ExtendBaseWidget(self)
}

// tool is a square button with an icon.
func (k *kit) tool(icon, tip string, onTap func()) *control {
	return k.newControl(&control{icon: icon, tip: tip, onTap: onTap})
}

// push is a button with words.
func (k *kit) push(text string, kind controlKind, tip string, onTap func()) *control {
	return k.newControl(&control{text: text, kind: kind, tip: tip, onTap: onTap, bold: kind == primaryControl})
}

func (c *control) setOn(on bool) {
	if c.on != on {
		c.on = on
		c.Refresh()
	}
}

func (c *control) setKind(kind controlKind) {
	if c.kind != kind {
		c.kind, c.bold = kind, kind == primaryControl
		c.Refresh()
	}
}

func (c *control) setText(text string) {
	if c.text != text {
		c.text = text
		c.Refresh()
	}
}

func (c *control) setIcon(name string) {
	if c.icon != name {
		c.icon = name
		c.Refresh()
	}
}

func (c *control) setEnabled(on bool) {
	switch {
	case on && c.Disabled():
		c.Enable()
	case !on && !c.Disabled():
		c.Disable()
	}
}

func (c *control) Tapped(*fyne.PointEvent) {
	c.kit.tips.hide()
	if !c.Disabled() && c.onTap != nil {
		tended(c.onTap)()
	}
}

func (c *control) MouseIn(*desktop.MouseEvent) {
	c.hovered = true
	c.kit.tips.arm(c.self, c.tip)
	c.Refresh()
}
func (c *control) MouseMoved(*desktop.MouseEvent) {}
func (c *control) MouseOut() {
	c.hovered, c.pressed = false, false
	c.kit.tips.hide()
	c.Refresh()
}
func (c *control) MouseDown(e *desktop.MouseEvent) {
	c.pressed = e.Button == desktop.MouseButtonPrimary
	c.Refresh()
}
func (c *control) MouseUp(*desktop.MouseEvent) { c.pressed = false; c.Refresh() }
func (c *control) FocusGained()                { c.focused = true; c.Refresh() }
func (c *control) FocusLost()                  { c.focused = false; c.Refresh() }
func (c *control) TypedRune(rune)              {}

func (c *control) Cursor() desktop.Cursor { return desktop.DefaultCursor }

// TypedKey presses on space and return; all other keys mean what they mean
// everywhere in the window.
func (c *control) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		c.Tapped(nil)
	default:
		c.kit.key(e)
	}
}

func (c *control) CreateRenderer() fyne.WidgetRenderer {
	r := &controlRenderer{c: c,
		ground: canvas.NewRectangle(nil),
		text:   canvas.NewText("", nil), icon: &canvas.Image{}, trailing: &canvas.Image{}}
	r.icon.FillMode, r.trailing.FillMode = canvas.ImageFillContain, canvas.ImageFillContain
	r.Refresh()
	return r
}

type controlRenderer struct {
	c              *control
	ground         *canvas.Rectangle
	text           *canvas.Text
	icon, trailing *canvas.Image
	iconSrc        string // what the images show, so that they are rasterised once
	trailingSrc    string
}

const iconSize float32 = 16

func (r *controlRenderer) Destroy() {}
func (r *controlRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.ground, r.text, r.icon, r.trailing}
}

func (r *controlRenderer) textSize() float32 {
	if r.c.small {
		return textSmall
	}
	return textBody
}

func (r *controlRenderer) pad() float32 {
	if r.c.kind == quietControl {
		return 8
	}
	return 10
}

func (r *controlRenderer) MinSize() fyne.Size {
	c := r.c
	if c.text == "" {
		w := c.height
		if c.trailing != "" && c.icon != "" {
			w += iconSize
		}
		return fyne.NewSize(fyne.Max(w, c.minWidth), c.height)
	}
	w := fyne.MeasureText(c.text, r.textSize(), fyne.TextStyle{Bold: c.bold}).Width
	if c.maxText > 0 {
		w = fyne.Min(w, c.maxText)
	}
	w += 2 * r.pad()
	if c.icon != "" {
		w += iconSize + 6
	}
	if c.trailing != "" {
		w += iconSize + 2
	}
	return fyne.NewSize(fyne.Max(w, c.minWidth), c.height)
}

func (r *controlRenderer) Layout(size fyne.Size) {
	c := r.c
	r.ground.Resize(size)
	mid := func(h float32) float32 { return (size.Height - h) / 2 }
	square := fyne.NewSquareSize(iconSize)
	r.icon.Resize(square)
	r.trailing.Resize(square)
	if c.text == "" {
		x := (size.Width - iconSize) / 2
		if c.trailing != "" {
			x = (size.Width-2*iconSize)/2 + 1
			r.trailing.Move(fyne.NewPos(x+iconSize, mid(iconSize)))
		}
		r.icon.Move(fyne.NewPos(x, mid(iconSize)))
		return
	}
	left, right := r.pad(), size.Width-r.pad()
	if c.trailing != "" {
		right -= iconSize - 2
		r.trailing.Move(fyne.NewPos(right, mid(iconSize)))
		right -= 2
	}
	if c.icon != "" {
		r.icon.Move(fyne.NewPos(left, mid(iconSize)))
		left += iconSize + 6
	}
	style := fyne.TextStyle{Bold: c.bold}
	r.text.Text = ellipsize(c.text, right-left, func(s string) float32 { return fyne.MeasureText(s, r.textSize(), style).Width })
	m := fyne.MeasureText(r.text.Text, r.textSize(), style)
	x := left
	if !c.leading {
		x = left + (right-left-m.Width)/2
	}
	r.text.Move(fyne.NewPos(x, mid(m.Height)))
	r.text.Resize(m)
}

func (r *controlRenderer) Refresh() {
	c := r.c
	ground, ink := fyne.ThemeColorName(colorControl), fyne.ThemeColorName(colorText)
	switch {
	case c.kind == primaryControl:
		ground, ink = colorAccent, colorOnAccent
	case c.kind == quietControl:
		ground = ""
	}
	if c.text == "" && c.kind != primaryControl {
		ink = colorSoft
	}
	if c.tint != "" {
		ink = c.tint
	}
	if c.on {
		ink = colorAccent
	}
	if c.Disabled() {
		ink = colorFaint
		if c.kind == primaryControl {
			ground = colorControl
		}
	} else if c.hovered || c.pressed {
		if c.kind != primaryControl {
			ground = colorHover
		}
		if c.text == "" && !c.on && c.kind != primaryControl {
			ink = colorText
		}
	}
	r.ground.CornerRadius = radiusControl
	r.ground.FillColor = nil
	if ground != "" {
		fill := themeColor(ground)
		if c.kind == primaryControl && !c.Disabled() && (c.hovered || c.pressed) {
			fill = mix(fill, themeColor(colorText), 0.12)
		} else if c.pressed {
			fill = mix(fill, themeColor(colorText), 0.08)
		}
		r.ground.FillColor = fill
	}
	r.ground.StrokeWidth, r.ground.StrokeColor = 0, nil
	if c.focused && !c.Disabled() {
		r.ground.StrokeWidth, r.ground.StrokeColor = 2, themeColor(colorAccent)
		if c.kind == primaryControl {
			r.ground.StrokeColor = themeColor(colorText)
		}
		if r.ground.FillColor == nil { // Fyne darkens a stroke without a fill
			r.ground.FillColor = themeColor(colorPanel)
		}
	}
	color := themeColor(ink)
	r.text.Text, r.text.Color, r.text.TextSize, r.text.TextStyle = c.text, color, r.textSize(), fyne.TextStyle{Bold: c.bold}
	r.text.Hidden = c.text == ""
	setIcon(r.icon, &r.iconSrc, c.icon, color)
	soft := color
	if c.kind != primaryControl && !c.on && c.tint == "" && c.text != "" {
		soft = themeColor(colorSoft)
	}
	setIcon(r.trailing, &r.trailingSrc, c.trailing, soft)
	r.Layout(c.Size())
	r.ground.Refresh()
	r.text.Refresh()
}
