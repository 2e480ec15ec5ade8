package present

import (
	"context"
	"math"
	"slices"

	"gwscope/app/pipeline"
	"gwscope/render/colormap"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// evenArea is the coverage that means an even spread.
const evenArea = 1

// Quantity is a number of the match at each vertex of both files; nil where it is not known, or
// where by is no quantity.
func (s *Stage) Quantity(by ColorBy) *Quantity {
	if s.match == nil {
		return nil
	}
	s.values.Lock()
	defer s.values.Unlock()
	if q, ok := s.quantities[by]; ok {
		return q
	}
	q := s.quantity(by)
	if q != nil {
		q.By = by
	}
	if s.quantities == nil {
		s.quantities = map[ColorBy]*Quantity{}
	}
	s.quantities[by] = q
	return q
}

// Waits reports whether a view shows values of a match that are not computed yet and take a
// moment: the confidence, or the orientation.
func (v View) Waits(m *pipeline.Match) bool {
	return m != nil && (v.asksConfidence() && !m.ConfidenceKnown() || v.ColorBy == ByOrientation && !m.SenseKnown())
}

func (v View) asksConfidence() bool { return v.ColorBy == ByConfidence || v.Paint.Mask > 0 }

// WithoutTrust is the view without confidence and orientation, for use after their computation was
// stopped.
func (v View) WithoutTrust() View {
	if v.ColorBy == ByConfidence || v.ColorBy == ByOrientation {
		v.ColorBy = NewView().ColorBy
	}
	v.Paint.Mask = 0
	return v
}

// Await computes the values that a view [View.Waits] for. It stops within a moment when ctx ends,
// with its error.
func (v View) Await(ctx context.Context, m *pipeline.Match) (err error) {
	if v.asksConfidence() {
		_, err = m.ConfidenceContext(ctx)
	}
	if v.ColorBy == ByOrientation && err == nil {
		_, err = m.SenseContext(ctx)
	}
	return err
}

func (s *Stage) quantity(by ColorBy) *Quantity {
	m := s.match
	switch by {
	case ByDistortion:
		q := &Quantity{A: percent(DistortionOnA(m)), B: percent(DistortionOnB(m))}
		return q.fit(colormap.Viridis, "Pair distortion", "% of the diameter")
	case ByConfidence:
		c := m.Confidence()
		return &Quantity{A: toFile(m.X.Domain, c.Total[0]), B: toFile(m.Y.Domain, c.Total[1]),
			Scale: colormap.Scale{Map: colormap.Cividis, Min: 0, Max: 1, Label: "Confidence"}}
	case ByCoverage:
		return &Quantity{
			A:       toFile(m.X.Domain, correspond.Density(m.Y.Domain, m.X, m.BToA)),
			B:       toFile(m.Y.Domain, correspond.Density(m.X.Domain, m.Y, m.AToB)),
			Neutral: evenArea, Scale: colormap.Scale{Map: colormap.Balance, Min: 0, Max: 2 * evenArea, Label: "Coverage", Unit: "× the area here"}}
	case ByStretch, ByAngles:
		return s.stretchOf(by)
	case ByOrientation:
		return s.senseOf()
	case ByError:
		if m.Errors != nil {
			return s.errorOf(m.Errors.Direct, "Geodesic error")
		}
	case ByMirroredError:
		if m.Errors != nil && m.Errors.Mirrored != nil {
			return s.errorOf(m.Errors.Mirrored, "Error to the mirror image")
		}
	case ByPush:
		return s.pushQuantity(&PushForward{X: m.X, Y: m.Y, OfX: m.Result.PushX, OfY: m.Result.PushY})
	}
	return nil
}

// fit gives a quantity the scale that suits its values.
func (q *Quantity) fit(m *colormap.Map, label, unit string) *Quantity {
	q.Scale = colormap.Fit(m, slices.Concat(q.A, q.B), 0.98)
	q.Scale.Label, q.Scale.Unit = label, unit
	return q
}

// errorOf are errors at the points of A; a place of B has the error of its place on A.
func (s *Stage) errorOf(onX []float64, label string) *Quantity {
	m := s.match
	q := &Quantity{A: toFile(m.X.Domain, onX), B: toFile(m.Y.Domain, pullBack(onX, m.X.Domain, m.BToA))}
	return q.fit(colormap.Error, label, "/ √area")
}

// distances are geodesic distances from the picked vertex, and on the other shape from its match;
// nil where nothing is picked. The last ones are kept.
func (s *Stage) distances(v View) *Quantity {
	m := s.match
	var from [2]int32 // points of X and Y
	switch {
	case m == nil:
		return nil
	case v.PickedA >= 0 && v.PickedA < len(s.a.positions):
		from[0] = m.X.Domain.PointOf[v.PickedA]
		from[1] = m.AToB.Places[from[0]].Nearest
	case v.PickedB >= 0 && v.PickedB < len(s.b.positions):
		from[1] = m.Y.Domain.PointOf[v.PickedB]
		from[0] = m.BToA.Places[from[1]].Nearest
	default:
		return nil
	}
	s.values.Lock()
	defer s.values.Unlock()
	if s.distance != nil && s.distanceFrom == from {
		return s.distance
	}
	q := &Quantity{By: ByDistance}
	for side, sp := range [2]*metric.Space{m.X, m.Y} {
		// Only a context that ends makes this fail.
		_ = sp.Domain.Geodesics(context.Background(), from[side:side+1], sp.Kind, 1, func(_ int, dist []float64) {
			values := toFile(sp.Domain, dist)
			if side == 0 {
				q.A = values
			} else {
				q.B = values
			}
		})
	}
	q.fit(colormap.Viridis, "Distance from pick", "/ √area")
	s.distance, s.distanceFrom = q, from
	return q
}

// ScaleOf is the scale that fits a quantity of the match; nil where by is no quantity with a
// scale of its own, or it is not known.
func (s *Stage) ScaleOf(by ColorBy) *colormap.Scale {
	if mode, ok := ModeOf(by); !ok || !mode.Scale || by == ByPush {
		return nil
	}
	if q := s.Quantity(by); q != nil {
		return &q.Scale
	}
	return nil
}

// percent turns shares of one into hundredths.
func percent(shares []float64) []float64 {
	out := make([]float64, len(shares))
	for i, v := range shares {
		out[i] = 100 * v
	}
	return out
}

// DistortionOnA is the mean pair distortion at each vertex of A's file, as a
// share of the diameter.
func DistortionOnA(m *pipeline.Match) []float64 {
	return toFile(m.X.Domain, correspond.Field(m.X, m.DistortionX))
}

// DistortionOnB is the mean pair distortion at each vertex of B's file.
func DistortionOnB(m *pipeline.Match) []float64 {
	return toFile(m.Y.Domain, correspond.Field(m.Y, m.DistortionY))
}

// toFile gives the vertices of a file the values of its domain's points; NaN for vertices that
// take no part.
func toFile(d *metric.Domain, values []float64) []float64 {
	out := make([]float64, len(d.PointOf))
	for i, p := range d.PointOf {
		out[i] = math.NaN()
		if d.Takes[i] {
			out[i] = values[p]
		}
	}
	return out
}

// pullBack gives each point of B the value at its place on A.
func pullBack(onA []float64, a *metric.Domain, bToA *correspond.SurfaceMap) []float64 {
	out := make([]float64, len(bToA.Places))
	for j, place := range bToA.Places {
		out[j] = place.Interpolate(a, onA)
	}
	return out
}
