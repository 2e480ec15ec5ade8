package pipeline

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
	// Reversed is the share of A's area that AToB turns over, ReversedByMap that of the map
	// that the coupling alone gives; NaN where Patches is nil.
	Reversed, ReversedByMap float64
}

// Sense is how the maps treat orientation. It is safe for use by several goroutines, takes
// some hundredths of a second the first time, and is the same each time.
func (m *Match) Sense() *Sense { return must(m.SenseContext(context.Background())) }

// SenseContext is Sense, which stops within a moment when ctx ends, with its error.
func (m *Match) SenseContext(ctx context.Context) (*Sense, error) {
	return m.sense.get(ctx, m.senseOfMaps)
}

// SenseKnown reports whether Sense has been worked out, as [Match.ConfidenceKnown] does.
func (m *Match) SenseKnown() bool { return m.sense == nil || m.sense.known() }

func (m *Match) senseOfMaps(ctx context.Context) (s *Sense, err error) {
	x, y := m.X.Domain, m.Y.Domain
	s = &Sense{Reversed: math.NaN(), ReversedByMap: math.NaN()}
	if s.Patches, err = correspond.PatchOrientation(ctx, x, y, m.AToB); s.Patches == nil || err != nil {
		return s, err
	}
	if s.Reversed, err = correspond.ReversedShare(ctx, x, y, m.AToB); err != nil {
		return nil, err
	}
	s.ReversedByMap = s.Reversed
	if m.MapAToB != m.AToB {
		s.ReversedByMap, err = correspond.ReversedShare(ctx, x, y, m.MapAToB)
	}
	return s, err
}
