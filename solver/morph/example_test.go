package morph_test

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/morph"
)

// A square that turns by 90° about its corner: half way the straight way has made it
// smaller, the turning way has not.
func Example() {
	square := []r3.Vec{{}, {X: 1}, {X: 1, Y: 1}, {Y: 1}}
	turned := []r3.Vec{{}, {Y: 1}, {X: -1, Y: 1}, {X: -1}}
	triangles := [][3]int32{{0, 1, 2}, {0, 2, 3}}
	turning, err := morph.NewTurning(context.Background(), morph.Ends{From: square, To: turned, Triangles: triangles})
	if err != nil {
		panic(err)
	}
	for _, p := range []morph.Path{morph.Linear(square, turned), turning} {
		at := p.At(0.5)
		fmt.Printf("%.3f\n", r3.Norm(r3.Sub(at[0], at[1])))
	}
	// Output:
	// 0.707
	// 1.000
}
