package backendtest

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gwscope/solver/nn"
)

// Run checks a backend. open makes a fresh one, tolerance is its relative
// precision: about 1e-5 for single, 1e-11 for double.
func Run(t *testing.T, open func(t *testing.T) nn.Backend, tolerance float64) {
	for name, test := range map[string]func(*suite){
		"copies": (*suite).copies, "gemm": (*suite).gemm, "dot": (*suite).dot, "linear": (*suite).linear,
		"norm": (*suite).norm, "dropout": (*suite).dropout, "standardize": (*suite).standardize,
		"soft sort": (*suite).softSort, "adam": (*suite).adam, "network": (*suite).network, "bind": (*suite).bind,
		"places": (*suite).places, "depths": (*suite).depths, "large": (*suite).large, "limits of the soft sort": (*suite).softSortLimits,
		"wild scores": (*suite).wildScores, "repeats": (*suite).repeats, "attention": (*suite).attention,
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t)
			defer b.Close()
			test(&suite{t, b, rand.New(rand.NewPCG(1, 2)), tolerance})
			if err := b.Err(); err != nil {
				t.Error(err)
			}
		})
	}
}

type suite struct {
	*testing.T
	b         nn.Backend
	rng       *rand.Rand
	tolerance float64
}

// random is a tensor of normal numbers, and those numbers as the backend rounds them.
func (s *suite) random(rows, cols int) (nn.Tensor, []float64) {
	t := s.b.New(rows, cols)
	v := make([]float64, t.Len())
	for i := range v {
		v[i] = s.rng.NormFloat64()
	}
	s.b.Upload(t, v)
	s.b.Download(v, t)
	return t, v
}

// masses is n positive numbers with sum 1.
func (s *suite) masses(n int) (nn.Tensor, []float64) {
	v, sum := make([]float64, n), 0.0
	for i := range v {
		v[i] = 0.2 + s.rng.Float64()
		sum += v[i]
	}
	for i := range v {
		v[i] /= sum
	}
	t := s.b.New(n, 1)
	s.b.Upload(t, v)
	s.b.Download(v, t)
	return t, v
}

// equal compares a tensor with the right one, relative to the largest element
// or to 1e-6: a tensor that is smaller everywhere may well be 0 in single precision.
func (s *suite) equal(what string, got nn.Tensor, want []float64) {
	s.Helper()
	values := make([]float64, got.Len())
	s.b.Download(values, got)
	if len(values) != len(want) {
		s.Fatalf("%s has %d elements, want %d", what, len(values), len(want))
	}
	scale := 1e-6
	for _, v := range want {
		scale = max(scale, math.Abs(v))
	}
	for i, v := range values {
		if !(math.Abs(v-want[i]) <= s.tolerance*scale) {
			s.Fatalf("%s: element %d is %g, want %g", what, i, v, want[i])
		}
	}
}

func (s *suite) copies() {
	t, v := s.random(7, 5)
	s.equal("rows 2 to 5", t.Slice(2, 5), v[10:25])
	s.equal("a part", t.Part(3, 4, 6), v[3:27])
	s.equal("a new tensor", s.b.New(3, 3), make([]float64, 9))
	other := s.b.New(3, 5)
	s.b.Copy(other, t.Slice(2, 5))
	s.equal("a copy", other, v[10:25])

	single := make([]float32, 15)
	s.b.DownloadSingle(single, other)
	for i := range single {
		if single[i] != float32(v[10+i]) {
			s.Fatalf("element %d comes down as %g, not %g", i, single[i], v[10+i])
		}
		single[i] = -single[i]
		v[10+i] = float64(single[i])
	}
	s.b.UploadSingle(t.Slice(2, 5), single)
	s.equal("values in single precision", t, v)
}

// act is an activation with its derivative.
func act(a nn.Activation, z float64) (value, slope float64) {
	switch a {
	case nn.ReLU:
		if z > 0 {
			return z, 1
		}
		return 0, 0
	case nn.SiLU:
		g := 1 / (1 + math.Exp(-z))
		return z * g, g * (1 + z*(1-g))
	case nn.Tanh:
		return math.Tanh(z), 1 - math.Tanh(z)*math.Tanh(z)
	case nn.Cosine:
		return math.Cos(z), -math.Sin(z)
	case nn.GELU:
		below := 0.5 * math.Erfc(-z/math.Sqrt2)
		return z * below, below + z*math.Exp(-z*z/2)/math.Sqrt(2*math.Pi)
	}
	return z, 1
}

func (s *suite) linear() {
	none := nn.Tensor{}
	for _, kind := range []nn.Activation{nn.Identity, nn.ReLU, nn.SiLU, nn.Tanh, nn.Cosine, nn.GELU} {
		for _, size := range [][3]int{{3, 2, 4}, {150, 17, 70}, {70, 40, 1}} {
			r, p, q := size[0], size[1], size[2]
			in, inV := s.random(r, p)
			w, wV := s.random(q, p)
			bias, biasV := s.random(1, q)
			residual, residualV := s.random(r, q)
			out, pre := s.b.New(r, q), s.b.New(r, q)
			s.b.Linear(out, pre, in, w, bias, residual, kind)
			z := multiply(r, q, p, inV, false, wV, true, 1, 0, make([]float64, r*q))
			value, plain, slope := make([]float64, r*q), make([]float64, r*q), make([]float64, r*q)
			for i := range z {
				plain[i], _ = act(kind, z[i])
				z[i] += biasV[i%q]
				value[i], slope[i] = act(kind, z[i])
				value[i] += residualV[i]
			}
			s.equal("linear, before activation", pre, z)
			s.equal("linear", out, value)
			s.b.Linear(out, none, in, w, none, none, kind)
			s.equal("linear without bias and residual", out, plain)

			dOut, g := s.random(r, q)
			dIn, dInV := s.random(r, p)
			dW, dBias := s.b.New(q, p), s.b.New(1, q)
			s.b.LinearBackward(dIn, dW, dBias, dOut, pre, in, w, kind, 1)
			sums := make([]float64, q)
			for i := range g {
				g[i] *= slope[i]
				sums[i%q] += g[i]
			}
			s.equal("linear, gradient before activation", dOut, g)
			s.equal("linear, bias gradient", dBias, sums)
			s.equal("linear, weight gradient", dW, multiply(q, p, r, g, true, inV, false, 1, 0, make([]float64, q*p)))
			s.equal("linear, input gradient", dIn, multiply(r, p, q, g, false, wV, false, 1, 1, dInV))
		}
	}
	// A rectifier may keep its output in place of its input.
	in, _ := s.random(20, 6)
	w, _ := s.random(9, 6)
	out, pre, one, two := s.b.New(20, 9), s.b.New(20, 9), s.b.New(9, 6), s.b.New(9, 6)
	g, gV := s.random(20, 9)
	s.b.Linear(out, pre, in, w, none, none, nn.ReLU)
	s.b.LinearBackward(none, one, none, g, pre, in, w, nn.ReLU, 0)
	s.b.Upload(g, gV)
	s.b.Linear(out, out, in, w, none, none, nn.ReLU)
	s.b.LinearBackward(none, two, none, g, out, in, w, nn.ReLU, 0)
	want := make([]float64, one.Len())
	s.b.Download(want, one)
	s.equal("a rectifier in place", two, want)
}

func (s *suite) norm() {
	for _, size := range [][2]int{{3, 5}, {150, 70}} {
		r, c := size[0], size[1]
		in, x := s.random(r, c)
		gain, g := s.random(1, c)
		bias, b := s.random(1, c)
		out, stats := s.b.New(r, c), s.b.New(r, 2)
		s.b.Norm(out, stats, in, gain, bias)
		dOut, d := s.random(r, c)
		dIn, before := s.random(r, c)
		dGain, dBias := s.b.New(1, c), s.b.New(1, c)
		s.b.NormBackward(dIn, dGain, dBias, dOut, stats, in, gain, 1)
		value, dx, dg, db := make([]float64, r*c), make([]float64, r*c), make([]float64, c), make([]float64, c)
		for i := range r {
			mean, variance := 0.0, 0.0
			for k := range c {
				mean += x[i*c+k] / float64(c)
			}
			for k := range c {
				variance += (x[i*c+k] - mean) * (x[i*c+k] - mean) / float64(c)
			}
			inverse := 1 / math.Sqrt(variance+1e-5)
			sum, along := 0.0, 0.0
			for k := range c {
				h := (x[i*c+k] - mean) * inverse
				value[i*c+k] = h*g[k] + b[k]
				dg[k] += d[i*c+k] * h
				db[k] += d[i*c+k]
				sum += d[i*c+k] * g[k] / float64(c)
				along += d[i*c+k] * g[k] * h / float64(c)
			}
			for k := range c {
				h := (x[i*c+k] - mean) * inverse
				dx[i*c+k] = inverse * (d[i*c+k]*g[k] - sum - h*along)
			}
		}
		s.equal("norm", out, value)
		s.equal("norm, gain gradient", dGain, dg)
		s.equal("norm, bias gradient", dBias, db)
		sum := make([]float64, r*c)
		for i := range sum {
			sum[i] = dx[i] + before[i]
		}
		s.equal("norm, input gradient added", dIn, sum)
		s.b.NormBackward(dIn, dGain, dBias, dOut, stats, in, gain, 0)
		s.equal("norm, input gradient", dIn, dx)
	}
}

func (s *suite) dropout() {
	const rate = 0.3
	t, v := s.random(100, 100)
	s.b.Dropout(t, rate, 9)
	got := make([]float64, len(v))
	s.b.Download(got, t)
	zeros, want := 0, make([]float64, len(v))
	for i := range got {
		if got[i] == 0 {
			zeros++
		} else {
			want[i] = v[i] / (1 - rate)
		}
	}
	s.equal("what dropout leaves", t, want)
	if share := float64(zeros) / float64(len(v)); math.Abs(share-rate) > 0.03 {
		s.Errorf("dropout at rate %g zeroed %g", rate, share)
	}
	s.b.Upload(t, v)
	s.b.Dropout(t, rate, 9)
	s.equal("the same mask for the same seed", t, want)
	s.b.Upload(t, v)
	s.b.Dropout(t, rate, 10)
	s.b.Download(got, t)
	same := 0
	for i := range got {
		if (got[i] == 0) == (want[i] == 0) {
			same++
		}
	}
	if float64(same) > 0.7*float64(len(got)) {
		s.Error("another seed gives much the same mask")
	}
}

func (s *suite) standardize() {
	const n = 130
	in, x := s.random(n, 1)
	mass, a := s.masses(n)
	out, stats := s.b.New(n, 1), s.b.New(1, 2)
	s.b.Standardize(out, stats, in, mass)
	mean, variance := 0.0, 0.0
	for i, v := range x {
		mean += a[i] * v
	}
	for i, v := range x {
		variance += a[i] * (v - mean) * (v - mean)
	}
	deviation := math.Sqrt(variance + 1e-12)
	y := make([]float64, n)
	for i, v := range x {
		y[i] = (v - mean) / deviation
	}
	s.equal("standardised scores", out, y)
	dOut, g := s.random(n, 1)
	dIn := s.b.New(n, 1)
	s.b.StandardizeBackward(dIn, dOut, out, stats, mass)
	sum, along := 0.0, 0.0
	for i, v := range g {
		sum += v
		along += v * y[i]
	}
	for i := range g {
		g[i] = (g[i] - a[i]*sum - a[i]*y[i]*along) / deviation
	}
	s.equal("their gradient", dIn, g)
}

// spreadMass is Σ a F((b - s)/τ).
func spreadMass(b, tau float64, scores, a []float64) float64 {
	sum := 0.0
	for i, v := range scores {
		sum += a[i] * laplace((b-v)/tau)
	}
	return sum
}

func laplace(u float64) float64 {
	if u <= 0 {
		return math.Exp(u) / 2
	}
	return 1 - math.Exp(-u)/2
}

func (s *suite) softSort() {
	for _, size := range [][2]int{{1, 1}, {2, 2}, {40, 40}, {128, 100}, {128, 16}} {
		for _, tau := range []float64{0.03, 0.4, 5} {
			n, bins := size[0], size[1]
			scores, x := s.random(n, 1)
			mass, a := s.masses(n)
			soft, kernel := s.b.New(n, bins), s.b.New(n, bins)
			s.b.SoftSort(soft, kernel, scores, mass, tau)
			// Thresholds by bisection, then everything by its definition.
			cuts := make([]float64, bins-1)
			for k := range cuts {
				lo, hi := -300.0, 300.0
				for range 100 {
					if mid := (lo + hi) / 2; spreadMass(mid, tau, x, a) < float64(k+1)/float64(bins) {
						lo = mid
					} else {
						hi = mid
					}
				}
				cuts[k] = lo
			}
			want, phi := make([]float64, n*bins), make([]float64, n*bins)
			for i, v := range x {
				before := 0.0
				for k := range bins {
					after := 1.0
					if k < bins-1 {
						after = laplace((cuts[k] - v) / tau)
						phi[i*bins+k] = math.Exp(-math.Abs(cuts[k]-v)/tau) / 2
					}
					want[i*bins+k] = after - before
					before = after
				}
			}
			loose := *s
			loose.tolerance *= 10 // thresholds divide differences of scores by τ
			loose.equal(fmt.Sprint("shares ", size, tau), soft, want)

			grad, g := s.random(n, bins)
			ds := s.b.New(n, 1)
			s.b.SoftSortBackward(ds, grad, kernel, mass, tau)
			gradient := make([]float64, n)
			for k := range bins - 1 {
				top, bottom := 0.0, 0.0
				for i := range n {
					top += (g[i*bins+k] - g[i*bins+k+1]) * phi[i*bins+k]
					bottom += a[i] * phi[i*bins+k]
				}
				for i := range n {
					gradient[i] += phi[i*bins+k] / tau * (a[i]*top/bottom - g[i*bins+k] + g[i*bins+k+1])
				}
			}
			loose.tolerance *= 10
			loose.equal(fmt.Sprint("gradient of scores ", size, tau), ds, gradient)
		}
	}
}

func (s *suite) adam() {
	const n = 20000
	param, p := s.random(1, n)
	grad, g := s.random(1, n)
	moment, square := s.b.New(1, n), s.b.New(1, n)
	m, v := make([]float64, n), make([]float64, n)
	for t := 1; t <= 3; t++ {
		s.b.Adam(param, grad, moment, square, nn.AdamStep{Rate: 0.01, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8, Decay: 0.1, Scale: 0.5, Step: t})
		for i := range p {
			h := g[i] * 0.5
			m[i], v[i] = 0.9*m[i]+0.1*h, 0.999*v[i]+0.001*h*h
			p[i] -= 0.01 * (m[i]/(1-math.Pow(0.9, float64(t)))/(math.Sqrt(v[i]/(1-math.Pow(0.999, float64(t))))+1e-8) + 0.1*p[i])
		}
	}
	s.equal("parameters after three steps", param, p)
}

// network fits a residual network to a function: the loss must fall, on every
// backend, to a tenth.
func (s *suite) network() {
	const n = 96
	var params nn.Params
	net := nn.NewNet(nn.Shape{In: 3, Out: 1, Features: 24, Bandwidths: []float64{0.5, 1}, Width: 24, Depth: 2,
		Expansion: 1.5, Activation: nn.SiLU}, &params, rand.New(rand.NewPCG(3, 4)))
	params.Build(s.b)
	net.Bind(s.b, n)
	in, x := s.random(n, 3)
	target := s.b.New(n, 1)
	values := make([]float64, n)
	for i := range values {
		values[i] = math.Sin(x[3*i]) + x[3*i+1]*x[3*i+2]
	}
	s.b.Upload(target, values)
	one := s.b.New(1, 1)
	s.b.Upload(one, []float64{1})
	out, diff := s.b.New(n, 1), s.b.New(n, 1)
	first, last := 0.0, 0.0
	for step := range 150 {
		net.Forward(out, in, 0)
		s.b.Copy(diff, out)
		s.b.Gemm(diff, target, false, one, false, -1, 1)
		last = s.b.Dot(diff, diff)
		if step == 0 {
			first = last
		}
		net.Backward(nn.Tensor{}, diff, 0)
		scale, _ := params.Clip(10)
		params.Step(nn.AdamStep{Rate: 0.01, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8, Scale: scale})
	}
	if !(last < first/10) {
		s.Errorf("150 steps took the loss from %g to %g only", first, last)
	}
}

// bind checks that an ended context harms nothing but results.
func (s *suite) bind() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s.b.Bind(ctx, nil)
	a, _ := s.random(150, 150)
	b := s.b.New(150, 150)
	s.b.Gemm(b, a, false, a, false, 1, 0)
	held := 0
	s.b.Bind(context.Background(), func(context.Context) { held++ })
	c, v := s.random(20, 20)
	s.b.Copy(b.Part(0, 20, 20), c)
	s.equal("a copy after a cancel", b.Part(0, 20, 20), v)
	s.b.Dot(c, c)
	if held == 0 {
		s.Error("work was done without asking whether it may go on")
	}
	s.b.Bind(context.Background(), nil)
}
