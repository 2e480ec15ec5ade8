package neural

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"

	"gwscope/solver/gw"
	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/order"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/slicer"
	"gwscope/solver/slicer/lapsum"
)

// Effort of a refinement.
type Effort struct {
	Rounds, Steps int
	// Softest and Hardest are the first and last temperature of a round, in distances
	// between neighbouring scores.
	Softest, Hardest float64
}

// Quick improves every candidate a little; Long is for the best.
var (
	Quick = Effort{Rounds: 6, Steps: 40, Softest: 1, Hardest: 0.3}
	Long  = Effort{Rounds: 30, Steps: 80, Softest: 1, Hardest: 0.4}
)

// patience is how many rounds in a row may find nothing better before a refinement
// ends early.
const patience = 8

// halfBand is the number of bins on each side of a point's own that its gradient
// looks at: at temperatures of one spacing the kernel has fallen to e^-24.
const halfBand = 24

// Refinement is the input of [Refine].
type Refinement struct {
	Problem *gw.Problem
	X, Y    Side
	// CloudX and CloudY are the shapes in one embedding (n x d, m x d).
	CloudX, CloudY slicer.Cloud
	Fused          float64 // as in Settings
	Effort         Effort
	Seed           uint64
	Report         func(Outcome) // if set, is told of every better plan
	// Hold, if set, is called many times in a round, and may wait: that pauses it.
	Hold func(context.Context)
}

// Refine lowers the loss of a sorted plan, GW or fused, without leaving the class of
// sorted plans: straight-through descent on the scores themselves, the loss and its gradient
// being those of the hard plan, the way back to the scores LapSum's.
//
// A plan does not change when its pairs are put in another order, but the order decides which swaps are small. So each
// round takes another curve through the matched pairs (midpoints
// after Procrustes, cut along random axes), sets both scores to the position along it, and
// descends from there. The least value ever seen comes back; it is never above that of start.
// The same seed gives the same bits.
func Refine(ctx context.Context, set Refinement, start Outcome) Outcome {
	var r *refiner
	if !parallel.Await(ctx, func() { r = newRefiner(set) }) {
		return start
	}
	r.best = start
	rng := rand.New(rand.NewPCG(set.Seed, 0x94d049bb133111eb))
	for round, idle := 0, 0; idle < patience && round < set.Effort.Rounds && ctx.Err() == nil; round++ {
		before := r.best.Value
		r.relabel(rng)
		r.descend(ctx)
		if idle++; r.best.Value < before {
			idle = 0
		}
	}
	return r.best
}

// refiner holds both shapes in single precision.
type refiner struct {
	Refinement
	x, y     *refinedSide
	bins     int
	exact    bool // the binned plan is the sorted plan
	constant float64
	fusion   fusion
	best     Outcome
	cutter   slicer.Slicer
}

// refinedSide is one shape.
type refinedSide struct {
	n, bins        int
	whole          bool      // every point fills a bin of its own
	distances      []float32 // n x n, minus their common mean
	costs          []float32 // n x m, of a fused objective; nil without one
	weights        []float64
	mass           []float32
	scores         []float32 // in units of neighbouring scores
	order          []int32
	parts          []part
	pulled         []float32 // Σ_j D_ij A_jk for points in order (n x K)
	binned         []float32 // K x K
	grad, ds       []float32
	moment, square []float32
	block          []float32
	sorter         lapsum.Sorter[float32]
	band           lapsum.Band[float32]
}

// part is the mass that the point at a place in the order has in a bin.
type part struct {
	place, bin int32
	mass       float32
}

func newRefiner(set Refinement) *refiner {
	x, y := set.X, set.Y
	bins := min(x.Len(), y.Len())
	mean := (meanDistance(x) + meanDistance(y)) / 2
	r := &refiner{Refinement: set, bins: bins, exact: x.Len() == y.Len() && gw.Even(x.Weights) && gw.Even(y.Weights)}
	r.x, r.y = newRefinedSide(x, mean, bins), newRefinedSide(y, mean, bins)
	r.x.whole, r.y.whole = r.exact, r.exact
	r.constant = r.x.constant() + r.y.constant()
	r.fusion = fusionOf(set.Fused, x, y)
	r.x.costs, r.y.costs = r.fusion.costs()
	return r
}

func newRefinedSide(s Side, mean float64, bins int) *refinedSide {
	n := s.Len()
	r := &refinedSide{n: n, bins: bins, weights: s.Weights, distances: make([]float32, n*n), mass: make([]float32, n),
		scores: make([]float32, n), ds: make([]float32, n), moment: make([]float32, n), square: make([]float32, n),
		pulled: make([]float32, n*bins), binned: make([]float32, bins*bins)}
	for i := range n {
		r.mass[i] = float32(s.Weights[i])
		for k, v := range s.Distances.RawRowView(i) {
			r.distances[i*n+k] = float32(v - mean)
		}
	}
	return r
}

// constant is a'(D∘D)a.
func (s *refinedSide) constant() float64 {
	sum := 0.0
	for i, a := range s.weights {
		for k, v := range s.distances[i*s.n : (i+1)*s.n] {
			sum += a * s.weights[k] * float64(v) * float64(v)
		}
	}
	return sum
}

// bend is how far, in shares of a unit matrix, the axes of a cut are turned.
const bend = 0.5

// relabel puts the pairs of the best plan along a new curve.
func (r *refiner) relabel(rng *rand.Rand) {
	x, y := r.CloudX, r.CloudY
	plan, d := r.best.Plan, x.Dim
	lifted := slicer.Procrustes(x, y, plan.I, plan.J, plan.Mass).Apply(x)
	turn := make([]float64, d*d)
	for a := range d {
		for b := range d {
			turn[a*d+b] = bend * rng.NormFloat64()
		}
		turn[a*d+a]++
	}
	middles := slicer.Cloud{Points: make([]float64, plan.Len()*d), Dim: d, Weights: plan.Mass}
	for k := range plan.Mass {
		p, q := lifted.Points[int(plan.I[k])*d:], y.Points[int(plan.J[k])*d:]
		for a := range d {
			for b := range d {
				middles.Points[k*d+a] += turn[a*d+b] * (p[b] + q[b]) / 2
			}
		}
	}
	cuts := slicer.PrincipalCuts
	if rng.IntN(2) == 0 {
		cuts = slicer.AxisCuts
	}
	push := r.cutter.Slice(middles, middles, cuts).PushX
	r.x.place(plan.I, plan.Mass, push)
	r.y.place(plan.J, plan.Mass, push)
}

// place sets each point's score to the mean place of its pairs.
func (s *refinedSide) place(points []int32, mass, push []float64) {
	total := make([]float64, s.n)
	sum := make([]float64, s.n)
	for k, i := range points {
		total[i] += mass[k]
		sum[i] += mass[k] * push[k]
	}
	for i := range s.scores {
		if total[i] > 0 {
			sum[i] /= total[i]
		}
		s.scores[i] = float32(sum[i] * float64(s.bins))
	}
	clear(s.moment)
	clear(s.square)
}

// descend runs one round.
func (r *refiner) descend(ctx context.Context) {
	effort := r.Effort
	for step := range effort.Steps {
		progress := float64(step) / float64(max(effort.Steps-1, 1))
		tau := effort.Softest * math.Pow(effort.Hardest/effort.Softest, progress)
		// With thousands of points each of these takes tens of milliseconds, and a
		// person who cancels should not wait for all of them.
		for _, do := range [...]func(){
			r.x.harden, r.y.harden, r.look,
			func() { r.x.gradient(r.y, tau) },
			func() { r.y.gradient(r.x, tau) },
		} {
			if r.Hold != nil {
				r.Hold(ctx)
			}
			if ctx.Err() != nil {
				return
			}
			do()
		}
		rate := tau * (1 - 0.9*progress)
		r.x.move(rate, step+1)
		r.y.move(rate, step+1)
	}
}

// harden sorts the scores and bins the distances by the hard shares.
func (s *refinedSide) harden() {
	s.order = order.Ascending(s.scores)
	n, k := s.n, s.bins
	if !s.whole || s.costs != nil {
		s.split()
	}
	if s.whole {
		mass := 1 / float32(n)
		for r, i := range s.order {
			from := s.distances[int(i)*n : (int(i)+1)*n]
			to, sum := s.pulled[r*k:(r+1)*k], s.binned[r*k:(r+1)*k]
			for c, j := range s.order {
				v := mass * from[j]
				to[c], sum[c] = v, mass*v
			}
		}
		return
	}
	clear(s.pulled)
	clear(s.binned)
	for r, i := range s.order {
		from, to := s.distances[int(i)*n:(int(i)+1)*n], s.pulled[r*k:(r+1)*k]
		for _, p := range s.parts {
			to[p.bin] += p.mass * from[s.order[p.place]]
		}
	}
	for _, p := range s.parts {
		from, to := s.pulled[int(p.place)*k:(int(p.place)+1)*k], s.binned[int(p.bin)*k:(int(p.bin)+1)*k]
		for c, v := range from {
			to[c] += p.mass * v
		}
	}
}

// split lays the masses out in order and cuts them into bins. Slivers of rounding
// at the cuts are left out.
func (s *refinedSide) split() {
	s.parts = s.parts[:0]
	k := float64(s.bins)
	at, bin := 0.0, 0
	for r, i := range s.order {
		w := s.weights[i] * k // in bins
		for end := at + w; ; {
			edge := float64(bin + 1)
			if end <= edge+1e-9 || bin == s.bins-1 {
				s.parts = append(s.parts, part{int32(r), int32(bin), float32((end - at) / k)})
				at = end
				break
			}
			if edge-at > 1e-9 {
				s.parts = append(s.parts, part{int32(r), int32(bin), float32((edge - at) / k)})
			}
			at, bin = edge, bin+1
		}
	}
}

// look keeps the present plan if it is the best.
func (r *refiner) look() {
	if r.exact {
		// The loss in single precision says whether a closer look is worth it.
		cross := 0.0
		for i, v := range r.x.binned {
			cross += float64(v * r.y.binned[i])
		}
		k := float64(r.bins)
		value := r.constant - 2*k*k*cross
		if r.x.costs != nil {
			for place, i := range r.x.order {
				value += float64(r.x.costs[int(i)*r.y.n+int(r.y.order[place])]) / k
			}
		}
		if value > r.best.Value*(1+1e-4)+1e-7 {
			return
		}
	}
	plan := gw.Monotone(r.x.order, r.y.order, r.x.weights, r.y.weights)
	loss := r.Problem.Loss(plan)
	if value := loss + r.fusion.of(plan); value < r.best.Value {
		r.best = Outcome{PushX: r.x.positions(), PushY: r.y.positions(), Plan: plan, GW2: loss, Value: value, Restart: r.best.Restart}
		if r.Report != nil {
			r.Report(r.best)
		}
	}
}

// positions are the middles of the points' mass intervals, which sort as the scores
// do and never tie.
func (s *refinedSide) positions() []float64 {
	push, at := make([]float64, s.n), 0.0
	for _, i := range s.order {
		push[i] = at + s.weights[i]/2
		at += s.weights[i]
	}
	return push
}

// gradient is dL/dscores, straight through: dL/dS_ik = -4K² a_i Σ_l pulled_il binned_lk
// (binned of the other side), and of a fused objective λK a_i Σ_j b_jk M_ij, at
// the hard plan, taken to the scores by the soft sort at temperature tau.
func (s *refinedSide) gradient(other *refinedSide, tau float64) {
	k := s.bins
	s.sorter.Sort(s.scores, s.mass, k, tau)
	s.sorter.Band(&s.band, s.scores, 17, halfBand)
	if need := len(s.band.Soft) + s.n; cap(s.grad) < need {
		s.grad = make([]float32, need+need/4)
	}
	s.grad = s.grad[:len(s.band.Soft)+s.n]
	// Rows next to each other in order have their bands at nearly the same place.
	const rows = 64
	for lo := 0; lo < s.n; lo += rows {
		hi := min(lo+rows, s.n)
		first, last := k, 0
		for _, i := range s.order[lo:hi] {
			f := int(s.band.First[i])
			first = min(first, f)
			last = max(last, min(k, f+int(s.band.Start[i+1]-s.band.Start[i])+1))
		}
		width := last - first
		if cap(s.block) < rows*width {
			s.block = make([]float32, rows*k)
		}
		c := blas32.General{Rows: hi - lo, Cols: width, Stride: width, Data: s.block[:(hi-lo)*width]}
		dense.Gemm32(1, blas.NoTrans, blas.NoTrans, -4*float32(k)*float32(k),
			blas32.General{Rows: hi - lo, Cols: k, Stride: k, Data: s.pulled[lo*k : hi*k]},
			blas32.General{Rows: k, Cols: width, Stride: k, Data: other.binned[first:]}, 0, c)
		if s.costs != nil {
			s.addCosts(c, lo, first, other)
		}
		for r := lo; r < hi; r++ {
			i := s.order[r]
			start, f := int(s.band.Start[i])+int(i), int(s.band.First[i])
			to := s.grad[start : start+int(s.band.Start[i+1]-s.band.Start[i])+1]
			from := c.Data[(r-lo)*width+f-first : (r-lo+1)*width]
			for e := range to {
				if e < len(from) {
					to[e] = from[e] * s.mass[i]
				} else {
					to[e] = 0
				}
			}
		}
	}
	s.band.Backward(s.ds, s.grad, s.mass, tau)
}

// addCosts adds K Σ_j b_jk λM_ij to a block of rows, points in order from lo, and
// columns, bins k from first.
func (s *refinedSide) addCosts(c blas32.General, lo, first int, other *refinedSide) {
	at, _ := slices.BinarySearchFunc(other.parts, int32(first), func(p part, bin int32) int { return cmp.Compare(p.bin, bin) })
	for _, p := range other.parts[at:] {
		column := int(p.bin) - first
		if column >= c.Cols {
			break
		}
		share, j := float32(s.bins)*p.mass, int(other.order[p.place])
		for r := range c.Rows {
			c.Data[r*c.Stride+column] += share * s.costs[int(s.order[lo+r])*other.n+j]
		}
	}
}

// move is one step of Adam of the given length.
func (s *refinedSide) move(rate float64, step int) {
	const b1, b2 = 0.9, 0.99
	c1, c2 := float32(1-math.Pow(b1, float64(step))), float32(1-math.Pow(b2, float64(step)))
	for i, g := range s.ds {
		s.moment[i] = b1*s.moment[i] + (1-b1)*g
		s.square[i] = b2*s.square[i] + (1-b2)*g*g
		if v := s.square[i] / c2; v > 0 {
			s.scores[i] -= float32(rate) * s.moment[i] / c1 / float32(math.Sqrt(float64(v)))
		}
	}
}
