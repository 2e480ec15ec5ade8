package capture

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"
)

// paletteColors is how many colours a palette has; one more stands for transparent.
const paletteColors = 255

// binBits is how finely colours are told apart while a palette is made: 32 steps a
// channel. Dithering shows finer steps.
const binBits = 5

// histogram counts colours, in bins of a cube.
type histogram struct {
	count [1 << (3 * binBits)]float64
	sum   [1 << (3 * binBits)][3]float64
}

// add counts the opaque pixels of a picture.
func (h *histogram) add(img *image.RGBA) {
	for y := img.Rect.Min.Y; y < img.Rect.Max.Y; y++ {
		row := img.Pix[img.PixOffset(img.Rect.Min.X, y) : img.PixOffset(img.Rect.Max.X-1, y)+4]
		for ; len(row) >= 4; row = row[4:] {
			r, g, b, a := row[0], row[1], row[2], row[3]
			if a < 128 {
				continue
			}
			const drop = 8 - binBits
			k := int(r>>drop)<<(2*binBits) | int(g>>drop)<<binBits | int(b>>drop)
			h.count[k]++
			h.sum[k][0] += float64(r)
			h.sum[k][1] += float64(g)
			h.sum[k][2] += float64(b)
		}
	}
}

// swatch is the mean colour of a bin, with a weight.
type swatch struct {
	c [3]float64
	w float64
}

// swatches are the bins that occur, in the order of the bins. They weigh as the root of
// their counts: a large background would otherwise take the colours that a small shape
// needs.
func (h *histogram) swatches() []swatch {
	var out []swatch
	for k, n := range h.count {
		if n > 0 {
			s := h.sum[k]
			out = append(out, swatch{[3]float64{s[0] / n, s[1] / n, s[2] / n}, math.Sqrt(n)})
		}
	}
	return out
}

// palette is up to paletteColors colours for the pictures that were counted: the boxes
// of a median cut (Heckbert 1982), cut where the squared error is largest, then a few
// rounds of k-means.
func (h *histogram) palette() color.Palette {
	all := h.swatches()
	if len(all) == 0 {
		return color.Palette{color.RGBA{A: 255}}
	}
	boxes := []box{newBox(all)}
	for len(boxes) < paletteColors {
		worst := 0
		for k := range boxes {
			if boxes[k].gain > boxes[worst].gain {
				worst = k
			}
		}
		if boxes[worst].gain == 0 {
			break
		}
		low, high := boxes[worst].cut()
		boxes[worst] = low
		boxes = append(boxes, high)
	}
	centers := make([][3]float64, len(boxes))
	for k, b := range boxes {
		centers[k] = b.mean
	}
	const rounds = 6
	for range rounds {
		sums, weights := make([][3]float64, len(centers)), make([]float64, len(centers))
		for _, s := range all {
			k := nearestColor(centers, s.c)
			weights[k] += s.w
			for c := range 3 {
				sums[k][c] += s.w * s.c[c]
			}
		}
		for k, w := range weights {
			if w > 0 {
				centers[k] = [3]float64{sums[k][0] / w, sums[k][1] / w, sums[k][2] / w}
			}
		}
	}
	out := make(color.Palette, len(centers))
	for k, c := range centers {
		out[k] = color.RGBA{uint8(c[0] + 0.5), uint8(c[1] + 0.5), uint8(c[2] + 0.5), 255}
	}
	return out
}

func nearestColor(centers [][3]float64, c [3]float64) int {
	best, at := math.Inf(1), 0
	for k, p := range centers {
		dr, dg, db := p[0]-c[0], p[1]-c[1], p[2]-c[2]
		// The eye sees green best and blue least.
		if d := 0.6*dr*dr + 1.2*dg*dg + 0.4*db*db; d < best {
			best, at = d, k
		}
	}
	return at
}

// box is some swatches that share a colour of the palette.
type box struct {
	of   []swatch
	mean [3]float64
	axis int
	gain float64 // squared error along the axis; 0: cannot be cut
}

func newBox(of []swatch) box {
	b := box{of: of}
	var total float64
	for _, s := range of {
		total += s.w
		for c := range 3 {
			b.mean[c] += s.w * s.c[c]
		}
	}
	for c := range 3 {
		b.mean[c] /= total
	}
	var spread [3]float64
	for _, s := range of {
		for c := range 3 {
			spread[c] += s.w * (s.c[c] - b.mean[c]) * (s.c[c] - b.mean[c])
		}
	}
	for c := range 3 {
		if spread[c] > spread[b.axis] {
			b.axis = c
		}
	}
	if len(of) > 1 {
		b.gain = spread[b.axis]
	}
	return b
}

// cut divides a box at its mean, which leaves swatches on either side.
func (b box) cut() (low, high box) {
	slices.SortStableFunc(b.of, func(p, q swatch) int { return cmp.Compare(p.c[b.axis], q.c[b.axis]) })
	at, _ := slices.BinarySearchFunc(b.of, b.mean[b.axis], func(s swatch, mean float64) int { return cmp.Compare(s.c[b.axis], mean) })
	at = min(max(at, 1), len(b.of)-1)
	return newBox(b.of[:at]), newBox(b.of[at:])
}
