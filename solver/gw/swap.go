package gw

import (
	"context"
	"errors"
	"math"
)

// SwapNeighbours is the number of nearest source points with which a point may
// exchange targets in SwapPolish: wrong matches after upsampling are nearly
// always one or two samples off.
const SwapNeighbours = 8

// SwapPolish lowers the loss of a permutation plan by exchanging the targets of
// neighbouring points until no exchange helps: O(n) for a candidate exchange and
// no n x n work memory, where conditional gradient's products would be O(n³). It
// is the polish for thousands of points. The result's Iterations are exchanges
// made. When ctx ends, the plan so far comes back with Status Cancelled. The error
// says that the plan is no permutation or does not fit.
func (p *Problem) SwapPolish(ctx context.Context, start *Plan) (CGResult, error) {
	if err := p.check(start); err != nil {
		return CGResult{}, err
	}
	sigma, ok := start.Sigma()
	if !ok || !p.assignable {
		return CGResult{}, errors.New("exchanging targets needs a one-to-one plan of equally weighted points; use ConditionalGradient for other plans")
	}
	n := p.n
	x, y := p.dx.RawMatrix(), p.dy.RawMatrix()
	width := min(SwapNeighbours, n-1)
	near := nearest(x.Data, x.Stride, n, width)
	// Points whose surroundings have changed since they were last looked at.
	look := make([]bool, n)
	all := func() {
		for i := range look {
			look[i] = true
		}
	}
	all()
	// Below this the exchange is rounding and could be undone by another such.
	least := 1e-13 * float64(n)
	mine := make([]float64, n) // distances from i's target to all targets, in source order
	swaps, status := 0, Converged
	complete := true // this sweep looks at every point
sweeps:
	for {
		before := swaps
		for i := range n {
			if i&15 == 0 && ctx.Err() != nil {
				status = Cancelled
				break sweeps
			}
			if !look[i] {
				continue
			}
			look[i] = false
			xi := x.Data[i*x.Stride:][:n]
			yi := y.Data[int(sigma[i])*y.Stride:][:n]
			for l, t := range sigma {
				mine[l] = yi[t]
			}
			best, with := -least, int32(-1)
			for _, k := range near[i*width:][:width] {
				// n²/4 times the change of the loss: Σ_l (x_il - x_kl)(y_il - y_kl) over
				// all l but i and k, y named by source points. The squares cancel.
				xk := x.Data[int(k)*x.Stride:][:n]
				yk := y.Data[int(sigma[k])*y.Stride:][:n]
				change := -2 * xi[k] * mine[k]
				for l, t := range sigma {
					change += (xi[l] - xk[l]) * (mine[l] - yk[t])
				}
				if change < best {
					best, with = change, k
				}
			}
			if with < 0 {
				continue
			}
			sigma[i], sigma[with] = sigma[with], sigma[i]
			swaps++
			for _, c := range [2]int32{int32(i), with} {
				look[c] = true
				for _, k := range near[int(c)*width:][:width] {
					look[k] = true
				}
			}
		}
		// Every exchange moves the balance of all others a little: only a complete
		// sweep without one proves the end.
		if swaps == before {
			if complete {
				break
			}
			all()
			complete = true
		} else {
			complete = false
		}
	}
	return CGResult{Plan: p.permutation(sigma), Loss: permutationLoss(p.dx, p.dy, sigma), Iterations: swaps, Status: status}, nil
}

// nearest lists for each row the width columns of least distance, itself left out.
func nearest(d []float64, stride, n, width int) []int32 {
	out := make([]int32, n*width)
	if width == 0 {
		return out
	}
	key := make([]float64, width)
	for i := range n {
		col := out[i*width:][:width]
		count := 0
		worst := math.Inf(1)
		for j, v := range d[i*stride:][:n] {
			if j == i || count == width && v >= worst {
				continue
			}
			k := count
			if count < width {
				count++
			} else {
				k--
			}
			for ; k > 0 && key[k-1] > v; k-- {
				key[k], col[k] = key[k-1], col[k-1]
			}
			key[k], col[k] = v, int32(j)
			worst = key[count-1]
		}
	}
	return out
}
