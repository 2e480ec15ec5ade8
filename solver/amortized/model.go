package amortized

import (
	"cmp"
	"errors"
	"slices"

	"gwscope/solver/gw"
	"gwscope/solver/nn"
)

// Model runs a network on a backend. It keeps its memory from pair to pair, so that one
// as large as those before allocates nothing on the backend. One goroutine at a time may use it.
type Model struct {
	config  Config
	backend nn.Backend
	layers  layers
	streams [2]*stream
	pools   nn.Tensor // 2 x d_c: the means of both streams' contexts
	halves  nn.Tensor // 1 x 2
	pool    nn.Tensor // 1 x d_c: the mean of both, on its way through C
	hidden  nn.Tensor // 1 x d_c
	bias    nn.Tensor // 1 x d: of join, with what the context adds
}

// NewModel puts weights on a backend, where they stay until it is closed.
func NewModel(w *Weights, b nn.Backend) *Model {
	c := w.Config
	m := &Model{config: c, backend: b, layers: newLayers(w, b), pools: b.New(2, c.Context), halves: b.New(1, 2),
		pool: b.New(1, c.Context), hidden: b.New(1, c.Context), bias: b.New(1, c.Width)}
	b.Upload(m.halves, []float64{0.5, 0.5})
	return m
}

// Scores runs the network on two shapes: s (n x Outputs, row-major) and t (m x Outputs), in the
// order of their points. Of a network with one output only the order of the scores means
// something. Calls with x and y exchanged give t and s, to the
// last bit, for the streams never share a kernel call.
func (m *Model) Scores(x, y *Tokens) (s, t []float64, err error) {
	for _, tokens := range []*Tokens{x, y} {
		if want := tokens.Len() * m.config.Inputs(); len(tokens.Input) != want {
			return nil, nil, errors.New("these tokens were made for another network: use its own Config.Tokens")
		}
	}
	for k, tokens := range []*Tokens{x, y} {
		if m.streams[k] == nil || m.streams[k].rows < tokens.Len() {
			m.streams[k] = newStream(m, tokens.Len())
		}
		m.streams[k].load(tokens)
	}
	m.encode()
	s, t = m.streams[0].scores(x), m.streams[1].scores(y)
	if err := m.backend.Err(); err != nil {
		return nil, nil, err
	}
	for _, v := range [][]float64{s, t} {
		for _, score := range v {
			if score-score != 0 {
				return nil, nil, errors.New("the network's scores are not finite: its weights are damaged, or it was interrupted")
			}
		}
	}
	return s, t, nil
}

// Plan is the hard plan of scores (paper, π^θ): both shapes' points sorted and coupled
// monotonically. Equal scores are sorted by the points' tokens and only points that are
// alike in everything by index, so that a shape's plan with itself is the identity.
func Plan(s, t []float64, x, y *Tokens) *gw.Plan {
	return gw.Monotone(x.sorted(s), y.sorted(t), x.Mass, y.Mass)
}

func (t *Tokens) sorted(scores []float64) []int32 {
	order := slices.Clone(t.Order)
	slices.SortStableFunc(order, func(i, j int32) int { return cmp.Compare(scores[i], scores[j]) })
	return order
}
