package pipeline

import (
	"cmp"
	"context"
	"math"
	"strconv"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/internal/routine"
	"gwscope/solver"
	"gwscope/solver/trust"
	"gwscope/solver/verdict"
)

// EvidenceContext gathers the evidence for and against the match. It stops soon after ctx ends,
// with its error.
func (m *Match) EvidenceContext(ctx context.Context) (*verdict.Evidence, error) {
	known := &trust.Known{}
	var errs [3]error
	var wg routine.Group
	wg.Go(func() { known.Confidence, errs[0] = m.confidenceParts(ctx) })
	wg.Go(func() { _, errs[1] = m.TipsContext(ctx) })
	wg.Go(func() { known.Selves, errs[2] = m.bothSelfMaps(ctx, m.selves, m.Options.Threads) })
	wg.Go(func() { known.Coverage[0], known.Coverage[1] = m.Coverage() })
	wg.Wait()
	marks, err := m.UnmatchedContext(ctx)
	if err = cmp.Or(errs[0], errs[1], errs[2], err); err != nil {
		return nil, err
	}
	known.Unmatched = marks
	known.Tips[0], known.Tips[1] = m.Tips().Count()
	e := m.looked().Evidence(known)
	e.Method, e.Effort = kindOf(&m.Solved), m.Options.Effort
	e.Wanted, e.Mass, e.Pins = is(m.Options.Flip != string(solver.FlipAuto)), m.Options.Mass, float64(len(m.Marks.Pinned()))
	e.Distortion, e.Spread = m.MeanDistortion(), m.MeanSpread()
	m.addFiles(e)
	m.addLaid(e)
	return e, nil
}

// addFiles adds the faults of the files: far points, cracks, pieces and boundaries, as far as the
// options have not mended them.
func (m *Solved) addFiles(e *verdict.Evidence) {
	e.Far, e.Pieces, e.Cracks, e.Open, e.CrackWidth = 0, 0, 0, 0, 0
	for _, s := range []*Shape{m.A, m.B} {
		if !m.Options.DropOutliers {
			e.Far = max(e.Far, float64(s.Report.Far))
		}
		if m.Options.Weld == 0 {
			e.Cracks = max(e.Cracks, float64(s.Report.CrackVertices))
			e.CrackWidth = max(e.CrackWidth, s.Weld())
		}
		if surface := s.Report.Surface(); !s.Report.PointCloud {
			e.Pieces = max(e.Pieces, float64(surface.Components))
			e.Open = max(e.Open, is(surface.BoundaryEdges > 0))
		}
	}
}

// addLaid adds the figures of A's mesh on B.
func (m *Match) addLaid(e *verdict.Evidence) {
	if m.Registered == nil {
		return
	}
	q := &m.Registered.Quality
	e.Off, e.Near, e.AngleStretch, e.AreaStretch = q.Far99, q.Near99, q.AngleStretch, q.AreaStretch
	e.Moved = m.laidApart()
	e.Edge = math.Sqrt(4 / math.Sqrt(3) / float64(min(len(m.X.Domain.Triangles), len(m.Y.Domain.Triangles))))
}

// laidApart is the mean distance, in √area, between the places of A's points by the coupling's map
// and by the mesh of A on B.
func (m *Match) laidApart() float64 {
	sum, n := 0.0, 0
	for i, p := range m.MapAToB.Places {
		if p.Known() {
			sum += r3.Norm(r3.Sub(m.MapAToB.Positions[i], m.Registered.AOnB[i]))
			n++
		}
	}
	return sum / float64(n)
}

// Weld is the share of the shape's diagonal up to which welding closes its cracks; 0 where
// it has none.
func (s *Shape) Weld() float64 {
	share, err := strconv.ParseFloat(s.Report.Weld(), 64)
	if err != nil {
		return 0 // no cracks
	}
	return share
}

// kindOf says which model judges a match.
func kindOf(m *Solved) verdict.Method {
	switch {
	case m.Result.Own != nil:
		return verdict.Rival
	case m.Options.Method == string(solver.Amortized):
		return verdict.Instant
	}
	return verdict.Search
}

func is(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
