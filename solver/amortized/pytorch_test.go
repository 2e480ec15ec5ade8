//go:build unix

package amortized

import (
	"encoding/binary"
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

	"gwscope/solver/nn/cpu"
	"gwscope/solver/nn/torch"
)

// pytorch runs testdata/pytorch.py on a pair.
func pytorch(t testing.TB, w *Weights, x, y *Tokens, threads, repeats int) (s, u []float64, ms float64) {
	t.Helper()
	python, err := torch.CPU()
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	paths := []string{filepath.Join(dir, "weights"), filepath.Join(dir, "x"), filepath.Join(dir, "y")}
	contents := [][]byte{written(t, w, Single)}
	for _, tokens := range []*Tokens{x, y} {
		var raw []byte
		for _, v := range tokens.Input {
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
		}
		contents = append(contents, raw)
	}
	for k, path := range paths {
		if err := os.WriteFile(path, contents[k], 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command(python.Path, "testdata/pytorch.py", paths[0], paths[1], paths[2], strconv.Itoa(threads), strconv.Itoa(repeats)).Output()
	if err != nil {
		t.Fatalf("pytorch.py: %v", err)
	}
	var lines [][]float64
	for line := range strings.Lines(string(out)) {
		var numbers []float64
		for f := range strings.FieldsSeq(line) {
			v, err := strconv.ParseFloat(f, 64)
			if err != nil {
				t.Fatal(err)
			}
			numbers = append(numbers, v)
		}
		lines = append(lines, numbers)
	}
	if len(lines) != 3 {
		t.Fatalf("pytorch.py prints %d lines", len(lines))
	}
	return lines[0], lines[1], lines[2][0]
}

func TestScoresAreThoseOfPyTorch(t *testing.T) {
	t.Parallel()
	c := Default()
	c.Encoder = []Block{S, C, CS, SC}
	w := fresh(t, c, 7)
	m := NewModel(w, single(t))
	for _, p := range somePairs(t)[:2] {
		x, y := tokensOf(t, c, p.x), tokensOf(t, c, p.y)
		s, u, err := m.Scores(x, y)
		if err != nil {
			t.Fatal(err)
		}
		wantS, wantU, _ := pytorch(t, w, x, y, 1, 1)
		for i, v := range append(wantS, wantU...) {
			if got := append(s, u...)[i]; math.Abs(got-v) > 2e-5 {
				t.Fatalf("%s: score %d is %g, PyTorch says %g", p.name, i, got, v)
			}
		}
	}
}

// BenchmarkAgainstPyTorch is the forward pass of the default network at the paper's
// numbers of points, on one thread: cpu-ms is the least of all passes in processor time,
// on a machine that others work on too the only time that says anything; pytorch-ms is
// the same of PyTorch's, and ratio ours to theirs.
func BenchmarkAgainstPyTorch(b *testing.B) {
	for _, width := range []int{128, 256} {
		for _, n := range []int{256, 512, 1024} {
			b.Run(fmt.Sprintf("d=%d/n=%d", width, n), func(b *testing.B) {
				c := Default()
				c.Width = width
				w := fresh(b, c, 1)
				backend := cpu.New[float32](1)
				defer backend.Close()
				m := NewModel(w, backend)
				x, y := tokensOf(b, c, object(b, "chair", 1, n)), tokensOf(b, c, object(b, "chair", 2, n))
				least, repeats := math.Inf(1), 0
				b.ReportAllocs()
				for b.Loop() {
					begin := processorTime()
					if _, _, err := m.Scores(x, y); err != nil {
						b.Fatal(err)
					}
					least = min(least, 1e3*(processorTime()-begin).Seconds())
					repeats++
				}
				b.ReportMetric(least, "cpu-ms")
				_, _, theirs := pytorch(b, w, x, y, 1, max(repeats, 5))
				b.ReportMetric(theirs, "pytorch-ms")
				b.ReportMetric(least/theirs, "ratio")
			})
		}
	}
}

func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
