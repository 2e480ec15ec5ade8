// Package parallel shares loops among the processors that are free, without giving
// up reproducibility.
//
// Work is cut into chunks whose size the caller fixes, never the number of
// workers; a body that writes only to its own range, or a sum that is folded in
// chunk order, then gives the same bits for any number of threads.
package parallel
