package amortized

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// Tokens of places whose neighbourhoods are known.
func TestNeighborhoodsOfKnownPlaces(t *testing.T) {
	t.Parallel()
	c := Config{Neighbors: 1, Heights: true, Local: true, Invariants: true}
	var plate, rod Cloud
	const side = 31
	for k := range side * side {
		// Not quite a square, or there would be no principal axes to speak of.
		plate.Points = append(plate.Points, r3.Vec{X: float64(k % side), Y: 1.01 * float64(k/side)})
	}
	for k := range 200 {
		rod.Points = append(rod.Points, r3.Vec{Z: float64(k)})
	}
	middle, corner := side/2*side+side/2, 0
	of := func(cloud Cloud, i int) (heights, local, six []float32) {
		row := tokensOf(t, c, cloud).Input[i*c.Inputs()+1 : (i+1)*c.Inputs()]
		return row[:heightSize], row[heightSize : heightSize+localSize], row[heightSize+localSize:]
	}
	near := func(what string, got float32, want, tolerance float64) {
		t.Helper()
		if math.Abs(float64(got)-want) > tolerance {
			t.Errorf("%s is %g, want %g", what, got, want)
		}
	}
	heights, local, six := of(plate, middle)
	near("the highest point over a plate", heights[heightQuantiles-1], 0, 0)
	near("the turn of its normals", heights[heightSize-1], 1, 0)
	near("the thickness of a plate", local[0], 0, 0)
	near("its width", local[1], math.Sqrt(0.5), 0.05)
	near("how far its middle is from the middle", local[3], 0, 0.05)
	near("how like a plane it is", six[3], 1, 0.05)
	_, local, six = of(plate, corner)
	if local[3] < 0.5 || six[4] < 0.5 {
		t.Errorf("a corner is %g and %g from its neighbourhood's middle", local[3], six[4])
	}
	near("a corner's distance from the centre", six[0], 1, 1e-4)
	_, local, six = of(rod, 100)
	near("how like a line a rod is", six[2], 1, 1e-3)
	near("its length", local[2], 1, 1e-3)
}

func TestEstimatedNormalsAreThoseOfTheSurface(t *testing.T) {
	t.Parallel()
	cloud := object(t, "mug", 2, 1024)
	points, err := normalized(cloud.Points, tokensOf(t, small(), cloud).Mass)
	if err != nil {
		t.Fatal(err)
	}
	s := &shape{points: points, mass: tokensOf(t, small(), cloud).Mass}
	right := make([]bool, len(points))
	s.each(2, func(p *profiler, i int) { right[i] = math.Abs(r3.Dot(p.normal(), cloud.Normals[i])) > 0.9 })
	count := 0
	for _, r := range right {
		if r {
			count++
		}
	}
	if count < 850 {
		t.Errorf("only %d of 1024 normals are within 26° of the true ones", count)
	}
}
