package capture

import (
	"image"
	"image/color"
)

// ditherer puts pictures into the colours of a palette with an ordered pattern. Unlike error diffusion,
// the pattern does not move where the picture does not: nothing flickers in an animation, and unchanged
// pixels need not be written again.
type ditherer struct {
	colors      color.Palette // transparent last
	centers     [][3]float64
	transparent uint8
	opaque      bool // no pixel is transparent
	strength    float64
	nearest     []int16 // by colour in steps of 4; -1 not looked up yet
}

// bayer is the threshold matrix of order 8 (Bayer 1973), from 0 to 63.
var bayer = func() (m [8][8]int) {
	for y := range 8 {
		for x := range 8 {
			for bit := range 3 {
				xb, yb := x>>bit&1, y>>bit&1
				m[y][x] |= (2*(xb^yb) | yb) << (2 * (2 - bit))
			}
		}
	}
	return m
}()

const lutBits = 6

func newDitherer(p color.Palette, opaque bool) *ditherer {
	d := &ditherer{opaque: opaque, colors: append(append(color.Palette{}, p...), color.RGBA{}), transparent: uint8(len(p)), nearest: make([]int16, 1<<(3*lutBits))}
	for _, c := range p {
		r := c.(color.RGBA)
		d.centers = append(d.centers, [3]float64{float64(r.R), float64(r.G), float64(r.B)})
	}
	for k := range d.nearest {
		d.nearest[k] = -1
	}
	// The pattern bridges about the step to the next colour: less leaves bands, more is
	// seen as grain. 255 colours divide the cube in steps of 40; a scene's own palette is
	// about a fifth of that apart where its colours are.
	d.strength = 8
	if len(p) < paletteColors { // every colour has its own
		d.strength = 0
	}
	return d
}

// index is the palette's colour for a pixel.
func (d *ditherer) index(r, g, b uint8, x, y int) uint8 {
	shift := (float64(bayer[y&7][x&7]) - 31.5) / 63 * d.strength
	ri, gi, bi := shifted(r, shift), shifted(g, shift), shifted(b, shift)
	k := ri<<(2*lutBits) | gi<<lutBits | bi
	if d.nearest[k] < 0 {
		const half = 1 << (8 - lutBits) / 2
		d.nearest[k] = int16(nearestColor(d.centers, [3]float64{float64(ri<<(8-lutBits) + half), float64(gi<<(8-lutBits) + half), float64(bi<<(8-lutBits) + half)}))
	}
	return uint8(d.nearest[k])
}

// shifted is a channel moved by the pattern, in steps of the table.
func shifted(v uint8, by float64) int {
	x := float64(v) + by
	return int(min(max(x, 0), 255)) >> (8 - lutBits)
}

// dither puts a picture into the palette.
func (d *ditherer) dither(img *image.RGBA) *image.Paletted {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := image.NewPaletted(image.Rect(0, 0, w, h), d.colors)
	for y := range h {
		row := img.Pix[y*img.Stride : y*img.Stride+4*w]
		for x := range w {
			p := row[4*x : 4*x+4]
			if p[3] < 128 && !d.opaque {
				out.Pix[y*out.Stride+x] = d.transparent
				continue
			}
			r, g, b := p[0], p[1], p[2]
			if a := int(p[3]); a < 255 && !d.opaque { // premultiplied
				r, g, b = uint8(int(r)*255/a), uint8(int(g)*255/a), uint8(int(b)*255/a)
			}
			out.Pix[y*out.Stride+x] = d.index(r, g, b, x, y)
		}
	}
	return out
}
