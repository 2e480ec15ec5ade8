package dense

import (
	"fmt"

	"gwscope/solver/internal/parallel"
)

// Backend names the libraries that compute, for people and for results: "CPU, 2 threads, OpenBLAS".
func Backend(threads int) string {
	t := parallel.Threads(threads)
	if t == 1 {
		return fmt.Sprintf("CPU, 1 thread, %s", backend)
	}
	return fmt.Sprintf("CPU, %d threads, %s", t, backend)
}
