package register

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/internal/routine"
	"gwscope/meshio/closest"
	"gwscope/solver/correspond"
	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/meshgraph"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/internal/sparse"
)

// mostCotangent bounds the weights of edges: needles would hold more than all others.
const mostCotangent = 5

// usualPoints is the size of mesh that stiffness and smoothing are stated for. Others have
// them in proportion, so that they mean the same lengths.
const usualPoints = 5000

// mostAverages bounds how often turns are averaged on large meshes, which begin with turns
// that are smooth.
const mostAverages = 12

// leastGrowth and mostGrowth bound by how much a neighbourhood grows, see growth.
const leastGrowth, mostGrowth = 0.25, 4

// leastMass keeps points that stand for no area from being lost.
const leastMass = 1e-6

// blockSize is how many points a worker takes at a time.
const blockSize = 256

// sheet is A's mesh on its way to B. It resists what no rotation of neighbourhoods
// explains:
//
//	λ Σ_ij w_ij |(p_i - p_j) - (R_i + R_j)/2 (r_i - r_j)|²
//
// with w the cotangent weights, r the rest shape and R_i the turn of each neighbourhood,
// which may grow a little, after its stretch to B's proportions.
type sheet struct {
	g       *meshgraph.Graph
	faces   [][3]int32 // turned so that they look outward on B
	rest    []r3.Vec
	normals []r3.Vec     // at rest, outward on B
	mass    []float64    // area, mean 1
	stretch []dense.Mat3 // of the rest shape about each point, see proportion; nil: none
	size    []float64    // Σ w |r_i - r_j|² over the edges of each point, stretched
	at      []r3.Vec
	turns   []dense.Mat3 // with the stretch
	threads int

	scratch []dense.Mat3
	pattern *sparse.Pattern  // of the factors
	last    system           // that was factored
	kept    *systems         // nil: no factor is kept but the last
	spare   *sparse.Cholesky // the last factor, where nobody else has it: the next one takes its memory
	tree    *closest.Tree    // over faces, where they were when it was made; nil: none yet
}

func newSheet(s source, threads int) *sheet {
	v := len(s.points)
	h := &sheet{g: meshgraph.Surface(s.points, s.faces), faces: s.faces, rest: s.points, normals: s.normals, tree: s.tree, threads: threads,
		mass: make([]float64, v), turns: make([]dense.Mat3, v), scratch: make([]dense.Mat3, v)}
	for k, w := range h.g.Weight {
		h.g.Weight[k] = min(w, mostCotangent)
	}
	all := 0.0
	for _, a := range s.area {
		all += a
	}
	for i, a := range s.area {
		h.mass[i] = max(a/all*float64(v), leastMass)
	}
	h.size = make([]float64, v)
	h.measure()
	return h
}

// measure finds the sizes of the neighbourhoods.
func (h *sheet) measure() {
	h.each(func(i int) {
		near, by := h.g.Row(i)
		h.size[i] = 0
		for k, j := range near {
			h.size[i] += h.g.Weight[by[k]] * r3.Norm2(h.side(i, j))
		}
	})
}

// side leads from a point to a neighbour, in the rest shape as it is stretched about the point.
func (h *sheet) side(i int, neighbour int32) r3.Vec {
	u := r3.Sub(h.rest[neighbour], h.rest[i])
	if h.stretch != nil {
		u = h.stretch[i].Times(u)
	}
	return u
}

// move begins at a rigid motion of the rest shape.
func (h *sheet) move(m correspond.Rigid) {
	h.at = m.ApplyAll(h.rest)
	for i := range h.turns {
		h.turns[i] = m.R
	}
}

// turned are the normals of the points as they are now: half what the turns of the
// neighbourhoods make of them, which a fold does not turn, and half those of the faces.
func (h *sheet) turned() []r3.Vec {
	now := pointNormals(h.at, h.faces)
	h.each(func(i int) { now[i] = unit(r3.Add(unit(h.turns[i].Times(h.normals[i])), now[i])) })
	return now
}

// rotate finds the turn of every neighbourhood. Where lying is not zero, the turn takes
// the point's normal there, so that triangles which lie with their back up do not count as
// turned around in space. Turns are averaged with their neighbours' so many times (stated
// for a usual mesh), without which limbs wring themselves. With lying, neighbourhoods also
// grow, see growth.
func (h *sheet) rotate(averages float64, lying []r3.Vec) {
	g, next := h.g, h.scratch
	h.each(func(i int) {
		near, by := g.Row(i)
		var sum dense.Mat3
		for k, j := range near {
			sum.AddOuter(g.Weight[by[k]], r3.Sub(h.at[j], h.at[i]), h.side(i, j))
		}
		if lying != nil && lying[i] != (r3.Vec{}) {
			next[i] = turnBetween(&sum, h.normals[i], lying[i])
			scale(&next[i], growth(&next[i], &sum, h.size[i]))
		} else {
			next[i], _ = dense.Rotation3(sum)
		}
	})
	h.turns, next = next, h.turns
	count := min(int(math.Round(averages*h.usual())), mostAverages)
	for range count {
		h.each(func(i int) {
			near, by := g.Row(i)
			sum, all := h.turns[i], 1.0
			for k, j := range near {
				w := g.Weight[by[k]]
				all += w
				for c, x := range h.turns[j] {
					sum[c] += w * x
				}
			}
			for c := range sum {
				sum[c] /= all
			}
			next[i] = sum
		})
		h.turns, next = next, h.turns
	}
	if count > 0 {
		h.each(func(i int) {
			turn, trace := dense.Rotation3(h.turns[i])
			if lying != nil {
				scale(&turn, trace/3)
			}
			h.turns[i] = turn
		})
	}
	if h.stretch != nil {
		h.each(func(i int) { h.turns[i] = product(&h.turns[i], &h.stretch[i]) })
	}
	h.scratch = next
}

// growth is half of what a neighbourhood has grown, as a factor: the best similarity with
// turn r to edges with the given sum of outer products, of which size is Σ w |u|² at rest.
// Shapes of other proportions need it; all of it would let neighbourhoods shrink freely.
func growth(r, sum *dense.Mat3, size float64) float64 {
	if !(size > 0) {
		return 1
	}
	along := 0.0
	for c, x := range r {
		along += x * sum[c]
	}
	return math.Sqrt(min(max(along/size, leastGrowth), mostGrowth))
}

func scale(m *dense.Mat3, by float64) {
	for c := range m {
		m[c] *= by
	}
}

// turnAndPull is rotate and then pull. The system, which does not depend on the turns, is
// factored beside the turning: a factor is made on one processor.
func (h *sheet) turnAndPull(ctx context.Context, averages float64, lying []r3.Vec, lambda float64, target []r3.Vec, weight []float64) error {
	if parallel.Threads(h.threads) == 1 {
		h.rotate(averages, lying)
		return h.pull(ctx, lambda, target, weight)
	}
	var factoring routine.Group
	factoring.Go(func() { _ = h.prepare(ctx, lambda, weight) }) // pull finds the error again
	h.rotate(averages, lying)
	factoring.Wait()
	return h.pull(ctx, lambda, target, weight)
}

// pull moves the sheet to where it resists and is pulled least: the minimum of its
// resistance with stiffness lambda (stated for a usual mesh) and of Σ mass weight
// |p - target|². Points keep their turns. weight must be positive somewhere on each piece.
func (h *sheet) pull(ctx context.Context, lambda float64, target []r3.Vec, weight []float64) error {
	if err := h.prepare(ctx, lambda, weight); err != nil {
		return err
	}
	lambda *= h.usual()
	b := make([]r3.Vec, len(h.rest))
	h.each(func(i int) {
		near, by := h.g.Row(i)
		sum := r3.Scale(weight[i]*h.mass[i], target[i])
		for k, j := range near {
			u := r3.Sub(h.rest[i], h.rest[j])
			sum = r3.Add(sum, r3.Scale(lambda/2*h.g.Weight[by[k]], r3.Add(h.turns[i].Times(u), h.turns[j].Times(u))))
		}
		b[i] = sum
	})
	if len(h.rest) > mostFactored {
		return h.iterate(ctx, lambda, weight, b)
	}
	h.last.factor.Solve(b)
	h.at = b
	return nil
}

// usual is the number of points as a share of a usual mesh's.
func (h *sheet) usual() float64 { return float64(len(h.rest)) / usualPoints }

// prepare factors the system of pull, unless it is the last one or too large for factors.
func (h *sheet) prepare(ctx context.Context, lambda float64, weight []float64) error {
	lambda *= h.usual()
	if len(h.rest) > mostFactored || h.last.is(lambda, weight) {
		return nil
	}
	if known := h.kept.find(lambda, weight); known != nil {
		h.last = system{lambda, slices.Clone(weight), known}
		return nil
	}
	scaled := make([]float64, len(h.g.Weight))
	for k, w := range h.g.Weight {
		scaled[k] = lambda * w
	}
	a := sparse.Laplacian(len(h.rest), h.g.Edges, scaled)
	for i, w := range weight {
		a.Diagonal[i] += w * h.mass[i]
	}
	if h.pattern == nil {
		var err error
		if h.pattern, err = sparse.Analyse(ctx, a, sparse.Dissect(h.rest, a)); err != nil {
			return err
		}
	}
	old := h.spare
	h.last, h.spare = system{}, nil
	factor, err := h.pattern.Factor(ctx, a, old)
	if err != nil {
		return err
	}
	h.last = system{lambda, slices.Clone(weight), factor}
	if h.kept == nil {
		h.spare = factor
	}
	h.kept.keep(h.last)
	return nil
}

// surface is the sheet's faces where they are now, for searches.
func (h *sheet) surface(normals []r3.Vec) surface {
	s := surface{tree: h.moved(), facing: make([]r3.Vec, len(h.faces))}
	for k, t := range h.faces {
		s.facing[k] = unit(r3.Add(normals[t[0]], r3.Add(normals[t[1]], normals[t[2]])))
	}
	return s
}

// moved is the tree of the faces where they are now.
func (h *sheet) moved() *closest.Tree {
	if h.tree == nil {
		h.tree = closest.NewTree(h.at, h.faces)
	}
	if &h.tree.Points[0] == &h.at[0] {
		return h.tree
	}
	return h.tree.Moved(h.at)
}

// each calls f for all points, some at once.
func (h *sheet) each(f func(i int)) {
	dense.Blocks(h.threads, len(h.rest), blockSize, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			f(i)
		}
	})
}
