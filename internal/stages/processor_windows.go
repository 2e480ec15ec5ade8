package stages

import (
	"math"
	"syscall"
)

// ProcessorSeconds is the processor time of this process so far, all threads together.
func ProcessorSeconds() float64 {
	self, err := syscall.GetCurrentProcess()
	if err != nil {
		return math.NaN()
	}
	var created, ended, kernel, user syscall.Filetime
	if err := syscall.GetProcessTimes(self, &created, &ended, &kernel, &user); err != nil {
		return math.NaN()
	}
	// A Filetime counts hundreds of nanoseconds.
	return float64(hundreds(kernel)+hundreds(user)) * 1e-7
}

func hundreds(t syscall.Filetime) uint64 { return uint64(t.HighDateTime)<<32 | uint64(t.LowDateTime) }
