package baseline

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/gw"
	"gwscope/solver/internal/gw1d"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/internal/stiefel"
)

var maxMinSGW = Method{
	Name: "max-min-sgw", Title: "Max-min sliced GW",
	About:    "Projects on the lines that tell the shapes apart best",
	Cite:     "Pan et al. 2026, Max-Min Sliced Gromov-Wasserstein",
	Distance: true, Points: true, run: runMaxMinSGW,
}

// The inner game's descents: from the best answers among the sampled ones and those
// that carry the outer direction along the principal axes of both shapes. Each order
// of the points has a basin of its own, so descents alone would not find the congruent
// answer among so many.
// Values are known to innerTolerance, and zero is below innerFloor times the
// square of the variances.
const (
	innerStarts    = 3
	innerSteps     = 60
	innerTolerance = 1e-9
	innerFloor     = 1e-14
)

// outerBatch is how many outer directions are answered between two looks at which of
// them can still be the greatest.
const outerBatch = 16

// runMaxMinSGW is the greater of sup_ψ inf_φ and sup_φ inf_ψ of the loss between X
// projected on ψ and Y projected on φ. The sup is over L sampled directions; the inf is
// over L sampled ones and then over all, by descent on the sphere from the best of them
// and from where principal axes point: among samples alone a congruent copy would not
// come to zero.
func runMaxMinSGW(ctx context.Context, p *Problem, o Options) (*Result, error) {
	set := o.Sliced.withDefaults()
	s, err := newSlicing(p, o)
	if err != nil {
		return nil, err
	}
	x := player{points: p.PointsX, weights: s.a, directions: s.directions(set.Directions, s.p)}
	y := player{points: p.PointsY, weights: s.b, directions: s.directions(set.Directions, s.q)}
	x.carry, y.carry = alignments(&x, &y)
	if ctx.Err() == nil { // something to show and to keep
		s.offer(x.directions[0], y.directions[0], s.pair(x.directions[0], y.directions[0]))
	}
	steps := 0
	value, err := func() (float64, error) {
		if err := cmp.Or(x.project(ctx, o.Threads), y.project(ctx, o.Threads)); err != nil {
			return 0, err
		}
		values, err := gw1d.Matrix(ctx, o.Threads, x.measures, y.measures)
		if err != nil {
			return 0, err
		}
		i, j := least(values)
		s.offer(x.directions[i], y.directions[j], s.pair(x.directions[i], y.directions[j]))
		s.progress("all pairs of directions", 0.3)
		first, n, err := s.game(ctx, o.Threads, &x, &y, values, s.offer)
		steps += n
		if err != nil {
			return 0, err
		}
		s.progress("the other player begins", 0.65)
		second, n, err := s.game(ctx, o.Threads, &y, &x, mat.DenseCopyOf(values.T()), func(theta, phi []float64, c gw1d.Coupling) { s.offer(phi, theta, c) })
		steps += n
		return math.Max(first, second), err
	}()
	if err != nil {
		return s.result(math.NaN(), "", steps, gw.Cancelled), nil
	}
	return s.result(value, fmt.Sprintf("max-min sliced GW over %d directions", set.Directions), steps, gw.Converged), nil
}

// player is one side of the game.
type player struct {
	points     *mat.Dense
	weights    []float64
	directions [][]float64
	measures   []*gw1d.Measure // the points on each direction
	// carry takes directions of the other player's space to likely answers in this one's.
	carry []*mat.Dense
}

func (p *player) project(ctx context.Context, threads int) error {
	p.measures = make([]*gw1d.Measure, len(p.directions))
	return parallel.For(ctx, threads, len(p.directions), 1, func(_, k, _ int) {
		p.measures[k] = gw1d.Project(p.points, p.directions[k], p.weights, false)
	})
}

// least is the place of the smallest entry.
func least(values *mat.Dense) (i, j int) {
	rows, _ := values.Dims()
	for r := range rows {
		for c, v := range values.RawRowView(r) {
			if v < values.At(i, j) {
				i, j = r, c
			}
		}
	}
	return i, j
}

// game is the sup over the outer player's directions (rows of values) of the inf over
// the inner player's. An answer found by descent is never above the best sampled one,
// so outer directions are taken in the order of those, greatest first, until none left
// can beat the greatest answer. tell hears of every answer, outer direction first.
func (s *slicing) game(ctx context.Context, threads int, outer, inner *player, values *mat.Dense, tell func(theta, phi []float64, c gw1d.Coupling)) (value float64, steps int, err error) {
	type move struct {
		outer   int
		sampled []int // the best answers, best first
		value   float64
	}
	rows, columns := values.Dims()
	moves := make([]move, rows)
	order := make([]int, columns)
	for r := range moves {
		for c := range order {
			order[c] = c
		}
		row := values.RawRowView(r)
		slices.SortFunc(order, func(c, d int) int { return cmp.Or(cmp.Compare(row[c], row[d]), cmp.Compare(c, d)) })
		moves[r] = move{outer: r, sampled: append([]int(nil), order[:min(innerStarts, columns)]...), value: row[order[0]]}
	}
	slices.SortFunc(moves, func(m, n move) int {
		return cmp.Or(cmp.Compare(n.value, m.value), cmp.Compare(m.outer, n.outer))
	})
	for len(moves) > 0 && moves[0].value > value {
		batch := moves[:min(outerBatch, len(moves))]
		moves = moves[len(batch):]
		answers := make([]answer, len(batch))
		if err := parallel.For(ctx, threads, len(batch), 1, func(_, k, _ int) {
			var starts [][]float64
			for _, phi := range batch[k].sampled {
				starts = append(starts, inner.directions[phi])
			}
			answers[k] = inner.answer(ctx, outer.measures[batch[k].outer], append(starts, inner.carried(outer.directions[batch[k].outer])...))
		}); err != nil || ctx.Err() != nil {
			return value, steps, cmp.Or(err, ctx.Err())
		}
		for k, a := range answers {
			steps += a.steps
			value = math.Max(value, a.coupling.Value)
			tell(outer.directions[batch[k].outer], a.direction, a.coupling)
		}
	}
	return value, steps, nil
}

// answer is the inner player's best direction against a measure.
type answer struct {
	direction []float64
	coupling  gw1d.Coupling
	steps     int
}

// carried are likely answers to a direction of the other player.
func (p *player) carried(theta []float64) [][]float64 {
	var out [][]float64
	for _, m := range p.carry {
		var to mat.VecDense
		to.MulVec(m, mat.NewVecDense(len(theta), theta))
		// A direction at right angles to all that the lower dimension has goes nowhere.
		if norm := mat.Norm(&to, 2); norm > 1e-9 {
			to.ScaleVec(1/norm, &to)
			out = append(out, to.RawVector().Data)
		}
	}
	return out
}

func (p *player) answer(ctx context.Context, against *gw1d.Measure, starts [][]float64) answer {
	_, dim := p.points.Dims()
	descent := stiefel.Descent{Iterations: innerSteps, Tolerance: innerTolerance, Floor: innerFloor * against.M2 * against.M2,
		F: func(phi, slope *mat.Dense) float64 {
			m := gw1d.Project(p.points, phi.RawMatrix().Data, p.weights, true)
			c := gw1d.Compare(m, against)
			slope.Mul(p.points.T(), mat.NewVecDense(len(m.At), gw1d.Gradient(m, against, c)))
			return c.Value
		}}
	values := make([]float64, len(starts))
	order := make([]int, len(starts))
	for k, start := range starts {
		values[k], order[k] = gw1d.Compare(gw1d.Project(p.points, start, p.weights, false), against).Value, k
	}
	slices.SortStableFunc(order, func(k, l int) int { return cmp.Compare(values[k], values[l]) })
	var best answer
	least := math.Inf(1)
	for _, k := range order[:min(innerStarts, len(order))] {
		start := starts[k]
		at, value, steps := descent.From(ctx, mat.NewDense(dim, 1, append([]float64(nil), start...)))
		best.steps += steps
		if value < least {
			least, best.direction = value, at.RawMatrix().Data
		}
		if least <= descent.Floor { // nothing is below zero
			break
		}
	}
	best.coupling = gw1d.Compare(gw1d.Project(p.points, best.direction, p.weights, false), against)
	return best
}
