//go:build cgo

package gldraw

import (
	"fmt"
	"image"
	"testing"

	"gwscope/render/camera"
	"gwscope/render/scene"
)

// Labels of neighbouring markers must not cover each other, nor leave the pane.
func TestLabelsKeepApart(t *testing.T) {
	t.Parallel()
	s := &scene.Scene{}
	for i := range 9 {
		s.Markers = append(s.Markers, scene.Marker{Position: scene.Vec{0.1 * float32(i%3), 0.06 * float32(i/3), 0}, Label: fmt.Sprintf("landmark %d", i), Radius: 4})
	}
	s.Markers = append(s.Markers, scene.Marker{Position: scene.Vec{0.86, 0, 0}, Label: "at the right edge"})
	face := newLabelFace(labelSize)
	p := Pane{Rect: image.Rect(20, 10, 520, 410), Scene: s, Camera: camera.New().Frame(scene.Bounds{Min: scene.Vec{-1, -0.7, 0}, Max: scene.Vec{1, 0.7, 0}}, 500, 400)}
	ls := placeLabels(&p, 0, nil, face, 1)
	if len(ls) != len(s.Markers) {
		t.Fatalf("%d labels", len(ls))
	}
	leaders := 0
	for i, l := range ls {
		if l.box.x0 < 20 || l.box.x1 > 520 || l.box.y0 < 10 || l.box.y1 > 410 {
			t.Errorf("%q lies outside: %v", l.text, l.box)
		}
		for _, k := range ls[:i] {
			if l.box.overlap(k.box) > 1 {
				t.Errorf("%q covers %q", l.text, k.text)
			}
		}
		if l.leader {
			leaders++
		}
	}
	if leaders == 0 {
		t.Error("nine labels in the space of one, and none stands off")
	}
}

// A label that is longer than the room beside its marker is seen whole, and a label that is longer than
// the pane is cut short. The label of a marker out of sight is not moved into the pane.
func TestLongLabelsStayInThePane(t *testing.T) {
	t.Parallel()
	long := "left shoulder (scapula, dorsal end of the spine)"
	face := newLabelFace(labelSize)
	for _, width := range []int{520, 240, 90} {
		for _, x := range []float32{-0.9, 0, 0.9} {
			s := &scene.Scene{Markers: []scene.Marker{{Position: scene.Vec{x, 0, 0}, Label: long, Radius: 4}}}
			p := Pane{Rect: image.Rect(20, 10, 20+width, 410), Scene: s, Camera: camera.New().Frame(scene.Bounds{Min: scene.Vec{-1, -0.2, 0}, Max: scene.Vec{1, 0.2, 0}}, float64(width), 400)}
			l := placeLabels(&p, 0, nil, face, 1)[0]
			if l.box.x0 < 20 || l.box.x1 > float64(20+width) {
				t.Errorf("%d wide, marker at %g: %q lies at %v", width, x, l.text, l.box)
			}
			if whole := l.text == long; whole != (width > 300) {
				t.Errorf("%d wide: the label reads %q", width, l.text)
			}
		}
	}
	s := &scene.Scene{Markers: []scene.Marker{{Position: scene.Vec{2, 0, 0}, Label: "far off", Radius: 4}}}
	p := Pane{Rect: image.Rect(0, 0, 300, 300), Scene: s, Camera: camera.New().Frame(scene.Bounds{Min: scene.Vec{-1, -1, 0}, Max: scene.Vec{1, 1, 0}}, 300, 300)}
	for _, l := range placeLabels(&p, 0, nil, face, 1) {
		if l.box.x0 < 300 && l.box.x1 > 0 && l.ring.x0 > 300 {
			t.Errorf("the label of a marker out of sight lies at %v", l.box)
		}
	}
}

// A marker behind a surface fades, and a marker before it does not. The label of a faint marker can
// still be read.
func TestMarkersFadeBehindSurfaces(t *testing.T) {
	t.Parallel()
	r := newRenderer(t)
	s := torusScene(40, orange)
	shot := func(z float32, tile int, label string) *image.RGBA {
		sc := *s
		sc.Markers = []scene.Marker{{Position: scene.Vec{0, 1, z}, Color: scene.RGBA{B: 255, A: 255}, Filled: true, Radius: 9, Fade: 0.9, Label: label}}
		c := camera.New().Frame(s.Bounds(), 200, 200)
		r.state.maxTile = tile
		return render(t, r, Frame{Width: 200, Height: 200, Panes: []Pane{{Rect: image.Rect(0, 0, 200, 200), Scene: &sc, Camera: c}}})
	}
	clean := render(t, r, Frame{Width: 200, Height: 200, Panes: []Pane{{Rect: image.Rect(0, 0, 200, 200), Scene: s, Camera: camera.New().Frame(s.Bounds(), 200, 200)}}})
	whole := r.state.maxTile
	for _, tile := range []int{whole, 128} { // at once, and in tiles that know no others' depths
		front, back := differing(clean, shot(1, tile, ""), 40), differing(clean, shot(-1, tile, ""), 40)
		if front < 200 {
			t.Errorf("tiles of %d: a marker in front changes %d pixels", tile, front)
		}
		if back > front/4 {
			t.Errorf("tiles of %d: a marker behind changes %d pixels, one in front %d", tile, back, front)
		}
		if words := differing(clean, shot(-1, tile, "here"), 40) - back; words < 200 {
			t.Errorf("tiles of %d: the label of a marker behind changes %d pixels", tile, words)
		}
	}
}
