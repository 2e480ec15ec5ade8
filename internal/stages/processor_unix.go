//go:build unix

package stages

import (
	"math"
	"syscall"
)

// ProcessorSeconds is the processor time of this process so far, all threads together.
func ProcessorSeconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return math.NaN()
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
