//go:build cgo

package glcompute

import "gwscope/solver/nn"

// busy is the number of workgroups from which on a card has enough to do: large cards
// have some hundred processors, and each wants a few. With large tiles one is enough.
const (
	busy      = 256
	busyLarge = 128
)

// depthStep is the least depth of a part of a product.
const depthStep = 256

// Variants of gemm.glsl, as bits, in the order of the defines below.
const (
	large = 1 << iota
	transA
	transB
	vectors
	epilogue
	split
	variants
)

var gemms = func() (all [variants]*kernel) {
	for v := range all {
		defines := "BM 64u;BN 64u;TM 4;TN 4"
		if v&large != 0 {
			defines = "BM 128u;BN 128u;TM 8;TN 8"
		}
		for k, name := range []string{"TRANS_A", "TRANS_B", "ALIGNED", "EPILOGUE", "SPLIT"} {
			if v&(transA<<k) != 0 {
				defines += ";" + name
			}
		}
		all[v] = &kernel{"gemm", defines}
	}
	return all
}()

// product says how a matrix product is shared out.
type product struct {
	kernel       *kernel
	x, y, splits int
	depth        int // of each part; a multiple of BK in gemm.glsl if there are several
}

// plan shares out a product m x n of depth k: large tiles, which read memory less
// often, where there are enough of them, and parts of the depth where there are too few
// of the small.
func plan(m, n, k, variant int) product {
	side := 64
	if tiles(m, 128)*tiles(n, 128) >= busyLarge {
		side, variant = 128, variant|large
	}
	p := product{x: tiles(n, side), y: tiles(m, side), splits: 1, depth: k}
	if most := k / depthStep; variant&epilogue == 0 && p.x*p.y < busy && most > 1 {
		p.depth = tiles(tiles(k, min(tiles(busy, p.x*p.y), most)), 16) * 16
		p.splits = tiles(k, p.depth)
	}
	if p.splits > 1 {
		variant |= split
	}
	p.kernel = gemms[variant]
	return p
}

// tiles is how many of a size cover n.
func tiles(n, size int) int { return (n + size - 1) / size }

// aligned reports whether rows of t begin at multiples of four.
func aligned(t nn.Tensor) bool { return t.Offset%4 == 0 && t.Cols%4 == 0 }

// Gemm is c = alpha op(x) op(y) + beta c.
func (b *Backend) Gemm(c, x nn.Tensor, transX bool, y nn.Tensor, transY bool, alpha, beta float64) {
	m, k, n := nn.ProductShape(c, x, transX, y, transY)
	if m*n == 0 {
		return
	}
	variant := 0
	if transX {
		variant |= transA
	}
	if transY {
		variant |= transB
	}
	if aligned(x) && aligned(y) {
		variant |= vectors
	}
	defer b.spend(m * n * k)
	p := plan(m, n, k, variant)
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
	nn.Shaped(y, x.Rows, x.Cols)
	parts := min(groups(x.Len(), 1024), dotGroups)
	b.add(dotParts, parts, 1, 1, []nn.Tensor{b.sums, x, y}, uint32(x.Len()), at(x), at(y))
	b.add(dotLast, 1, 1, 1, []nn.Tensor{b.sums}, uint32(parts))
	return b.scalar()
}
