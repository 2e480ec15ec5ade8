package metric

import (
	"math"

	"gwscope/internal/heap"
)

// queue holds nodes by their distance. A key packs the distance, rounded to float32, over the node, so that one
// integer comparison orders two entries. Rounding makes the order approximate to 1e-7; the searches that use
// the queue correct a node that was taken too early, and end at the exact distances.
type queue struct{ heap.Min[uint64, struct{}] }

// start empties the queue but for one node at distance 0.
func (q *queue) start(node int32) {
	q.Min = q.Min[:0]
	q.push(node, 0)
}

func (q *queue) push(node int32, distance float64) {
	q.Push(uint64(math.Float32bits(float32(distance)))<<32|uint64(uint32(node)), struct{}{})
}

// pop takes a nearest node out, with its distance in dist. ok is false for an entry whose node was reached by a
// shorter way since it was pushed.
func (q *queue) pop(dist []float64) (node int32, distance float64, ok bool) {
	key, _ := q.Pop()
	node = int32(uint32(key))
	distance = dist[node]
	return node, distance, math.Float32bits(float32(distance)) >= uint32(key>>32)
}
