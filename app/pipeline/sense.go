package pipeline

import (
	"math"
	"sync"

	"gwscope/solver/correspond"
)

// Sense tells how the maps from A to B treat the orientation of small patches about the
// outward normals (correspond.PatchOrientation).
type Sense struct {
	// Patches are those about the points of A's Domain under AToB: 1 kept, -1 turned over, 0
	// not to be judged. It is nil where a shape is open or a cloud.
	Patches []int8
	// Reversed is the share of A's area that AToB turns over, ReversedByMap that of the map
	// that the coupling alone gives; NaN where Patches is nil.
	Reversed, ReversedByMap float64
}

// lazySense is worked out when first asked for.
type lazySense struct {
	once  sync.Once
	value *Sense
}

// Sense is how the maps treat orientation. It is safe for use by several goroutines, takes
// some hundredths of a second the first time, and is the same each time.
func (m *Match) Sense() *Sense {
	if m.sense == nil {
		return senseOf(m)
	}
	m.sense.once.Do(func() { m.sense.value = senseOf(m) })
	return m.sense.value
}

func senseOf(m *Match) *Sense {
	x, y := m.X.Domain, m.Y.Domain
	s := &Sense{Patches: correspond.PatchOrientation(x, y, m.AToB), Reversed: math.NaN(), ReversedByMap: math.NaN()}
	if s.Patches == nil {
		return s
	}
	s.Reversed = correspond.ReversedShare(x, y, m.AToB)
	s.ReversedByMap = s.Reversed
	if m.MapAToB != m.AToB {
		s.ReversedByMap = correspond.ReversedShare(x, y, m.MapAToB)
	}
	return s
}
