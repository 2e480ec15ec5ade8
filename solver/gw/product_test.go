package gw

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"

	"gwscope/solver/internal/dense"
)

// device multiplies some products, then no more.
type device struct {
	left atomic.Int64
	kept int
}

func (d *device) Keep(blas32.General) { d.kept++ }

func (d *device) Multiply(_ context.Context, tA blas.Transpose, alpha float32, a, b blas32.General, beta float32, c blas32.General) bool {
	if d.left.Add(-1) < 0 {
		return false
	}
	dense.Gemm32(1, tA, blas.NoTrans, alpha, a, b, beta, c)
	return true
}

// TestADeviceTakesTheLargeProducts expects the bits of the processor from a device that computes as it does, however
// many products the device does before it stops.
func TestADeviceTakesTheLargeProducts(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("products of a thousand points are slow under the race detector, which has nothing to find in one goroutine")
	}
	for _, weighted := range []bool{false, true} {
		p, start := benchProblem(t, 1000, 1000, weighted)
		if !p.WantsDevice() {
			t.Fatal("a thousand points want no device")
		}
		want, err := p.ConditionalGradient(t.Context(), start, CGOptions{Threads: 2}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, products := range []int64{1, 1 << 30} {
			d := &device{}
			d.left.Store(products)
			got, err := p.On(d).ConditionalGradient(t.Context(), start, CGOptions{Threads: 2}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if d.kept != 2 || products-d.left.Load() < 1 {
				t.Errorf("the device keeps %d matrices, and was asked %d times", d.kept, products-d.left.Load())
			}
			if got.Loss != want.Loss || !slices.Equal(got.Plan.J, want.Plan.J) {
				t.Errorf("weighted %t, %d products on the device: GW² %v, not %v", weighted, products, got.Loss, want.Loss)
			}
		}
	}
	if small, _ := benchProblem(t, 300, 300, false); small.WantsDevice() {
		t.Error("300 points want a device")
	}
}
