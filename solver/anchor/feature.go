package anchor

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/dense"
)

// The angles count beside the squared distances, which are over the mean distance.
// A sine tells a side from its mirror image and a belly from a back; a cosine says
// less, and grows with the bend of a limb.
const (
	sineWeight   = 0.5
	cosineWeight = 0.25
)

// clipAt, in means, bounds what one place may cost for its distances: proportions
// differ between species, and beyond a limb's length it no longer matters by how much.
const clipAt = 3

// features describe the first count samples of a side by its tips: how far they
// are, and at what angles they are seen.
type features struct {
	count, tips int
	distance    []float32 // count x tips
	// sine and cosine of the angle between the ways from two tips, times the roots of
	// their weights (count x tips x tips, the sine antisymmetric).
	sine, cosine []float32
}

// features of the first count samples, with sines where both shapes have normals.
func (s *side) features(count int, sines bool) *features {
	t := len(s.tips)
	f := &features{count: count, tips: t, distance: make([]float32, count*t),
		sine: make([]float32, count*t*t), cosine: make([]float32, count*t*t)}
	ws, wc := math.Sqrt(sineWeight), math.Sqrt(cosineWeight)
	for i, p := range s.space.Samples[:count] {
		for k := range t {
			f.distance[i*t+k] = s.fields[k].far[p]
			for l := range k {
				g, h := s.fields[k].away[i], s.fields[l].away[i]
				at, back := (i*t+k)*t+l, (i*t+l)*t+k
				c := float32(wc * r3.Dot(g, h))
				f.cosine[at], f.cosine[back] = c, c
				if sines {
					v := float32(ws * r3.Dot(s.normals[i], r3.Cross(g, h)))
					f.sine[at], f.sine[back] = v, -v
				}
			}
		}
	}
	return f
}

// fewAngles: with so many tips the angles between them weigh as above beside the
// distances. Their number grows with the square of the tips, so that more of them share
// what as many pairs as tips would have.
const fewAngles = maxTips

func angleShare(tips int) float32 {
	if tips <= fewAngles {
		return 1
	}
	return float32(math.Sqrt(float64(fewAngles-1) / float64(tips-1)))
}

// ordered are the features with tips in a given order, as rows whose squared
// distances are the parts of F.
type ordered struct {
	distance, angles blas32.General
	dNorms, aNorms   []float32
}

func newOrdered(count, tips int) *ordered {
	return &ordered{dense.New32(count, tips), dense.New32(count, tips*(tips-1)), make([]float32, count), make([]float32, count)}
}

// set takes the tips in order, as many as there is room for or fewer.
func (o *ordered) set(f *features, order []int) {
	w := len(order) * (len(order) - 1)
	share := angleShare(len(order))
	o.distance.Cols, o.distance.Stride = len(order), max(len(order), 1)
	o.angles.Cols, o.angles.Stride = w, max(w, 1)
	for i := range o.distance.Rows {
		d := o.distance.Data[i*len(order):][:len(order)]
		from := f.distance[i*f.tips:][:f.tips]
		a := o.angles.Data[i*w:][:w]
		sine, cosine := f.sine[i*f.tips*f.tips:][:f.tips*f.tips], f.cosine[i*f.tips*f.tips:][:f.tips*f.tips]
		at := 0
		var dSum, aSum float32
		for k, p := range order {
			d[k] = from[p]
			dSum += d[k] * d[k]
			for _, q := range order[k+1:] {
				s, c := share*sine[p*f.tips+q], share*cosine[p*f.tips+q]
				a[at], a[at+1] = s, c
				aSum += s*s + c*c
				at += 2
			}
		}
		o.dNorms[i], o.aNorms[i] = dSum, aSum
	}
}

// pairCost fills F (n x m), the dissimilarity of samples under an assignment of tips,
//
//	F_ij = min(A_ij, 3 mean A) + Σ_kl ½ (sin_kl(i) - sin_kl(j))² + ¼ (cos_kl(i) - cos_kl(j))²
//	A_ij = Σ_k (d_k(i) - d_k(j))²
//
// over tips k and pairs of tips k < l. scratch has the size of F.
func pairCost(x, y *ordered, cost, scratch blas32.General) {
	dense.Gemm32(1, blas.NoTrans, blas.Trans, -2, x.distance, y.distance, 0, cost)
	limit := clipAt * meanSquared(x.distance, y.distance)
	dense.Gemm32(1, blas.NoTrans, blas.Trans, -2, x.angles, y.angles, 0, scratch)
	for i, u := range x.dNorms {
		row, angles := cost.Data[i*cost.Cols:][:cost.Cols], scratch.Data[i*cost.Cols:][:cost.Cols]
		v := x.aNorms[i]
		for j := range row {
			row[j] = min(row[j]+u+y.dNorms[j], limit) + (angles[j] + v + y.aNorms[j])
		}
	}
}

// meanSquared is the mean squared distance between the rows of a and b,
// mean |a|² + mean |b|² - 2 mean a · mean b.
func meanSquared(a, b blas32.General) float32 {
	squares := func(m blas32.General) (sum float64, mean []float64) {
		mean = make([]float64, m.Cols)
		for i := range m.Rows {
			for c, v := range m.Data[i*m.Stride:][:m.Cols] {
				sum += float64(v) * float64(v)
				mean[c] += float64(v) / float64(m.Rows)
			}
		}
		return sum / float64(m.Rows), mean
	}
	sa, ma := squares(a)
	sb, mb := squares(b)
	sum := sa + sb
	for c, v := range ma {
		sum -= 2 * v * mb[c]
	}
	return float32(max(sum, 0))
}

// least finds the column of least cost of each row and the row of least cost of
// each column, the first among equals, and the sum of both means of these costs.
func least(cost blas32.General, xToY, yToX []int32, best []float32) float64 {
	fill(best)
	rows := 0.0
	for i := range cost.Rows {
		low, at := float32(math.MaxFloat32), 0
		for j, v := range cost.Data[i*cost.Stride:][:cost.Cols] {
			if v < low {
				low, at = v, j
			}
			if v < best[j] {
				best[j], yToX[j] = v, int32(i)
			}
		}
		xToY[i] = int32(at)
		rows += float64(low)
	}
	return rows/float64(cost.Rows) + meanOf(best)
}

func fill(best []float32) {
	for j := range best {
		best[j] = math.MaxFloat32
	}
}

func meanOf(v []float32) float64 {
	sum := 0.0
	for _, x := range v {
		sum += float64(x)
	}
	return sum / float64(len(v))
}
