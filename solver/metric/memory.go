package metric

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
)

// MemoryError says that a space would not fit into memory.
type MemoryError struct {
	Samples, Points int
	Needed, Limit   int64 // bytes
	Fits            int   // how many samples would fit
}

func (e *MemoryError) Error() string {
	head := fmt.Sprintf("distances from %d samples to %d points need %s, and %s is available",
		e.Samples, e.Points, size(e.Needed), size(e.Limit))
	if e.Fits < 2 {
		return head + ": decimate the mesh first"
	}
	return fmt.Sprintf("%s: at most %d samples would fit", head, e.Fits)
}

// SpaceBytes estimates the memory of a space of n samples of v points: distances
// to all points (float32), distances between samples (float64, and as much again
// while solvers work on them), and the searches' own arrays.
func SpaceBytes(n, v int) int64 {
	return 4*int64(n)*int64(v) + 16*int64(n)*int64(n) + 512*int64(v)
}

func checkMemory(n, v int, opt SpaceOptions) error {
	limit := opt.MemoryLimit
	if limit <= 0 {
		limit = availableMemory()
	}
	needed := SpaceBytes(n, v)
	if needed <= limit {
		return nil
	}
	fits := 0
	for lo, hi := 0, n; lo < hi; {
		if mid := (lo + hi + 1) / 2; SpaceBytes(mid, v) <= limit {
			lo, fits = mid, mid
		} else {
			hi = mid - 1
		}
	}
	return &MemoryError{Samples: n, Points: v, Needed: needed, Limit: limit, Fits: fits}
}

// availableMemory is the memory that Linux can give without swapping, or that the
// control group leaves where it is less. On other systems it is 8 GiB.
func availableMemory() int64 {
	const unknown = 8 << 30
	available := int64(unknown)
	if kib := numberAfter("/proc/meminfo", "MemAvailable:"); kib >= 0 {
		available = kib << 10
	}
	// Memory of a group beyond its processes' own pages is cache that it can drop.
	if most, used := cgroupLimit(), cgroupUsed(); most > 0 && used >= 0 {
		available = min(available, max(most-used, 0))
	}
	return available
}

// cgroupLimit is the control group's limit in bytes (version 2, then 1), or -1.
func cgroupLimit() int64 {
	for _, path := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil {
			return n // no number is "max": no limit
		}
	}
	return -1
}

// cgroupUsed is the memory of the group's processes themselves, or -1.
func cgroupUsed() int64 {
	if n := numberAfter("/sys/fs/cgroup/memory.stat", "anon"); n >= 0 {
		return n
	}
	return numberAfter("/sys/fs/cgroup/memory/memory.stat", "total_rss")
}

// numberAfter is the number that follows a word at the start of a line, or -1.
func numberAfter(path, word string) int64 {
	file, err := os.Open(path)
	if err != nil {
		return -1
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) >= 2 && fields[0] == word {
			if n, err := strconv.ParseInt(fields[1], 10, 64); err == nil {
				return n
			}
		}
	}
	return -1
}

// size writes bytes for people.
func size(bytes int64) string {
	const units = "KMGTP"
	if bytes < 1000 {
		return fmt.Sprintf("%d B", bytes)
	}
	e := min(int(math.Log10(float64(bytes))/3), len(units))
	return fmt.Sprintf("%.3g %cB", float64(bytes)/math.Pow(1000, float64(e)), units[e-1])
}
