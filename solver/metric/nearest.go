package metric

import (
	"context"
	"math"
	"slices"

	"gwscope/solver/internal/parallel"
)

// nearBlock is how many points are looked at together: their data stays near the
// processor.
const nearBlock = 1024

// EachNearest calls visit for every point of the Domain with its count nearest samples
// (fewer where there are fewer), nearest first, and their distances; of equally near ones the
// earlier comes first. Calls run on up to threads goroutines at once; the slices that visit
// gets are used again afterwards. It stops within a moment when ctx ends, with its error.
//
// On a level, samples are sought among the nearest to the level's points around.
func (s *Space) EachNearest(ctx context.Context, threads, count int, visit func(point int, near []int32, far []float32)) error {
	count = min(count, s.Len())
	if s.coarse == nil {
		return s.eachNearest(ctx, threads, count, visit)
	}
	// A few more than asked for, since the order may change between points of the level.
	width := min(count+nearMore, s.Len())
	around := make([]int32, len(s.coarse.Domain.Points)*width)
	err := s.coarse.eachNearest(ctx, threads, width, func(p int, near []int32, _ []float32) { copy(around[p*width:], near) })
	if err != nil {
		return err
	}
	points := len(s.Domain.Points)
	return parallel.For(ctx, threads, points, nearBlock, func(_, lo, hi int) {
		list := nearList{near: make([]int32, count), far: make([]float32, count)}
		for p := lo; p < hi; p++ {
			list.clear()
			corners := s.level.Corners[p]
			for k, c := range corners {
				if k > 0 && (c == corners[0] || k > 1 && c == corners[1]) {
					continue
				}
				for _, i := range around[int(c)*width : (int(c)+1)*width] {
					list.offer(i, s.Row(int(i)).At(int32(p)))
				}
			}
			visit(p, list.near, list.far)
		}
	})
}

// nearMore is how many nearest samples of the level's points are asked beyond those that are
// wanted.
const nearMore = 4

func (s *Space) eachNearest(ctx context.Context, threads, count int, visit func(point int, near []int32, far []float32)) error {
	return parallel.For(ctx, threads, len(s.Domain.Points), nearBlock, func(_, lo, hi int) {
		near, far := make([]int32, (hi-lo)*count), make([]float32, (hi-lo)*count)
		for k := range far {
			far[k] = float32(math.Inf(1))
		}
		last := slices.Repeat([]float32{float32(math.Inf(1))}, hi-lo) // the last of each row of far: most distances are compared with it alone
		for i := range s.Len() {
			values := s.Row(i).values[lo:hi]
			for p, most := range last[:len(values)] {
				d := values[p]
				if !(d < most) {
					continue
				}
				row := far[p*count : (p+1)*count]
				at, k := near[p*count:(p+1)*count], count-1
				for ; k > 0 && d < row[k-1]; k-- {
					row[k], at[k] = row[k-1], at[k-1]
				}
				row[k], at[k] = d, int32(i)
				last[p] = row[count-1]
			}
		}
		for p := range hi - lo {
			visit(lo+p, near[p*count:(p+1)*count], far[p*count:(p+1)*count])
		}
	})
}

// nearList keeps the nearest of some samples, each once.
type nearList struct {
	near []int32
	far  []float32
}

func (l nearList) clear() {
	for k := range l.near {
		l.near[k], l.far[k] = 0, float32(math.Inf(1))
	}
}

func (l nearList) offer(sample int32, d float32) {
	last := len(l.near) - 1
	if d > l.far[last] || d == l.far[last] && sample >= l.near[last] {
		return
	}
	for k, i := range l.near {
		if i == sample && l.far[k] == d {
			return
		}
	}
	k := last
	for ; k > 0 && (d < l.far[k-1] || d == l.far[k-1] && sample < l.near[k-1]); k-- {
		l.near[k], l.far[k] = l.near[k-1], l.far[k-1]
	}
	l.near[k], l.far[k] = sample, d
}
