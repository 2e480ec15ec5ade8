package experiments

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

// machine names the computer that the figures belong to.
func machine() string {
	name := runtime.GOARCH
	if data, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		name = cpuModel(string(data), name)
	}
	return fmt.Sprintf("%s, %d threads, %s/%s, %s", name, runtime.GOMAXPROCS(0), runtime.GOOS, runtime.GOARCH, runtime.Version())
}

// cpuModel reads the processor's name from the text of /proc/cpuinfo.
func cpuModel(cpuinfo, otherwise string) string {
	for line := range strings.SplitSeq(cpuinfo, "\n") {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return otherwise
}
