package anchor

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"gwscope/internal/figures"
	"gwscope/solver/internal/order"
	"gwscope/solver/metric"
)

// Extremity is a place far from everything else, such as a paw, a nose or the end of a tail.
type Extremity = figures.Extremity

const (
	// leastPersistence tells limbs from ears and fingers, which stay below 0.13 on
	// quadrupeds and people.
	leastPersistence = 0.2
	// leastRelief is the range, in means, from which a shape has extremities at all. It
	// is 0.5 to 0.9 for animals, and 0.02 for a ball, whose hills are the roughness of
	// distances.
	leastRelief = 0.25
	// maxTips bounds the assignments of tips: 7! is 5,040.
	maxTips = 7
	// lesserPersistence and maxExtremities bound the lesser tips, which only refine a
	// pairing of the others: the ears and the nose of a cat have 0.07 to 0.09, where
	// an elephant has ears and a trunk.
	lesserPersistence = 0.05
	maxExtremities    = 10
)

// Tips finds the extremities of a shape, at most seven: the local maxima of the
// average geodesic distance (Hilaga et al. 2001) whose persistence in the
// superlevel sets (Edelsbrunner, Letscher & Zomorodian 2002) is more than a fifth
// of its range. Round shapes have none. Edges are those of the mesh, of the neighbour graph for
// clouds. It stops within a moment when ctx ends, with its error.
func Tips(ctx context.Context, space *metric.Space, threads int) ([]Extremity, error) {
	tips, _, err := extremities(ctx, space, threads)
	return tips, err
}

// extremities are the Tips of a shape and its lesser ones: tips that persist less, or are
// one too many.
func extremities(ctx context.Context, space *metric.Space, threads int) (tips, lesser []Extremity, err error) {
	if coarse, level := space.Coarse(); coarse != nil {
		tips, lesser, err = extremities(ctx, coarse, threads)
		for _, found := range [][]Extremity{tips, lesser} {
			for k := range found {
				found[k].Point = level.Points[found[k].Point]
			}
		}
		return tips, lesser, err
	}
	far, err := space.AverageGeodesicDistance(ctx, threads)
	if err != nil {
		return nil, nil, err
	}
	least, most := slices.Min(far), slices.Max(far)
	if !(most-least > leastRelief*(most+least)/2) {
		return nil, nil, nil
	}
	for _, p := range peaks(far, space.Domain.Adjacent) {
		if share := p.persistence / (most - least); share > lesserPersistence {
			tips = append(tips, Extremity{Point: p.at, Persistence: share})
		}
	}
	slices.SortStableFunc(tips, func(a, b Extremity) int { return cmp.Compare(b.Persistence, a.Persistence) })
	tips = tips[:min(len(tips), maxExtremities)]
	for k := range tips {
		tips[k].Name = fmt.Sprintf("tip %d", k+1)
	}
	count := 0
	for count < min(len(tips), maxTips) && tips[count].Persistence > leastPersistence {
		count++
	}
	return slices.Clip(tips[:count]), tips[count:], nil
}

// peak is a local maximum of a function on a graph.
type peak struct {
	at          int32
	persistence float64
}

// peaks are the local maxima of a function on a graph with the persistence of the
// components that they are born with, when the superlevel sets {f >= t} are swept
// from above: at a pass the lower of two peaks ends. The peak left at the end has
// persistence max f - min f. The highest come first; of equal ones the lower index.
func peaks(f []float64, adjacent func(int32) []int32) []peak {
	falling := order.Natural(len(f))
	slices.SortFunc(falling, func(a, b int32) int {
		return cmp.Or(cmp.Compare(f[b], f[a]), cmp.Compare(a, b))
	})
	rank := order.Inverse(falling)
	const none = -1
	parent := slices.Repeat([]int32{none}, len(f)) // a component's root is its peak
	root := func(p int32) int32 {
		for parent[p] != p {
			parent[p] = parent[parent[p]]
			p = parent[p]
		}
		return p
	}
	var found []peak
	for _, p := range falling {
		parent[p] = p
		for _, q := range adjacent(p) {
			if parent[q] == none {
				continue
			}
			high, low := root(p), root(q)
			if high == low {
				continue
			}
			if rank[low] < rank[high] {
				high, low = low, high
			}
			parent[low] = high
			if low != p {
				found = append(found, peak{low, f[low] - f[p]})
			}
		}
	}
	floor := f[falling[len(falling)-1]]
	for _, p := range falling {
		if parent[p] == p {
			found = append(found, peak{p, f[p] - floor})
		}
	}
	slices.SortFunc(found, func(a, b peak) int { return cmp.Compare(rank[a.at], rank[b.at]) })
	return found
}
