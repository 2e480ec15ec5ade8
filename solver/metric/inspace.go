package metric

import "slices"

// inSpace numbers the points of a large surface anew, so that those with near numbers are near
// in space, and puts the faces in the order of their points, however the file has them. A loop
// through all points then finds their neighbours near the processor.
func (d *Domain) inSpace(faces [][3]int32, faceOf []int32) (sorted [][3]int32, sortedOf []int32) {
	order := newKDTree(d.Points).idx
	number := make([]int32, len(order))
	points, vertexOf := slices.Clone(d.Points), slices.Clone(d.VertexOf)
	for k, p := range order {
		number[p] = int32(k)
		d.Points[k], d.VertexOf[k] = points[p], vertexOf[p]
	}
	for v, p := range d.PointOf {
		d.PointOf[v] = number[p]
	}
	start := make([]int32, len(order)+1)
	least := func(f [3]int32) int32 { return min(number[f[0]], number[f[1]], number[f[2]]) }
	for _, f := range faces {
		start[least(f)+1]++
	}
	for p := range order {
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
