package widget

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Colour names of the window beside Fyne's own. Every widget asks the theme for a colour by its name.
const (
	ColorPanel    fyne.ThemeColorName = "gwscope.panel"
	ColorView     fyne.ThemeColorName = "gwscope.view"
	ColorHairline fyne.ThemeColorName = "gwscope.hairline"
	ColorText     fyne.ThemeColorName = "gwscope.text"
	ColorSoft     fyne.ThemeColorName = "gwscope.soft" // secondary text
	ColorFaint    fyne.ThemeColorName = "gwscope.faint"
	ColorAccent   fyne.ThemeColorName = "gwscope.accent"
	colorHalo     fyne.ThemeColorName = "gwscope.halo" // accent behind a knob or focus
	colorOnAccent fyne.ThemeColorName = "gwscope.onaccent"
	ColorGood     fyne.ThemeColorName = "gwscope.good"
	ColorCaution  fyne.ThemeColorName = "gwscope.caution"
	ColorControl  fyne.ThemeColorName = "gwscope.control"
	ColorHover    fyne.ThemeColorName = "gwscope.hover"
	ColorTrack    fyne.ThemeColorName = "gwscope.track" // of sliders and bars
	ColorMenu     fyne.ThemeColorName = "gwscope.menu"
	ColorDim      fyne.ThemeColorName = "gwscope.dim"    // over the window, behind a dialog
	colorRaised   fyne.ThemeColorName = "gwscope.raised" // the chosen segment
	colorShade    fyne.ThemeColorName = "gwscope.shade"  // a layer of a shadow
)

// Sizes beside Fyne's own, in units.
const (
	TextTitle   float32 = 13
	TextBody    float32 = 13
	TextSmall   float32 = 12
	TextCaption float32 = 11

	RadiusPanel   float32 = 8
	RadiusControl float32 = 6
	ControlHeight float32 = 28
	Gap           float32 = 12 // between panels
	step          float32 = 4
)

// ofFyne are colours of ours for the names by which Fyne's widgets ask.
var ofFyne = map[fyne.ThemeColorName]fyne.ThemeColorName{
	theme.ColorNameDisabled:          ColorFaint,
	theme.ColorNameForeground:        ColorText,
	theme.ColorNameInputBackground:   ColorControl,
	theme.ColorNameMenuBackground:    ColorMenu,
	theme.ColorNameOverlayBackground: ColorPanel,
	theme.ColorNamePlaceHolder:       ColorSoft,
	theme.ColorNamePrimary:           ColorAccent,
	theme.ColorNameSeparator:         ColorHairline,
}

// palette are the colours of a variant. Of Fyne's own names it has those that the window shows and that
// are no colour of ours.
type palette map[fyne.ThemeColorName]color.NRGBA

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xff}
}

func rgba(hex uint32, a uint8) color.NRGBA {
	c := rgb(hex)
	c.A = a
	return c
}

var Dark = palette{
	theme.ColorNameBackground:          rgb(0x101216),
	ColorPanel:                         rgb(0x171a20),
	ColorView:                          rgb(0x15181d),
	ColorHairline:                      rgb(0x262b34),
	ColorText:                          rgb(0xe6e9ee),
	ColorSoft:                          rgb(0x8d96a5),
	ColorFaint:                         rgb(0x5c6472),
	ColorAccent:                        rgb(0x5b9dff),
	colorHalo:                          rgba(0x5b9dff, 0x3c),
	colorOnAccent:                      rgb(0x0a1220),
	ColorGood:                          rgb(0x3fbf7f),
	ColorCaution:                       rgb(0xe5b454),
	ColorControl:                       rgb(0x222732),
	ColorHover:                         rgb(0x2c3340),
	ColorTrack:                         rgb(0x262b34),
	ColorMenu:                          rgb(0x1b1f26),
	ColorDim:                           rgba(0x06070a, 0xa0),
	colorRaised:                        rgb(0x39414f),
	colorShade:                         rgba(0x000000, 0x1c),
	theme.ColorNameError:               rgb(0xf2777a),
	theme.ColorNameFocus:               rgba(0x5b9dff, 0x3c),
	theme.ColorNameHover:               rgba(0xffffff, 0x0e),
	theme.ColorNameInputBorder:         rgba(0x222732, 0x00),
	theme.ColorNameScrollBar:           rgba(0x8d96a5, 0x80),
	theme.ColorNameScrollBarBackground: rgba(0x000000, 0x00),
	theme.ColorNameSelection:           rgba(0x5b9dff, 0x4d),
	theme.ColorNameShadow:              rgba(0x000000, 0x80),
}

var Light = palette{
	theme.ColorNameBackground:          rgb(0xeef0f3),
	ColorPanel:                         rgb(0xffffff),
	ColorView:                          rgb(0xfafbfc),
	ColorHairline:                      rgb(0xdfe3e8),
	ColorText:                          rgb(0x1b1f26),
	ColorSoft:                          rgb(0x667080),
	ColorFaint:                         rgb(0x9aa3b0),
	ColorAccent:                        rgb(0x1f6feb),
	colorHalo:                          rgba(0x1f6feb, 0x38),
	colorOnAccent:                      rgb(0xffffff),
	ColorGood:                          rgb(0x157a47),
	ColorCaution:                       rgb(0xa86a00),
	ColorControl:                       rgb(0xeaedf2),
	ColorHover:                         rgb(0xdde2ea),
	ColorTrack:                         rgb(0xdfe3e8),
	ColorMenu:                          rgb(0xffffff),
	ColorDim:                           rgba(0x1b1f26, 0x58),
	colorRaised:                        rgb(0xffffff),
	colorShade:                         rgba(0x1b1f26, 0x0b),
	theme.ColorNameError:               rgb(0xc62f35),
	theme.ColorNameFocus:               rgba(0x1f6feb, 0x30),
	theme.ColorNameHover:               rgba(0x1b1f26, 0x0c),
	theme.ColorNameInputBorder:         rgba(0xeaedf2, 0x00),
	theme.ColorNameScrollBar:           rgba(0x667080, 0x80),
	theme.ColorNameScrollBarBackground: rgba(0xffffff, 0x00),
	theme.ColorNameSelection:           rgba(0x1f6feb, 0x40),
	theme.ColorNameShadow:              rgba(0x1b1f26, 0x30),
}

// Appearance is a choice of the View menu.
type Appearance string

const (
	FollowSystem Appearance = "system"
	AlwaysDark   Appearance = "dark"
	AlwaysLight  Appearance = "light"
)

// Theme has the colours and sizes of the window. Unless Look follows the system, the system's choice of light
// or dark counts for nothing.
type Theme struct {
	Look Appearance
}

var _ fyne.Theme = Theme{}

func (t Theme) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	switch t.Look {
	case AlwaysDark:
		v = theme.VariantDark
	case AlwaysLight:
		v = theme.VariantLight
	}
	p := Dark
	if v == theme.VariantLight {
		p = Light
	}
	if ours, ok := ofFyne[name]; ok {
		name = ours
	}
	if c, ok := p[name]; ok {
		return c
	}
	return theme.DefaultTheme().Color(name, v)
}

func (Theme) Font(style fyne.TextStyle) fyne.Resource { return theme.DefaultTheme().Font(style) }
func (Theme) Icon(name fyne.ThemeIconName) fyne.Resource {
	return theme.DefaultTheme().Icon(name)
}

// sizes are the sizes that differ from Fyne's.
var sizes = map[fyne.ThemeSizeName]float32{
	theme.SizeNameText:            TextBody,
	theme.SizeNameCaptionText:     TextCaption,
	theme.SizeNameInlineIcon:      16,
	theme.SizeNameInnerPadding:    6,
	theme.SizeNamePadding:         step,
	theme.SizeNameLineSpacing:     step,
	theme.SizeNameInputRadius:     RadiusControl,
	theme.SizeNameSelectionRadius: step,
	theme.SizeNameScrollBar:       8,
	theme.SizeNameScrollBarSmall:  4,
}

func (Theme) Size(name fyne.ThemeSizeName) float32 {
	if s, ok := sizes[name]; ok {
		return s
	}
	return theme.DefaultTheme().Size(name)
}

// Color is a colour of the present theme.
func Color(name fyne.ThemeColorName) color.NRGBA {
	if c, ok := viewColor(name); ok {
		return c
	}
	return color.NRGBAModel.Convert(theme.Color(name)).(color.NRGBA)
}

// IsDark reports whether the window is dark now.
func IsDark() bool {
	return dark(Color(theme.ColorNameBackground))
}

func dark(c color.NRGBA) bool { return int(c.R)+int(c.G)+int(c.B) < 3*128 }
