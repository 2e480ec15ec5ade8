// Package order has lists of indices, such as samples in the order of a number.
package order

import (
	"cmp"
	"slices"
)

// Natural is 0, 1, ..., n-1.
func Natural(n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = int32(i)
	}
	return out
}

// Ascending lists the indices of values from the least to the largest, equals in the order of their indices.
func Ascending[T cmp.Ordered](values []T) []int32 {
	out := Natural(len(values))
	slices.SortStableFunc(out, func(i, j int32) int { return cmp.Compare(values[i], values[j]) })
	return out
}

// Least is the index of the least value, the first of equals.
func Least[T cmp.Ordered](values []T) int {
	least := 0
	for i, v := range values {
		if v < values[least] {
			least = i
		}
	}
	return least
}

// Largest is the index of the largest value, the first of equals.
func Largest[T cmp.Ordered](values []T) int {
	largest := 0
	for i, v := range values {
		if v > values[largest] {
			largest = i
		}
	}
	return largest
}

// Inverse is the permutation that leads back.
func Inverse(permutation []int32) []int32 {
	out := make([]int32, len(permutation))
	for i, to := range permutation {
		out[to] = int32(i)
	}
	return out
}

// Take are the values at some indices.
func Take[T any](values []T, at []int32) []T {
	out := make([]T, len(at))
	for k, i := range at {
		out[k] = values[i]
	}
	return out
}
