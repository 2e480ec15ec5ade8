package dense

import (
	"fmt"
	"runtime"
)

// Backend names what computes, for people and for results: "CPU, 2 threads, OpenBLAS".
func Backend(threads int) string {
	t := Threads(threads)
	if t == 1 {
		return fmt.Sprintf("CPU, 1 thread, %s", backend)
	}
	return fmt.Sprintf("CPU, %d threads, %s", t, backend)
}

// Threads resolves a setting: zero or less means as many as GOMAXPROCS.
func Threads(threads int) int {
	if threads <= 0 {
		return runtime.GOMAXPROCS(0)
	}
	return threads
}
