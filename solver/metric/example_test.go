package metric_test

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/solver/metric"
)

// A unit square of two triangles: between the corners that no edge joins, the
// graph goes round and the accurate kind straight across.
func ExampleNewSpace() {
	square := &mesh.Mesh{
		Vertices:  []r3.Vec{{}, {X: 1}, {X: 1, Y: 1}, {Y: 1}},
		Triangles: [][3]int32{{0, 1, 2}, {0, 2, 3}},
	}
	domain, err := metric.NewDomain(square, metric.DomainOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, kind := range []metric.Kind{metric.KindGraph, metric.KindAccurate} {
		space, err := metric.NewSpace(context.Background(), domain, metric.SpaceOptions{Kind: kind})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%-8v %d samples, the farthest %.3f apart\n", space.Kind, space.Len(), space.Diameter)
	}
	// Output:
	// graph    4 samples, the farthest 2.000 apart
	// accurate 4 samples, the farthest 1.414 apart
}
