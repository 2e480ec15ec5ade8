package cohortpage

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	xdraw "golang.org/x/image/draw"

	"gwscope/app/cohort"
	"gwscope/app/gui/widget"
)

// card is a cell without its words: ground, edge, picture, the group's dot, and the mark of a person's decision.
// It is drawn once and shown as one picture. Where the processor paints the window, this takes a fraction of the
// time that its parts would take, one over the other, in each frame while the page scrolls.
type card struct {
	around     color.NRGBA // beyond the round corners
	fill, edge color.NRGBA
	thick      float64     // width of the edge, in units
	picture    image.Image // nil while there is none
	faded      bool        // the picture is pale
	dot        color.NRGBA // transparent: no dot
	dotY       float32     // middle of the dot, in units
	mark       cohort.Decision
	tint, ink  color.NRGBA // colours of the mark
}

// rejectedAlpha is how much of its picture a rejected specimen keeps.
const rejectedAlpha = 0x59

// The mark's radius, and the distance of its middle from the cell's corner, in units.
const (
	markRadius = 8
	markInset  = 15
)

// draw draws the card, w x h pixels at scale pixels per unit.
func (c card) draw(w, h int, scale float64) *image.RGBA {
	k := widget.NewInk(w, h, c.around)
	k.Round(0, 0, float64(w), float64(h), float64(widget.RadiusControl)*scale, c.thick*scale, c.fill, c.edge)
	if c.picture != nil {
		c.drawPicture(k.Img, scale)
	}
	if c.dot.A > 0 {
		k.Disc(float64(cellPad+dotSize/2)*scale, float64(c.dotY)*scale, float64(dotSize)/2*scale, c.dot)
	}
	if x, y := float64(w)-markInset*scale, markInset*scale; c.mark != cohort.Undecided {
		at := func(x0, y0, x1, y1 float64) {
			k.Line(x+x0*scale, y+y0*scale, x+x1*scale, y+y1*scale, 1.8*scale, c.ink)
		}
		k.Disc(x, y, markRadius*scale, c.tint)
		if c.mark == cohort.Accepted {
			at(-3.6, 0.2, -1.1, 2.9)
			at(-1.1, 2.9, 3.8, -2.8)
		} else {
			at(-2.8, -2.8, 2.8, 2.8)
			at(-2.8, 2.8, 2.8, -2.8)
		}
	}
	return k.Img
}

// pictureRect is the place of the picture, as large as fits, in a card that is w pixels wide.
func pictureRect(w int, scale float64) image.Rectangle {
	left, top := pictureInset*scale, (pictureInset+1)*scale
	wide, high := float64(w)-2*left, float64(pictureHeight)*scale
	by := max(min(wide/pictureWide, high/pictureHigh), 0)
	dx, dy := math.Round(by*pictureWide), math.Round(by*pictureHigh)
	x, y := int(left+(wide-dx)/2+0.5), int(top+(high-dy)/2+0.5)
	return image.Rect(x, y, x+int(dx), y+int(dy))
}

func (c card) drawPicture(to *image.RGBA, scale float64) {
	at, from := pictureRect(to.Rect.Dx(), scale), c.picture
	if from.Bounds().Size() != at.Size() {
		from = scaled(from, at.Size())
	}
	var mask image.Image
	if c.faded {
		mask = image.NewUniform(color.Alpha{A: rejectedAlpha})
	}
	draw.DrawMask(to, at, from, from.Bounds().Min, mask, image.Point{}, draw.Over)
}

func scaled(img image.Image, size image.Point) *image.RGBA {
	out := image.NewRGBA(image.Rectangle{Max: size})
	xdraw.BiLinear.Scale(out, out.Rect, img, img.Bounds(), draw.Src, nil)
	return out
}
