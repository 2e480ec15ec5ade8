package amortized

import "gwscope/solver/nn"

// stream is what the model keeps of one of the two shapes on its way through the
// network; tensors have room for rows points and are used for the first n.
type stream struct {
	*Model
	rows, n             int
	in, hid, token      nn.Tensor // n x F, hidden, d_in
	h, sum              nn.Tensor // n x d: the tokens, and with a residual before the norm
	q, k, v, attended   nn.Tensor // n x d
	wide                nn.Tensor // n x expansion d
	context             nn.Tensor // n x d_c
	stats, mass, weighs nn.Tensor // n x 2, n x 1, and mass or none where it is even
	score               nn.Tensor // n x outputs
	input, column       []float64 // on their way
}

func newStream(m *Model, rows int) *stream {
	c, b := m.config, m.backend
	s := &stream{Model: m, rows: rows}
	for to, cols := range map[*nn.Tensor]int{
		&s.in: c.Inputs(), &s.hid: c.Hidden, &s.token: c.Token, &s.h: c.Width, &s.sum: c.Width, &s.q: c.Width, &s.k: c.Width, &s.v: c.Width,
		&s.attended: c.Width, &s.wide: c.Expansion * c.Width, &s.context: c.Context, &s.stats: 2, &s.mass: 1, &s.score: c.Outputs(),
	} {
		*to = b.New(rows, cols)
	}
	s.input, s.column = make([]float64, rows*c.Inputs()), make([]float64, rows*c.Outputs())
	return s
}

// first is the part of a tensor that the present shape takes.
func (s *stream) first(t nn.Tensor) nn.Tensor { return t.Slice(0, s.n) }

// load takes a shape's tokens in, in their own order.
func (s *stream) load(t *Tokens) {
	s.n = t.Len()
	width := s.config.Inputs()
	even := true
	for k, i := range t.Order {
		for c, v := range t.Input[int(i)*width : (int(i)+1)*width] {
			s.input[k*width+c] = float64(v)
		}
		s.column[k] = t.Mass[i]
		even = even && t.Mass[i] == t.Mass[0]
	}
	s.backend.Upload(s.first(s.in), s.input[:s.n*width])
	s.backend.Upload(s.first(s.mass), s.column[:s.n])
	s.weighs = nn.Tensor{}
	if !even {
		s.weighs = s.first(s.mass)
	}
}

// scores brings the scores back to the order of the points.
func (s *stream) scores(t *Tokens) []float64 {
	d := s.config.Outputs()
	column, out := s.column[:s.n*d], make([]float64, s.n*d)
	s.backend.Download(column, s.first(s.score))
	for k, i := range t.Order {
		copy(out[int(i)*d:(int(i)+1)*d], column[k*d:(k+1)*d])
	}
	return out
}

// linear is out = act(in W' + bias) + residual.
func (m *Model) linear(out, in nn.Tensor, l dense, residual nn.Tensor, act nn.Activation) {
	m.backend.Linear(out, nn.Tensor{}, in, l.weight, l.bias, residual, act)
}

// encode runs the network on what the streams have loaded.
func (m *Model) encode() {
	for _, s := range m.streams {
		s.embed()
	}
	m.stack(m.layers.encoder)
	m.join()
	m.stack(m.layers.head)
	for _, s := range m.streams {
		m.linear(s.first(s.score), s.first(s.h), m.layers.readout, nn.Tensor{}, nn.Identity)
	}
}

func (s *stream) embed() {
	none, l := nn.Tensor{}, &s.layers
	s.linear(s.first(s.hid), s.first(s.in), l.token[0], none, nn.GELU)
	s.linear(s.first(s.token), s.first(s.hid), l.token[1], none, nn.Identity)
	s.linear(s.first(s.h), s.first(s.token), l.embed, none, nn.Identity)
	s.linear(s.first(s.context), s.first(s.token), l.context[0], none, nn.GELU)
}

// join adds the pair context. All that follows the pooling is affine and masses sum to
// 1, so that means may be taken first, over points and then over both shapes.
func (m *Model) join() {
	for k, s := range m.streams {
		m.backend.Gemm(m.pools.Slice(k, k+1), s.first(s.mass), true, s.first(s.context), false, 1, 0)
	}
	// A sum of two halves, which are exact: the order of the shapes does not show.
	m.backend.Gemm(m.pool, m.halves, false, m.pools, false, 1, 0)
	none := nn.Tensor{}
	m.linear(m.hidden, m.pool, m.layers.context[1], none, nn.Identity)
	m.linear(m.pool, m.hidden, m.layers.contextOut, none, nn.Identity)
	m.linear(m.bias, m.pool, m.layers.joinContext, none, nn.Identity)
	for _, s := range m.streams {
		m.linear(s.first(s.sum), s.first(s.h), dense{m.layers.joinTokens, m.bias}, none, nn.Identity)
		s.h, s.sum = s.sum, s.h
	}
}

func (m *Model) stack(blocks []blockLayers) {
	for k := range blocks {
		l := &blocks[k]
		for a := range l.attentions {
			m.attend(&l.attentions[a])
		}
		for _, s := range m.streams {
			m.linear(s.first(s.wide), s.first(s.h), l.up, nn.Tensor{}, nn.GELU)
			m.linear(s.first(s.sum), s.first(s.wide), l.down, s.first(s.h), nn.Identity)
			s.normalize(l.norm)
		}
	}
}

// attend is an attention of both streams, each to itself or both to each other at once,
// so that neither comes first.
func (m *Model) attend(l *attention) {
	none := nn.Tensor{}
	for _, s := range m.streams {
		h := s.first(s.h)
		m.linear(s.first(s.q), h, l.q, none, nn.Identity)
		m.linear(s.first(s.k), h, l.k, none, nn.Identity)
		m.linear(s.first(s.v), h, l.v, none, nn.Identity)
	}
	for k, s := range m.streams {
		other := s
		if l.cross {
			other = m.streams[1-k]
		}
		m.backend.Attention(s.first(s.attended), s.first(s.q), other.first(other.k), other.first(other.v), other.weighs, m.config.Heads)
	}
	for _, s := range m.streams {
		m.linear(s.first(s.sum), s.first(s.attended), l.out, s.first(s.h), nn.Identity)
		s.normalize(l.norm)
	}
}

// normalize takes the sum with a residual back to the tokens.
func (s *stream) normalize(l norm) {
	s.backend.Norm(s.first(s.h), s.first(s.stats), s.first(s.sum), l.gain, l.bias)
}
