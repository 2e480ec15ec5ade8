package dense

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"
)

// Polar returns the orthogonal polar factor Q = U V' of a square matrix
// a = U Σ V', the orthogonal matrix nearest to it. With proper set, Q is the
// nearest rotation (determinant +1): the direction of the least singular value
// turns round where U V' would mirror (Kabsch 1976).
// An a without singular values (NaN) gives the identity.
func Polar(a mat.Matrix, proper bool) *mat.Dense {
	d, _ := a.Dims()
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDFull) {
		q := mat.NewDense(d, d, nil)
		for i := range d {
			q.Set(i, i, 1)
		}
		return q
	}
	var u, v, q mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	q.Mul(&u, v.T())
	if proper && mat.Det(&q) < 0 {
		for i := range d {
			u.Set(i, d-1, -u.At(i, d-1))
		}
		q.Mul(&u, v.T())
	}
	return &q
}

// Length is the length of p. r3.Norm guards against overflow and takes several times as long.
func Length(p r3.Vec) float64 { return math.Sqrt(r3.Norm2(p)) }

// Mat3 is a 3 x 3 matrix, row by row.
type Mat3 [9]float64

// AddOuter adds w a b'.
func (m *Mat3) AddOuter(w float64, a, b r3.Vec) {
	a = r3.Scale(w, a)
	m[0] += a.X * b.X
	m[1] += a.X * b.Y
	m[2] += a.X * b.Z
	m[3] += a.Y * b.X
	m[4] += a.Y * b.Y
	m[5] += a.Y * b.Z
	m[6] += a.Z * b.X
	m[7] += a.Z * b.Y
	m[8] += a.Z * b.Z
}

// Times is the matrix times p.
func (m *Mat3) Times(p r3.Vec) r3.Vec {
	return r3.Vec{X: m[0]*p.X + m[1]*p.Y + m[2]*p.Z, Y: m[3]*p.X + m[4]*p.Y + m[5]*p.Z, Z: m[6]*p.X + m[7]*p.Y + m[8]*p.Z}
}

// Rotation3 returns the proper rotation R with the greatest trace tr(R' H), and
// that trace. For H = Σ w y x' it is the rotation that best carries x to y, and
// the residual is Σ w (|x|² + |y|²) - 2 trace. It does not allocate, for use in inner loops (see turn3).
// H of rank 0 or 1 leaves R free; one of the best is returned.
func Rotation3(h Mat3) (r Mat3, trace float64) {
	r, ok := turn3(&h)
	if !ok {
		return rotationByColumns(h)
	}
	for k := range 9 {
		trace += r[k] * h[k]
	}
	return r, trace
}

// rotationByColumns is Rotation3 by one-sided Jacobi, three to six sweeps, which bears any H.
func rotationByColumns(h Mat3) (r Mat3, trace float64) {
	// Columns of g are rotated until they are orthogonal: g = H V = U Σ.
	g, v := h, Mat3{1, 0, 0, 0, 1, 0, 0, 0, 1}
	for range 20 {
		turned := false
		for p := range 2 {
			for q := p + 1; q < 3; q++ {
				pp := g[p]*g[p] + g[3+p]*g[3+p] + g[6+p]*g[6+p]
				qq := g[q]*g[q] + g[3+q]*g[3+q] + g[6+q]*g[6+q]
				pq := g[p]*g[q] + g[3+p]*g[3+q] + g[6+p]*g[6+q]
				if !(pq*pq > 1e-30*pp*qq) {
					continue
				}
				turned = true
				zeta := (qq - pp) / (2 * pq)
				t := math.Copysign(1, zeta) / (math.Abs(zeta) + math.Sqrt(1+zeta*zeta))
				c := 1 / math.Sqrt(1+t*t)
				s := c * t
				for k := 0; k < 9; k += 3 {
					g[k+p], g[k+q] = c*g[k+p]-s*g[k+q], s*g[k+p]+c*g[k+q]
					v[k+p], v[k+q] = c*v[k+p]-s*v[k+q], s*v[k+p]+c*v[k+q]
				}
			}
		}
		if !turned {
			break
		}
	}
	column := func(m *Mat3, j int) [3]float64 { return [3]float64{m[j], m[3+j], m[6+j]} }
	norm := func(a [3]float64) float64 { return math.Sqrt(a[0]*a[0] + a[1]*a[1] + a[2]*a[2]) }
	s := [3]float64{norm(column(&g, 0)), norm(column(&g, 1)), norm(column(&g, 2))}
	i0, i1 := 0, 1 // the columns of the two largest singular values, in that order
	if s[i0] < s[i1] {
		i0, i1 = i1, i0
	}
	if s[i1] < s[2] {
		i1 = 2
	}
	if s[i0] < s[i1] {
		i0, i1 = i1, i0
	}
	if s[i0] == 0 || math.IsNaN(s[0]+s[1]+s[2]) {
		return Mat3{1, 0, 0, 0, 1, 0, 0, 0, 1}, s[i0]
	}
	u0 := scale3(column(&g, i0), 1/s[i0])
	u1 := column(&g, i1)
	// A second singular value in the rounding of the first has no direction of its
	// own: any perpendicular will do.
	if s[i1] > 1e-14*s[i0] {
		u1 = scale3(u1, 1/s[i1])
	} else {
		least := 0
		for k := 1; k < 3; k++ {
			if math.Abs(u0[k]) < math.Abs(u0[least]) {
				least = k
			}
		}
		var e [3]float64
		e[least] = 1
		u1 = cross3(u0, e)
		u1 = scale3(u1, 1/norm(u1))
	}
	// The third directions complete two right-handed frames, so R is proper.
	v0, v1 := column(&v, i0), column(&v, i1)
	u2, v2 := cross3(u0, u1), cross3(v0, v1)
	for i := range 3 {
		for j := range 3 {
			r[3*i+j] = u0[i]*v0[j] + u1[i]*v1[j] + u2[i]*v2[j]
		}
	}
	for k := range 9 {
		trace += r[k] * h[k]
	}
	return r, trace
}

func cross3(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

func scale3(a [3]float64, s float64) [3]float64 {
	return [3]float64{s * a[0], s * a[1], s * a[2]}
}
