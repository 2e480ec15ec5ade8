package gui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Colour names of the window beyond Fyne's own. Every widget asks the theme by
// name; none has a colour of its own.
const (
	colorPanel    fyne.ThemeColorName = "gwscope.panel"
	colorView     fyne.ThemeColorName = "gwscope.view"
	colorHairline fyne.ThemeColorName = "gwscope.hairline"
	colorText     fyne.ThemeColorName = "gwscope.text"
	colorSoft     fyne.ThemeColorName = "gwscope.soft" // secondary text
	colorFaint    fyne.ThemeColorName = "gwscope.faint"
	colorAccent   fyne.ThemeColorName = "gwscope.accent"
	colorHalo     fyne.ThemeColorName = "gwscope.halo" // accent behind a knob or focus
	colorOnAccent fyne.ThemeColorName = "gwscope.onaccent"
	colorGood     fyne.ThemeColorName = "gwscope.good"
	colorCaution  fyne.ThemeColorName = "gwscope.caution"
	colorBad      fyne.ThemeColorName = "gwscope.bad"
	colorControl  fyne.ThemeColorName = "gwscope.control"
	colorHover    fyne.ThemeColorName = "gwscope.hover"
	colorTrack    fyne.ThemeColorName = "gwscope.track" // of sliders and bars
	colorMenu     fyne.ThemeColorName = "gwscope.menu"
	colorDim      fyne.ThemeColorName = "gwscope.dim"    // over the window, behind a dialog
	colorRaised   fyne.ThemeColorName = "gwscope.raised" // the chosen segment
	colorShade    fyne.ThemeColorName = "gwscope.shade"  // one layer of a shadow
)

// Sizes beyond Fyne's own, in steps of 4.
const (
	textTitle   float32 = 13
	textBody    float32 = 13
	textSmall   float32 = 12
	textCaption float32 = 11

	radiusPanel   float32 = 8
	radiusControl float32 = 6
	controlHeight float32 = 28
	gap           float32 = 12 // between panels
	step          float32 = 4
)

// palette is one variant's colours.
type palette map[fyne.ThemeColorName]color.NRGBA

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xff}
}

func rgba(hex uint32, a uint8) color.NRGBA {
	c := rgb(hex)
	c.A = a
	return c
}

var dark = palette{
	theme.ColorNameBackground:          rgb(0x101216),
	colorPanel:                         rgb(0x171a20),
	colorView:                          rgb(0x15181d),
	colorHairline:                      rgb(0x262b34),
	colorText:                          rgb(0xe6e9ee),
	colorSoft:                          rgb(0x8d96a5),
	colorFaint:                         rgb(0x5c6472),
	colorAccent:                        rgb(0x5b9dff),
	colorHalo:                          rgba(0x5b9dff, 0x3c),
	colorOnAccent:                      rgb(0x0a1220),
	colorGood:                          rgb(0x3fbf7f),
	colorCaution:                       rgb(0xe5b454),
	colorBad:                           rgb(0xf2777a),
	colorControl:                       rgb(0x222732),
	colorHover:                         rgb(0x2c3340),
	colorTrack:                         rgb(0x262b34),
	colorMenu:                          rgb(0x1b1f26),
	colorDim:                           rgba(0x06070a, 0xa0),
	colorRaised:                        rgb(0x39414f),
	colorShade:                         rgba(0x000000, 0x1c),
	theme.ColorNameButton:              rgb(0x222732),
	theme.ColorNameDisabledButton:      rgb(0x1c2029),
	theme.ColorNameDisabled:            rgb(0x5c6472),
	theme.ColorNameError:               rgb(0xf2777a),
	theme.ColorNameFocus:               rgba(0x5b9dff, 0x3c),
	theme.ColorNameForeground:          rgb(0xe6e9ee),
	theme.ColorNameForegroundOnPrimary: rgb(0x0a1220),
	theme.ColorNameForegroundOnError:   rgb(0x1a0d0e),
	theme.ColorNameForegroundOnSuccess: rgb(0x08150e),
	theme.ColorNameForegroundOnWarning: rgb(0x1a1407),
	theme.ColorNameHeaderBackground:    rgb(0x171a20),
	theme.ColorNameHover:               rgba(0xffffff, 0x0e),
	theme.ColorNameHyperlink:           rgb(0x5b9dff),
	theme.ColorNameInputBackground:     rgb(0x222732),
	theme.ColorNameInputBorder:         rgba(0x222732, 0x00),
	theme.ColorNameMenuBackground:      rgb(0x1b1f26),
	theme.ColorNameOverlayBackground:   rgb(0x171a20),
	theme.ColorNamePlaceHolder:         rgb(0x8d96a5),
	theme.ColorNamePressed:             rgba(0xffffff, 0x18),
	theme.ColorNamePrimary:             rgb(0x5b9dff),
	theme.ColorNameScrollBar:           rgba(0x8d96a5, 0x80),
	theme.ColorNameScrollBarBackground: rgba(0x000000, 0x00),
	theme.ColorNameSelection:           rgba(0x5b9dff, 0x4d),
	theme.ColorNameSeparator:           rgb(0x262b34),
	theme.ColorNameShadow:              rgba(0x000000, 0x80),
	theme.ColorNameSuccess:             rgb(0x3fbf7f),
	theme.ColorNameWarning:             rgb(0xe5b454),
}

var light = palette{
	theme.ColorNameBackground:          rgb(0xeef0f3),
	colorPanel:                         rgb(0xffffff),
	colorView:                          rgb(0xfafbfc),
	colorHairline:                      rgb(0xdfe3e8),
	colorText:                          rgb(0x1b1f26),
	colorSoft:                          rgb(0x667080),
	colorFaint:                         rgb(0x9aa3b0),
	colorAccent:                        rgb(0x1f6feb),
	colorHalo:                          rgba(0x1f6feb, 0x38),
	colorOnAccent:                      rgb(0xffffff),
	colorGood:                          rgb(0x157a47),
	colorCaution:                       rgb(0xa86a00),
	colorBad:                           rgb(0xc62f35),
	colorControl:                       rgb(0xf0f2f5),
	colorHover:                         rgb(0xe4e8ed),
	colorTrack:                         rgb(0xdfe3e8),
	colorMenu:                          rgb(0xffffff),
	colorDim:                           rgba(0x1b1f26, 0x58),
	colorRaised:                        rgb(0xffffff),
	colorShade:                         rgba(0x1b1f26, 0x0b),
	theme.ColorNameButton:              rgb(0xf0f2f5),
	theme.ColorNameDisabledButton:      rgb(0xf4f5f7),
	theme.ColorNameDisabled:            rgb(0x9aa3b0),
	theme.ColorNameError:               rgb(0xc62f35),
	theme.ColorNameFocus:               rgba(0x1f6feb, 0x30),
	theme.ColorNameForeground:          rgb(0x1b1f26),
	theme.ColorNameForegroundOnPrimary: rgb(0xffffff),
	theme.ColorNameForegroundOnError:   rgb(0xffffff),
	theme.ColorNameForegroundOnSuccess: rgb(0xffffff),
	theme.ColorNameForegroundOnWarning: rgb(0xffffff),
	theme.ColorNameHeaderBackground:    rgb(0xffffff),
	theme.ColorNameHover:               rgba(0x1b1f26, 0x0c),
	theme.ColorNameHyperlink:           rgb(0x1f6feb),
	theme.ColorNameInputBackground:     rgb(0xf0f2f5),
	theme.ColorNameInputBorder:         rgba(0xf0f2f5, 0x00),
	theme.ColorNameMenuBackground:      rgb(0xffffff),
	theme.ColorNameOverlayBackground:   rgb(0xffffff),
	theme.ColorNamePlaceHolder:         rgb(0x667080),
	theme.ColorNamePressed:             rgba(0x1b1f26, 0x18),
	theme.ColorNamePrimary:             rgb(0x1f6feb),
	theme.ColorNameScrollBar:           rgba(0x667080, 0x80),
	theme.ColorNameScrollBarBackground: rgba(0xffffff, 0x00),
	theme.ColorNameSelection:           rgba(0x1f6feb, 0x40),
	theme.ColorNameSeparator:           rgb(0xdfe3e8),
	theme.ColorNameShadow:              rgba(0x1b1f26, 0x30),
	theme.ColorNameSuccess:             rgb(0x157a47),
	theme.ColorNameWarning:             rgb(0xa86a00),
}

// appearance is what the View menu offers.
type appearance string

const (
	followSystem appearance = "system"
	alwaysDark   appearance = "dark"
	alwaysLight  appearance = "light"
)

// lookTheme carries the palette; forced, it ignores the system's variant.
type lookTheme struct {
	look appearance
}

var _ fyne.Theme = lookTheme{}

// variant is the one in force when the system wants v.
func (t lookTheme) variant(v fyne.ThemeVariant) fyne.ThemeVariant {
	switch t.look {
	case alwaysDark:
		return theme.VariantDark
	case alwaysLight:
		return theme.VariantLight
	}
	return v
}

func (t lookTheme) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	v = t.variant(v)
	p := dark
	if v == theme.VariantLight {
		p = light
	}
	if c, ok := p[name]; ok {
		return c
	}
	return theme.DefaultTheme().Color(name, v)
}

func (lookTheme) Font(style fyne.TextStyle) fyne.Resource { return theme.DefaultTheme().Font(style) }
func (lookTheme) Icon(name fyne.ThemeIconName) fyne.Resource {
	return theme.DefaultTheme().Icon(name)
}

func (lookTheme) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case theme.SizeNameText:
		return textBody
	case theme.SizeNameCaptionText:
		return textCaption
	case theme.SizeNameHeadingText:
		return 20
	case theme.SizeNameSubHeadingText:
		return 15
	case theme.SizeNameInlineIcon:
		return 16
	case theme.SizeNameInnerPadding:
		return 6
	case theme.SizeNamePadding, theme.SizeNameLineSpacing:
		return step
	case theme.SizeNameInputRadius:
		return radiusControl
	case theme.SizeNameSelectionRadius:
		return step
	case theme.SizeNameScrollBar:
		return 8
	case theme.SizeNameScrollBarSmall:
		return 4
	}
	return theme.DefaultTheme().Size(name)
}

// themeColor is the colour in force now.
func themeColor(name fyne.ThemeColorName) color.NRGBA {
	if c, ok := viewColor(name); ok {
		return c
	}
	return color.NRGBAModel.Convert(theme.Color(name)).(color.NRGBA)
}

// isDark reports whether the window is dark now.
func isDark() bool {
	c := themeColor(theme.ColorNameBackground)
	return int(c.R)+int(c.G)+int(c.B) < 3*128
}
