//go:build cgo

package gldraw

import (
	"image"
	"math"
	"slices"
	"sort"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/opentype"

	"gwscope/render/camera"
	"gwscope/render/scene"
)

func vec64(p scene.Vec) camera.Vec { return camera.Vec{float64(p[0]), float64(p[1]), float64(p[2])} }

// labelSize is the height of a label's letters in units of Frame.Scale.
const labelSize = 12

// labelFont is parsed once; faces are made per picture, because they hold state.
var labelFont = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gomedium.TTF) })

// newLabelFace is nil where the embedded font cannot be read, which does not happen.
func newLabelFace(size float64) font.Face {
	f, err := labelFont()
	if err != nil {
		return nil
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return nil
	}
	return face
}

// box is a rectangle of picture pixels.
type box struct{ x0, y0, x1, y1 float64 }

// overlap is the area that two boxes share.
func (b box) overlap(c box) float64 {
	return max(0, min(b.x1, c.x1)-max(b.x0, c.x0)) * max(0, min(b.y1, c.y1)-max(b.y0, c.y0))
}

// placed is a label with its place.
type placed struct {
	text       string
	x, y       float64 // where the baseline begins
	box        box
	ring       box // of its marker
	fade       float64
	leader     bool
	leaderFrom [2]float64
	leaderTo   [2]float64
	color      scene.RGBA
}

// drawLabels writes the markers' labels into a finished picture. Text is drawn by the
// processor: a handful of words costs microseconds, and needs no atlas.
func drawLabels(f *Frame, img *image.RGBA, faded fades) {
	scale := float64(orOne(f.Scale))
	var face font.Face
	for i := range f.Panes {
		p := &f.Panes[i]
		clip, ok := img.SubImage(p.Rect).(*image.RGBA)
		if p.Scene == nil || !ok || clip.Rect.Empty() {
			continue
		}
		labelled := slices.ContainsFunc(p.Scene.Markers, func(m scene.Marker) bool { return m.Label != "" })
		if !labelled && !p.Axes && !p.Bar.on() {
			continue
		}
		if face == nil {
			if face = newLabelFace(labelSize * scale); face == nil {
				return
			}
			defer face.Close()
		}
		ink := inkOn(p.Background.orDefault())
		for _, l := range placeLabels(p, i, faded, face, scale) {
			ink.label(clip, face, l, scale)
		}
		if p.Axes {
			ink.axes(clip, face, p, scale)
		}
		if p.Bar.on() {
			ink.bar(clip, face, p, scale)
		}
	}
}

// labelWays are where a label may stand, seen from its marker, best first: beside it,
// then around it, then further off with a leader. x and y are directions, far is the
// distance from the ring in units.
var labelWays = []struct{ x, y, far float64 }{
	{1, 0, 4}, {-1, 0, 4}, {0.8, -0.8, 4}, {0.8, 0.8, 4}, {-0.8, -0.8, 4}, {-0.8, 0.8, 4},
	{0.8, -0.8, 20}, {0.8, 0.8, 20}, {-0.8, -0.8, 20}, {-0.8, 0.8, 20}, {1, 0, 30}, {-1, 0, 30},
	{0.6, -1, 40}, {0.6, 1, 40}, {-0.6, -1, 40}, {-0.6, 1, 40}, {0.4, -1, 64}, {0.4, 1, 64},
	{-0.4, -1, 64}, {-0.4, 1, 64}, {1, -0.3, 64}, {-1, -0.3, 64}, {1, 0.3, 64}, {-1, 0.3, 64}, {0.3, -1, 92}, {0.3, 1, 92},
}

// leaderFrom is the distance, in units, from which a leader joins label and marker.
const leaderFrom = 12

// placeLabels gives each label of a pane the first place where it covers no label
// before it and no ring, or else the one where it covers least. Labels in front of surfaces
// choose first. One behind a surface that finds no free place is left out: its ring stays, and
// the label comes back when the shape is turned.
func placeLabels(p *Pane, pane int, faded fades, face font.Face, scale float64) []placed {
	var out []placed
	var taken []box
	for k := range p.Scene.Markers {
		m := &p.Scene.Markers[k]
		if !scene.Finite(m.Position) || p.Clip.Hides(m.Position) {
			continue
		}
		at, ok := p.Camera.Project(vec64(m.Position), float64(p.Rect.Dx()), float64(p.Rect.Dy()))
		if !ok {
			continue
		}
		x, y := at.X+float64(p.Rect.Min.X), at.Y+float64(p.Rect.Min.Y)
		r := (float64(markerRadius(m)) + 1) * scale
		ring := box{x - r, y - r, x + r, y + r}
		taken = append(taken, ring)
		if m.Label == "" {
			continue
		}
		l := placed{text: m.Label, ring: ring, color: orGrey(m.Color)}
		if faded[[2]int{pane, k}] {
			l.fade = float64(min(m.Fade, 1))
		}
		out = append(out, l)
	}
	whole := box{float64(p.Rect.Min.X), float64(p.Rect.Min.Y), float64(p.Rect.Max.X), float64(p.Rect.Max.Y)}
	rings := len(taken)
	for _, behind := range []bool{false, true} {
		for i := range out {
			l := &out[i]
			if l.fade >= 1 || (l.fade > 0) != behind {
				continue
			}
			l.settle(taken, whole, face, scale)
			if behind && slices.ContainsFunc(taken[rings:], func(b box) bool { return l.box.overlap(b) > 1 }) {
				l.fade = 1
				continue
			}
			taken = append(taken, l.box.grown(plateAround*scale))
		}
	}
	return out
}

// grown is a box with its plate: twice as much at the sides as above and below.
func (b box) grown(by float64) box { return box{b.x0 - 2*by, b.y0 - by, b.x1 + 2*by, b.y1 + by} }

// shorten cuts a text that is wider than w pixels, so that it ends in an ellipsis.
func shorten(text string, w float64, face font.Face) string {
	wide := func(s string) bool { return float64(font.MeasureString(face, s))/64 > w }
	if !wide(text) {
		return text
	}
	letters := []rune(text)
	n := sort.Search(len(letters), func(n int) bool { return wide(string(letters[:n+1]) + "…") })
	return strings.TrimRight(string(letters[:n]), " ") + "…"
}

// settle finds the label's place. While its marker is seen, all of the label is: a place
// that reaches over the pane's side is pushed in.
func (l *placed) settle(taken []box, whole box, face font.Face, scale float64) {
	margin := 2 * scale
	l.text = shorten(l.text, whole.x1-whole.x0-2*margin, face)
	w := float64(font.MeasureString(face, l.text)) / 64
	h := labelSize * scale
	cx, cy, r := (l.ring.x0+l.ring.x1)/2, (l.ring.y0+l.ring.y1)/2, (l.ring.x1-l.ring.x0)/2
	inside := whole.x0 <= cx && cx <= whole.x1 && whole.y0 <= cy && cy <= whole.y1
	least := math.Inf(1)
	for _, way := range labelWays {
		reach := (r + way.far*scale)
		// The nearest edge or corner of the text lies in the way's direction.
		x, y := cx+way.x*reach, cy+way.y*reach
		if way.x < 0 {
			x -= w
		}
		if inside {
			x = max(whole.x0+margin, min(x, whole.x1-margin-w))
		}
		b := box{x, y - 0.5*h, x + w, y + 0.5*h}
		bad := (b.x1-b.x0)*(b.y1-b.y0) - b.overlap(whole)
		for _, t := range taken {
			bad += b.overlap(t)
		}
		if bad < least {
			least = bad
			l.box, l.x, l.y = b, x, y+0.35*h
			l.leader = way.far >= leaderFrom
			dx, dy := way.x/math.Hypot(way.x, way.y), way.y/math.Hypot(way.x, way.y)
			l.leaderFrom = [2]float64{cx + r*dx, cy + r*dy}
			l.leaderTo = [2]float64{x - 3*scale, y}
			if way.x < 0 {
				l.leaderTo[0] = x + w + 3*scale
			}
		}
		if least <= 0 {
			return
		}
	}
}
