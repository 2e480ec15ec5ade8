package metric

import (
	"context"
	"errors"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/meshtest"
)

// A tree whose making was stopped is made whole by the next who asks.
func TestTreesThatWereStoppedAreMadeLater(t *testing.T) {
	t.Parallel()
	d, err := NewDomain(meshtest.Icosphere(4), DomainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	for name, make := range map[string]func(context.Context) error{"places": d.MakePlaces, "faces": d.MakeNearestFaces} {
		if err := make(stopped); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: a stopped context gives %v", name, err)
		}
		if err := make(context.Background()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := make(stopped); err != nil {
			t.Errorf("%s: what is there is not made again, but gives %v", name, err)
		}
	}
	for f, corners := range d.Triangles {
		middle := r3.Scale(1.0/3, r3.Add(d.Points[corners[0]], r3.Add(d.Points[corners[1]], d.Points[corners[2]])))
		if got := d.NearestFaces(middle, 1); got[0] != int32(f) {
			t.Fatalf("the face nearest to the centre of face %d is %d", f, got[0])
		}
	}
}
