package morph

import (
	"context"
	"testing"

	"gwscope/meshio/meshtest"
)

// A shape of 20,480 triangles, a little more than the scans that the window is made for.
func BenchmarkNewTurning(b *testing.B) {
	m := meshtest.Icosphere(5)
	to := meshtest.Bumpy(5).Vertices
	b.ReportAllocs()
	for b.Loop() {
		if _, err := NewTurning(context.Background(), Ends{From: m.Vertices, To: to, Triangles: m.Triangles}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTurningAt(b *testing.B) {
	m := meshtest.Icosphere(5)
	path, err := NewTurning(context.Background(), Ends{From: m.Vertices, To: meshtest.Bumpy(5).Vertices, Triangles: m.Triangles})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		path.At(0.4)
	}
}

func BenchmarkFilmAt(b *testing.B) {
	m := meshtest.Icosphere(5)
	film := NewFilm(Linear(m.Vertices, meshtest.Bumpy(5).Vertices))
	for b.Loop() {
		film.At(0.4)
	}
}
