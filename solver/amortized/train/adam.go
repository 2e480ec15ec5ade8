package train

import "math"

// adam is AdamW (Loshchilov and Hutter 2019) on all trained matrices. Gorgonia's own
// never updates them.
type adam struct {
	values, mean, square [][]float32
	step                 int
}

const (
	beta1, beta2 = 0.9, 0.999
	adamEpsilon  = 1e-8
)

func newAdam(values [][]float32) *adam {
	a := &adam{values: values}
	for _, v := range values {
		a.mean = append(a.mean, make([]float32, len(v)))
		a.square = append(a.square, make([]float32, len(v)))
	}
	return a
}

// update moves the values against gradients times scale.
func (a *adam) update(grads [][]float32, scale, rate, decay float64) {
	a.step++
	first := float32(rate / (1 - math.Pow(beta1, float64(a.step))))
	second := float32(1 / (1 - math.Pow(beta2, float64(a.step))))
	keep, by := float32(1-rate*decay), float32(scale)
	for k, value := range a.values {
		grad, mean, square := grads[k][:len(value)], a.mean[k][:len(value)], a.square[k][:len(value)]
		for i, g := range grad {
			g *= by
			m := beta1*mean[i] + (1-beta1)*g
			s := beta2*square[i] + (1-beta2)*g*g
			mean[i], square[i] = m, s
			value[i] = keep*value[i] - first*m/(float32(math.Sqrt(float64(s*second)))+adamEpsilon)
		}
	}
}

// norm of all gradients as one vector.
func norm(grads [][]float32) float64 {
	sum := 0.0
	for _, g := range grads {
		sum += inner(g, g)
	}
	return math.Sqrt(sum)
}
