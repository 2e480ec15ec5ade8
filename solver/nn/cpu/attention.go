package cpu

import (
	"fmt"

	"gwscope/solver/internal/attention"
	"gwscope/solver/nn"
)

// attend is units of an attention: a block of queries of a head each.
type attend[T float32 | float64] struct {
	out, q, k, v, mass []T
	shape              attention.Shape
	// spaces that no goroutine works in: there are as many as goroutines.
	spaces chan *attention.Workspace[T]
}

func (a *attend[T]) run(lo, hi int) {
	w := <-a.spaces
	for u := lo; u < hi; u++ {
		attention.Forward(w, a.out, a.q, a.k, a.v, a.mass, a.shape, u)
	}
	a.spaces <- w
}

// Attention is softmax attention with several heads.
func (b *Backend[T]) Attention(out, q, k, v, mass nn.Tensor, heads int) {
	nn.Shaped(out, q.Rows, q.Cols)
	nn.Shaped(k, k.Rows, q.Cols)
	nn.Shaped(v, k.Rows, q.Cols)
	nn.Shaped(mass, k.Rows, 1)
	if heads < 1 || q.Cols%heads != 0 {
		panic(fmt.Sprintf("cpu: %d heads for a width of %d", heads, q.Cols))
	}
	a := &b.attention
	if a.spaces == nil {
		a.spaces = make(chan *attention.Workspace[T], len(b.pool.wake)+1)
		for range cap(a.spaces) {
			a.spaces <- new(attention.Workspace[T])
		}
	}
	a.out, a.q, a.k, a.v, a.mass = data[T](out), data[T](q), data[T](k), data[T](v), data[T](mass)
	a.shape = attention.Shape{Queries: q.Rows, Keys: k.Rows, Width: q.Cols, Heads: heads}
	b.pool.run(a, a.shape.Units(), 1, a.shape.Work())
}
