package experiments

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"

	"gwscope/app/version"
	"gwscope/internal/routine"
)

// origin is the program and the computer; rows of one table must share both.
func origin() (program, computer string) { return build(), machine() }

// build identifies the program. Where it is not a clean build of a known revision, a hash of
// the executable is added to the version.
var build = sync.OnceValue(func() string {
	v := version.String()
	if strings.Contains(v, "+") && !strings.HasSuffix(v, ".dirty") {
		return v
	}
	path, err := os.Executable()
	if err != nil {
		return v
	}
	f, err := os.Open(path)
	if err != nil {
		return v
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return v
	}
	return v + " (build " + hex.EncodeToString(h.Sum(nil)[:4]) + ")"
})

// machine names the computer that the figures belong to.
func machine() string {
	name := runtime.GOARCH
	if data, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		name = cpuModel(string(data), name)
	}
	return fmt.Sprintf("%s, %d threads, %s/%s, %s", name, routine.Processors, runtime.GOOS, runtime.GOARCH, runtime.Version())
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
