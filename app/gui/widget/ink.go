package widget

import (
	"image"
	"image/color"
	"math"
)

// Ink draws small charts on an opaque ground: anti-aliased lines, circles and rectangles.
type Ink struct {
	Img *image.RGBA
}

// NewInk is an empty picture of w x h pixels.
func NewInk(w, h int, ground color.NRGBA) Ink {
	img := image.NewRGBA(image.Rect(0, 0, max(w, 1), max(h, 1)))
	for i := 0; i < len(img.Pix); i += 4 {
		img.Pix[i], img.Pix[i+1], img.Pix[i+2], img.Pix[i+3] = ground.R, ground.G, ground.B, 0xff
	}
	return Ink{img}
}

// blend puts c over a pixel with coverage a in [0,1].
func (k Ink) blend(x, y int, c color.NRGBA, a float64) {
	a *= float64(c.A) / 255
	if a <= 0 || x < 0 || y < 0 || x >= k.Img.Rect.Dx() || y >= k.Img.Rect.Dy() {
		return
	}
	px := k.Img.Pix[y*k.Img.Stride+4*x:]
	px[0] += uint8(a * (float64(c.R) - float64(px[0])))
	px[1] += uint8(a * (float64(c.G) - float64(px[1])))
	px[2] += uint8(a * (float64(c.B) - float64(px[2])))
}

// Line draws a segment with round ends; coordinates are pixel edges.
func (k Ink) Line(x0, y0, x1, y1, width float64, c color.NRGBA) {
	r := width / 2
	dx, dy := x1-x0, y1-y0
	ll := dx*dx + dy*dy
	yLo, yHi := int(math.Floor(min(y0, y1)-r-1)), int(math.Ceil(max(y0, y1)+r+1))
	for y := max(yLo, 0); y < min(yHi, k.Img.Rect.Dy()); y++ {
		// The part of the segment near this row bounds the columns to look at.
		xLo, xHi := min(x0, x1), max(x0, x1)
		if dy != 0 {
			ta, tb := (float64(y)-r-1-y0)/dy, (float64(y)+r+2-y0)/dy
			ta, tb = min(max(min(ta, tb), 0), 1), min(max(max(ta, tb), 0), 1)
			xLo, xHi = min(x0+ta*dx, x0+tb*dx), max(x0+ta*dx, x0+tb*dx)
		}
		py := float64(y) + 0.5
		for x := max(int(math.Floor(xLo-r-1)), 0); x < min(int(math.Ceil(xHi+r+1)), k.Img.Rect.Dx()); x++ {
			px := float64(x) + 0.5
			t := 0.0
			if ll > 0 {
				t = min(max(((px-x0)*dx+(py-y0)*dy)/ll, 0), 1)
			}
			d := math.Hypot(px-x0-t*dx, py-y0-t*dy)
			// A line thinner than a pixel covers a share of it, which is its width.
			k.blend(x, y, c, min(min(r-d+0.5, 1), width))
		}
	}
}

// Disc draws a filled circle.
func (k Ink) Disc(cx, cy, r float64, c color.NRGBA) { k.Line(cx, cy, cx, cy, 2*r, c) }

// Ring draws a circle's rim.
func (k Ink) Ring(cx, cy, r, width float64, c color.NRGBA) {
	reach := r + width
	for y := int(math.Floor(cy - reach)); y <= int(math.Ceil(cy+reach)); y++ {
		for x := int(math.Floor(cx - reach)); x <= int(math.Ceil(cx+reach)); x++ {
			d := math.Abs(math.Hypot(float64(x)+0.5-cx, float64(y)+0.5-cy) - r)
			k.blend(x, y, c, min(width/2-d+0.5, 1))
		}
	}
}

// Rect fills a rectangle whose edges may lie between pixels.
func (k Ink) Rect(x0, y0, x1, y1 float64, c color.NRGBA) {
	cover := func(lo, hi float64, i int) float64 {
		return min(hi, float64(i+1)) - max(lo, float64(i))
	}
	for y := int(math.Floor(y0)); y < int(math.Ceil(y1)); y++ {
		for x := int(math.Floor(x0)); x < int(math.Ceil(x1)); x++ {
			k.blend(x, y, c, max(cover(x0, x1, x), 0)*max(cover(y0, y1, y), 0))
		}
	}
}

// Round fills a rectangle with round corners in an opaque colour, and draws its edge inside it.
func (k Ink) Round(x0, y0, x1, y1, radius, width float64, fill, edge color.NRGBA) {
	in := radius + 1 // far from a side only that side matters
	for y := max(int(y0), 0); y < min(int(math.Ceil(y1)), k.Img.Rect.Dy()); y++ {
		py := float64(y) + 0.5
		for x := max(int(x0), 0); x < min(int(math.Ceil(x1)), k.Img.Rect.Dx()); x++ {
			px := float64(x) + 0.5
			if py-y0 > in && y1-py > in && px-x0 > in && x1-px > in {
				// All pixels in the middle of a row are filled.
				last := min(int(x1-in-0.5), k.Img.Rect.Dx())
				row := k.Img.Pix[y*k.Img.Stride : y*k.Img.Stride+4*last]
				for ; x < last; x++ {
					row[4*x], row[4*x+1], row[4*x+2], row[4*x+3] = fill.R, fill.G, fill.B, 0xff
				}
				px = float64(x) + 0.5
			}
			dx, dy := max(x0+radius-px, px-x1+radius), max(y0+radius-py, py-y1+radius)
			depth := radius - max(dx, dy) // below the outline
			if dx > 0 && dy > 0 {
				depth = radius - math.Hypot(dx, dy)
			}
			cover := min(max(depth+0.5, 0), 1)
			k.blend(x, y, fill, cover)
			k.blend(x, y, edge, cover*min(max(width-depth+0.5, 0), 1))
		}
	}
}
