package paths

// Lanes is the number of sources of a [Bundle].
const Lanes = 16

// Arc is one direction of an edge.
type Arc struct {
	Length float64 // at least 0
	To     int32
}

// Bundle is the state of a search from up to [Lanes] sources. It serves one goroutine.
type Bundle struct {
	// Start and Arcs are the graph in compressed rows: Arcs[Start[p]:Start[p+1]] leave node p.
	Start []int32 // nodes + 1
	Arcs  []Arc
	// Distances are the distances from all sources, node by node (nodes x Lanes).
	Distances []float64
	// Changed marks the nodes that have not yet offered their ways.
	Changed []uint8 // nodes
}

// NewBundle is a search that has not begun.
func NewBundle(start []int32, arcs []Arc) *Bundle {
	n := len(start) - 1
	return &Bundle{Start: start, Arcs: arcs, Distances: make([]float64, n*Lanes), Changed: make([]uint8, n)}
}

// Sweep goes through the nodes in an order, or backwards. Each node that has changed offers its neighbours
// the ways through it. It reports whether some offer was taken.
func (b *Bundle) Sweep(order []int32, backwards bool) bool {
	if len(order) == 0 {
		return false
	}
	return sweep(b, order, backwards)
}

// plainSweep is Sweep in plain loops.
func plainSweep(b *Bundle, order []int32, backwards bool) bool {
	taken := false
	for k := range order {
		if backwards {
			k = len(order) - 1 - k
		}
		node := order[k]
		if b.Changed[node] == 0 {
			continue
		}
		b.Changed[node] = 0
		from := b.Distances[int(node)*Lanes:][:Lanes]
		for _, a := range b.Arcs[b.Start[node]:b.Start[node+1]] {
			to := b.Distances[int(a.To)*Lanes:][:Lanes]
			for s, d := range from {
				if d += a.Length; d < to[s] {
					to[s] = d
					b.Changed[a.To], taken = 1, true
				}
			}
		}
	}
	return taken
}
