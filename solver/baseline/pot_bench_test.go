//go:build bench && unix

package baseline

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"codeberg.org/sbinet/npyio"

	"gwscope/assets/shapes"
	"gwscope/solver/metric"
)

// TestPOTRace prints conditional gradient and entropic GW beside POT's, from the
// product coupling, on the same matrices with the same number of threads, in wall and
// in processor time (a busy machine distorts only the former):
//
//	go test -tags bench -run TestPOTRace -v -timeout 2h ./solver/baseline
//
// GWSCOPE_SAMPLES (default 500), GWSCOPE_THREADS (default 1), GWSCOPE_PAIRS (how many
// of the twelve, default all) and GWSCOPE_EPSILON (default 0.05; "cg": conditional
// gradient; several with commas) change what is run.
func TestPOTRace(t *testing.T) {
	python := pythonWithPOT(t)
	samples, threads, count := setting("GWSCOPE_SAMPLES", 500), setting("GWSCOPE_THREADS", 1), setting("GWSCOPE_PAIRS", 12)
	runs := os.Getenv("GWSCOPE_EPSILON")
	if runs == "" {
		runs = "cg,0.05"
	}
	var pairs [][2]string
	for k := 1; k <= 3; k++ {
		for _, kind := range []string{"horse", "cat", "elephant", "human"} {
			pairs = append(pairs, [2]string{fmt.Sprintf("%s/%d", kind, k), fmt.Sprintf("%s/%dr", kind, k+1)})
		}
	}
	pairs = pairs[:min(count, len(pairs))]
	fmt.Printf("%-24s %5s %6s | %10s %10s %7s | %8s %8s %6s | %8s %8s %6s\n", "pair", "n", "run", "ours", "POT", "", "wall s", "POT", "ratio", "cpu s", "POT", "ratio")
	type tally struct {
		lower, equal, higher  int
		wall, cpu, potW, potC float64
	}
	totals := map[string]*tally{}
	for _, pair := range pairs {
		dir := t.TempDir()
		p := &Problem{}
		for side, id := range pair {
			space := sampledShape(t, id, samples, uint64(7+side))
			file, err := os.Create(filepath.Join(dir, string("xy"[side])+".npy"))
			if err != nil {
				t.Fatal(err)
			}
			if err := npyio.Write(file, space.Distances); err != nil {
				t.Fatal(err)
			}
			file.Close()
			if side == 0 {
				p.DX = space.Distances
			} else {
				p.DY = space.Distances
			}
		}
		for run := range strings.SplitSeq(runs, ",") {
			method, o := &conditionalGradient, Options{Threads: threads}
			args := []string{filepath.Join("testdata", "pot_race.py"), filepath.Join(dir, "x.npy"), filepath.Join(dir, "y.npy")}
			epsilon := 0.0
			if run != "cg" {
				var err error
				if epsilon, err = strconv.ParseFloat(run, 64); err != nil {
					t.Fatal(err)
				}
				method, o.Entropic.Epsilon = &entropic, epsilon
				args = append(args, run)
			}
			begin, busy := time.Now(), processorTime()
			r, err := method.Run(context.Background(), p, o)
			if err != nil {
				t.Fatal(err)
			}
			wall, cpu := time.Since(begin).Seconds(), processorTime()-busy
			cmd := exec.Command(python, args...)
			limit := strconv.Itoa(threads)
			cmd.Env = append(os.Environ(), "OPENBLAS_NUM_THREADS="+limit, "OMP_NUM_THREADS="+limit, "MKL_NUM_THREADS="+limit)
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			var pot struct{ Wall, CPU, Loss, Entropy float64 }
			if err := json.Unmarshal(out, &pot); err != nil {
				t.Fatal(err)
			}
			ours, theirs := r.GW2, pot.Loss // objectives, where there is entropy
			if run != "cg" {
				ours, theirs = r.Value, pot.Loss-epsilon*pot.Entropy
			}
			if totals[run] == nil {
				totals[run] = &tally{}
			}
			s, mark := totals[run], "equal"
			// POT stops at changes of 1e-9.
			switch {
			case ours < theirs-2e-9:
				mark = "lower"
				s.lower++
			case ours > theirs+2e-9:
				mark = "HIGHER"
				s.higher++
			default:
				s.equal++
			}
			s.wall, s.cpu, s.potW, s.potC = s.wall+wall, s.cpu+cpu, s.potW+pot.Wall, s.potC+pot.CPU
			fmt.Printf("%-24s %5d %6s | %12.9f %12.9f %-7s| %8.3f %8.3f %6.3f | %8.3f %8.3f %6.3f\n", pair[0]+" "+pair[1], samples, run,
				ours, theirs, mark, wall, pot.Wall, wall/pot.Wall, cpu, pot.CPU, cpu/pot.CPU)
			if math.IsNaN(ours) {
				t.Errorf("%v, %s: no objective", pair, run)
			}
		}
	}
	for run := range strings.SplitSeq(runs, ",") {
		s := totals[run]
		fmt.Printf("%-24s %5d %6s | lower %d, equal %d, higher %d | ratio of times %.3f wall, %.3f cpu\n", "all", samples, run, s.lower, s.equal, s.higher, s.wall/s.potW, s.cpu/s.potC)
	}
}

func sampledShape(t *testing.T, id string, samples int, seed uint64) *metric.Space {
	t.Helper()
	m, err := shapes.Make(id)
	if err != nil {
		t.Fatal(err)
	}
	domain, err := metric.NewDomain(m, metric.DomainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	space, err := metric.NewSpace(context.Background(), domain, metric.SpaceOptions{Samples: samples, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return space
}

func setting(name string, otherwise int) int {
	if v, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return v
	}
	return otherwise
}

func pythonWithPOT(t *testing.T) string {
	t.Helper()
	for _, python := range []string{"/usr/bin/python3", "python3"} {
		if exec.Command(python, "-c", "import ot.gromov").Run() == nil {
			return python
		}
	}
	t.Skip("POT is not installed (Debian: python3-pot)")
	return ""
}

// processorTime is what this process has used, in seconds.
func processorTime() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return math.NaN()
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
