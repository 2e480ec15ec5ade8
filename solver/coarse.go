package solver

import (
	"gonum.org/v1/gonum/mat"

	"gwscope/solver/gw"
	"gwscope/solver/internal/order"
)

// coarse is the problem on the first c samples of both shapes, equally many and
// equally heavy. Where the right match lies among the near-equal minima is a
// question of large features, which a hundred samples show as well as five
// hundred; the true numbers and weights of the samples count again at full size.
type coarse struct {
	*gw.Problem
	c      int
	dx, dy *mat.Dense // c x c, in the scale of the full spaces
	cost   *mat.Dense // c x c, of matching points; nil: the objective is GW² alone
	alpha  float64
}

// newCoarse takes distances of the same c samples of each shape (c x c), and where the
// objective is fused the cost of matching them (c x c, nil: none) and α.
func newCoarse(dx, dy, cost *mat.Dense, alpha float64) (*coarse, error) {
	problem, err := gw.NewProblem(dx, dy, nil, nil)
	if err == nil && cost != nil {
		problem, err = problem.Fused(cost, alpha)
	}
	if err != nil {
		return nil, err
	}
	c, _ := dx.Dims()
	return &coarse{Problem: problem, c: c, dx: dx, dy: dy, cost: cost, alpha: alpha}, nil
}

// leading copies the first c rows and columns.
func leading(d *mat.Dense, c int) *mat.Dense { return mat.DenseCopyOf(d.Slice(0, c, 0, c)) }

// objective is GW², or the fused objective, of the permutation sigma.
func (p *coarse) objective(sigma []int32) float64 { return p.Objective(gw.Permutation(sigma)) }

// apart is the mean distance between the targets of two maps, 0 to 1.
func apart(dy *mat.Dense, a, b []int32) float64 {
	sum := 0.0
	for i := range a {
		sum += dy.At(int(a[i]), int(b[i]))
	}
	return sum / float64(len(a))
}

// compose is the map a after the inverse of b after c.
func compose(a, b, c []int32) []int32 {
	return order.Take(a, order.Take(order.Inverse(b), c))
}
