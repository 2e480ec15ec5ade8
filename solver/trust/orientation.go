package trust

import (
	"context"
	"math"

	"gwscope/solver/correspond"
)

// Sense tells how the maps from A to B treat the orientation of small patches about the
// outward normals (correspond.PatchOrientations).
type Sense struct {
	// Patches are the patches about the points of A's Domain under AToB: 1 kept, -1 turned over, 0
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
	maps := []*correspond.SurfaceMap{m.AToB}
	if byMap != m.AToB {
		maps = append(maps, byMap)
	}
	patches, err := correspond.PatchOrientations(ctx, x, y, maps...)
	if err != nil {
		return nil, err
	}
	s.Patches = patches[0]
	s.Reversed, s.ReversedByMap = correspond.ReversedShare(x, patches[0]), correspond.ReversedShare(x, patches[len(maps)-1])
	return s, nil
}
