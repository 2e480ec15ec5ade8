package present_test

import (
	"testing"

	"gwscope/app/present"
)

// A brush that is dragged colours both shapes anew for each place of the pointer.
func BenchmarkBrush(b *testing.B) {
	m, err := known()
	if err != nil {
		b.Fatal(err)
	}
	s := present.NewStage(m)
	v := present.NewView()
	v.ColorBy, v.Paint.Mask = present.ByError, 0.3
	for i := 0; b.Loop(); i++ {
		v.Brush = present.Brush{By: present.ByError, Low: 0.001 * float64(i%50), High: 0.1}
		s.Picture(v)
	}
}

// Marks and lines change no colour.
func BenchmarkMark(b *testing.B) {
	m, err := known()
	if err != nil {
		b.Fatal(err)
	}
	s := present.NewStage(m)
	v := present.NewView()
	for i := 0; b.Loop(); i++ {
		v.PickedA = i % len(m.A.Mesh.Vertices)
		s.Picture(v)
	}
}
