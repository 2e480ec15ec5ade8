package anchor

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/argmin"
	"gwscope/solver/internal/dense"
)

// The angles count beside the squared distances, which are over the mean distance.
// A sine tells a side from its mirror image and a belly from a back; a cosine says
// less, and grows with the bend of a limb.
const (
	sineWeight   = 0.5
	cosineWeight = 0.25
)

// clipAt, in means, bounds the cost of one place for its distances: proportions
// differ between species, and beyond a limb's length it no longer matters by how much.
const clipAt = 3

// features describe the first count samples of a side by its tips: how far they
// are, and the angles at which they are seen. The samples lie side by side.
type features struct {
	count, tips int
	distance    []float32 // tips x count
	// sine and cosine of the angle between the ways from two tips, times the roots of
	// their weights (tips x tips x count, the sine antisymmetric).
	sine, cosine []float32
	between      []float32 // distances between the tips (tips x tips)
	// means and squares are the mean distances and squared distances of the tips.
	means, squares []float64
}

func newFeatures(count, tips int) *features {
	return &features{count: count, tips: tips, distance: make([]float32, count*tips),
		sine: make([]float32, count*tips*tips), cosine: make([]float32, count*tips*tips), between: make([]float32, tips*tips),
		means: make([]float64, tips), squares: make([]float64, tips)}
}

// features of the first count samples, with sines where both shapes have normals.
func (s *side) features(count int, sines bool) *features {
	t := len(s.tips)
	f := newFeatures(count, t)
	for k, field := range s.fields {
		for l, tip := range s.tips {
			f.between[k*t+l] = field.far[tip.Point]
		}
	}
	ws, wc := math.Sqrt(sineWeight), math.Sqrt(cosineWeight)
	for i, p := range s.space.Samples[:count] {
		for k := range t {
			f.distance[k*count+i] = s.fields[k].far[p]
			for l := range k {
				g, h := s.fields[k].away[i], s.fields[l].away[i]
				at, back := (k*t+l)*count+i, (l*t+k)*count+i
				c := float32(wc * r3.Dot(g, h))
				f.cosine[at], f.cosine[back] = c, c
				if sines {
					v := float32(ws * r3.Dot(s.normals[i], r3.Cross(g, h)))
					f.sine[at], f.sine[back] = v, -v
				}
			}
		}
	}
	f.sum()
	return f
}

// sum fills in means and squares.
func (f *features) sum() {
	for k := range f.tips {
		for _, d := range f.distance[k*f.count : (k+1)*f.count] {
			f.means[k] += float64(d) / float64(f.count)
			f.squares[k] += float64(d) * float64(d) / float64(f.count)
		}
	}
}

// fewAngles: with so many tips the angles between them weigh as above beside the
// distances. Their number grows with the square of the tips, so that more of them share
// the number that as many pairs as tips would have.
const fewAngles = maxTips

func angleShare(tips int) float32 {
	if tips <= fewAngles {
		return 1
	}
	return float32(math.Sqrt(float64(fewAngles-1) / float64(tips-1)))
}

// ordered are the features with tips in a given order, as columns whose squared
// distances are the parts of F.
type ordered struct {
	of               *features
	order            []int
	scale            []float32      // of the distances from each tip, nil for 1
	distance, angles blas32.General // tips x count, pairs of tips twice x count
	dNorms, aNorms   []float32
}

func newOrdered(count, tips int) *ordered {
	return &ordered{distance: dense.New32(tips, count), angles: dense.New32(tips*(tips-1), count),
		dNorms: make([]float32, count), aNorms: make([]float32, count)}
}

// set takes the tips in order, as many as there is room for or fewer.
// scale multiplies the distances from each of them, nil stands for 1.
func (o *ordered) set(f *features, order []int, scale []float32) {
	if o.of == f && slices.Equal(o.order, order) && slices.Equal(o.scale, scale) {
		return
	}
	o.of, o.order, o.scale = f, append(o.order[:0], order...), append(o.scale[:0], scale...)
	n, share := f.count, angleShare(len(order))
	o.distance.Rows, o.angles.Rows = len(order), len(order)*(len(order)-1)
	clear(o.dNorms)
	clear(o.aNorms)
	row := 0
	for k, p := range order {
		take(o.distance.Data[k*n:(k+1)*n], f.distance[p*n:(p+1)*n], o.scaleOf(k), o.dNorms)
		for _, q := range order[k+1:] {
			at := (p*f.tips + q) * n
			take(o.angles.Data[row*n:(row+1)*n], f.sine[at:at+n], share, o.aNorms)
			take(o.angles.Data[(row+1)*n:(row+2)*n], f.cosine[at:at+n], share, o.aNorms)
			row += 2
		}
	}
}

// scaleOf is the factor of the distances from the k-th tip.
func (o *ordered) scaleOf(k int) float32 {
	if len(o.scale) == 0 {
		return 1
	}
	return o.scale[k]
}

// scales make the distances from paired tips comparable between shapes of other
// proportions: the root mean squared distances from each tip to the other paired ones
// become their geometric mean over both shapes. A long tail does not push the body away.
func scales(x, y *features, of *candidate) (onX, onY []float32) {
	t := len(of.tipsX)
	onX, onY = make([]float32, t), make([]float32, t)
	for k := range t {
		var xx, yy float64
		for l := range t {
			a, b := float64(x.between[of.tipsX[k]*x.tips+of.tipsX[l]]), float64(y.between[of.tipsY[k]*y.tips+of.tipsY[l]])
			xx, yy = xx+a*a, yy+b*b
		}
		onX[k], onY[k] = 1, 1
		if xx > 0 && yy > 0 {
			onX[k], onY[k] = float32(math.Pow(yy/xx, 0.25)), float32(math.Pow(xx/yy, 0.25))
		}
	}
	return onX, onY
}

// take sets to to share times from, and adds its squares to squares.
func take(to, from []float32, share float32, squares []float32) {
	from, squares = from[:len(to)], squares[:len(to)]
	for i := range to {
		v := share * from[i]
		to[i] = v
		squares[i] += v * v
	}
}

// pairCosts are F (n x m), the dissimilarity of samples under an assignment of tips,
//
//	F_ij = min(A_ij, 3 mean A) + Σ_kl ½ (sin_kl(i) - sin_kl(j))² + ¼ (cos_kl(i) - cos_kl(j))²
//	A_ij = Σ_k (d_k(i) - d_k(j))²
//
// over tips k and pairs of tips k < l, with distances as scaled; not yet added up. cost and scratch have the size of F.
func pairCosts(x, y *ordered, cost, scratch blas32.General) *argmin.Pairs {
	dense.Gemm32(1, blas.Trans, blas.NoTrans, -2, x.distance, y.distance, 0, cost)
	dense.Gemm32(1, blas.Trans, blas.NoTrans, -2, x.angles, y.angles, 0, scratch)
	return &argmin.Pairs{Distance: cost.Data, Angles: scratch.Data, DX: x.dNorms, DY: y.dNorms, AX: x.aNorms, AY: y.aNorms,
		Limit: clipAt * meanGap(x, y)}
}

// meanGap is the mean of A.
func meanGap(x, y *ordered) float32 {
	sum := 0.0
	for k, p := range x.order {
		q := y.order[k]
		a, b := float64(x.scaleOf(k)), float64(y.scaleOf(k))
		sum += a*a*x.of.squares[p] + b*b*y.of.squares[q] - 2*a*b*x.of.means[p]*y.of.means[q]
	}
	return float32(max(sum, 0))
}

// meanOf adds in four parts, which do not wait for each other.
func meanOf(v []float32) float64 {
	var sums [4]float64
	rest := v
	for ; len(rest) >= 4; rest = rest[4:] {
		for k := range sums {
			sums[k] += float64(rest[k])
		}
	}
	for k, x := range rest {
		sums[k] += float64(x)
	}
	return (sums[0] + sums[1] + sums[2] + sums[3]) / float64(len(v))
}
