package nn

import "math"

// Params is all that a training changes, in one tensor, so that a norm or a step of
// Adam is one kernel. Declare parameters with Add, then Build once.
type Params struct {
	// Value and Grad are 1 x p.
	Value, Grad    Tensor
	moment, square Tensor

	backend Backend
	list    []*Param
	initial []float64
	step    int
}

// Param is one matrix or vector of parameters, valid after Build.
type Param struct {
	Value, Grad Tensor

	first, rows, cols int
}

// Add declares a parameter with its initial values (rows x cols).
func (p *Params) Add(rows, cols int, initial []float64) *Param {
	if len(initial) != rows*cols {
		panic("nn: a parameter needs an initial value for every element")
	}
	q := &Param{first: len(p.initial), rows: rows, cols: cols}
	p.initial = append(p.initial, initial...)
	p.list = append(p.list, q)
	return q
}

// Build puts all parameters on the backend.
func (p *Params) Build(b Backend) {
	n := len(p.initial)
	p.backend = b
	p.Value, p.Grad, p.moment, p.square = b.New(1, n), b.New(1, n), b.New(1, n), b.New(1, n)
	b.Upload(p.Value, p.initial)
	for _, q := range p.list {
		q.Value, q.Grad = p.Value.Part(q.first, q.rows, q.cols), p.Grad.Part(q.first, q.rows, q.cols)
	}
}

// Len is the number of parameters p.
func (p *Params) Len() int { return len(p.initial) }

// Clip is the factor that brings the norm of all gradients down to limit (0: no
// limit), and that norm.
func (p *Params) Clip(limit float64) (scale, norm float64) {
	norm = math.Sqrt(p.backend.Dot(p.Grad, p.Grad))
	if limit > 0 && norm > limit {
		return limit / norm, norm
	}
	return 1, norm
}

// Step moves all parameters against their gradients; Step of s is counted here.
func (p *Params) Step(s AdamStep) {
	p.step++
	s.Step = p.step
	p.backend.Adam(p.Value, p.Grad, p.moment, p.square, s)
}

// Snapshot is the state of a training: the parameters with Adam's moments of them.
type Snapshot struct {
	Value, Moment, Square []float64 // p each
	Steps                 int       // taken so far
}

// Keep copies where the training stands into s, whose memory is used again. Whether the
// backend was well enough for it, its Err says afterwards.
func (p *Params) Keep(s *Snapshot) {
	for _, part := range []struct {
		to   *[]float64
		from Tensor
	}{{&s.Value, p.Value}, {&s.Moment, p.moment}, {&s.Square, p.square}} {
		if len(*part.to) != p.Len() {
			*part.to = make([]float64, p.Len())
		}
		p.backend.Download(*part.to, part.from)
	}
	s.Steps = p.step
}

// Restore goes back to where a training stood, of the same parameters on any backend. It
// comes after Build.
func (p *Params) Restore(s *Snapshot) {
	p.backend.Upload(p.Value, s.Value)
	p.backend.Upload(p.moment, s.Moment)
	p.backend.Upload(p.square, s.Square)
	p.step = s.Steps
}
