package export

import (
	"fmt"
	"math"

	"gwscope/app/pipeline"
	"gwscope/app/session"
)

// Surface is how A's mesh lies on B. Lengths are / √area of B. What is not known is null:
// all but the reversed shares where nothing was registered.
type Surface struct {
	// Kind is "registered", or "map" where maps and meshes are those of the coupling alone.
	Kind string `json:"kind"`
	// Folded and Collapsed are shares of A's triangles: those that lie with their back up,
	// and those that have lost their area.
	Folded    number `json:"folded"`
	Collapsed number `json:"collapsed"`
	// Distance is that between both surfaces, the larger of both directions.
	DistanceMean    number `json:"distance_mean"`
	DistanceP99     number `json:"distance_p99"`
	DistanceLargest number `json:"distance_largest"`
	// AngleStretch and AreaStretch are means over A's area: the ratio of the two stretches of
	// a triangle, and the factor by which its area grows or shrinks, at least 1.
	AngleStretch number `json:"angle_stretch"`
	AreaStretch  number `json:"area_stretch"`
	// Reversed is the share of A's area whose patches the map to B turns over, ReversedByMap
	// that of the map that the coupling alone gives; null where a shape is open or a cloud.
	Reversed      number `json:"reversed"`
	ReversedByMap number `json:"reversed_by_map"`
	// Mirrored says that the match is a mirror image: the faces of the matched mesh are then
	// turned over.
	Mirrored bool `json:"mirrored"`
}

func surfaceOf(m *pipeline.Match) Surface {
	unknown := number(math.NaN())
	sense := m.Sense()
	s := Surface{Kind: session.MapAlone, Folded: unknown, Collapsed: unknown, DistanceMean: unknown, DistanceP99: unknown, DistanceLargest: unknown,
		AngleStretch: unknown, AreaStretch: unknown, Reversed: number(sense.Reversed), ReversedByMap: number(sense.ReversedByMap)}
	if r := m.Registered; r != nil {
		q := r.Quality
		s.Kind, s.Mirrored = session.Registered, r.Mirrored
		s.Folded, s.Collapsed = number(q.Folded), number(q.Collapsed)
		s.DistanceMean, s.DistanceP99, s.DistanceLargest = number(q.FarMean), number(q.Far99), number(q.FarMost)
		s.AngleStretch, s.AreaStretch = number(q.AngleStretch), number(q.AreaStretch)
	}
	return s
}

// Line says for people how A's mesh lies on B; "" where nothing was registered.
func (s Surface) Line() string {
	if s.Kind != session.Registered {
		return ""
	}
	line := fmt.Sprintf("mesh of A on B: %s folded, %s collapsed, distance / √area mean %.4f, 99 %% within %.4f", share(s.Folded), share(s.Collapsed), s.DistanceMean, s.DistanceP99)
	switch r := float64(s.Reversed); {
	case s.Mirrored:
		line += "; the match is a mirror image, and the faces of A are turned over to look outward"
	case !math.IsNaN(r):
		line += fmt.Sprintf(", patches turned over %s (by the map alone %s)", share(s.Reversed), share(s.ReversedByMap))
	}
	return line
}

// share is a small share in hundredths, to a digit that tells it from none.
func share(v number) string {
	if v > 0 && v < 0.0001 {
		return "< 0.01 %"
	}
	return fmt.Sprintf("%.2f %%", 100*float64(v))
}
