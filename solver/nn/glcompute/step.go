//go:build cgo

package glcompute

import (
	"math"

	"gwscope/solver/nn"
)

// Dropout zeroes elements at random.
func (b *Backend) Dropout(t nn.Tensor, rate float64, seed uint64) {
	limit, start := uint64(rate*(1<<63)*2), mix(seed)
	b.add(dropout, groups(t.Len(), 256), 1, 1, []nn.Tensor{t}, uint32(t.Len()), at(t), bits(1/(1-rate)),
		uint32(limit), uint32(limit>>32), uint32(start), uint32(start>>32))
}

// mix is the finaliser of SplitMix64, as in dropout.glsl.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Adam is one step of Adam or AdamW.
func (b *Backend) Adam(param, grad, moment, square nn.Tensor, s nn.AdamStep) {
	nn.Shaped(grad, param.Rows, param.Cols)
	nn.Shaped(moment, param.Rows, param.Cols)
	nn.Shaped(square, param.Rows, param.Cols)
	step := float64(s.Step)
	b.add(adam, groups(param.Len(), 256), 1, 1, []nn.Tensor{param, grad, moment, square},
		uint32(param.Len()), at(param), at(grad), at(moment), at(square),
		bits(s.Beta1), bits(s.Beta2), bits(s.Scale),
		bits(s.Rate/(1-math.Pow(s.Beta1, step))), bits(1-s.Rate*s.Decay),
		bits(1/math.Sqrt(1-math.Pow(s.Beta2, step))), bits(s.Epsilon),
		bits(1-s.Beta1), bits(1-s.Beta2))
}
