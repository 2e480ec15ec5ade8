package gw

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"

	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/parallel"
)

// Multiplier multiplies matrices on another device than the processor, such as a graphics
// card. It is safe for concurrent use.
type Multiplier interface {
	// Keep tells that a matrix never changes, so that the device may hold a copy.
	Keep(m blas32.General)
	// Multiply sets c to alpha op(a) b + beta c in single precision and reports whether it has
	// done so. Where it has not, c is as it was: ctx has ended, or the processor has to do it.
	Multiply(ctx context.Context, tA blas.Transpose, alpha float32, a, b blas32.General, beta float32, c blas32.General) bool
}

// deviceWork is the number of multiply-adds from which on a product is worth the way to a device: some
// 8 ms of one core, and the way takes two or three for a thousand points.
const deviceWork = 1 << 28

// WantsDevice reports whether a device is worth its opening: from a thousand points on, whole products are large
// enough for it, and products of steps that move a quarter of the points.
func (p *Problem) WantsDevice() bool { return min(p.n, p.m) >= 1000 }

// On is the problem with its large products on a device.
func (p *Problem) On(device Multiplier) *Problem {
	q := *p
	q.device = device
	device.Keep(p.x32)
	device.Keep(p.y32)
	return &q
}

// productSlab is the work of a thread, in multiply-adds, between two looks at the context: about 25 ms.
const productSlab = 1 << 30

// product computes c = alpha op(a) b + beta c, on the problem's device or in slabs of rows, until ctx
// ends, and reports whether it was completed.
func (p *Problem) product(ctx context.Context, threads int, tA blas.Transpose, alpha float32, a, b blas32.General, beta float32, c blas32.General) bool {
	if p.device != nil && c.Rows*c.Cols*b.Rows >= deviceWork {
		if p.device.Multiply(ctx, tA, alpha, a, b, beta, c) {
			return ctx.Err() == nil
		}
	}
	// Every thread has a block of each slab, or several.
	blocks := max(1, productSlab/(b.Rows*b.Cols*dense.RowBlock))
	slab := dense.RowBlock * blocks * parallel.Threads(threads)
	for lo := 0; lo < c.Rows; lo += slab {
		if ctx.Err() != nil {
			return false
		}
		part, out := dense.Band32(tA, a, c, lo, min(lo+slab, c.Rows))
		dense.Gemm32(threads, tA, blas.NoTrans, alpha, part, b, beta, out)
	}
	return ctx.Err() == nil
}
