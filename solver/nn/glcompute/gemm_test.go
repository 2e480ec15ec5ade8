//go:build cgo

package glcompute

import (
	"strings"
	"testing"
)

// TestPlanCoversTheProduct: tiles and parts of the depth cover a product whatever its
// size, no part is empty, and a card has enough to do where there is enough work.
func TestPlanCoversTheProduct(t *testing.T) {
	t.Parallel()
	sizes := []int{1, 3, 63, 64, 65, 128, 511, 512, 1000, 4000, 8000, 20000}
	for _, m := range sizes {
		for _, n := range sizes {
			for _, k := range sizes {
				for _, variant := range []int{0, transA | vectors, transB | epilogue} {
					p := plan(m, n, k, variant)
					side := 64
					if strings.Contains(p.kernel.defines, "BM 128u") {
						side = 128
					}
					if p.x*side < n || (p.x-1)*side >= n || p.y*side < m || (p.y-1)*side >= m {
						t.Fatalf("%d x %d: %d x %d tiles of %d", m, n, p.y, p.x, side)
					}
					if p.splits*p.depth < k || (p.splits-1)*p.depth >= k || p.splits > 1 && (p.depth%16 != 0 || variant&epilogue != 0) {
						t.Fatalf("%d x %d of depth %d: %d parts of %d", m, n, k, p.splits, p.depth)
					}
					if has := strings.Contains(p.kernel.defines, "SPLIT"); has != (p.splits > 1) {
						t.Fatalf("%d parts, and the kernel is %q", p.splits, p.kernel.defines)
					}
					// A gradient of weights: few tiles, great depth.
					if variant == transA|vectors && k >= 4000 && p.x*p.y*p.splits < min(busy/2, k/(2*depthStep)) {
						t.Errorf("%d x %d of depth %d keeps only %d workgroups busy", m, n, k, p.x*p.y*p.splits)
					}
				}
			}
		}
	}
}
