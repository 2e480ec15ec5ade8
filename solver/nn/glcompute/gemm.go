package glcompute

import (
	"fmt"

	"gwscope/solver/nn"
)

// busy is the number of workgroups from which on a card has enough to do: large cards
// have some hundred processors.
const busy = 256

// depthStep is the least depth of a part of a product; a multiple of BK in gemm.glsl.
const depthStep = 256

// product says how a matrix product m x n of depth k is shared out.
type product struct {
	kernel       kernel
	x, y, splits int
	depth        int // of each part
}

// plan chooses tiles: large ones, which read memory less often, where there are
// enough of them, and parts of the depth where there are too few of the small.
func plan(m, n, k int, transA, transB, aligned, epilogue bool) product {
	side, per := 64, 4
	if tiles(m, 128)*tiles(n, 128) >= busy {
		side, per = 128, 8
	}
	p := product{x: tiles(n, side), y: tiles(m, side), splits: 1, depth: k}
	defines := fmt.Sprintf("BM %du;BN %du;TM %d;TN %d", side, side, per, per)
	if transA {
		defines += ";TRANS_A"
	}
	if transB {
		defines += ";TRANS_B"
	}
	if aligned {
		defines += ";ALIGNED"
	}
	if epilogue {
		defines += ";EPILOGUE"
	} else if most := k / depthStep; p.x*p.y < busy && most > 1 {
		p.splits = min(busy/(p.x*p.y), most)
		p.depth = tiles(tiles(k, p.splits), 16) * 16
		p.splits = tiles(k, p.depth)
	}
	if p.splits > 1 {
		defines += ";SPLIT"
	}
	p.kernel = kernel{"gemm", defines}
	return p
}

// tiles is how many of a size cover n.
func tiles(n, size int) int { return (n + size - 1) / size }

// aligned reports whether rows of t begin at multiples of four.
func aligned(t nn.Tensor) bool { return t.Offset%4 == 0 && t.Cols%4 == 0 }

// Gemm is c = alpha op(x) op(y) + beta c.
func (b *Backend) Gemm(c, x nn.Tensor, transX bool, y nn.Tensor, transY bool, alpha, beta float64) {
	m, k, n := x.Rows, x.Cols, y.Cols
	if transX {
		m, k = k, m
	}
	if transY {
		n = y.Rows
		same(k, y.Cols)
	} else {
		same(k, y.Rows)
	}
	shaped(c, m, n)
	if m*n == 0 {
		return
	}
	p := plan(m, n, k, transX, transY, aligned(x) && aligned(y), false)
	if p.splits == 1 {
		b.add(p.kernel, p.x, p.y, 1, []nn.Tensor{c, x, y},
			uint32(m), uint32(n), uint32(k), at(c), at(x), at(y), 0, bits(alpha), bits(beta))
		return
	}
	parts := b.room(&b.scratch, p.splits*m*n)
	b.add(p.kernel, p.x, p.y, p.splits, []nn.Tensor{parts, x, y},
		uint32(m), uint32(n), uint32(k), 0, at(x), at(y), uint32(p.depth))
	b.add(gemmSum, groups(m*n, 256), 1, 1, []nn.Tensor{c, parts}, uint32(m*n), uint32(p.splits), at(c), bits(alpha), bits(beta))
}

// dotGroups is how many workgroups share a sum.
const dotGroups = 256

// Dot is Σ x∘y in double precision, the one number that is read back.
func (b *Backend) Dot(x, y nn.Tensor) float64 {
	shaped(y, x.Rows, x.Cols)
	parts := min(groups(x.Len(), 1024), dotGroups)
	b.add(dotParts, parts, 1, 1, []nn.Tensor{b.sums, x, y}, uint32(x.Len()), at(x), at(y))
	b.add(dotLast, 1, 1, 1, []nn.Tensor{b.sums}, uint32(parts))
	return b.scalar()
}
