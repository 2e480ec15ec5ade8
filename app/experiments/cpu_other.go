//go:build !unix

package experiments

// cpuSeconds is not known here.
func cpuSeconds() float64 { return nan }
