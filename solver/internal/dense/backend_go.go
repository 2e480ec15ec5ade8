//go:build !linux || !cgo

package dense

const backend = "gonum"
