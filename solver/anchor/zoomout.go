package anchor

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"

	"gwscope/solver/internal/argmin"
	"gwscope/solver/internal/dense"
)

// climb refines the nearest neighbours under F by bijective ZoomOut (Melzi et al.
// 2019; Ren et al. 2021). It differs from the ZoomOut of package correspond, which says how.
type climb struct {
	x, y                        *functions
	cost                        blas32.General // F (n x m)
	total                       blas32.General // room for spectral costs (n x m)
	found                       *argmin.Table  // nearest neighbours of both
	residual                    float64
	c                           blas32.General // functions of X to functions of Y, of the last step
	spectralScale, featureScale float32

	polar                   dense.PolarFinder
	turned, pickedX, picked blas32.General // room (n x K, m x K, n x K)
	u, v                    []float32
}

// featureWeight is the weight of the features beside the functions, both over their means.
// Functions keep a map smooth, but lead it towards equal areas, which different species
// do not have: with equal weights torsos slide along by a third of a limb's width.
const featureWeight = 2

func newClimb(x, y *functions) *climb {
	n, m, k := x.Rows, y.Rows, min(x.Cols, y.Cols)
	return &climb{x: x, y: y, cost: dense.New32(n, m), total: dense.New32(n, m), found: argmin.NewTable(n, m), c: dense.New32(k, k),
		turned: dense.New32(n, k), picked: dense.New32(n, k), pickedX: dense.New32(m, k), u: make([]float32, n), v: make([]float32, m)}
}

// xToY and yToX are the nearest neighbours, both ways.
func (z *climb) xToY() []int32 { return z.found.RowAt }
func (z *climb) yToX() []int32 { return z.found.ColAt }

// run climbs from F, whose mean is given.
func (z *climb) run(sizes []int, mean float64) {
	z.found.Both(z.cost.Data)
	z.residual = meanOf(z.found.RowLeast) + meanOf(z.found.ColLeast)
	z.goOn(sizes, mean)
}

// resume goes on from where another climb has come to.
func (z *climb) resume(sizes []int, mean float64, xToY, yToX []int32) {
	copy(z.found.RowAt, xToY)
	copy(z.found.ColAt, yToX)
	z.goOn(sizes, mean)
}

func (z *climb) goOn(sizes []int, mean float64) {
	z.featureScale = float32(featureWeight / max(mean, 1e-30))
	for _, k := range sizes {
		z.step(min(k, z.x.Cols, z.y.Cols))
	}
}

// step matches by spectral costs over their mean plus twice F over its mean, which is here
// worked out in units of half the mean of F.
func (z *climb) step(k int) {
	z.fit(k)
	turned := narrowed(z.turned, k)
	dense.Gemm32(1, blas.NoTrans, blas.NoTrans, 1, z.x.first(k), z.c, 0, turned)
	z.spectralScale = 1 / max(z.x.gap(z.y, z.c), 1e-30)
	unit := z.spectralScale / z.featureScale
	dense.Gemm32(1, blas.NoTrans, blas.Trans, -2*unit, turned, z.y.first(k), 0, z.total)
	scaled(z.u, z.x.squares[k-1], unit) // turning keeps lengths
	scaled(z.v, z.y.squares[k-1], unit)
	z.found.BothOfSum(z.total.Data, z.cost.Data, z.u, z.v)
	z.residual = float64(z.featureScale) * (meanOf(z.found.RowLeast) + meanOf(z.found.ColLeast))
}

func scaled(to, from []float32, by float32) {
	for i, v := range from {
		to[i] = by * v
	}
}

// fit finds the orthogonal C (k x k) that best carries the functions of X to those of Y,
// by the matches of both directions.
func (z *climb) fit(k int) {
	x, y := z.x.first(k), z.y.first(k)
	z.c.Rows, z.c.Cols, z.c.Stride = k, k, max(k, 1)
	dense.Gemm32(1, blas.Trans, blas.NoTrans, 1/float32(x.Rows), x, dense.Rows(y, z.xToY(), narrowed(z.picked, k)), 0, z.c)
	dense.Gemm32(1, blas.Trans, blas.NoTrans, 1/float32(y.Rows), dense.Rows(x, z.yToX(), narrowed(z.pickedX, k)), y, 1, z.c)
	z.polar.Find(z.c)
}

// narrowed is room for k columns.
func narrowed(m blas32.General, k int) blas32.General {
	m.Cols, m.Stride = k, max(k, 1)
	return m
}
