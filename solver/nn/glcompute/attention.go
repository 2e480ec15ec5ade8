//go:build cgo

package glcompute

import (
	"fmt"
	"math"

	"gwscope/solver/nn"
)

// attentions are attention.glsl for heads of up to 16, 32, 64 and 128 columns. The tiles
// of the widest are shorter: 32 KB of shared memory is all that every card has.
var attentions = func() (all [4]*kernel) {
	for i := range all {
		head, rows := 16<<i, 32
		if head > 64 {
			rows = 16
		}
		all[i] = &kernel{"attention", fmt.Sprintf("HEAD %du;ROWS %du;PAIRS %d", head, rows, rows/2)}
	}
	return all
}()

// Attention is softmax attention with several heads.
func (b *Backend) Attention(out, q, k, v, mass nn.Tensor, heads int) {
	nn.Shaped(out, q.Rows, q.Cols)
	nn.Shaped(k, k.Rows, q.Cols)
	nn.Shaped(v, k.Rows, q.Cols)
	nn.Shaped(mass, k.Rows, 1)
	if heads < 1 || q.Cols%heads != 0 || q.Cols/heads > 128 {
		panic(fmt.Sprintf("glcompute: %d heads for a width of %d", heads, q.Cols))
	}
	head, variant := q.Cols/heads, 0
	for 16<<variant < head {
		variant++
	}
	rows := 32
	if variant == len(attentions)-1 {
		rows = 16
	}
	weighed := uint32(0)
	if !mass.None() {
		weighed = 1
	}
	b.add(attentions[variant], tiles(q.Rows, rows), heads, 1, []nn.Tensor{out, q, k, v, mass},
		uint32(q.Rows), uint32(k.Rows), uint32(q.Cols), uint32(head), at(out), at(q), at(k), at(v), at(mass),
		bits(1/math.Sqrt(float64(head))), weighed)
}
