//go:build unix

package experiments

import "syscall"

// cpuSeconds is the processor time of this process so far, all threads together.
func cpuSeconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return nan
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
