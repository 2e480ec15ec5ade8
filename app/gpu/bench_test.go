//go:build cgo

package gpu

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"text/tabwriter"
	"time"

	"gwscope/solver/nn"
	"gwscope/solver/nn/cpu"
	"gwscope/solver/nn/torch"
)

// step is a training step of min-GSGW on a backend: two shapes of n points with n
// bins, lifting, slicer with 128 Fourier features, soft sorts, loss, all gradients, Adam.
type step struct {
	b             nn.Backend
	n             int
	params        nn.Params
	net           *nn.Net
	matrix, shift *nn.Param
	points, batch nn.Tensor
	scores, d     nn.Tensor
	dLifted       nn.Tensor
	sides         [2]side
}

// side has the tensors of one shape.
type side struct {
	distances, mass, z, stats, dz       nn.Tensor
	soft, kernel, pulled, binned, dSoft nn.Tensor
}

func newStep(b nn.Backend, n, width, depth int) *step {
	const dim = 6
	rng := rand.New(rand.NewPCG(1, 2))
	random := func(rows, cols int, scale float64) nn.Tensor {
		t := b.New(rows, cols)
		v := make([]float64, rows*cols)
		for i := range v {
			v[i] = scale * rng.NormFloat64()
		}
		b.Upload(t, v)
		return t
	}
	s := &step{b: b, n: n}
	s.net = nn.NewNet(nn.Shape{In: dim, Out: 1, Features: 128, Bandwidths: []float64{1}, Width: width, Depth: depth, Activation: nn.ReLU}, &s.params, rng)
	identity := make([]float64, dim*dim)
	for c := range dim {
		identity[c*dim+c] = 1
	}
	s.matrix, s.shift = s.params.Add(dim, dim, identity), s.params.Add(1, dim, make([]float64, dim))
	s.params.Build(b)
	s.net.Bind(b, 2*n)
	s.points, s.batch, s.dLifted = random(n, dim, 1), random(2*n, dim, 1), b.New(n, dim)
	s.scores, s.d = b.New(2*n, 1), b.New(2*n, 1)
	mass := make([]float64, n)
	for i := range mass {
		mass[i] = 1 / float64(n)
	}
	for k := range s.sides {
		// Any matrix of the size will do for distances.
		s.sides[k] = side{distances: random(n, n, 1/float64(n*n)), mass: b.New(n, 1), z: b.New(n, 1), stats: b.New(1, 2), dz: b.New(n, 1),
			soft: b.New(n, n), kernel: b.New(n, n), pulled: b.New(n, n), binned: b.New(n, n), dSoft: b.New(n, n)}
		b.Upload(s.sides[k].mass, mass)
	}
	return s
}

func (s *step) run() {
	const tau = 0.1
	b, k := s.b, float64(s.n)
	b.Linear(s.batch.Slice(0, s.n), nn.Tensor{}, s.points, s.matrix.Value, s.shift.Value, nn.Tensor{}, nn.Identity)
	s.net.Forward(s.scores, s.batch, 0)
	for i := range s.sides {
		d := &s.sides[i]
		b.Standardize(d.z, d.stats, s.scores.Slice(i*s.n, (i+1)*s.n), d.mass)
		b.SoftSort(d.soft, d.kernel, d.z, d.mass, tau)
		b.Gemm(d.pulled, d.distances, false, d.soft, false, 1, 0)
		b.Gemm(d.binned, d.soft, true, d.pulled, false, 1, 0)
	}
	_ = -2 * k * k * b.Dot(s.sides[0].binned, s.sides[1].binned) // the loss, read back
	for i := range s.sides {
		d, other := &s.sides[i], &s.sides[1-i]
		b.Gemm(d.dSoft, d.pulled, false, other.binned, false, -4*k*k, 0)
		b.SoftSortBackward(d.dz, d.dSoft, d.kernel, d.mass, tau)
		b.StandardizeBackward(s.d.Slice(i*s.n, (i+1)*s.n), d.dz, d.z, d.stats, d.mass)
	}
	s.net.Backward(s.dLifted, s.d, 0)
	b.LinearBackward(nn.Tensor{}, s.matrix.Grad, s.shift.Grad, s.dLifted, nn.Tensor{}, s.points, s.matrix.Value, nn.Identity, 0)
	scale, _ := s.params.Clip(1)
	s.params.Step(nn.AdamStep{Rate: 1e-3, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8, Scale: scale})
}

// wait returns when all that was asked for is done.
func (s *step) wait() { s.b.Download(make([]float64, 1), s.params.Value.Part(0, 1, 1)) }

// BenchmarkStep times training steps on the graphics card, on the processor, and by
// PyTorch where it has CUDA, and prints a table of the milliseconds. Software OpenGL gets
// the smallest size only, small enough to wait for.
func BenchmarkStep(b *testing.B) {
	gpu := open(b)
	name, software := gpu.Name(), gpu.(backend).thread.Info().Software
	gpu.Close()
	sizes := []int{1000, 2000, 4000}
	if software {
		sizes = []int{128}
	}
	processor := cpu.New[float32](0)
	python, noTorch := torch.CUDA()
	version := python.Version
	if noTorch != nil {
		version = noTorch.Error()
	}
	fmt.Printf("GPU: %s\nCPU: %s\nPyTorch: %s\n", name, processor.Name(), version)
	processor.Close()
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "network\tn = K\tglcompute ms\tcpu ms\tPyTorch ms\tcpu/glcompute\tglcompute/PyTorch\t")
	for _, shape := range [][2]int{{512, 4}, {1024, 6}} {
		for _, n := range sizes {
			width, depth := shape[0], shape[1]
			measure := func(on string, make func() nn.Backend) float64 {
				milliseconds := 0.0
				b.Run(fmt.Sprintf("%dx%d/n=%d/%s", width, depth, n, on), func(b *testing.B) {
					backend := make()
					defer backend.Close()
					s := newStep(backend, n, width, depth)
					s.run()
					s.wait()
					begin, steps := time.Now(), 0
					for b.Loop() {
						s.run()
						steps++
					}
					s.wait()
					milliseconds = 1e3 * time.Since(begin).Seconds() / float64(steps)
					if err := backend.Err(); err != nil {
						b.Fatal(err)
					}
				})
				return milliseconds
			}
			onGPU := measure("glcompute", func() nn.Backend { return open(b) })
			onCPU := measure("cpu", func() nn.Backend { return cpu.New[float32](0) })
			theirs, against := "-", "-"
			if noTorch == nil {
				ms, err := python.Milliseconds(b.Context(), "../../solver/slicer/neural/testdata/pytorch.py", 1, "cuda", n, n, width, depth)
				if err != nil {
					b.Fatal(err)
				}
				theirs, against = fmt.Sprintf("%.2f", ms), fmt.Sprintf("%.2f", onGPU/ms)
			}
			fmt.Fprintf(table, "%dx%d\t%d\t%.2f\t%.2f\t%s\t%.1f\t%s\t\n", width, depth, n, onGPU, onCPU, theirs, onCPU/onGPU, against)
		}
	}
	fmt.Println()
	table.Flush()
}
