package cpu

import (
	"math"

	"gwscope/solver/nn"
)

// adam is a range of parameters.
type adam[T float32 | float64] struct {
	param, grad, moment, square                          []T
	beta1, beta2, scale, rate, shrink, rootBias, epsilon T
}

func (a *adam[T]) run(lo, hi int) {
	param, moment, square := a.param[lo:hi], a.moment[lo:hi], a.square[lo:hi]
	moment, square = moment[:len(param)], square[:len(param)]
	for i, g := range a.grad[lo:hi] {
		g *= a.scale
		m := a.beta1*moment[i] + (1-a.beta1)*g
		v := a.beta2*square[i] + (1-a.beta2)*g*g
		moment[i], square[i] = m, v
		root := T(math.Sqrt(float64(v)))
		param[i] = a.shrink*param[i] - a.rate*m/(root*a.rootBias+a.epsilon)
	}
}

// Adam is one step of Adam or AdamW.
func (b *Backend[T]) Adam(param, grad, moment, square nn.Tensor, s nn.AdamStep) {
	nn.Shaped(grad, param.Rows, param.Cols)
	nn.Shaped(moment, param.Rows, param.Cols)
	nn.Shaped(square, param.Rows, param.Cols)
	a := &b.adam
	*a = adam[T]{param: data[T](param), grad: data[T](grad), moment: data[T](moment), square: data[T](square),
		beta1: T(s.Beta1), beta2: T(s.Beta2), scale: T(s.Scale), epsilon: T(s.Epsilon),
		rate:     T(s.Rate / (1 - math.Pow(s.Beta1, float64(s.Step)))),
		shrink:   T(1 - s.Rate*s.Decay),
		rootBias: T(1 / math.Sqrt(1-math.Pow(s.Beta2, float64(s.Step))))}
	b.pool.run(a, param.Len(), dotBlock, 4*param.Len())
}
