package present

import (
	"image/color"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/internal/routine"
	"gwscope/meshio/mesh"
	"gwscope/render/colormap"
)

// The carried colours: a vertex of A has a colour by its place along A's own axes, and each limb
// has a tint of its own, so that neighbours such as fingers differ. A place of B has the colour of
// its match.

// tintsKept is the number of meshes whose tints are kept: without that, each picture of a preview
// would compute them anew.
const tintsKept = 4

var tinted struct {
	sync.Mutex
	of  []*mesh.Mesh
	are [][]color.NRGBA
}

// Tints are the carried colours of A's mesh, for its n vertices in file order.
func Tints(m *mesh.Mesh) []color.NRGBA {
	tinted.Lock()
	defer tinted.Unlock()
	if i := slices.Index(tinted.of, m); i >= 0 {
		return tinted.are[i]
	}
	out := tint(m)
	tinted.of, tinted.are = append(tinted.of, m), append(tinted.are, out)
	if len(tinted.of) > tintsKept {
		tinted.of, tinted.are = slices.Delete(tinted.of, 0, 1), slices.Delete(tinted.are, 0, 1)
	}
	return out
}

// lab is a colour in Oklab: lightness, green to red, blue to yellow.
type lab [3]float64

func (c lab) plus(d lab, w float64) lab {
	return lab{c[0] + w*d[0], c[1] + w*d[1], c[2] + w*d[2]}
}

func apartLab(a, b lab) float64 {
	d := a.plus(b, -1)
	return math.Sqrt(d[0]*d[0] + d[1]*d[1] + d[2]*d[2])
}

// Lightness stays between 0.6 and 0.84, so that shading does not look like another colour, and no
// place is lost in shadow. The largest chroma in sRGB is 0.12 to 0.25, depending on the hue.
const (
	tintLight  = 0.72
	tintRise   = 0.06
	tintChroma = 0.13
)

// tint computes the colours. The longest axis goes from green to red. Of the two others, the axis
// along which the shape is more symmetric (left and right) goes from blue to yellow, and the third
// from dark to light.
func tint(m *mesh.Mesh) []color.NRGBA {
	center, scale := frameOf(m)
	at := make([]r3.Vec, len(m.Vertices))
	for i, v := range m.Vertices {
		at[i] = r3.Scale(1/scale, r3.Sub(v, center))
	}
	weights := m.VertexAreas()
	if len(m.Triangles) == 0 {
		weights = nil
	}
	u := alongAxes(at, weights)
	labs := make([]lab, len(at))
	for i := range labs {
		labs[i] = lab{tintLight + tintRise*u[i][2], tintChroma * u[i][0], tintChroma * u[i][1]}
	}
	for _, l := range offsets(limbsOf(m, at), labs, at) {
		for _, v := range l.members {
			labs[v.vertex] = labs[v.vertex].plus(l.offset, v.share)
		}
	}
	out := make([]color.NRGBA, len(at))
	for i, c := range labs {
		if out[i] = colormap.Missing; c[0]-c[0] == 0 && c[1]-c[1] == 0 && c[2]-c[2] == 0 {
			out[i] = colormap.Oklab(c[0], c[1], c[2])
		}
	}
	return out
}

// alongAxes are the places of points along the shape's own axes, from -1 to 1: the longest axis
// first, then that of the others along which the shape is more symmetric. Places are half by
// distance and half by rank, so that all colours are used about equally.
func alongAxes(at []r3.Vec, weights []float64) [][3]float64 {
	weight := func(i int) float64 {
		if weights == nil {
			return 1
		}
		return weights[i]
	}
	var c [6]float64 // xx xy xz yy yz zz
	for i, p := range at {
		if w := weight(i); r3.Norm2(p)-r3.Norm2(p) == 0 {
			for k, x := range [6]float64{p.X * p.X, p.X * p.Y, p.X * p.Z, p.Y * p.Y, p.Y * p.Z, p.Z * p.Z} {
				c[k] += w * x
			}
		}
	}
	axes := [3]r3.Vec{{X: 1}, {Y: 1}, {Z: 1}}
	var eigen mat.EigenSym
	if eigen.Factorize(mat.NewSymDense(3, []float64{c[0], c[1], c[2], c[1], c[3], c[4], c[2], c[4], c[5]}), true) {
		var v mat.Dense
		eigen.VectorsTo(&v)
		for k := range axes { // eigenvalues come in rising order
			axes[k] = facing(r3.Vec{X: v.At(0, 2-k), Y: v.At(1, 2-k), Z: v.At(2, 2-k)})
		}
	}
	var along [3]*ranked
	var wg routine.Group
	for k, a := range axes {
		wg.Go(func() {
			values := make([]float64, len(at))
			for i, p := range at {
				values[i] = r3.Dot(a, p)
			}
			along[k] = rank(values, weights)
		})
	}
	wg.Wait()
	if along[2].lopsided() < along[1].lopsided() {
		along[1], along[2] = along[2], along[1]
	}
	out := make([][3]float64, len(at))
	for k, a := range along {
		for i, u := range a.spreadOut() {
			out[i][k] = u
		}
	}
	return out
}

// facing is an axis or its opposite, so that its largest part is positive.
func facing(a r3.Vec) r3.Vec {
	largest := a.X
	for _, x := range []float64{a.Y, a.Z} {
		if math.Abs(x) > math.Abs(largest)+1e-9 {
			largest = x
		}
	}
	if largest < 0 {
		return r3.Scale(-1, a)
	}
	return a
}

// ranked are values in order.
type ranked struct {
	values []float64
	order  []int     // NaN comes last; equal values keep their order
	below  []float64 // the share of the weight below each value
}

func rank(values, weights []float64) *ranked {
	r := &ranked{values: values, order: make([]int, len(values)), below: make([]float64, len(values))}
	for i := range r.order {
		r.order[i] = i
	}
	slices.SortFunc(r.order, func(i, j int) int {
		a, b := values[i], values[j]
		switch {
		case a < b || b != b && a == a:
			return -1
		case b < a || a != a && b == b:
			return 1
		}
		return i - j
	})
	sum := 0.0
	for _, i := range r.order {
		w := 1.0
		if weights != nil {
			w = weights[i]
		}
		r.below[i] = sum + w/2
		sum += w
	}
	for i := range r.below {
		if r.below[i] /= sum; !(sum > 0) {
			r.below[i] = 0.5
		}
	}
	return r
}

// lopsided measures how far values differ from their mirror image: the sum of differences between
// opposite quantiles, measured from the median, over the sum of their distances. 0: symmetric.
func (r *ranked) lopsided() float64 {
	quantile := func(q float64) float64 {
		i, _ := slices.BinarySearchFunc(r.order, q, func(i int, q float64) int {
			if r.below[i] < q {
				return -1
			}
			return 1
		})
		return r.values[r.order[min(i, len(r.order)-1)]]
	}
	if len(r.values) == 0 {
		return 0
	}
	const steps = 20
	middle, off, wide := quantile(0.5), 0.0, 0.0
	for k := 1; k < steps; k++ {
		a, b := quantile(float64(k)/(2*steps))-middle, quantile(1-float64(k)/(2*steps))-middle
		off, wide = off+math.Abs(a+b), wide+b-a
	}
	if !(wide > 0) {
		return math.Inf(1)
	}
	return off / wide
}

// spreadOut maps the values to -1 to 1.
func (r *ranked) spreadOut() []float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range r.values {
		low, high = min(low, v), max(high, v)
	}
	out := make([]float64, len(r.values))
	for i, below := range r.below {
		if high > low+1e-9 {
			out[i] = (2*(r.values[i]-low)/(high-low)-1)/2 + (2*below-1)/2
		}
	}
	return out
}
