package gldraw

import (
	"image"
	"image/color"
	"image/draw"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"gwscope/render/camera"
	"gwscope/render/scene"
)

func vec64(p scene.Vec) camera.Vec { return camera.Vec{float64(p[0]), float64(p[1]), float64(p[2])} }

// labelSize is the height of a label's letters in units of Frame.Scale.
const labelSize = 12

// labelFont is parsed once; faces are made per picture, for they hold state.
var labelFont = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gomedium.TTF) })

// drawLabels writes the markers' labels into a finished picture. Text is drawn
// by the processor: a handful of words costs microseconds, and needs no atlas.
func drawLabels(f *Frame, img *image.RGBA) {
	var face font.Face
	for i := range f.Panes {
		p := &f.Panes[i]
		if p.Scene == nil {
			continue
		}
		for _, m := range p.Scene.Markers {
			if m.Label == "" || !scene.Finite(m.Position) {
				continue
			}
			at, ok := p.Camera.Project(vec64(m.Position), float64(p.Rect.Dx()), float64(p.Rect.Dy()))
			if !ok {
				continue
			}
			scale := float64(orOne(f.Scale))
			if face == nil {
				fnt, err := labelFont()
				if err != nil {
					return // the embedded font is sound; without it there are no labels
				}
				face, err = opentype.NewFace(fnt, &opentype.FaceOptions{Size: labelSize * scale, DPI: 72, Hinting: font.HintingNone})
				if err != nil {
					return
				}
				defer face.Close()
			}
			r := float64(m.Radius)
			if !(r > 0) {
				r = defaultMarkerRadius
			}
			x := at.X + float64(p.Rect.Min.X) + (r+5)*scale
			y := at.Y + float64(p.Rect.Min.Y) + 0.35*labelSize*scale
			clip, ok := img.SubImage(p.Rect).(*image.RGBA)
			if !ok || clip.Rect.Empty() {
				continue
			}
			label(clip, face, x, y, scale, m.Label, p.Background.orDefault())
		}
	}
}

// label writes in the ink that reads on the background, with a halo of the
// background itself, so that it reads on any surface too.
func label(dst draw.Image, face font.Face, x, y, scale float64, text string, b Background) {
	ink, halo := color.NRGBA{0xe6, 0xe9, 0xee, 255}, color.NRGBA{0x10, 0x12, 0x16, 90}
	if int(b.Top.R)+int(b.Top.G)+int(b.Top.B) > 3*128 {
		ink, halo = color.NRGBA{0x1b, 0x1f, 0x26, 255}, color.NRGBA{255, 255, 255, 90}
	}
	d := font.Drawer{Dst: dst, Face: face}
	write := func(c color.NRGBA, dx, dy float64) {
		d.Src = image.NewUniform(c)
		d.Dot = fixed.Point26_6{X: fixed.Int26_6((x + dx) * 64), Y: fixed.Int26_6((y + dy) * 64)}
		d.DrawString(text)
	}
	for _, o := range [][2]float64{{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-.7, -.7}, {.7, -.7}, {-.7, .7}, {.7, .7}} {
		write(halo, o[0]*scale, o[1]*scale)
	}
	write(ink, 0, 0)
}
