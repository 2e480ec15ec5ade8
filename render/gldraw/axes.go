//go:build cgo

package gldraw

import (
	"image"
	"math"
	"slices"

	"golang.org/x/image/font"

	"gwscope/render/scene"
)

// axisArm is the length of an arm of the cross of axes, in units of Frame.Scale.
const axisArm = 26

// axisColors are the colours of x, y and z everywhere: red, green, blue, bright enough for
// dark grounds and deep enough for light ones.
var axisColors = [3]scene.RGBA{{R: 0xe5, G: 0x48, B: 0x4d, A: 255}, {R: 0x3f, G: 0xa8, B: 0x55, A: 255}, {R: 0x4b, G: 0x8d, B: 0xf8, A: 255}}

// axes draws the directions of the axes in the lower left corner; arms that point away
// are fainter.
func (k ink) axes(dst *image.RGBA, face font.Face, p *Pane, scale float64) {
	if float64(min(p.Rect.Dx(), p.Rect.Dy())) < 3*axisMargin*scale {
		return // the cross would cover the pane
	}
	cx, cy := float64(p.Rect.Min.X)+axisMargin*scale, float64(p.Rect.Max.Y)-axisMargin*scale
	toEye := p.Camera.Orientation.Conjugate()
	type arm struct {
		axis    int
		x, y, z float64
	}
	var arms []arm
	for axis := range 3 {
		var d [3]float64
		d[axis] = 1
		e := toEye.Rotate(d)
		arms = append(arms, arm{axis, e[0], -e[1], e[2]})
	}
	slices.SortFunc(arms, func(a, b arm) int { // far ones first
		if a.z < b.z {
			return -1
		}
		return 1
	})
	for _, a := range arms {
		c := axisColors[a.axis]
		k := k
		if a.z < -0.15 {
			c.A = 150
			k = k.faded(0.35)
		}
		tip := [2]float64{cx + a.x*axisArm*scale, cy + a.y*axisArm*scale}
		stroke(dst, [2]float64{cx, cy}, tip, 2*scale, c)
		// The letter stands beyond the end of the arm, and on it where the arm points at the viewer.
		name := string("xyz"[a.axis])
		w := float64(font.MeasureString(face, name)) / 64
		far := math.Hypot(a.x, a.y)*axisArm + 9
		dx, dy := 0.0, -1.0
		if l := math.Hypot(a.x, a.y); l > 0.08 {
			dx, dy = a.x/l, a.y/l
		}
		k.letters = c
		k.text(dst, face, cx+dx*far*scale-w/2, cy+dy*far*scale+0.3*labelSize*scale, scale, name)
	}
}
