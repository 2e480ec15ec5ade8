package gw1d

import (
	"math"
	"slices"
)

// radixFrom is the number of points from which a radix sort beats comparisons.
const radixFrom = 96

// sortPoints sorts at in ascending order, and order, if it is there, with it. Equal
// points keep their places. It is a radix sort on the bits, least significant byte
// first: O(n), and slicing is little else than sorting.
func sortPoints(at []float64, order []int32) {
	n := len(at)
	if n < radixFrom {
		sortFew(at, order)
		return
	}
	keys, other := make([]uint64, n), make([]uint64, n)
	var indices []int32
	if order != nil {
		indices = make([]int32, n)
	}
	var counts [8][256]int32
	for i, v := range at {
		k := bitsOf(v)
		keys[i] = k
		for b := range 8 {
			counts[b][byte(k>>(8*b))]++
		}
	}
	for b := range 8 {
		count := &counts[b]
		if int(count[byte(keys[0]>>(8*b))]) == n { // all alike in this byte
			continue
		}
		sum := int32(0)
		for c := range count {
			sum, count[c] = sum+count[c], sum
		}
		if order == nil {
			for _, k := range keys {
				to := &count[byte(k>>(8*b))]
				other[*to] = k
				*to++
			}
		} else {
			for i, k := range keys {
				to := &count[byte(k>>(8*b))]
				other[*to], indices[*to] = k, order[i]
				*to++
			}
			copy(order, indices)
		}
		keys, other = other, keys
	}
	for i, k := range keys {
		at[i] = valueOf(k)
	}
}

// sortFew inserts one point after another: for few points, nothing is faster.
func sortFew(at []float64, order []int32) {
	if order == nil {
		slices.Sort(at)
		return
	}
	for i := 1; i < len(at); i++ {
		v, o := at[i], order[i]
		j := i
		for ; j > 0 && at[j-1] > v; j-- {
			at[j], order[j] = at[j-1], order[j-1]
		}
		at[j], order[j] = v, o
	}
}

// bitsOf maps numbers to integers in the same order.
func bitsOf(v float64) uint64 {
	k := math.Float64bits(v + 0) // -0 becomes 0, its equal
	if k>>63 != 0 {
		return ^k
	}
	return k | 1<<63
}

// valueOf is the inverse of bitsOf.
func valueOf(k uint64) float64 {
	if k>>63 != 0 {
		return math.Float64frombits(k &^ (1 << 63))
	}
	return math.Float64frombits(^k)
}
