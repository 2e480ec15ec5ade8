package baseline

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"

	"gwscope/solver/gw"
	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/parallel"
)

// exactCells is the largest n m for which the last linear problem is solved exactly,
// on its whole matrix (144 MB, a quarter of the distances' memory); above it,
// greedily in linear memory.
const exactCells = 6000 * 6000

// hardened is a plan of the transport problem without entropy, with few entries, and
// whether it is optimal. The entropic plan P has <C, P> no less than the optimum, and
// GW² in the embedding is concave, so the optimal plan's is no higher than P's.
//
// It is nil where the context ended.
func hardened(ctx context.Context, t *streamed, a, b []float64) (*gw.Plan, bool) {
	n, m := len(a), len(b)
	if n*m > exactCells {
		return greedy(t, a, b), false
	}
	cost := dense.New32(n, m)
	dense.Gemm32(t.threads, blas.NoTrans, blas.Trans, 1, t.p, t.q, 0, cost)
	if n == m && gw.Even(a) && gw.Even(b) {
		var solver gw.Assignment
		solver.Resize(n)
		_, v := solver.Duals()
		for j := range v {
			v[j] = t.eps * t.g[j]
		}
		sigma, err := gw.Assign(ctx, &solver, cost.Data, gw.Cold)
		if ctx.Err() != nil {
			return nil, false
		}
		if err != nil {
			return greedy(t, a, b), false
		}
		plan := gw.Permutation(sigma)
		copy(plan.Mass, a)
		return plan, true
	}
	var solver gw.Transporter
	if solver.Reset(a, b) == nil {
		if plan, err := gw.TransportPlan(ctx, &solver, cost.Data); err == nil {
			return plan, true
		}
	}
	if ctx.Err() != nil {
		return nil, false
	}
	return greedy(t, a, b), false
}

// greedyWidth is the number of candidates that each row names in a round: enough
// that most rows find one that is free, few enough to sort them all.
const greedyWidth = 8

// greedy rounds the entropic plan: cells are filled from the heaviest down, each with
// as much as its row and column can still take. Rows name their heaviest cells
// among the columns with room, these are filled, and the rows that are left name
// again. Every cell exhausts a row or a column, so the plan has fewer than n + m
// entries; memory is linear.
func greedy(t *streamed, a, b []float64) *gw.Plan {
	left, room := slices.Clone(a), slices.Clone(b)
	var filled []candidate
	rows, columns := remaining(left), remaining(room)
	for len(rows) > 0 && len(columns) > 0 {
		named := t.heaviest(rows, columns)
		slices.SortFunc(named, func(u, v candidate) int {
			return cmp.Or(-cmp.Compare(u.weight, v.weight), cmp.Compare(u.i, v.i), cmp.Compare(u.j, v.j))
		})
		for _, c := range named {
			if w := min(left[c.i], room[c.j]); w > sliver {
				filled = append(filled, candidate{c.i, c.j, w})
				left[c.i] -= w
				room[c.j] -= w
			}
		}
		rows, columns = remaining(left), remaining(room)
	}
	slices.SortFunc(filled, func(u, v candidate) int {
		return cmp.Or(cmp.Compare(u.i, v.i), cmp.Compare(u.j, v.j))
	})
	plan := &gw.Plan{N: len(a), M: len(b)}
	for _, c := range filled {
		if k := len(plan.I) - 1; k >= 0 && plan.I[k] == c.i && plan.J[k] == c.j {
			plan.Mass[k] += c.weight
			continue
		}
		plan.I, plan.J, plan.Mass = append(plan.I, c.i), append(plan.J, c.j), append(plan.Mass, c.weight)
	}
	return plan
}

type candidate struct {
	i, j   int32
	weight float64
}

// sliver is the mass that counts as nothing: less than a rounding of the weights of
// a million points.
const sliver = 1e-18

func remaining(mass []float64) []int32 {
	var out []int32
	for i, v := range mass {
		if v > sliver {
			out = append(out, int32(i))
		}
	}
	return out
}

// heaviest names for each of the rows the cells of most mass among the columns, at
// most greedyWidth, with log P_ij as the weight.
func (t *streamed) heaviest(rows, columns []int32) []candidate {
	p, q := dense.Rows(t.p, rows, dense.New32(len(rows), t.p.Cols)), dense.Rows(t.q, columns, dense.New32(len(columns), t.q.Cols))
	width := min(greedyWidth, len(columns))
	named := make([]candidate, len(rows)*width)
	tiles := make([][]float32, parallel.Threads(t.threads))
	_ = parallel.For(context.Background(), t.threads, len(rows), tileRows, func(worker, lo, hi int) {
		if tiles[worker] == nil {
			tiles[worker] = make([]float32, tileRows*tileColumns)
		}
		block := blas32.General{Rows: hi - lo, Cols: p.Cols, Stride: p.Stride, Data: p.Data[lo*p.Stride:]}
		for r := lo; r < hi; r++ {
			for k := range width {
				named[r*width+k].weight = math.Inf(-1)
			}
		}
		for c := 0; c < len(columns); c += tileColumns {
			w := min(tileColumns, len(columns)-c)
			tile := blas32.General{Rows: hi - lo, Cols: w, Stride: tileColumns, Data: tiles[worker]}
			part := blas32.General{Rows: w, Cols: q.Cols, Stride: q.Stride, Data: q.Data[c*q.Stride:]}
			dense.Gemm32(1, blas.NoTrans, blas.Trans, float32(-1/t.eps), block, part, 0, tile)
			for r := lo; r < hi; r++ {
				i, best := rows[r], named[r*width:][:width]
				for l, v := range tile.Data[(r-lo)*tileColumns:][:w] {
					j := columns[c+l]
					weight := float64(v) + t.f[i] + t.logA[i] + t.g[j] + t.logB[j]
					if !(weight > best[width-1].weight) {
						continue
					}
					k := width - 1
					for ; k > 0 && best[k-1].weight < weight; k-- {
						best[k] = best[k-1]
					}
					best[k] = candidate{i, j, weight}
				}
			}
		}
	})
	return slices.DeleteFunc(named, func(c candidate) bool { return math.IsInf(c.weight, -1) })
}
