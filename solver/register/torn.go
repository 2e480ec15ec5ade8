package register

import (
	"gwscope/internal/disjoint"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

const (
	// tornApart is how far from each other the places of two neighbours are, along the surface
	// and / √area, where the map is torn between them; tornAxes is the number of samples whose
	// distances tell.
	tornApart, tornAxes = 0.15, 24
	// mostTornOff is the largest share of the area that counts as torn off. What is larger, such as
	// a whole leg on another, is the map's own view.
	mostTornOff = 0.04
)

// tornOff marks the points of X that a map tears off all that is about them, as the end of a tail
// that it sends to a leg beside the tail; nil where there are none. Small parts are meant:
// their places say nothing, and what is about them knows better.
func tornOff(x, y *metric.Space, m *correspond.SurfaceMap) []bool {
	d := x.Domain
	axes := make([]metric.Row, 0, tornAxes)
	for i := range min(tornAxes, y.Len()) { // the first samples are spread evenly
		axes = append(axes, y.Row(i))
	}
	// A difference of distances from a sample is at most the distance.
	least := float32(tornApart / y.Diameter)
	torn := func(a, b int32) bool {
		p, q := m.Places[a], m.Places[b]
		if !p.Known() || !q.Known() {
			return false
		}
		for _, row := range axes {
			if u := row.At(p.Nearest) - row.At(q.Nearest); u > least || -u > least {
				return true
			}
		}
		return false
	}
	var tears int
	whole, cut := disjoint.New(len(d.Points)), disjoint.New(len(d.Points))
	for _, t := range d.Triangles {
		for c := range 3 {
			a, b := t[c], t[(c+1)%3]
			whole.Union(a, b)
			if torn(a, b) {
				tears++
			} else {
				cut.Union(a, b)
			}
		}
	}
	if tears == 0 {
		return nil
	}
	area, all := make([]float64, len(d.Points)), 0.0
	for i, a := range d.PointArea {
		area[cut.Find(int32(i))] += a
		all += a
	}
	// The largest part of each piece is never torn off.
	largest := make(map[int32]float64)
	for i := range d.Points {
		piece := whole.Find(int32(i))
		largest[piece] = max(largest[piece], area[cut.Find(int32(i))])
	}
	var out []bool
	for i := range d.Points {
		if a := area[cut.Find(int32(i))]; a < mostTornOff*all && a < largest[whole.Find(int32(i))] {
			if out == nil {
				out = make([]bool, len(d.Points))
			}
			out[i] = true
		}
	}
	return out
}
