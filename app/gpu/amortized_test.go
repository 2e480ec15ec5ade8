//go:build cgo

package gpu

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/assets/shapes/parts"
	"gwscope/solver/amortized"
	"gwscope/solver/nn"
	"gwscope/solver/nn/cpu"
	"gwscope/solver/nn/torch"
)

// cloudOf is n points of an object.
func cloudOf(t testing.TB, category string, i int64, n int) amortized.Cloud {
	t.Helper()
	c, err := parts.Find(category)
	if err != nil {
		t.Fatal(err)
	}
	cloud := c.Make(parts.Test.Seed(i)).Cloud(n)
	return amortized.Cloud{Points: cloud.Points, Normals: cloud.Normals}
}

func tokensOf(t testing.TB, c amortized.Config, cloud amortized.Cloud) *amortized.Tokens {
	t.Helper()
	tokens, err := c.Tokens(cloud, 0)
	if err != nil {
		t.Fatal(err)
	}
	return tokens
}

func weightsOf(t testing.TB, c amortized.Config) *amortized.Weights {
	t.Helper()
	w, err := amortized.NewWeights(c, 1)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// The properties that the amortised matcher has by construction hold on a device to the last bit:
// a shape matches itself point by point, exchanged shapes have exchanged scores, and
// neither motions nor the order of points matter. Its scores are the processor's.
func TestMatcherOnTheDevice(t *testing.T) {
	t.Parallel()
	c := amortized.Default()
	c.Hidden, c.Token, c.Width, c.Context = 24, 20, 32, 8
	w := weightsOf(t, c)
	gpu, processor := open(t), cpu.New[float32](1)
	t.Cleanup(gpu.Close)
	t.Cleanup(processor.Close)
	m := amortized.NewModel(w, gpu)
	scores := func(m *amortized.Model, x, y *amortized.Tokens) (s, u []float64) {
		t.Helper()
		s, u, err := m.Scores(x, y)
		if err != nil {
			t.Fatal(err)
		}
		return s, u
	}
	cloud := cloudOf(t, "chair", 1, 90)
	x, y := tokensOf(t, c, cloud), tokensOf(t, c, cloudOf(t, "chair", 2, 70))
	s, u := scores(m, x, y)
	s2, u2 := scores(amortized.NewModel(w, processor), x, y)
	for i, v := range append(s2, u2...) {
		if got := append(slices.Clone(s), u...)[i]; math.Abs(got-v) > 1e-4 {
			t.Fatalf("score %d is %g, on the processor %g", i, got, v)
		}
	}
	if u3, s3 := scores(m, y, x); !slices.Equal(s, s3) || !slices.Equal(u, u3) {
		t.Error("exchanged shapes have other scores")
	}
	own, same := scores(m, x, x)
	plan := c.Match(x, x, own, same).Plan
	for k, i := range plan.I {
		if plan.J[k] != i {
			t.Fatalf("matched with itself, point %d goes to %d", i, plan.J[k])
		}
	}
	order := rand.New(rand.NewPCG(1, 2)).Perm(90)
	turn := r3.NewRotation(1.1, r3.Vec{X: 1, Y: 2, Z: -1})
	var moved amortized.Cloud
	for _, i := range order {
		moved.Points = append(moved.Points, r3.Add(turn.Rotate(r3.Scale(3, cloud.Points[i])), r3.Vec{X: 5, Z: -2}))
		moved.Normals = append(moved.Normals, turn.Rotate(cloud.Normals[i]))
	}
	s4, u4 := scores(m, tokensOf(t, c, moved), y)
	d := c.Outputs()
	for k, i := range order {
		if got, want := s4[k*d:][:d], s[i*d:][:d]; !slices.Equal(got, want) {
			t.Fatalf("moved, point %d has the scores %g, before %g", i, got, want)
		}
	}
	if !slices.Equal(u, u4) {
		t.Error("moved, the other shape has other scores")
	}
}

// published are the paper's milliseconds of a forward pass.
var published = map[int]float64{256: 2.66, 512: 4.3, 1024: 9.4}

// BenchmarkForward times the amortised matcher's forward pass, of the paper's width and of
// the default one, on the graphics card, on the processor, and by PyTorch where it has CUDA,
// and prints a table of the milliseconds beside the paper's. Software OpenGL gets a size small
// enough to wait for.
func BenchmarkForward(b *testing.B) {
	gpu := open(b)
	name, software := gpu.Name(), gpu.(backend).thread.Info().Software
	gpu.Close()
	sizes, widths := []int{256, 512, 1024}, []int{256, amortized.Default().Width}
	if software {
		sizes, widths = []int{64}, []int{32}
	}
	python, noTorch := torch.CUDA()
	version := python.Version
	if noTorch != nil {
		version = noTorch.Error()
	}
	fmt.Printf("GPU: %s\nPyTorch: %s\n", name, version)
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "width\tN\tglcompute ms\tcpu ms\tPyTorch ms\tpaper ms\tglcompute/paper\t")
	for _, width := range widths {
		for _, n := range sizes {
			c := amortized.Default()
			c.Width = width
			w := weightsOf(b, c)
			x, y := tokensOf(b, c, cloudOf(b, "chair", 1, n)), tokensOf(b, c, cloudOf(b, "chair", 2, n))
			measure := func(on string, backend nn.Backend) float64 {
				defer backend.Close()
				m, milliseconds := amortized.NewModel(w, backend), 0.0
				pass := func() {
					if _, _, err := m.Scores(x, y); err != nil {
						b.Fatal(err)
					}
				}
				b.Run(fmt.Sprintf("d=%d/n=%d/%s", width, n, on), func(b *testing.B) {
					pass()
					begin, passes := time.Now(), 0
					for b.Loop() {
						pass()
						passes++
					}
					milliseconds = 1e3 * time.Since(begin).Seconds() / float64(passes)
				})
				return milliseconds
			}
			onGPU, onCPU := measure("glcompute", open(b)), measure("cpu", cpu.New[float32](0))
			theirs := "-"
			if noTorch == nil {
				ms, err := torchForward(b, python.Path, w, x, y)
				if err != nil {
					b.Fatal(err)
				}
				theirs = fmt.Sprintf("%.2f", ms)
			}
			paper, ratio := "-", "-"
			if ms, ok := published[n]; ok {
				paper, ratio = fmt.Sprint(ms), fmt.Sprintf("%.2f", onGPU/ms)
			}
			fmt.Fprintf(table, "%d\t%d\t%.2f\t%.2f\t%s\t%s\t%s\t\n", width, n, onGPU, onCPU, theirs, paper, ratio)
		}
	}
	fmt.Println()
	table.Flush()
}

// torchForward is the milliseconds of a pass by PyTorch on CUDA.
func torchForward(b *testing.B, python string, w *amortized.Weights, x, y *amortized.Tokens) (float64, error) {
	dir := b.TempDir()
	var weights bytes.Buffer
	if err := w.Write(&weights, amortized.Single); err != nil {
		return 0, err
	}
	files := [][]byte{weights.Bytes(), raw(x), raw(y)}
	args := []string{"../../solver/amortized/testdata/pytorch.py"}
	for k, data := range files {
		path := filepath.Join(dir, fmt.Sprint(k))
		if err := os.WriteFile(path, data, 0o600); err != nil {
			return 0, err
		}
		args = append(args, path)
	}
	out, err := exec.CommandContext(b.Context(), python, append(args, "1", "50", "cuda")...).Output()
	if err != nil {
		return 0, err
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return strconv.ParseFloat(lines[len(lines)-1], 64)
}

// raw is the input of a network as bytes.
func raw(t *amortized.Tokens) []byte {
	var out []byte
	for _, v := range t.Input {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v))
	}
	return out
}
