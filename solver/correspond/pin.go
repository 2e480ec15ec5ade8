package correspond

import (
	"context"
	"fmt"
	"math"

	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/pinning"
	"gwscope/solver/metric"
)

// Pin is a pair of points of two Domains that a dense map has to send to each other,
// to within the spacing of the samples.
type Pin struct{ X, Y int32 }

func checkPins(x, y *metric.Space, pins []Pin) error {
	vx, vy := int32(len(x.Domain.Points)), int32(len(y.Domain.Points))
	for k, p := range pins {
		if p.X < 0 || p.X >= vx || p.Y < 0 || p.Y >= vy {
			return fmt.Errorf("pin %d joins point %d with point %d, but the shapes have %d and %d points", k, p.X, p.Y, vx, vy)
		}
	}
	return nil
}

// pinned is one shape's share of the pins.
type pinned struct {
	points []int32
	// far are the distances from each pin to all points (v), in mean distances between
	// samples, which both shapes understand.
	far [][]float32
}

func newPinned(ctx context.Context, e *embedding, points []int32, threads int) (*pinned, error) {
	p := &pinned{points: points, far: make([][]float32, len(points))}
	unit := e.meanDistance * e.space.Diameter
	err := e.space.Domain.Geodesics(ctx, points, e.space.Kind, threads, func(k int, dist []float64) {
		p.far[k] = make([]float32, len(dist))
		for i, d := range dist {
			p.far[k][i] = float32(share(d, unit))
		}
	})
	return p, err
}

// pin adds to both embeddings, which share one space, the features of the pins (see
// package pinning), and sends the samples about them anew. The images given stay as they are.
func pin(ctx context.Context, ex, ey *embedding, pins []Pin, imageXToY, imageYToX []int32, threads int) (newXToY, newYToX []int32, err error) {
	px, py := make([]int32, len(pins)), make([]int32, len(pins))
	for k, p := range pins {
		px[k], py[k] = p.X, p.Y
	}
	if ex.pins, err = newPinned(ctx, ex, px, threads); err != nil {
		return nil, nil, err
	}
	if ey.pins, err = newPinned(ctx, ey, py, threads); err != nil {
		return nil, nil, err
	}
	gaps := make([]float64, len(pins))
	for k, p := range pins {
		gaps[k] = distance2(ex.row(ex.rowOf[p.X]), ey.row(ey.rowOf[p.Y]))
	}
	typical := 0.0
	for i, q := range imageXToY {
		typical += distance2(ex.row(ex.rowOf[ex.space.Samples[i]]), ey.row(ey.rowOf[q])) / float64(len(imageXToY))
	}
	weights := pinning.New(gaps, typical,
		func(k, l int) float64 { return float64(ex.pins.far[k][px[l]]) },
		func(k, l int) float64 { return float64(ey.pins.far[k][py[l]]) },
		min(share(ex.spacing, ex.meanDistance), share(ey.spacing, ey.meanDistance)))
	for _, e := range []*embedding{ex, ey} {
		e.widen(weights)
		if err := e.index(ctx, threads); err != nil {
			return nil, nil, err
		}
	}
	return ex.resend(ey, weights, imageXToY), ey.resend(ex, weights, imageYToX), ctx.Err()
}

// widen appends the pins' features to the rows.
func (e *embedding) widen(p *pinning.Pull) {
	k := e.rows.Cols
	wide := dense.New32(e.rows.Rows, k+p.Len())
	for r, point := range e.pointOf {
		to := wide.Data[r*wide.Stride:][:wide.Cols]
		copy(to, e.row(int32(r)))
		for l, far := range e.pins.far {
			to[k+l] = p.Value(l, float64(far[point]))
		}
	}
	e.rows = wide
}

// resend gives the samples near pins the images that their wider rows want, sought
// about the image of the nearest pin. Other samples keep theirs.
func (e *embedding) resend(to *embedding, p *pinning.Pull, image []int32) []int32 {
	out := append([]int32(nil), image...)
	for i, s := range e.space.Samples {
		pin := 0
		for k, far := range e.pins.far {
			if far[s] < e.pins.far[pin][s] {
				pin = k
			}
		}
		if !p.Near(float64(e.pins.far[pin][s])) {
			continue
		}
		row, least := e.row(e.rowOf[s]), math.Inf(1)
		for q, d := range to.pins.far[pin] {
			if !p.Near(float64(d) / 1.5) { // rows may well disagree by a spacing or two
				continue
			}
			if gap := distance2(row, to.row(to.rowOf[q])); gap < least {
				least, out[i] = gap, int32(q)
			}
		}
	}
	return out
}

// pinnedCells adds, to the cells of dst in which the points of each cell of src are
// sought, those about the images of pins.
func pinnedCells(src, dst *embedding, cells [][]int32) {
	if src.pins == nil {
		return
	}
	for k, p := range src.pins.points {
		for _, i := range src.nearest(p) {
			cells[i] = append(cells[i], dst.nearest(dst.pins.points[k])...)
		}
	}
}
