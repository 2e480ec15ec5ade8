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
	"gwscope/solver/internal/order"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/internal/stiefel"
)

var riSGW = Method{
	Name: "ri-sgw", Title: "Rotation-invariant sliced GW (RI-SGW)",
	About:    "Projects on lines after the best rotation",
	Cite:     "Vayer, Flamary, Tavenard, Chapel, Courty 2019, Sliced Gromov-Wasserstein, equation 5",
	Distance: true, Points: true, run: runRISGW,
}

// Starts are compared after a few steps on some of the directions; the best few go on
// with all of them.
const (
	screenDirections = 64
	screenSteps      = 15
	screenKept       = 4
	// mostSigns bounds the sign patterns of principal axes that are tried: all of them
	// up to six dimensions.
	mostSigns   = 64
	riTolerance = 1e-6
	riFloor     = 1e-14 // times the mean square of the variances: zero
)

// runRISGW is the least SGW over linear maps Δ with Δ'Δ = I that bring the shape of
// lower dimension into the space of the other, directions staying the same. Vayer et
// al. descend from the identity by Adam on the Stiefel manifold; that depends on how
// the shapes stand, so here descents also begin where principal axes coincide, with all
// signs, and at random Δ.
func runRISGW(ctx context.Context, p *Problem, o Options) (*Result, error) {
	set := o.Sliced.withDefaults()
	s, err := newSlicing(p, o)
	if err != nil {
		return nil, err
	}
	r := &riSlicing{slicing: s, threads: o.Threads, thetas: s.directions(set.Directions, max(s.p, s.q)),
		low: player{points: p.PointsX, weights: s.a}, high: player{points: p.PointsY, weights: s.b}}
	if s.p > s.q {
		r.low, r.high, r.swapped = r.high, r.low, true
	}
	starts := r.starts(set.Restarts)
	if ctx.Err() == nil { // something to show and to keep
		r.offer(starts[0], 0)
	}
	r.high.directions = r.thetas
	delta, value, steps, err := r.minimise(ctx, starts, set.Iterations)
	if err != nil {
		return s.result(math.NaN(), "", steps, gw.Cancelled), nil
	}
	// The best direction is that of the best Δ, whatever others looked like on the way.
	s.best.value = math.Inf(1)
	r.offerBest(ctx, delta)
	name := fmt.Sprintf("RI-SGW, mean of %d directions at the best rotation", set.Directions)
	if ctx.Err() != nil {
		return s.result(value, name, steps, gw.Cancelled), nil
	}
	return s.result(value, name, steps, gw.Converged), nil
}

// riSlicing is SGW as a function of Δ (q x p, q the greater dimension).
type riSlicing struct {
	*slicing
	low, high player // of lower and of higher dimension
	swapped   bool   // the low one is Y
	thetas    [][]float64
	threads   int
}

// minimise descends from all starts and returns the best Δ and its SGW. The error is
// that of ctx, where it ended before anything was compared on all directions.
func (r *riSlicing) minimise(ctx context.Context, starts []*mat.Dense, iterations int) (delta *mat.Dense, value float64, steps int, err error) {
	if err := r.high.project(ctx, r.threads); err != nil {
		return nil, 0, 0, err
	}
	floor := 0.0
	for _, m := range r.high.measures {
		floor += riFloor * m.M2 * m.M2 / float64(len(r.thetas))
	}
	type candidate struct {
		delta *mat.Dense
		value float64
	}
	var candidates []candidate
	screen := stiefel.Descent{Iterations: screenSteps, Tolerance: riTolerance, Floor: floor, F: r.mean(ctx, min(screenDirections, len(r.thetas)))}
	for k, start := range starts {
		at, v, n := screen.From(ctx, start)
		if ctx.Err() != nil {
			return nil, 0, steps, ctx.Err()
		}
		steps += n
		candidates = append(candidates, candidate{at, v})
		if v <= floor { // nothing is below zero
			break
		}
		r.progress(fmt.Sprintf("start %d of %d", k+1, len(starts)), 0.4*float64(k+1)/float64(len(starts)))
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(a.value, b.value) })
	full := stiefel.Descent{Iterations: iterations, Tolerance: riTolerance, Floor: floor, F: r.mean(ctx, len(r.thetas))}
	value = math.Inf(1)
	for k, c := range candidates[:min(screenKept, len(candidates))] {
		at, v, n := full.From(ctx, c.delta)
		steps += n
		if v < value {
			delta, value = at, v
		}
		if ctx.Err() != nil || value <= floor {
			break
		}
		r.offerBest(ctx, delta)
		r.progress(fmt.Sprintf("descent %d of %d", k+1, screenKept), 0.4+0.6*float64(k+1)/screenKept)
	}
	if math.IsInf(value, 1) {
		return nil, 0, steps, ctx.Err()
	}
	return delta, value, steps, nil
}

// mean gives SGW over the first count directions as a function of Δ; +Inf once ctx has
// ended.
func (r *riSlicing) mean(ctx context.Context, count int) func(delta, slope *mat.Dense) float64 {
	_, p := r.low.points.Dims()
	values, slopes := make([]float64, count), mat.NewDense(count, p, nil)
	return func(delta, slope *mat.Dense) float64 {
		err := parallel.For(ctx, r.threads, count, 1, func(_, k, _ int) {
			low := gw1d.Project(r.low.points, r.turned(delta, k), r.low.weights, true)
			c := gw1d.Compare(low, r.high.measures[k])
			values[k] = c.Value
			to := slopes.RawRowView(k)
			clear(to)
			for i, g := range gw1d.Gradient(low, r.high.measures[k], c) {
				for d, v := range r.low.points.RawRowView(i) {
					to[d] += g * v
				}
			}
		})
		if err != nil {
			return math.Inf(1)
		}
		total := 0.0
		for _, v := range values {
			total += v / float64(count)
		}
		slope.Zero() // Σ_k θ_k (slope of the points on Δ'θ_k)'
		for k, theta := range r.thetas[:count] {
			for i, t := range theta {
				row := slope.RawRowView(i)
				for d, g := range slopes.RawRowView(k) {
					row[d] += t * g / float64(count)
				}
			}
		}
		return total
	}
}

// turned is Δ'θ_k: the projection of Δx on θ is that of x on it.
func (r *riSlicing) turned(delta *mat.Dense, k int) []float64 {
	_, p := delta.Dims()
	out := make([]float64, p)
	for i, t := range r.thetas[k] {
		for d, v := range delta.RawRowView(i) {
			out[d] += t * v
		}
	}
	return out
}

// offerBest offers the direction that is best at Δ.
func (r *riSlicing) offerBest(ctx context.Context, delta *mat.Dense) {
	values := make([]float64, len(r.thetas))
	if err := parallel.For(ctx, r.threads, len(values), 1, func(_, k, _ int) {
		values[k] = gw1d.Compare(gw1d.Project(r.low.points, r.turned(delta, k), r.low.weights, false), r.high.measures[k]).Value
	}); err != nil {
		return
	}
	r.offer(delta, order.Least(values))
}

// offer offers the plan of direction k at Δ.
func (r *riSlicing) offer(delta *mat.Dense, k int) {
	theta, phi := r.turned(delta, k), r.thetas[k]
	if r.swapped {
		theta, phi = phi, theta
	}
	r.slicing.offer(theta, phi, r.pair(theta, phi))
}

// starts are the zero padding, alignments of principal axes, and random maps.
func (r *riSlicing) starts(random int) []*mat.Dense {
	_, p := r.low.points.Dims()
	_, q := r.high.points.Dims()
	padding := mat.NewDense(q, p, nil)
	for d := range p {
		padding.Set(d, d, 1)
	}
	all := []*mat.Dense{padding}
	_, toHigh := alignments(&r.low, &r.high)
	all = append(all, toHigh...)
	for range random {
		m := mat.NewDense(q, p, nil)
		for i := range q {
			for j := range p {
				m.Set(i, j, r.rng.NormFloat64())
			}
		}
		all = append(all, stiefel.Orthonormal(m))
	}
	return all
}

// alignments are the maps with orthonormal columns, or rows, that carry the principal
// axes of two point sets to each other in the order of their variances, with all
// signs: from x's space to y's, and back.
func alignments(x, y *player) (toX, toY []*mat.Dense) {
	ax, ay := x.axes(), y.axes()
	p, _ := ax.Dims()
	q, _ := ay.Dims()
	shared := min(p, q)
	for signs := range min(1<<min(shared, 30), mostSigns) {
		m := mat.NewDense(q, p, nil) // Σ_a ± y_a x_a'
		for a := range shared {
			sign := float64(1 - 2*(signs>>a&1))
			for i := range q {
				for j := range p {
					m.Set(i, j, m.At(i, j)+sign*ay.At(i, a)*ax.At(j, a))
				}
			}
		}
		toY, toX = append(toY, m), append(toX, mat.DenseCopyOf(m.T()))
	}
	return toX, toY
}

// axes are the principal axes of the weighted points as columns, greatest variance
// first.
func (p *player) axes() *mat.Dense {
	n, d := p.points.Dims()
	mean, covariance := make([]float64, d), mat.NewSymDense(d, nil)
	weight := func(i int) float64 {
		if p.weights == nil {
			return 1 / float64(n)
		}
		return p.weights[i]
	}
	for i := range n {
		for c, v := range p.points.RawRowView(i) {
			mean[c] += weight(i) * v
		}
	}
	for i := range n {
		row := p.points.RawRowView(i)
		for c, v := range row {
			for e := c; e < d; e++ {
				covariance.SetSym(c, e, covariance.At(c, e)+weight(i)*(v-mean[c])*(row[e]-mean[e]))
			}
		}
	}
	var eig mat.EigenSym
	axes := mat.NewDense(d, d, nil)
	if !eig.Factorize(covariance, true) {
		for c := range d {
			axes.Set(c, c, 1)
		}
		return axes
	}
	var vectors mat.Dense
	eig.VectorsTo(&vectors)
	for c := range d {
		axes.SetCol(c, mat.Col(nil, d-1-c, &vectors)) // EigenSym ascends
	}
	return axes
}
