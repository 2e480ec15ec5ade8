package trust

import (
	"context"
	"math"

	"gwscope/solver/correspond"
)

// Sense tells how the maps from A to B treat the orientation of small patches about the
// outward normals (correspond.PatchOrientation).
type Sense struct {
	// Patches are those about the points of A's Domain under AToB: 1 kept, -1 turned over, 0
	// not to be judged. It is nil where a shape is open or a cloud.
	Patches []int8
	// Reversed is the share of A's area that AToB turns over, ReversedByMap the share that the
	// map of the coupling alone turns over; NaN where Patches is nil.
	Reversed, ReversedByMap float64
}

// Sense is how the map AToB and the map of the coupling alone, byMap, treat orientation.
func (m *Match) Sense(ctx context.Context, byMap *correspond.SurfaceMap) (s *Sense, err error) {
	x, y := m.X.Domain, m.Y.Domain
	s = &Sense{Reversed: math.NaN(), ReversedByMap: math.NaN()}
	if s.Patches, err = correspond.PatchOrientation(ctx, x, y, m.AToB); s.Patches == nil || err != nil {
		return s, err
	}
	s.Reversed = correspond.ReversedShare(x, s.Patches)
	s.ReversedByMap = s.Reversed
	if byMap != m.AToB {
		patches, err := correspond.PatchOrientation(ctx, x, y, byMap)
		if err != nil {
			return nil, err
		}
		s.ReversedByMap = correspond.ReversedShare(x, patches)
	}
	return s, nil
}
