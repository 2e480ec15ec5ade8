//go:build !((linux || windows) && cgo)

package paths

// Everywhere else the plain loops do the work.

func sweep(b *Bundle, order []int32, backwards bool) bool { return plainSweep(b, order, backwards) }
