package export

import (
	"fmt"
	"math"

	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/internal/figures"
)

// Surface is about A's mesh on B. Lengths are divided by √area of B. Unknown values are null: where
// nothing was registered, all but the reversed shares.
type Surface struct {
	// Kind is "registered", or "map" where maps and meshes are those of the coupling alone.
	Kind string `json:"kind"`
	// Folded and Collapsed are the shares of A's triangles that are turned over, and that have
	// lost their area.
	Folded    figures.Number `json:"folded"`
	Collapsed figures.Number `json:"collapsed"`
	// Distance is the distance between both surfaces, the larger of both directions.
	DistanceMean figures.Number `json:"distance_mean"`
	DistanceP99  figures.Number `json:"distance_p99"`
	// DistanceP99Partnered is DistanceP99 of the parts that have a partner on the other shape.
	DistanceP99Partnered figures.Number `json:"distance_p99_partnered"`
	DistanceLargest      figures.Number `json:"distance_largest"`
	// AngleStretch and AreaStretch are means over A's area: the ratio of the two stretches of
	// a triangle, and the factor by which its area grows or shrinks, at least 1.
	AngleStretch figures.Number `json:"angle_stretch"`
	AreaStretch  figures.Number `json:"area_stretch"`
	// Squeezed is the share of A's area that keeps less than a tenth of its size on B, or of A's area on B that
	// has more than ten times its size, the larger.
	Squeezed figures.Number `json:"squeezed"`
	// Reversed is the share of A's area whose patches the map to B turns over, ReversedByMap the
	// share by the map that the coupling alone gives; null where a shape is open or a cloud.
	Reversed      figures.Number `json:"reversed"`
	ReversedByMap figures.Number `json:"reversed_by_map"`
	// Mirrored says that the match is a mirror image: the faces of the matched mesh are then
	// turned over.
	Mirrored bool `json:"mirrored"`
}

// muchSqueezed is the share of a surface, squeezed or stretched more than tenfold, that people are told of. Of 129 pairs
// of one species six have more, and four of these have errors of .07 to .12, where .02 is usual.
const muchSqueezed = 0.01

// surfaceOf leaves the reversed shares unknown, because they are part of the analysis.
func surfaceOf(m *pipeline.Match) Surface {
	unknown := figures.Number(math.NaN())
	s := Surface{Kind: session.MapAlone, Folded: unknown, Collapsed: unknown, DistanceMean: unknown, DistanceP99: unknown, DistanceP99Partnered: unknown, DistanceLargest: unknown,
		AngleStretch: unknown, AreaStretch: unknown, Squeezed: unknown, Reversed: unknown, ReversedByMap: unknown}
	if r := m.Registered; r != nil {
		q := r.Quality
		s.Kind, s.Mirrored = session.Registered, r.Mirrored
		s.Folded, s.Collapsed = figures.Number(q.Folded), figures.Number(q.Collapsed)
		s.DistanceMean, s.DistanceP99, s.DistanceLargest = figures.Number(q.FarMean), figures.Number(q.Far99), figures.Number(q.FarMost)
		s.DistanceP99Partnered = figures.Number(q.Partnered99)
		s.AngleStretch, s.AreaStretch, s.Squeezed = figures.Number(q.AngleStretch), figures.Number(q.AreaStretch), figures.Number(q.Squeezed)
	}
	return s
}

// Line describes A's mesh on B for people; "" where nothing was registered.
func (s Surface) Line() string {
	if s.Kind != session.Registered {
		return ""
	}
	line := fmt.Sprintf("mesh of A on B: %s folded, %s collapsed, distance / √area mean %.4f, 99 %% within %.4f", share(s.Folded), share(s.Collapsed), s.DistanceMean, s.DistanceP99)
	if s.DistanceP99Partnered != s.DistanceP99 {
		line += fmt.Sprintf(" (%.4f of the parts with a partner)", s.DistanceP99Partnered)
	}
	if s.Squeezed > muchSqueezed {
		line += fmt.Sprintf(", squeezed or stretched more than tenfold %s", share(s.Squeezed))
	}
	switch r := float64(s.Reversed); {
	case s.Mirrored:
		line += "; the match is a mirror image, and the faces of A are turned over to look outward"
	case !math.IsNaN(r):
		line += fmt.Sprintf(", patches turned over %s (by the map alone %s)", share(s.Reversed), share(s.ReversedByMap))
	}
	return line
}

// share is a small share in percent; less than 0.01 % is not written as zero.
func share(v figures.Number) string {
	if v > 0 && v < 0.0001 {
		return "< 0.01 %"
	}
	return fmt.Sprintf("%.2f %%", 100*float64(v))
}
