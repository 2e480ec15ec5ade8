//go:build bench

package solver

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
)

// TestPairsTable prints what fast and thorough make of every pair of known truth,
// beside POT's conditional gradient on the same distances where Debian's
// python3-pot is installed:
//
//	go test -tags bench -run TestPairsTable -v -timeout 2h ./solver
//
// GWSCOPE_SAMPLES (default 500), GWSCOPE_PAIRS (part of a name), GWSCOPE_SEEDS
// (default 1) and GWSCOPE_POT=off change what is run.
func TestPairsTable(t *testing.T) {
	samples, seeds := number("GWSCOPE_SAMPLES", 500), number("GWSCOPE_SEEDS", 1)
	python := pot()
	fmt.Printf("%-24s %-8s %5s %8s %8s %7s %7s %7s %7s %s %8s\n", "pair", "effort", "n", "gw2", "slicer", "plan", "snapped", "mirror", "margin", "?", "time")
	total := map[Effort]*tally{Fast: {}, Thorough: {}}
	for _, job := range benchPairs(t, samples, seeds) {
		if only := os.Getenv("GWSCOPE_PAIRS"); !strings.Contains(job.name, only) {
			continue
		}
		p := job.make()
		potLoss, potTime := math.NaN(), time.Duration(0)
		if python != "" {
			potLoss, potTime = runPOT(t, python, p)
			fmt.Printf("%-24s %-8s %5d %8.5f %48s %8s\n", job.name, "POT", p.x.Len(), potLoss, "", potTime.Round(time.Millisecond))
		}
		for _, effort := range []Effort{Fast, Thorough} {
			begin := time.Now()
			r, err := Solve(context.Background(), Problem{p.x, p.y}, Settings{Effort: effort})
			if err != nil {
				t.Fatal(err)
			}
			took := time.Since(begin)
			plan := p.meanError(pointsOf(p.y, r.Plan().Targets()), p.direct)
			snapped := p.meanError(r.Alternatives[0].SnappedXToY, p.direct)
			mirrored := p.meanError(r.Alternatives[0].SnappedXToY, p.mirrored)
			mark := " "
			if r.Margin < CloseCall {
				mark = "?"
			}
			fmt.Printf("%-24s %-8s %5d %8.5f %8.5f %7.3f %7.3f %7.3f %7.2f %s %8s\n", job.name, effort, p.x.Len(),
				r.GW2(), r.GW2Slicer, plan, snapped, mirrored, r.Margin, mark, took.Round(time.Millisecond))
			total[effort].add(plan, snapped, r, potLoss, took, potTime)
		}
	}
	for _, effort := range []Effort{Fast, Thorough} {
		fmt.Printf("%-8s %s\n", effort, total[effort])
	}
}

// tally sums up a table.
type tally struct {
	pairs, right, close, missed, below, rivals int
	plan, snapped, ratio                       float64
	time                                       time.Duration
}

// rightBelow is the mean error / √area below which a match counts as the right one:
// a mirrored or turned one is off by 0.2 or more.
const rightBelow = 0.1

func (s *tally) add(plan, snapped float64, r *Result, potLoss float64, took, potTime time.Duration) {
	s.pairs++
	s.plan += plan
	s.snapped += snapped
	s.time += took
	if r.Margin < CloseCall {
		s.close++
	}
	if plan < rightBelow {
		s.right++
	} else if r.Margin >= CloseCall {
		s.missed++
	}
	if !math.IsNaN(potLoss) {
		s.rivals++
		s.ratio += float64(took) / float64(potTime)
		if r.GW2() <= potLoss*(1+1e-9) {
			s.below++
		}
	}
}

func (s *tally) String() string {
	n := float64(max(s.pairs, 1))
	out := fmt.Sprintf("right %d of %d, close calls %d, wrong and no close call %d, mean error %.4f, snapped %.4f, mean time %v",
		s.right, s.pairs, s.close, s.missed, s.plan/n, s.snapped/n, (s.time / time.Duration(max(s.pairs, 1))).Round(time.Millisecond))
	if s.rivals > 0 {
		out += fmt.Sprintf(", GW² at or below POT's on %d, mean time %.3f of POT's", s.below, s.ratio/float64(s.rivals))
	}
	return out
}

type benchPair struct {
	name string
	make func() *pair
}

// benchPairs lists the real pairs, where they are, and all embedded ones of a species.
func benchPairs(t *testing.T, samples, seeds int) []benchPair {
	var all []benchPair
	for seed := uint64(7); seed < uint64(7+2*seeds); seed += 2 {
		if dir, err := realFolder(); err == nil {
			for _, r := range realPairs {
				all = append(all, benchPair{r.name, func() *pair { return realPair(t, dir, r.name, r.a, r.b, samples, seed) }})
			}
		}
		for _, kind := range []struct {
			name  string
			poses int
		}{{"horse", 6}, {"cat", 6}, {"elephant", 5}, {"human", 6}} {
			for i := 1; i <= kind.poses; i++ {
				for j := i + 1; j <= kind.poses; j++ {
					a, b := fmt.Sprintf("%s/%d", kind.name, i), fmt.Sprintf("%s/%dr", kind.name, j)
					all = append(all, benchPair{a + " " + b, func() *pair { return embeddedPair(t, a, b, samples, seed) }})
				}
			}
		}
	}
	return all
}

func number(name string, otherwise int) int {
	if v, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return v
	}
	return otherwise
}

// pot finds a Python that has POT.
func pot() string {
	if os.Getenv("GWSCOPE_POT") == "off" {
		return ""
	}
	for _, python := range []string{"/usr/bin/python3", "python3"} {
		if exec.Command(python, "-c", "import ot.gromov").Run() == nil {
			return python
		}
	}
	return ""
}

const potScript = `
import sys, time, numpy as np, ot
n, m = int(sys.argv[3]), int(sys.argv[4])
C1, C2 = np.fromfile(sys.argv[1]).reshape(n, n), np.fromfile(sys.argv[2]).reshape(m, m)
t = time.time()
T, log = ot.gromov.gromov_wasserstein(C1, C2, ot.unif(n), ot.unif(m), 'square_loss', log=True)
print(log['gw_dist'], time.time() - t)
`

// runPOT gives GW² and time of POT's gromov_wasserstein from its own start.
func runPOT(t *testing.T, python string, p *pair) (gw2 float64, took time.Duration) {
	dir := t.TempDir()
	write := func(name string, d *mat.Dense) string {
		path := filepath.Join(dir, name)
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if err := binary.Write(f, binary.LittleEndian, d.RawMatrix().Data); err != nil {
			t.Fatal(err)
		}
		return path
	}
	out, err := exec.Command(python, "-c", potScript, write("x", p.x.Distances), write("y", p.y.Distances),
		strconv.Itoa(p.x.Len()), strconv.Itoa(p.y.Len())).Output()
	if err != nil {
		t.Fatal(err)
	}
	var seconds float64
	if _, err := fmt.Sscan(string(out), &gw2, &seconds); err != nil {
		t.Fatal(err)
	}
	return gw2, time.Duration(seconds * float64(time.Second))
}
