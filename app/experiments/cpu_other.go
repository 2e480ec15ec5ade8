//go:build !unix && !windows

package experiments

// cpuSeconds is not known here.
func cpuSeconds() float64 { return nan }
