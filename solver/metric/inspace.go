package metric

import "gwscope/solver/internal/order"

// inSpace numbers the points of a large surface anew, so that those with near numbers are near
// in space, and puts the faces in the order of their points, however the file has them. A loop
// through all points then finds their neighbours near the processor.
func (d *Domain) inSpace(faces [][3]int32, faceOf []int32) (sorted [][3]int32, sortedOf []int32) {
	inSpace := newKDTree(d.Points).idx
	number := order.Inverse(inSpace)
	d.Points, d.VertexOf = order.Take(d.Points, inSpace), order.Take(d.VertexOf, inSpace)
	d.PointOf = order.Take(number, d.PointOf)
	start := make([]int32, len(inSpace)+1)
	least := func(f [3]int32) int32 { return min(number[f[0]], number[f[1]], number[f[2]]) }
	for _, f := range faces {
		start[least(f)+1]++
	}
	for p := range inSpace {
		start[p+1] += start[p]
	}
	sorted, sortedOf = make([][3]int32, len(faces)), make([]int32, len(faces))
	for k, f := range faces {
		at := &start[least(f)]
		sorted[*at], sortedOf[*at] = [3]int32{number[f[0]], number[f[1]], number[f[2]]}, faceOf[k]
		*at++
	}
	return sorted, sortedOf
}
