//go:build !linux || !cgo

package dense

const backend = "gonum"

// Slowness is about how many times as long products take here as with OpenBLAS.
const Slowness = 8
