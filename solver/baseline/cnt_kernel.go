package baseline

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"

	"gwscope/solver/metric"
)

// kernelSpaces are two clouds x (n x d) and y (m x d), centred under their weights,
// whose squared distances stand for the distances of two spaces, with features
// φ (n x p) and ψ (m x p) where the objective is fused.
type kernelSpaces struct {
	x, y *mat.Dense
	a, b []float64
	// fx and fy are φ and ψ; nil: none.
	fx, fy *mat.Dense
	// alpha is the weight of GW beside the features.
	alpha float64

	xx, yy               []float64 // |x_i|², |y_j|²
	featureX2, featureY2 float64   // Σ a |φ|², Σ b |ψ|²
	constant             float64   // Σ aa|x-x'|⁴ + Σ bb|y-y'|⁴ - 4 Σ a|x|² Σ b|y|²
}

// embedded is kernel PCA of the distances (Houry, Feydy and Vialard 2026, section
// 5): with J = I - 1a', the kernel K = -½ J D J' has <x_i, x_k> = K_ik and
// |x_i - x_k|² = D_ik where D is conditionally of negative type, that is K is
// positive semidefinite. The d largest positive eigenvalues are kept; where there are fewer, the other axes are zero.
func embedded(D *mat.Dense, a []float64, d int) *mat.Dense {
	n, _ := D.Dims()
	root := metric.RootDistances(D)
	x := metric.MDSOf(root, a, d)
	// RootDistances has divided by the mean.
	x.Scale(math.Sqrt(mat.Sum(D)/float64(n*n)), x)
	return x
}

// residualRows is the number of points, evenly among all, from which [residual]
// measures.
const residualRows = 256

// residual is the root mean square of |x_i - x_k|² - D_ik under the weights, as a
// share of that of D: by how much the embedding misses the distances.
func residual(D *mat.Dense, a []float64, x *mat.Dense) float64 {
	n, d := x.Dims()
	var miss, all float64
	for i := 0; i < n; i += (n + residualRows - 1) / residualRows {
		xi, row := x.RawRowView(i), D.RawRowView(i)
		for k := range n {
			xk := x.RawRowView(k)[:d]
			square := 0.0
			for l, v := range xi {
				square += (v - xk[l]) * (v - xk[l])
			}
			w := a[i] * a[k]
			miss += w * (square - row[k]) * (square - row[k])
			all += w * row[k] * row[k]
		}
	}
	if all == 0 {
		return 0
	}
	return math.Sqrt(miss / all)
}

// newKernelSpaces centres the clouds (in place) and prepares the sums that the objective
// needs of them.
func newKernelSpaces(x, y, fx, fy *mat.Dense, a, b []float64, alpha float64) *kernelSpaces {
	s := &kernelSpaces{x: x, y: y, a: a, b: b, fx: fx, fy: fy, alpha: alpha}
	center(x, a)
	center(y, b)
	s.xx, s.yy = squaredNorms(x), squaredNorms(y)
	mx, my := dot(a, s.xx), dot(b, s.yy)
	s.constant = fourthMoment(x, s.xx, a) + fourthMoment(y, s.yy, b) - 4*mx*my
	if fx != nil {
		// One shift for both: only differences count.
		shift := weightedMean(fx, a)
		subtract(fx, shift)
		subtract(fy, shift)
		s.featureX2, s.featureY2 = dot(a, squaredNorms(fx)), dot(b, squaredNorms(fy))
	}
	return s
}

// fourthMoment is Σ_ik a_i a_k |x_i - x_k|⁴ of a centred cloud, in O(n d²):
// 2 Σ a|x|⁴ + 2 (Σ a|x|²)² + 4 |X' diag(a) X|².
func fourthMoment(x *mat.Dense, xx, a []float64) float64 {
	mean, square := 0.0, 0.0
	for i, v := range xx {
		mean += a[i] * v
		square += a[i] * v * v
	}
	c := covariance(x, a)
	norm := mat.Norm(c, 2)
	return 2*square + 2*mean*mean + 4*norm*norm
}

// covariance is X' diag(a) X (d x d).
func covariance(x *mat.Dense, a []float64) *mat.Dense {
	n, d := x.Dims()
	scaled := mat.NewDense(n, d, nil)
	for i := range n {
		to := scaled.RawRowView(i)
		for k, v := range x.RawRowView(i) {
			to[k] = a[i] * v
		}
	}
	c := mat.NewDense(d, d, nil)
	c.Mul(x.T(), scaled)
	return c
}

// spread is the standard deviation of the transport costs of an isometry, the unit
// of the relative ε: with Γ = diag √(λ_k μ_k), λ and μ the variances of the axes,
// the costs -16 <x, Γ y> of independent points have variance 16² Σ (λ_k μ_k)²; the
// features add 4 tr(Cov φ Cov ψ).
func (s *kernelSpaces) spread() float64 {
	_, d := s.x.Dims()
	varX, varY := covariance(s.x, s.a), covariance(s.y, s.b)
	variance := 0.0
	for k := range d {
		v := varX.At(k, k) * varY.At(k, k)
		variance += v * v
	}
	variance *= 256 * s.alpha * s.alpha
	if s.fx != nil {
		var both mat.Dense
		both.Mul(covariance(s.fx, s.a), covariance(s.fy, s.b))
		variance += 4 * (1 - s.alpha) * (1 - s.alpha) * mat.Trace(&both)
	}
	return math.Sqrt(variance)
}

// startAt is the k-th cross-covariance to begin with: zero, that of the product
// coupling (the paper's default), then random ones. The paper draws entries
// independently and uniformly; here entry (k, l) is then multiplied by the standard
// deviations of its axes, as in the cross-covariance of an isometry, or the many axes
// of little variance would drown the few that tell head from tail. The whole is as
// large as that of an isometry, √(Σ λ_k μ_k).
func (s *kernelSpaces) startAt(k int, rng *rand.Rand) *mat.Dense {
	_, d := s.x.Dims()
	gamma := mat.NewDense(d, d, nil)
	if k == 0 {
		return gamma
	}
	varX, varY := covariance(s.x, s.a), covariance(s.y, s.b)
	square := 0.0
	for k := range d {
		square += varX.At(k, k) * varY.At(k, k)
		for l := range d {
			gamma.Set(k, l, (rng.Float64()-0.5)*math.Sqrt(varX.At(k, k)*varY.At(l, l)))
		}
	}
	if norm := mat.Norm(gamma, 2); norm > 0 {
		gamma.Scale(math.Sqrt(square)/norm, gamma)
	}
	return gamma
}

// subset are the spaces of chosen points with weights of their own.
func (s *kernelSpaces) subset(rows, columns []int32, a, b []float64) *kernelSpaces {
	var fx, fy *mat.Dense
	if s.fx != nil {
		fx, fy = picked(s.fx, rows), picked(s.fy, columns)
	}
	return newKernelSpaces(picked(s.x, rows), picked(s.y, columns), fx, fy, a, b, s.alpha)
}

// left are the factors p_i = (Γ'x_i, |x_i|², φ_i) of the costs for Γ (d x d).
func (s *kernelSpaces) left(gamma *mat.Dense) blas32.General {
	n, d := s.x.Dims()
	var turned mat.Dense
	turned.Mul(s.x, gamma)
	return s.factors(n, d, &turned, s.xx, s.fx, 1, 1, 1)
}

// right are the factors q_j = (-16α y_j, -4α |y_j|², -2(1-α) ψ_j) of the costs.
func (s *kernelSpaces) right() blas32.General {
	m, d := s.y.Dims()
	return s.factors(m, d, s.y, s.yy, s.fy, -16*s.alpha, -4*s.alpha, -2*(1-s.alpha))
}

func (s *kernelSpaces) factors(n, d int, axes *mat.Dense, squares []float64, features *mat.Dense, byAxes, bySquares, byFeatures float64) blas32.General {
	k := d + 1
	if features != nil {
		_, p := features.Dims()
		k += p
	}
	out := blas32.General{Rows: n, Cols: k, Stride: k, Data: make([]float32, n*k)}
	for i := range n {
		to := out.Data[i*k:][:k]
		for l, v := range axes.RawRowView(i) {
			to[l] = float32(byAxes * v)
		}
		to[d] = float32(bySquares * squares[i])
		if features != nil {
			for l, v := range features.RawRowView(i) {
				to[d+1+l] = float32(byFeatures * v)
			}
		}
	}
	return out
}

// cross reads Γ = X' P Y and <P, C> off the moments Σ_j P_ij q_j / a_i of a plan.
func (s *kernelSpaces) cross(p, moments blas32.General) (gamma *mat.Dense, linear float64) {
	n, d := s.x.Dims()
	gamma = mat.NewDense(d, d, nil)
	raw := gamma.RawMatrix().Data
	for i := range n {
		row, left := moments.Data[i*moments.Stride:][:moments.Cols], p.Data[i*p.Stride:][:p.Cols]
		sum := 0.0
		for k, v := range row {
			sum += float64(v) * float64(left[k])
		}
		linear += s.a[i] * sum
		for k, v := range s.x.RawRowView(i) {
			w := s.a[i] * v
			to := raw[k*d:][:d]
			for l := range to {
				to[l] += w * float64(row[l])
			}
		}
	}
	if s.alpha > 0 {
		gamma.Scale(-1/(16*s.alpha), gamma)
	}
	return gamma, linear
}

// objective is (1-α) Σ |φ_i - ψ_j|² P_ij + α GW²(P) in the embedding, of a plan with
// cross-covariance Γ whose costs for Γ₀ have the sum linear = <P, C(Γ₀)>. As
// <P, C(Γ)> = <P, C(Γ₀)> - 16α <Γ - Γ₀, Γ>, the formula of [runCNT] becomes
// α (constant + 8 |Γ|²) + linear - 16α <Γ - Γ₀, Γ> + features.
func (s *kernelSpaces) objective(gamma, gamma0 *mat.Dense, linear float64) float64 {
	square, mixed := 0.0, 0.0
	g, g0 := gamma.RawMatrix().Data, gamma0.RawMatrix().Data
	for k, v := range g {
		square += v * v
		mixed += v * (v - g0[k])
	}
	return s.alpha*(s.constant+8*square-16*mixed) + linear + (1-s.alpha)*(s.featureX2+s.featureY2)
}

func picked(x *mat.Dense, rows []int32) *mat.Dense {
	_, d := x.Dims()
	out := mat.NewDense(len(rows), d, nil)
	for k, i := range rows {
		out.SetRow(k, x.RawRowView(int(i)))
	}
	return out
}

func weightedMean(x *mat.Dense, a []float64) []float64 {
	_, d := x.Dims()
	mean := make([]float64, d)
	for i, w := range a {
		for k, v := range x.RawRowView(i) {
			mean[k] += w * v
		}
	}
	return mean
}

func subtract(x *mat.Dense, shift []float64) {
	n, _ := x.Dims()
	for i := range n {
		row := x.RawRowView(i)
		for k, v := range shift {
			row[k] -= v
		}
	}
}

func center(x *mat.Dense, a []float64) { subtract(x, weightedMean(x, a)) }

func squaredNorms(x *mat.Dense) []float64 {
	n, _ := x.Dims()
	out := make([]float64, n)
	for i := range n {
		for _, v := range x.RawRowView(i) {
			out[i] += v * v
		}
	}
	return out
}

func dot(a, v []float64) float64 {
	sum := 0.0
	for i, w := range a {
		sum += w * v[i]
	}
	return sum
}
