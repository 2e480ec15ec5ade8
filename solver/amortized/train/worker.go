package train

import (
	"context"
	"errors"
	"fmt"

	"gwscope/solver/internal/parallel"
)

// worker runs pairs through graphs of its own, one for each number of points, all on
// the memory of the same weights.
type worker struct {
	t       *trainer
	graphs  map[int]*graph[float32] // forward and backward
	scorers map[int]*graph[float32] // scores alone
}

func newWorker(t *trainer) *worker {
	return &worker{t: t, graphs: map[int]*graph[float32]{}, scorers: map[int]*graph[float32]{}}
}

func (w *worker) close() {
	for _, all := range []map[int]*graph[float32]{w.graphs, w.scorers} {
		for _, g := range all {
			g.close()
		}
	}
}

func (w *worker) graph(n int, fit bool) *graph[float32] {
	all := w.scorers
	if fit {
		all = w.graphs
	}
	if all[n] == nil {
		s := w.t.settings
		all[n] = newGraph(graphSettings{
			config: s.Config, n: n, m: n, bins: max(n/s.PerBin, 2), features: featureSize,
			gw2: (1 - s.lambda()) / w.t.scales.GW2, feature: s.lambda() / w.t.scales.Feature,
			withGrads: fit, withoutFit: !fit,
		}, w.t.weights.Get)
	}
	return all[n]
}

// input copies a pair's tokens into a graph.
func (w *worker) input(g *graph[float32], p *pair) {
	shift, scale := w.t.weights.Get("input.shift"), w.t.weights.Get("input.scale")
	to := values[float32](g.input)
	for _, s := range []*shape{p.x, p.y} {
		for k, v := range s.input {
			c := k % len(shift)
			to[k] = (v - shift[c]) * scale[c]
		}
		to = to[len(s.input):]
	}
}

// outcome of one pair.
type outcome struct {
	loss  float64
	parts lossParts
	grads [][]float32
	err   error
}

// step is loss and gradients of one pair.
func (w *worker) step(p *pair, tau, guidance float64, out *outcome) {
	g := w.graph(p.x.n, true)
	w.input(g, p)
	if w.t.settings.Config.Places {
		places := values[float32](g.places)
		copy(places[copy(places, p.x.places):], p.y.places)
		w.finish(g, out)
		return
	}
	phi := values[float32](g.phi)
	w.t.scales.features(phi, p.x)
	w.t.scales.features(phi[p.x.n*featureSize:], p.y)
	copy(values[float32](g.dx), p.x.dist)
	copy(values[float32](g.dy), p.y.dist)
	copy(values[float32](g.ranks), p.x.ranks)
	copy(values[float32](g.ranks)[p.x.n:], p.y.ranks)
	g.tau, g.guidance = tau, guidance
	w.finish(g, out)
}

// finish runs a graph that has its data.
func (w *worker) finish(g *graph[float32], out *outcome) {
	if out.err = g.run(); out.err != nil {
		return
	}
	out.loss, out.parts = g.lossValue(), g.parts
	for k, n := range g.grads {
		copy(out.grads[k], values[float32](n))
	}
}

// errDiverged stops a training whose numbers are no longer finite.
var errDiverged = errors.New("the loss is no longer finite")

// gradients sets grads to the mean gradient of a batch and returns the mean loss. Each
// pair has its own memory, and sums go in the pairs' order: the bits do not depend on
// the number of threads.
func (t *trainer) gradients(b batch, tau, guidance float64) (outcome, error) {
	for len(t.outcomes) < len(b.pairs) {
		o := outcome{}
		for _, v := range t.adam.values {
			o.grads = append(o.grads, make([]float32, len(v)))
		}
		t.outcomes = append(t.outcomes, o)
	}
	// A step is short, and half of one is worth nothing: it is not interrupted.
	_ = parallel.For(context.Background(), len(t.workers), len(b.pairs), 1, func(w, lo, hi int) {
		for k := lo; k < hi; k++ {
			t.workers[w].step(b.pairs[k], tau, guidance, &t.outcomes[k])
		}
	})
	share := 1 / float64(len(b.pairs))
	var mean outcome
	for k, p := range b.pairs {
		o := &t.outcomes[k]
		if o.err != nil {
			return mean, fmt.Errorf("a pair of category %d: %w", p.category, o.err)
		}
		mean.loss += share * o.loss
		mean.parts.gw2 += share * o.parts.gw2
		mean.parts.feature += share * o.parts.feature
	}
	if !finite([]float64{mean.loss}) {
		return mean, errDiverged
	}
	for e := range t.grads {
		sum := t.grads[e]
		copy(sum, t.outcomes[0].grads[e])
		for k := 1; k < len(b.pairs); k++ {
			for i, g := range t.outcomes[k].grads[e][:len(sum)] {
				sum[i] += g
			}
		}
		for i := range sum {
			sum[i] *= float32(share)
		}
	}
	return mean, nil
}
