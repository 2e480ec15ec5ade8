package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"gwscope/app/gui/mainloop"
)

var (
	_ fyne.Widget        = (*Control)(nil)
	_ fyne.Tappable      = (*Control)(nil)
	_ fyne.Focusable     = (*Control)(nil)
	_ fyne.Disableable   = (*Control)(nil)
	_ desktop.Hoverable  = (*Control)(nil)
	_ desktop.Mouseable  = (*Control)(nil)
	_ desktop.Cursorable = (*Control)(nil)
)

// Kind is how much a control stands out.
type Kind int

const (
	Plain   Kind = iota
	Primary      // the next thing to do
	Quiet        // no ground until the pointer is over it
)

// Control is any button: tool buttons, push buttons, dropdowns.
type Control struct {
	widget.DisableableWidget
	touch    // its Tip is not used, but the one below, which a literal can set
	Kind     Kind
	Icon     string // leading, "" for none
	Text     string
	Trailing string // icon at the right end, "" for none
	Leading  bool   // text starts at the left instead of being centred
	Bold     bool
	Small    bool
	Tint     fyne.ThemeColorName // of text and icon; "" for the kind's own
	On       bool                // lit: the icon takes the accent
	Tip      string
	Height   float32
	MinWidth float32
	MaxText  float32 // text may shrink to this width; 0: never shrinks
	Compact  bool    // the trailing icon stands alone, for lack of room
	OnTap    func()

	pressed bool
}

// NewControl finishes a control whose fields are set.
func (k *Maker) NewControl(p *Control) *Control {
	k.init(p, p)
	return p
}

// init finishes a control; self is its embedding widget, or itself.
func (k *Maker) init(p *Control, self fyne.Widget) {
	p.touch = touch{maker: k, self: self}
	if p.Height == 0 {
		p.Height = ControlHeight
	}
	p.ExtendBaseWidget(self)
}

// Tool is a square button with an icon.
func (k *Maker) Tool(icon, tip string, onTap func()) *Control {
	return k.NewControl(&Control{Icon: icon, Tip: tip, OnTap: onTap})
}

// Push is a button with words.
func (k *Maker) Push(text string, kind Kind, tip string, onTap func()) *Control {
	return k.NewControl(&Control{Text: text, Kind: kind, Tip: tip, OnTap: onTap, Bold: kind == Primary})
}

// SetOn lights the control or not.
func (c *Control) SetOn(on bool) { change(c, &c.On, on) }

// SetKind changes how much the control stands out.
func (c *Control) SetKind(kind Kind) {
	if c.Kind != kind {
		c.Kind, c.Bold = kind, kind == Primary
		c.Refresh()
	}
}

// SetText changes the words.
func (c *Control) SetText(text string) { change(c, &c.Text, text) }

// SetCompact leaves the trailing icon alone, or shows the words again.
func (c *Control) SetCompact(on bool) { change(c, &c.Compact, on) }

// shown are the words and icons that have room.
func (c *Control) shown() (text, icon, trailing string) {
	if c.Compact {
		return "", c.Trailing, ""
	}
	return c.Text, c.Icon, c.Trailing
}

// SetIcon changes the leading icon, "" for none.
func (c *Control) SetIcon(name string) { change(c, &c.Icon, name) }

// SetEnabled lets the control be pressed or not.
func (c *Control) SetEnabled(on bool) { setEnabled(c, on) }

func setEnabled(w fyne.Disableable, on bool) {
	if on {
		w.Enable()
	} else {
		w.Disable()
	}
}

func (c *Control) Tapped(*fyne.PointEvent) {
	c.maker.Tips.Hide()
	if !c.Disabled() && c.OnTap != nil {
		mainloop.Tended(c.OnTap)()
	}
}

// MouseIn begins the wait for the tooltip, which may have changed.
func (c *Control) MouseIn(e *desktop.MouseEvent) {
	c.touch.Tip = c.Tip
	c.touch.MouseIn(e)
}

// MouseOut takes the tooltip away.
func (c *Control) MouseOut() {
	c.pressed = false
	c.touch.MouseOut()
}

func (c *Control) MouseDown(e *desktop.MouseEvent) {
	c.pressed = e.Button == desktop.MouseButtonPrimary
	c.Refresh()
}
func (c *Control) MouseUp(*desktop.MouseEvent) { c.pressed = false; c.Refresh() }

// Cursor is the arrow: a control may lie on a view whose cursor is a cross.
func (c *Control) Cursor() desktop.Cursor { return desktop.DefaultCursor }

func (c *Control) CreateRenderer() fyne.WidgetRenderer {
	r := &controlRenderer{c: c,
		ground: canvas.NewRectangle(nil),
		text:   canvas.NewText("", nil), icon: newIcon(), trailing: newIcon()}
	r.parts = parts{r.ground, r.text, r.icon, r.trailing}
	r.Refresh()
	return r
}

type controlRenderer struct {
	parts
	c              *Control
	ground         *canvas.Rectangle
	text           *canvas.Text
	icon, trailing *canvas.Raster
	iconSrc        string // name and colour of each icon, so that it is drawn once
	trailingSrc    string
}

const iconSize float32 = 16

func (r *controlRenderer) textSize() float32 {
	if r.c.Small {
		return TextSmall
	}
	return TextBody
}

func (r *controlRenderer) pad() float32 {
	if r.c.Kind == Quiet {
		return 8
	}
	return 10
}

func (r *controlRenderer) MinSize() fyne.Size {
	c := r.c
	text, icon, trailing := c.shown()
	if text == "" {
		w := c.Height
		if trailing != "" && icon != "" {
			w += iconSize
		}
		return fyne.NewSize(fyne.Max(w, c.MinWidth), c.Height)
	}
	w := fyne.MeasureText(text, r.textSize(), fyne.TextStyle{Bold: c.Bold}).Width
	if c.MaxText > 0 {
		w = fyne.Min(w, c.MaxText)
	}
	w += 2 * r.pad()
	if icon != "" {
		w += iconSize + 6
	}
	if trailing != "" {
		w += iconSize + 2
	}
	return fyne.NewSize(fyne.Max(w, c.MinWidth), c.Height)
}

func (r *controlRenderer) Layout(size fyne.Size) {
	c := r.c
	text, icon, trailing := c.shown()
	r.ground.Resize(size)
	mid := func(h float32) float32 { return (size.Height - h) / 2 }
	square := fyne.NewSquareSize(iconSize)
	r.icon.Resize(square)
	r.trailing.Resize(square)
	if text == "" {
		x := (size.Width - iconSize) / 2
		if trailing != "" {
			x = (size.Width-2*iconSize)/2 + 1
			r.trailing.Move(fyne.NewPos(x+iconSize, mid(iconSize)))
		}
		r.icon.Move(fyne.NewPos(x, mid(iconSize)))
		return
	}
	left, right := r.pad(), size.Width-r.pad()
	if trailing != "" {
		right -= iconSize - 2
		r.trailing.Move(fyne.NewPos(right, mid(iconSize)))
		right -= 2
	}
	if icon != "" {
		r.icon.Move(fyne.NewPos(left, mid(iconSize)))
		left += iconSize + 6
	}
	style := fyne.TextStyle{Bold: c.Bold}
	r.text.Text = Ellipsize(text, right-left, func(s string) float32 { return fyne.MeasureText(s, r.textSize(), style).Width })
	m := fyne.MeasureText(r.text.Text, r.textSize(), style)
	x := left
	if !c.Leading {
		x = left + (right-left-m.Width)/2
	}
	Place(r.text, fyne.NewPos(x, mid(m.Height)), m)
}

func (r *controlRenderer) Refresh() {
	c := r.c
	text, icon, trailing := c.shown()
	ground, ink := fyne.ThemeColorName(ColorControl), fyne.ThemeColorName(ColorText)
	switch {
	case c.Kind == Primary:
		ground, ink = ColorAccent, colorOnAccent
	case c.Kind == Quiet:
		ground = ""
	}
	if text == "" && c.Kind != Primary {
		ink = ColorSoft
	}
	if c.Tint != "" {
		ink = c.Tint
	}
	if c.On {
		ink = ColorAccent
	}
	if c.Disabled() {
		ink = ColorFaint
		if c.Kind == Primary {
			ground = ColorControl
		}
	} else if c.hovered || c.pressed {
		if c.Kind != Primary {
			ground = ColorHover
		}
		if text == "" && !c.On && c.Kind != Primary {
			ink = ColorText
		}
	}
	r.ground.CornerRadius = RadiusControl
	r.ground.FillColor = nil
	if ground != "" {
		fill := Color(ground)
		if c.Kind == Primary && !c.Disabled() && (c.hovered || c.pressed) {
			fill = Mix(fill, Color(ColorText), 0.12)
		} else if c.pressed {
			fill = Mix(fill, Color(ColorText), 0.08)
		}
		r.ground.FillColor = fill
	}
	edge := ColorAccent
	if c.Kind == Primary {
		edge = ColorText
	}
	FocusRing(r.ground, c.focused && !c.Disabled(), edge, ColorPanel)
	color := Color(ink)
	r.text.Text, r.text.Color, r.text.TextSize, r.text.TextStyle = text, color, r.textSize(), fyne.TextStyle{Bold: c.Bold}
	r.text.Hidden = text == ""
	setIcon(r.icon, &r.iconSrc, icon, color)
	soft := color
	if c.Kind != Primary && !c.On && c.Tint == "" && text != "" {
		soft = Color(ColorSoft)
	}
	setIcon(r.trailing, &r.trailingSrc, trailing, soft)
	r.Layout(c.Size())
	r.ground.Refresh()
	r.text.Refresh()
}
