package widget

import (
	"image"
	"image/color"
	"math"
	"slices"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/internal/figures"
)

// Histogram shows how a quantity is spread, in the colours of its scale, as bars or as the cumulative curve.
// A drag over it selects an interval of values, and a click a bar. A click takes a selection back.
type Histogram struct {
	*BrushPlot
	data      *distribution
	low, high float64
	mean      float64
	cumulated bool
	color     func(f float64) color.NRGBA // of the scale, f from 0 to 1
	Selected  *[2]float64                 // values, as fractions of low to high; nil: all

	title, lowText, highText, meanText *Label
	Mode                               *Control
	Box                                *fyne.Container
}

const histogramBins = 26

// NewHistogram is a histogram without values; tip explains the drag over it.
func (k *Maker) NewHistogram(tip string) *Histogram {
	h := &Histogram{title: NewLabel("", TextSmall, ColorSoft).Flex(), lowText: NewLabel("", TextCaption, ColorSoft),
		highText: NewLabel("", TextCaption, ColorSoft).Trailing(), meanText: NewLabel("", TextCaption, ColorText).Centred()}
	h.BrushPlot = k.NewBrushPlot(fyne.NewSize(120, 44), h.prepare)
	h.tip, h.bins = tip, histogramBins
	h.Mode = k.NewControl(&Control{Text: "Curve", Kind: Quiet, Small: true, Tint: ColorSoft, Height: 20, OnTap: h.toggle})
	h.tellMode()
	h.Box = container.New(h, h.BrushPlot, h.title, h.lowText, h.highText, h.meanText, h.Mode)
	return h
}

var _ fyne.Layout = (*Histogram)(nil)

// toggle changes between bars and the cumulative curve.
func (h *Histogram) toggle() {
	h.cumulated = !h.cumulated
	h.tellMode()
	h.Plot.Redraw()
}

func (h *Histogram) tellMode() {
	h.bins, h.Mode.Tip = histogramBins, "Show the cumulative curve: the share of vertices up to each value"
	text := "Curve"
	if h.cumulated {
		h.bins, h.Mode.Tip = 0, "Show how many vertices have each value"
		text = "Bars"
	}
	h.Mode.SetText(text)
}

// Set shows the values from low to high. NaNs are left out; values beyond the ends fall into the first and
// the last bin. mean is the mean to be written, NaN for the mean of the values.
func (h *Histogram) Set(title string, values []float64, mean, low, high float64, scale func(float64) color.NRGBA, write func(float64) string) {
	if d := h.data; d == nil || !same(d.all, values) {
		h.data = &distribution{all: values}
	}
	h.low, h.high, h.color = low, high, scale
	if h.mean = mean; math.IsNaN(mean) {
		h.mean = figures.Mean(values)
	}
	h.title.Set(title)
	h.lowText.Set(write(low))
	h.highText.Set(write(high))
	if math.IsNaN(h.mean) {
		h.meanText.Set("")
	} else {
		h.meanText.Set("mean " + write(h.mean))
	}
	h.Plot.Redraw()
	h.Box.Refresh()
}

// distribution puts values in order when they are first drawn. A goroutine draws, because a large mesh takes a tenth
// of a second.
type distribution struct {
	all    []float64
	once   sync.Once
	sorted []float64
}

// ascending are the values without NaNs.
func (d *distribution) ascending() []float64 {
	d.once.Do(func() {
		d.sorted = slices.DeleteFunc(slices.Clone(d.all), math.IsNaN)
		slices.Sort(d.sorted)
	})
	return d.sorted
}

// same reports whether two slices are one.
func same(a, b []float64) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// bins counts values, without NaNs, in n equal bins from low to high.
func bins(values []float64, low, high float64, n int) []int {
	counts := make([]int, n)
	if !(high > low) {
		return counts
	}
	for _, v := range values {
		counts[min(max(int((v-low)/(high-low)*float64(n)), 0), n-1)]++
	}
	return counts
}

func (h *Histogram) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(120, h.Mode.MinSize().Height+4+44+2+h.lowText.MinSize().Height)
}

func (h *Histogram) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	fh, m := h.lowText.MinSize().Height, h.Mode.MinSize()
	Place(h.title, fyne.NewPos(0, 0), fyne.NewSize(size.Width-m.Width-2, m.Height))
	Place(h.Mode, fyne.NewPos(size.Width-m.Width+8, 0), m) // its words end at the margin
	y := m.Height + 4
	Place(h.BrushPlot, fyne.NewPos(0, y), fyne.NewSize(size.Width, size.Height-y-fh-2))
	for _, l := range []*Label{h.lowText, h.meanText, h.highText} {
		Place(l, fyne.NewPos(0, size.Height-fh), fyne.NewSize(size.Width, fh))
	}
}

func (h *Histogram) prepare() func(w, ht int, scale float64) *image.RGBA {
	s, data := histogramShot{low: h.low, high: h.high, mean: h.mean, tint: h.color, cumulated: h.cumulated}, h.data
	if h.Selected != nil {
		s.from, s.to, s.brushed = h.Selected[0], h.Selected[1], true
	}
	ground, axis, mark := Color(ColorPanel), Color(ColorHairline), Color(ColorText)
	halo, faint := Color(colorHalo), Color(ColorTrack)
	mark.A = 0xb0
	return func(w, ht int, scale float64) *image.RGBA {
		k := NewInk(w, ht, ground)
		foot := float64(ht) - scale
		if s.brushed {
			k.Rect(max(s.from, 0)*float64(w), 0, min(s.to, 1)*float64(w), foot, halo)
		}
		k.Rect(0, foot, float64(w), float64(ht), axis)
		if s.tint == nil || data == nil {
			return k.Img
		}
		if s.values = data.ascending(); len(s.values) == 0 {
			return k.Img
		}
		s.counts = bins(s.values, s.low, s.high, histogramBins)
		if s.cumulated {
			s.curve(k, w, foot, scale, faint)
		} else {
			s.bars(k, w, foot, scale, faint)
		}
		if f := (s.mean - s.low) / (s.high - s.low); f > 0 && f < 1 {
			x := math.Round(f * float64(w))
			k.Rect(x-scale/2, 0, x+scale/2, foot, mark)
		}
		return k.Img
	}
}

// histogramShot is a copy of the data, so that a goroutine can draw it without a lock.
type histogramShot struct {
	counts          []int
	values          []float64
	low, high, mean float64
	tint            func(float64) color.NRGBA
	cumulated       bool
	brushed         bool
	from, to        float64
}

// colorAt is the colour of a place along the axis, faint outside of the selection.
func (s *histogramShot) colorAt(f float64, faint color.NRGBA) color.NRGBA {
	if s.brushed && (f < s.from || f > s.to) {
		return faint
	}
	return s.tint(f)
}

func (s *histogramShot) bars(k Ink, w int, foot, scale float64, faint color.NRGBA) {
	most := slices.Max(s.counts)
	bw := float64(w) / float64(len(s.counts))
	for i, c := range s.counts {
		if c == 0 {
			continue
		}
		// At least a pixel and a half: a bin with one vertex must show.
		bar := max((foot-2*scale)*float64(c)/float64(most), 1.5*scale)
		k.Rect(float64(i)*bw, foot-bar, float64(i+1)*bw-scale, foot, s.colorAt((float64(i)+0.5)/float64(len(s.counts)), faint))
	}
}

// curve is the share of the values up to each place along the axis.
func (s *histogramShot) curve(k Ink, w int, foot, scale float64, faint color.NRGBA) {
	share := func(f float64) float64 {
		at, _ := slices.BinarySearch(s.values, s.low+f*(s.high-s.low))
		return float64(at) / float64(len(s.values))
	}
	top := 3 * scale
	y := func(share float64) float64 { return foot - (foot-top)*share }
	last := y(share(0))
	for x := range w {
		f := (float64(x) + 0.5) / float64(w)
		at := y(share(f))
		tint := s.colorAt(f, faint)
		below := tint
		below.A = 0x50
		k.Rect(float64(x), at, float64(x+1), foot, below)
		k.Rect(float64(x), min(at, last)-1.6*scale, float64(x+1), max(at, last), tint)
		last = at
	}
}
