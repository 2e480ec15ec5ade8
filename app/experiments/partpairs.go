package experiments

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/solver/amortized"
	"gwscope/solver/amortized/train"
	"gwscope/solver/metric"
)

// partsPair is two clouds of one category, of objects that no network was trained with.
type partsPair struct {
	category string
	x, y     *partsCloud
	// Times of the distances of both clouds.
	straightTime, geodesicTime time.Duration
}

// partsCloud is a cloud with part labels, shuffled, turned, moved and scaled as the methods get
// it. All fields are in the order of the space's n samples.
type partsCloud struct {
	space    *metric.Space // geodesics of the graph of nearest neighbours
	straight *mat.Dense    // Euclidean distances, the largest 1
	cloud    amortized.Cloud
	labels   []int32
	upright  []r3.Vec // the points before they were turned, for pictures and byHeight
}

// pairOf makes pair k of a category: objects 2k and 2k+1 of the source's test split.
func pairOf(ctx context.Context, s PartsSettings, category, k, n int) (*partsPair, error) {
	p := &partsPair{category: s.Source.Categories()[category]}
	for i, to := range []**partsCloud{&p.x, &p.y} {
		object := uint64(2*k + i)
		// One stream for each object: its points do not depend on the other pairs and sizes.
		rng := rand.New(rand.NewPCG(s.Options.Seed, uint64(category)<<32|object))
		drawn, err := s.Source.Cloud(train.Test, category, object, n, rng)
		if err != nil {
			return nil, err
		}
		start := time.Now()
		if *to, err = disguisedCloud(ctx, drawn, rng, s.Options.Threads); err != nil {
			return nil, fmt.Errorf("%s %d: %w", p.category, object, err)
		}
		p.geodesicTime += time.Since(start)
		start = time.Now()
		(*to).straight = straightDistances((*to).cloud.Points)
		p.straightTime += time.Since(start)
	}
	return p, nil
}

// disguisedCloud shuffles a cloud's points, turns, moves and scales them, and measures them.
func disguisedCloud(ctx context.Context, c train.Cloud, rng *rand.Rand, threads int) (*partsCloud, error) {
	n := len(c.Points)
	turn := randomTurn(rng)
	shift, scale := r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}, math.Exp(rng.NormFloat64()/2)
	m := &mesh.Mesh{Name: "cloud", Vertices: make([]r3.Vec, n)}
	if !slices.Contains(c.Normals, r3.Vec{}) { // a file without normals gives zeros
		m.Normals = make([]r3.Vec, n)
	}
	from := rng.Perm(n)
	for i, p := range from {
		m.Vertices[i] = r3.Add(r3.Scale(scale, turn.Rotate(c.Points[p])), shift)
		if m.Normals != nil {
			m.Normals[i] = turn.Rotate(c.Normals[p])
		}
	}
	d, err := metric.NewDomain(m, metric.DomainOptions{})
	if err != nil {
		return nil, err
	}
	space, err := metric.NewSpace(ctx, d, metric.SpaceOptions{Samples: n, Kind: metric.KindKNN, Seed: 1, Threads: threads})
	if err != nil {
		return nil, err
	}
	out := &partsCloud{space: space, cloud: amortized.Cloud{Points: space.Positions(), Normals: space.Normals()},
		labels: make([]int32, space.Len()), upright: make([]r3.Vec, space.Len())}
	for i, p := range space.Samples {
		v := from[d.VertexOf[p]]
		out.labels[i], out.upright[i] = c.Labels[v], c.Points[v]
	}
	return out, nil
}

// straightDistances are the Euclidean distances of points, divided by the largest.
func straightDistances(points []r3.Vec) *mat.Dense {
	n := len(points)
	out := mat.NewDense(n, n, nil)
	largest := 0.0
	for i, p := range points {
		for j, q := range points[:i] {
			d := r3.Norm(r3.Sub(p, q))
			out.Set(i, j, d)
			out.Set(j, i, d)
			largest = max(largest, d)
		}
	}
	out.Scale(1/largest, out)
	return out
}

// carried is the share of Y's points j whose label is that of the point yToX[j] of X (-1: none,
// which counts as wrong).
func carried(labelsX, labelsY, yToX []int32) float64 {
	right := 0
	for j, i := range yToX {
		if i >= 0 && labelsX[i] == labelsY[j] {
			right++
		}
	}
	return float64(right) / float64(len(yToX))
}

// labelShares are the shares of X's and Y's points with each label.
func labelShares(labelsX, labelsY []int32) [][2]float64 {
	out := make([][2]float64, max(slices.Max(labelsX), slices.Max(labelsY))+1)
	for side, labels := range [][]int32{labelsX, labelsY} {
		for _, l := range labels {
			out[l][side] += 1 / float64(len(labels))
		}
	}
	return out
}

// shares are the shares of mass that keep their label by chance and at best: chance by the plan
// that sends all points everywhere; most is what equal masses allow where parts have unequal
// sizes.
func shares(labelsX, labelsY []int32) (chance, most float64) {
	for _, c := range labelShares(labelsX, labelsY) {
		chance += c[0] * c[1]
		most += min(c[0], c[1])
	}
	return chance, most
}
