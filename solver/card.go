package solver

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"

	"gwscope/internal/figures"
	"gwscope/internal/routine"
	"gwscope/solver/gw"
	"gwscope/solver/internal/dense"
	"gwscope/solver/nn"
)

// card multiplies large matrices on a graphics card. It is opened beside the first work of a solve,
// which has no such matrices.
type card struct {
	device func() (nn.Backend, error)

	opening routine.Group
	opened  sync.Once
	mu      sync.Mutex // one product at a time
	// backend is nil before the card is opened, where there is none, and after it was closed; lost says why a card has
	// failed in mid-solve.
	backend nn.Backend
	none    error // why there is no card
	lost    error
	used    bool
	name    string
	kept    map[*float32]nn.Tensor // by the first element
	a, b, c nn.Tensor              // other matrices on the card
	product []float32
}

var _ gw.Multiplier = (*card)(nil)

// takeCard lets a graphics card multiply, where the settings want one and the matrices are large.
func (s *solve) takeCard() error {
	if s.Backend == CPUBackend || !s.full.WantsDevice() {
		return nil
	}
	s.card = &card{device: s.openCard, kept: map[*float32]nn.Tensor{}}
	s.full = s.full.On(s.card)
	if s.Backend != GPUBackend {
		s.card.opening.Go(func() { _ = s.card.open() }) // without one the processor multiplies
		return nil
	}
	if err := s.card.open(); err != nil {
		return fmt.Errorf("no graphics card can multiply matrices: %w; use backend %q or %q", err, AutoBackend, CPUBackend)
	}
	return nil
}

// open opens the card once, and says why there is none.
func (c *card) open() error {
	c.opened.Do(func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.backend, c.none = c.device(); c.none == nil {
			c.name = c.backend.Name()
		}
	})
	return c.none
}

// close frees the card; nil does nothing.
func (c *card) close() {
	if c == nil {
		return
	}
	c.opening.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.backend != nil {
		c.backend.Close()
		c.backend = nil
	}
}

// Keep tells that a matrix never changes.
func (c *card) Keep(m blas32.General) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.kept[&m.Data[0]]; !ok {
		c.kept[&m.Data[0]] = nn.Tensor{}
	}
}

// Multiply multiplies on the card.
func (c *card) Multiply(ctx context.Context, tA blas.Transpose, alpha float32, a, b blas32.General, beta float32, to blas32.General) bool {
	if c.open() != nil {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.backend == nil || c.lost != nil || a.Stride != a.Cols || b.Stride != b.Cols || to.Stride != to.Cols {
		return false
	}
	c.backend.Bind(ctx, nil)
	product := reshaped(c.backend, &c.c, to.Rows, to.Cols)
	c.backend.Gemm(product, c.up(&c.a, a), tA == blas.Trans, c.up(&c.b, b), false, float64(alpha), 0)
	c.product = grown(c.product, product.Len())
	c.backend.DownloadSingle(c.product, product)
	if c.lost = c.backend.Err(); c.lost != nil || ctx.Err() != nil {
		return false
	}
	c.used = true
	values := to.Data[:product.Len()]
	if beta == 0 {
		copy(values, c.product)
		return true
	}
	for i, v := range c.product {
		values[i] = beta*values[i] + v
	}
	return true
}

// up is a matrix on the card: its copy where it never changes, otherwise in t.
func (c *card) up(t *nn.Tensor, m blas32.General) nn.Tensor {
	own, constant := c.kept[&m.Data[0]]
	switch {
	case constant && own.Rows == m.Rows && own.Cols == m.Cols:
		return own
	case constant:
		own = c.backend.New(m.Rows, m.Cols)
		c.kept[&m.Data[0]] = own
	default:
		own = reshaped(c.backend, t, m.Rows, m.Cols)
	}
	c.backend.UploadSingle(own, m.Data[:own.Len()])
	return own
}

// reshaped is t with so many rows and columns, made anew where its memory is too small.
func reshaped(b nn.Backend, t *nn.Tensor, rows, cols int) nn.Tensor {
	if t.Len() < rows*cols {
		*t = b.New(rows, cols)
	}
	return t.Part(0, rows, cols)
}

func grown(values []float32, n int) []float32 {
	if cap(values) < n {
		return make([]float32, n)
	}
	return values[:n]
}

// multipliedOn names the card whose products are in the findings, "" where there are none.
func (s *solve) multipliedOn() string {
	switch {
	case s.card == nil || !s.card.used:
		return s.recalled
	case s.card.lost != nil:
		return s.card.name + " until it failed"
	}
	return s.card.name
}

// computedBy names all that computed a result, and what on which device.
func (s *solve) computedBy() string {
	var work []string
	if s.networks != "" {
		work = append(work, "networks on "+s.networks)
	}
	if on := s.multipliedOn(); on != "" {
		work = append(work, "matrix products on "+on)
	}
	cpu := dense.Backend(s.threads)
	if len(work) == 0 {
		return cpu
	}
	return strings.Join(work, ", ") + figures.RestOn + cpu
}
