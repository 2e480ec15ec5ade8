//go:build cgo

package gldraw

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"

	"gwscope/render/scene"
)

// ink can be read on a background: letters, and a halo of the background itself, so
// that they read on any surface too.
type ink struct {
	letters, halo color.NRGBA
	plate         color.NRGBA // the background, not quite opaque
}

// inkOn is the ink for a background.
func inkOn(b Background) ink {
	middle := func(x, y uint8) uint8 { return uint8((int(x) + int(y)) / 2) }
	plate := color.NRGBA{middle(b.Top.R, b.Bottom.R), middle(b.Top.G, b.Bottom.G), middle(b.Top.B, b.Bottom.B), plateThick}
	if int(b.Top.R)+int(b.Top.G)+int(b.Top.B) > 3*128 {
		return ink{color.NRGBA{0x1b, 0x1f, 0x26, 255}, color.NRGBA{255, 255, 255, 90}, plate}
	}
	return ink{color.NRGBA{0xe6, 0xe9, 0xee, 255}, color.NRGBA{0x10, 0x12, 0x16, 90}, plate}
}

// faded takes away a share of an ink's opacity.
func (k ink) faded(share float64) ink {
	f := func(c color.NRGBA) color.NRGBA { c.A = uint8(float64(c.A) * (1 - share)); return c }
	return ink{f(k.letters), f(k.halo), k.plate}
}

// wordFade is how much less than its marker a label fades: a faint ring can still be seen, a faint word
// cannot be read.
const wordFade = 0.35

// label writes a placed label and its leader.
func (k ink) label(dst *image.RGBA, face font.Face, l placed, scale float64) {
	if l.fade >= 1 {
		return
	}
	k.back(dst, l.box, scale)
	k = k.faded(wordFade * l.fade)
	if l.leader {
		line := l.color
		line.A = uint8(float64(line.A) * (1 - l.fade))
		stroke(dst, l.leaderFrom, l.leaderTo, 2.6*scale, k.halo)
		stroke(dst, l.leaderFrom, l.leaderTo, 1.2*scale, line)
	}
	k.text(dst, face, l.x, l.y, scale, l.text)
}

// plateThick is the opacity of the plate behind a label.
const plateThick = 0xb4

// plateAround is how far the plate reaches above and below a label, in units.
const plateAround = 1.5

// back puts a piece of the background behind a label, so that it reads over any surface.
func (k ink) back(dst *image.RGBA, b box, scale float64) {
	b = b.grown(plateAround * scale)
	r := image.Rect(int(math.Floor(b.x0)), int(math.Floor(b.y0)), int(math.Ceil(b.x1)), int(math.Ceil(b.y1)))
	draw.Draw(dst, r.Intersect(dst.Rect), image.NewUniform(k.plate), image.Point{}, draw.Over)
}

// text writes with the baseline beginning at (x, y).
func (k ink) text(dst draw.Image, face font.Face, x, y, scale float64, text string) {
	d := font.Drawer{Dst: dst, Face: face}
	write := func(c color.NRGBA, dx, dy float64) {
		d.Src = image.NewUniform(c)
		d.Dot = fixed.Point26_6{X: fixed.Int26_6((x + dx) * 64), Y: fixed.Int26_6((y + dy) * 64)}
		d.DrawString(text)
	}
	for _, o := range [][2]float64{{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-.7, -.7}, {.7, -.7}, {-.7, .7}, {.7, .7}} {
		write(k.halo, o[0]*scale, o[1]*scale)
	}
	write(k.letters, 0, 0)
}

// stroke draws a smooth line of a width in pixels.
func stroke(dst *image.RGBA, a, b [2]float64, width float64, c scene.RGBA) {
	reach := width/2 + 1
	r := image.Rect(int(math.Floor(min(a[0], b[0])-reach)), int(math.Floor(min(a[1], b[1])-reach)),
		int(math.Ceil(max(a[0], b[0])+reach)), int(math.Ceil(max(a[1], b[1])+reach))).Intersect(dst.Rect)
	dx, dy := b[0]-a[0], b[1]-a[1]
	l2 := max(dx*dx+dy*dy, 1e-9)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			px, py := float64(x)+0.5-a[0], float64(y)+0.5-a[1]
			t := min(max((px*dx+py*dy)/l2, 0), 1)
			cover := min(max(width/2+0.5-math.Hypot(px-t*dx, py-t*dy), 0), 1) * float64(c.A) / 255
			if cover <= 0 {
				continue
			}
			p := dst.Pix[dst.PixOffset(x, y):][:4]
			for k, v := range [4]uint8{c.R, c.G, c.B, 255} {
				p[k] = uint8(float64(p[k])*(1-cover) + float64(v)*cover + 0.5)
			}
		}
	}
}

// bar draws a bar with its length over it.
func (k ink) bar(dst *image.RGBA, face font.Face, p *Pane, scale float64) {
	long, text, ok := p.Bar.Measure(p.Camera, float64(p.Rect.Dx()), float64(p.Rect.Dy()), scale)
	if !ok {
		return
	}
	x, y := p.Bar.At(p.Rect, p.Axes, scale)
	end := x + long
	for _, line := range []struct {
		width float64
		color scene.RGBA
	}{{4, k.halo}, {1.5, k.letters}} {
		for _, s := range [][4]float64{{x, y, end, y}, {x, y - barTick*scale, x, y}, {end, y - barTick*scale, end, y}} {
			stroke(dst, [2]float64{s[0], s[1]}, [2]float64{s[2], s[3]}, line.width*scale, line.color)
		}
	}
	tw := float64(font.MeasureString(face, text)) / 64
	k.text(dst, face, max((x+end-tw)/2, x), y-barTick*scale-3*scale, scale, text)
}
