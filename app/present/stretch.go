package present

import (
	"math"

	"gwscope/render/colormap"
	"gwscope/solver/register"
)

const (
	// mostDoublings bounds the shrinking and growing of areas: a thousandfold.
	mostDoublings = 10
	// leastDoublings is the least range of the colours of areas, so that a match that keeps all
	// areas does not look stretched.
	leastDoublings = 0.5
	// mostAngles bounds the stretch of angles, for triangles that have become lines.
	mostAngles = 1000
)

// stretchOf is the stretch of A's mesh on B, at A's vertices; a vertex of B has the value of its
// place on A. It is nil where A is a cloud.
func (s *Stage) stretchOf(by ColorBy) *Quantity {
	m := s.match
	if m.X.Domain.IsCloud() {
		return nil
	}
	angle, area := register.Stretch(m.X.Domain, arrival(m))
	for i := range area {
		area[i] = min(max(math.Log2(area[i]), -mostDoublings), mostDoublings)
		angle[i] = min(angle[i], mostAngles)
	}
	values := area
	if by == ByAngles {
		values = angle
	}
	q := &Quantity{A: toFile(m.X.Domain, values), B: toFile(m.Y.Domain, pullBack(values, m.X.Domain, m.BToA))}
	if by == ByAngles {
		q.fit(colormap.Viridis, "Angle stretch", "× as long as wide")
		q.Scale.Min, q.Neutral = 1, 1
		q.Scale.Max = max(q.Scale.Max, 1.5)
		return q
	}
	q.fit(colormap.Balance, "Area stretch", "doublings")
	reach := max(q.Scale.Max, leastDoublings)
	q.Scale.Min, q.Scale.Max = -reach, reach
	return q
}

// senseOf tells whether patches keep their orientation; nil where that is not known.
func (s *Stage) senseOf() *Quantity {
	m := s.match
	patches := m.Sense().Patches
	if patches == nil {
		return nil
	}
	values := make([]float64, len(patches))
	for p, sense := range patches {
		values[p] = float64(sense)
	}
	onB := make([]float64, len(m.BToA.Places))
	for p, at := range m.BToA.Places { // without means of kept and turned over
		onB[p] = values[at.Nearest]
	}
	return &Quantity{A: toFile(m.X.Domain, values), B: toFile(m.Y.Domain, onB),
		Scale: colormap.Scale{Map: colormap.Balance, Min: 1, Max: -1, Label: "Patch orientation", Unit: "(1 kept, -1 turned over)"}}
}
