package mesh

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Weld finds vertices at exactly the same place. pointToWelded (n) numbers the
// distinct places in order of first appearance; weldedToPoint gives the first
// vertex at each. Zero and minus zero are the same place; a position that is
// not a number is never welded.
//
// Only exact coincidence counts: a tolerance would join the two sides of a
// thin sheet or the lips of a mouth, and formats that repeat corners (STL)
// repeat them bit by bit.
func Weld(points []r3.Vec) (pointToWelded, weldedToPoint []int32) {
	pointToWelded = make([]int32, len(points))
	// Open addressing at most half full; 0 is an empty slot, else welded index + 1.
	size := 8
	for size < 2*len(points) {
		size *= 2
	}
	slots := make([]int32, size)
	mask := uint64(size - 1)
	for i, p := range points {
		slot := hashPoint(p) & mask
		for {
			w := slots[slot]
			if w == 0 {
				weldedToPoint = append(weldedToPoint, int32(i))
				slots[slot] = int32(len(weldedToPoint))
				pointToWelded[i] = int32(len(weldedToPoint) - 1)
				break
			}
			if points[weldedToPoint[w-1]] == p {
				pointToWelded[i] = w - 1
				break
			}
			slot = (slot + 1) & mask
		}
	}
	return pointToWelded, weldedToPoint
}

// hashPoint mixes the three coordinates; adding zero turns -0 into +0. The
// multipliers are odd constants of splitmix64 (Steele, Lea, Flood 2014).
func hashPoint(p r3.Vec) uint64 {
	h := math.Float64bits(p.X + 0)
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h ^= math.Float64bits(p.Y + 0)
	h = (h ^ h>>27) * 0x94d049bb133111eb
	h ^= math.Float64bits(p.Z + 0)
	h = (h ^ h>>31) * 0xbf58476d1ce4e5b9
	return h ^ h>>29
}
