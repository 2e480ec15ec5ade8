package capture

import (
	"image/color"

	"gwscope/render/gldraw"
	"gwscope/render/scene"
)

// Theme is the set of colours of a figure.
type Theme struct {
	Window          scene.RGBA // around the panes
	Background      gldraw.Background
	Hairline        scene.RGBA
	Text, Secondary color.NRGBA
}

// The themes: the window's two, and white for paper.
var (
	Dark = Theme{
		Window:     scene.RGBA{R: 0x10, G: 0x12, B: 0x16, A: 255},
		Background: gldraw.DarkBackground,
		Hairline:   scene.RGBA{R: 0x26, G: 0x2b, B: 0x34, A: 255},
		Text:       color.NRGBA{0xe6, 0xe9, 0xee, 255},
		Secondary:  color.NRGBA{0x8d, 0x96, 0xa5, 255},
	}
	Light = Theme{
		Window:     scene.RGBA{R: 0xee, G: 0xf0, B: 0xf3, A: 255},
		Background: gldraw.LightBackground,
		Hairline:   scene.RGBA{R: 0xdf, G: 0xe3, B: 0xe8, A: 255},
		Text:       color.NRGBA{0x1b, 0x1f, 0x26, 255},
		Secondary:  color.NRGBA{0x66, 0x70, 0x80, 255},
	}
	Paper = Theme{
		Window:     scene.RGBA{R: 255, G: 255, B: 255, A: 255},
		Background: gldraw.WhiteBackground,
		Text:       color.NRGBA{0x1b, 0x1f, 0x26, 255},
		Secondary:  color.NRGBA{0x55, 0x5c, 0x68, 255},
	}
)
