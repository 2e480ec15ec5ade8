package experiments

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/assets/shapes"
)

// Landmarks is the number of landmarks that the paper matches on each animal. Methods for few
// points get as many samples where all others have more.
const Landmarks = 18

// leftOut are the landmarks of embedded quadrupeds that are too many for [Landmarks]: each has another
// close by. The paper does not say where its own landmarks lie.
var leftOut = []string{"jaw", "belly", "left hock", "right hock"}

// AtLandmarks are pairs of embedded animals with their landmarks instead of samples. The target's
// landmarks come in another order.
func AtLandmarks(pairs []PairSource) []PairSource {
	out := slices.Clone(pairs)
	for k, src := range pairs {
		out[k].Name = src.Name + " landmarks"
		out[k].Make = func(ctx context.Context) (*Pair, error) {
			p, err := src.Make(ctx)
			if err != nil {
				return nil, err
			}
			marks, err := shapes.Landmarks(strings.TrimPrefix(p.A.Ref, pipeline.SamplePrefix))
			if err != nil {
				return nil, err
			}
			for _, m := range marks {
				if !slices.Contains(leftOut, m.Name) {
					at := nearestVertex(p.A.Mesh.Vertices, m.At)
					p.At[0], p.At[1] = append(p.At[0], int32(at)), append(p.At[1], p.Truth.Target[at])
				}
			}
			if n := len(p.At[0]); n != Landmarks {
				return nil, fmt.Errorf("%s has %d landmarks, not %d", p.A.Ref, n, Landmarks)
			}
			rng := rand.New(rand.NewPCG(Landmarks, 0))
			rng.Shuffle(Landmarks, func(i, j int) { p.At[1][i], p.At[1][j] = p.At[1][j], p.At[1][i] })
			return p, nil
		}
	}
	return out
}

func nearestVertex(vertices []r3.Vec, to r3.Vec) int {
	best := 0
	for i, v := range vertices {
		if r3.Norm2(r3.Sub(v, to)) < r3.Norm2(r3.Sub(vertices[best], to)) {
			best = i
		}
	}
	return best
}
