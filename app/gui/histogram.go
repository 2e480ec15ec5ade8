package gui

import (
	"image"
	"image/color"
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// histogram shows how a value is spread over the samples, in the colours that
// the shapes have for it.
type histogram struct {
	*plot
	counts    []int
	low, high float64
	mean      float64
	color     func(f float64) color.NRGBA // of the scale, f from 0 to 1

	title, lowText, highText, meanText *label
	box                                *fyne.Container
}

const histogramBins = 26

func newHistogram() *histogram {
	h := &histogram{title: newLabel("", textSmall, colorSoft), lowText: newLabel("", textCaption, colorSoft),
		highText: newLabel("", textCaption, colorSoft), meanText: newLabel("", textCaption, colorText)}
	h.highText.align, h.meanText.align = fyne.TextAlignTrailing, fyne.TextAlignTrailing
	h.title.flexible = true
	h.plot = newPlot(fyne.NewSize(120, 44), h.prepare)
	h.box = container.New(h, h.plot, h.title, h.lowText, h.highText, h.meanText)
	return h
}

var _ fyne.Layout = (*histogram)(nil)

// set shows the values from low to high; NaNs are left out and larger values
// fall into the last bin.
func (h *histogram) set(title string, values []float64, low, high float64, scale func(float64) color.NRGBA, write func(float64) string) {
	h.counts = bins(values, low, high, histogramBins)
	h.low, h.high, h.color = low, high, scale
	h.mean = mean(values)
	h.title.set(title)
	h.lowText.set(write(low))
	h.highText.set(write(high))
	if math.IsNaN(h.mean) {
		h.meanText.set("")
	} else {
		h.meanText.set("mean " + write(h.mean))
	}
	h.plot.redraw()
	h.box.Refresh()
}

// bins counts values in n equal bins from low to high.
func bins(values []float64, low, high float64, n int) []int {
	counts := make([]int, n)
	if !(high > low) {
		return counts
	}
	for _, v := range values {
		if math.IsNaN(v) {
			continue
		}
		counts[min(max(int((v-low)/(high-low)*float64(n)), 0), n-1)]++
	}
	return counts
}

// mean of the numbers among values; NaN of none.
func mean(values []float64) float64 {
	sum, n := 0.0, 0
	for _, v := range values {
		if !math.IsNaN(v) {
			sum += v
			n++
		}
	}
	if n == 0 {
		return math.NaN()
	}
	return sum / float64(n)
}

func (h *histogram) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(120, h.title.MinSize().Height+4+44+2+h.lowText.MinSize().Height)
}

func (h *histogram) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	th, fh := h.title.MinSize().Height, h.lowText.MinSize().Height
	mw := h.meanText.MinSize().Width
	h.title.Move(fyne.NewPos(0, 0))
	h.title.Resize(fyne.NewSize(size.Width-mw-8, th))
	h.meanText.Move(fyne.NewPos(size.Width-mw, 0))
	h.meanText.Resize(fyne.NewSize(mw, th))
	y := th + 4
	h.plot.Move(fyne.NewPos(0, y))
	h.plot.Resize(fyne.NewSize(size.Width, size.Height-y-fh-2))
	h.lowText.Move(fyne.NewPos(0, size.Height-fh))
	h.lowText.Resize(fyne.NewSize(size.Width, fh))
	h.highText.Move(fyne.NewPos(0, size.Height-fh))
	h.highText.Resize(fyne.NewSize(size.Width, fh))
}

func (h *histogram) prepare() func(w, ht int, scale float64) *image.RGBA {
	counts := slices.Clone(h.counts)
	tint, average, low, high := h.color, h.mean, h.low, h.high
	ground, axis, mark := themeColor(colorPanel), themeColor(colorHairline), themeColor(colorText)
	return func(w, ht int, scale float64) *image.RGBA {
		k := newInk(w, ht, ground)
		foot := float64(ht) - scale
		k.rect(0, foot, float64(w), float64(ht), axis)
		most := 0
		for _, c := range counts {
			most = max(most, c)
		}
		if most == 0 || tint == nil {
			return k.img
		}
		bw := float64(w) / float64(len(counts))
		for i, c := range counts {
			if c == 0 {
				continue
			}
			// At least a pixel and a half: a bin with one sample must show.
			bar := max((foot-2*scale)*float64(c)/float64(most), 1.5*scale)
			k.rect(float64(i)*bw, foot-bar, float64(i+1)*bw-scale, foot, tint((float64(i)+0.5)/float64(len(counts))))
		}
		if f := (average - low) / (high - low); f > 0 && f < 1 {
			x := math.Round(f * float64(w))
			mark.A = 0xb0
			k.rect(x-scale/2, 0, x+scale/2, foot, mark)
		}
		return k.img
	}
}
