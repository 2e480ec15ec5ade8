package register

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/meshtest"
)

// hairpin folds a strip along x in two: flaps that lie above each other, joined by half a
// tube.
func hairpin(p r3.Vec) r3.Vec {
	const radius = 0.15
	x := p.X - 1
	switch bend := math.Pi * radius / 2; {
	case x < -bend:
		return r3.Vec{X: x + bend, Y: p.Y, Z: -radius}
	case x > bend:
		return r3.Vec{X: bend - x, Y: p.Y, Z: radius}
	}
	sin, cos := math.Sincos(x / radius)
	return r3.Vec{X: radius * cos, Y: p.Y, Z: radius * sin}
}

// A point drawn from one flap to the other leaves long triangles across the gap, although
// all points lie on the surface. It finds back along the surface.
func TestBridgesAreDrawnIntoTheGap(t *testing.T) {
	t.Parallel()
	m := moved(meshtest.Grid(2, 1, 40, 20), hairpin)
	p := newPair(t, m, m, func(q r3.Vec) r3.Vec { return q }, func(q r3.Vec) r3.Vec { return q }, 0)
	r := p.run(t)
	right := append([]r3.Vec(nil), p.y.Domain.Points...)
	copy(r.sheet.at, right)
	r.sheet.rotate(0, nil)
	strays := 0
	for i, q := range right {
		file := p.y.Domain.ToFile(q)
		if file.Z > 0.149 && math.Abs(file.X+0.4) < 0.03 && file.Y > 0.2 && file.Y < 0.8 && i%3 == 0 {
			file.Z = -file.Z
			r.sheet.at[i] = p.y.Domain.FromFile(file)
			strays++
		}
	}
	before, err := r.quality(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if strays == 0 || before.Far99 < 0.02 {
		t.Fatalf("%d points were moved, and the distance is %.4f: too easy", strays, before.Far99)
	}
	if _, moved, err := r.mend(t.Context(), before); err != nil || !moved {
		t.Fatal(moved, err)
	}
	left, err := r.bridges(t.Context())
	if err != nil || len(left) > 0 {
		t.Errorf("%d triangles still span the gap (%v)", len(left), err)
	}
	after, err := r.quality(t.Context(), nil)
	if err != nil || after.Far99 > 0.006 || after.Folded+after.Collapsed > 0 {
		t.Errorf("mended, the distance is %.4f and %.2f %% are folded (%v)", after.Far99, 100*(after.Folded+after.Collapsed), err)
	}
	if off := meanDistance(right, r.sheet.at); off > 0.01 {
		t.Errorf("points are %.4f from where they belong", off)
	}
}
