package experiments

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"gwscope/app/export"
	"gwscope/app/session"
	"gwscope/meshio"
)

// Settings of the pairs experiment.
type Settings struct {
	Data     string // folder of pairs beside the embedded ones; empty: none
	Embedded bool
	Samples  []int
	Efforts  []string
	Options  session.Options
	// POTLimit is the largest n that POT is asked to solve (82 s at 2000); 0: never.
	POTLimit int
	Out      string // directory for pairs.csv and pairs.md
	// Report is told of each finished row and of the progress, and may be nil.
	Report func(row *Row, done, all int, left time.Duration)
}

// Pairs measures the hierarchical slicer on pairs with a known truth. When ctx
// ends, what is done so far is written and the context's error returned.
func Pairs(ctx context.Context, s Settings) ([]Row, error) {
	if err := export.PrepareDir(s.Out); err != nil {
		return nil, err
	}
	var sources []PairSource
	if s.Embedded {
		sources = EmbeddedPairs()
	}
	if s.Data != "" {
		more, err := FolderPairs(s.Data)
		if err != nil {
			return nil, err
		}
		sources = append(sources, more...)
	}
	var pot *POT
	if s.POTLimit > 0 {
		var err error
		if pot, err = FindPOT(ctx); err != nil {
			return nil, fmt.Errorf("%w; install it, or pass --pot-limit 0 to leave it out", err)
		}
	}
	var rows []Row
	start := time.Now()
	done, all := 0, len(sources)*len(s.Samples)
	var failure error
run:
	for _, n := range s.Samples {
		for _, src := range sources {
			pair, err := src.Make(ctx)
			var measured []Row
			if err == nil {
				o := s.Options
				o.Samples = n
				measured, err = measurePair(ctx, pair, o, s.Efforts, pot, s.POTLimit)
			}
			if ctx.Err() != nil {
				failure = ctx.Err()
				break run
			}
			if err != nil {
				failure = fmt.Errorf("pair %s: %w", src.Name, err)
				break run
			}
			done++
			rows = append(rows, measured...)
			for i := range measured {
				if s.Report != nil {
					s.Report(&measured[i], done, all, timeLeft(start, done, all))
				}
			}
		}
	}
	if err := meshio.WriteFile(filepath.Join(s.Out, "pairs.csv"), func(w io.Writer) error { return WriteCSV(w, rows) }); err != nil {
		return rows, err
	}
	if err := meshio.WriteFile(filepath.Join(s.Out, "pairs.md"), func(w io.Writer) error {
		return WriteMarkdown(w, "Pairs with a known truth", machine(), rows)
	}); err != nil {
		return rows, err
	}
	return rows, failure
}

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
