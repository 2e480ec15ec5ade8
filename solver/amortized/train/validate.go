package train

import (
	"context"

	"gwscope/solver/internal/order"
	"gwscope/solver/internal/parallel"
)

// validate judges the hard plans of all validation pairs and fills in the epoch's line.
func (t *trainer) validate(ctx context.Context, e *Epoch) error {
	outcomes, right := make([]outcome, len(t.check)), make([]float64, len(t.check))
	if err := parallel.For(ctx, len(t.workers), len(t.check), 1, func(w, k, _ int) {
		right[k] = t.workers[w].score(t.check[k], &outcomes[k])
	}); err != nil {
		return err
	}
	count := make([]float64, len(t.maker.source.Categories()))
	e.ByCategory = make([]float64, len(count))
	for k, o := range outcomes {
		if o.err != nil {
			return o.err
		}
		share := 1 / float64(len(outcomes))
		e.HardLoss += share * o.loss
		e.HardGW2 += share * o.parts.gw2
		e.Accuracy += share * right[k]
		c := t.check[k].category
		e.ByCategory[c] += right[k]
		count[c]++
	}
	for c, n := range count {
		if n > 0 {
			e.ByCategory[c] /= n
		}
	}
	return nil
}

// score is a validation pair's hard plan, judged.
func (w *worker) score(p *pair, out *outcome) (accuracy float64) {
	g := w.graph(p.x.n, false)
	w.input(g, p)
	if out.err = g.run(); out.err != nil {
		return 0
	}
	n := p.x.n
	scores := values[float32](g.scores)
	if !finite(scores) {
		out.err = errDiverged
		return 0
	}
	s := w.t.settings
	if s.Config.Places {
		toldX, toldY := scores[:len(p.x.places)], scores[len(p.x.places):]
		d := s.Config.Outputs()
		out.loss = (placeError(toldX, p.x.places, d) + placeError(toldY, p.y.places, d)) / 2
		m := s.Config.Match(p.x.tokens, p.y.tokens, double(toldX), double(toldY))
		orderX, orderY := order.Ascending(m.PushX), order.Ascending(m.PushY)
		out.parts.gw2 = w.t.scales.hard(p, orderX, orderY).gw2
		return rightly(p, orderX, orderY)
	}
	orderX, orderY := order.Ascending(scores[:n]), order.Ascending(scores[n:])
	out.parts = w.t.scales.hard(p, orderX, orderY)
	out.loss = (1-s.lambda())*out.parts.gw2/w.t.scales.GW2 + s.lambda()*out.parts.feature/w.t.scales.Feature
	return rightly(p, orderX, orderY)
}

// rightly is the share of points whose part label is that of their partner.
func rightly(p *pair, orderX, orderY []int32) float64 {
	right := 0
	for k, i := range orderX {
		if p.x.labels[i] == p.y.labels[orderY[k]] {
			right++
		}
	}
	return float64(right) / float64(len(orderX))
}

func double(v []float32) []float64 {
	out := make([]float64, len(v))
	for k, x := range v {
		out[k] = float64(x)
	}
	return out
}

// hard are the terms of the loss for the permutation that matches points of equal rank.
func (s *scales) hard(p *pair, orderX, orderY []int32) lossParts {
	const f = featureSize
	n := p.x.n
	phiX, phiY := make([]float32, n*f), make([]float32, n*f)
	s.features(phiX, p.x)
	s.features(phiY, p.y)
	var out lossParts
	for a, i := range orderX {
		j := orderY[a]
		for b, k := range orderX {
			d := float64(p.x.dist[int(i)*n+int(k)] - p.y.dist[int(j)*n+int(orderY[b])])
			out.gw2 += d * d
		}
		for q, v := range phiX[int(i)*f : (int(i)+1)*f] {
			d := float64(v - phiY[int(j)*f+q])
			out.feature += d * d
		}
	}
	out.gw2 /= float64(n) * float64(n)
	out.feature /= float64(n)
	return out
}
