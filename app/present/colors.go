package present

import (
	"image/color"
	"math"
	"slices"

	"gwscope/app/pipeline"
	"gwscope/render/colormap"
	"gwscope/render/scene"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// valuePair is one quantity at the vertices of both files, with its scale.
type valuePair struct {
	a, b  []float64 // NaN where it is unknown
	scale colormap.Scale
}

// CarriedColors are the colours of both shapes, vertices in file order: A's by
// position in its own bounding box, B's by the place on A that it is matched with.
func CarriedColors(m *pipeline.Match) (onA, onB []color.NRGBA) {
	s := NewStage(m)
	s.carry()
	return s.colA, s.colB
}

// colors gives every vertex its colour, and for scales the values behind them.
func (s *Stage) colors(view View) (colA, colB []color.NRGBA, valA, valB []float32, bar *colormap.Scale) {
	by := view.ColorBy
	if by == ByPlain {
		return nil, nil, nil, nil, nil
	}
	if by == ByPush && s.fits(view.Push) {
		v := s.pushValues(view.Push)
		return v.scale.Colors(v.a), v.scale.Colors(v.b), toFloat32(v.a), toFloat32(v.b), &v.scale
	}
	if s.match == nil || by == ByCarried || by == "" {
		s.carry()
		return s.colA, s.colB, nil, nil, nil
	}
	if by == ByFile {
		onA, onB := s.fileColors()
		return onA, onB, nil, nil, nil
	}
	v := s.valuesOf(by)
	if v == nil {
		s.carry()
		return s.colA, s.colB, nil, nil, nil
	}
	scale := &v.scale
	if view.Scale != nil {
		scale = view.Scale
	}
	return scale.Colors(v.a), scale.Colors(v.b), toFloat32(v.a), toFloat32(v.b), scale
}

// ScaleOf is the scale that fits a quantity of the match; nil where the colours are
// none, or it is not known.
func (s *Stage) ScaleOf(by ColorBy) *colormap.Scale {
	switch by {
	case ByDistortion, ByConfidence, ByError, ByMirroredError:
	default:
		return nil
	}
	if s.match == nil {
		return nil
	}
	if v := s.valuesOf(by); v != nil {
		return &v.scale
	}
	return nil
}

// carry fills the carried colours, once.
func (s *Stage) carry() {
	s.carried.Do(func() {
		if s.a != nil {
			positions := colormap.NewPositions(scene.Bounds{Min: toVec(s.a.bounds[0]), Max: toVec(s.a.bounds[1])}, 1)
			s.colA = positions.All(s.a.vecs)
			switch {
			case s.match != nil:
				s.colB = make([]color.NRGBA, len(s.b.positions))
				for j, p := range s.match.Y.Domain.PointOf {
					s.colB[j] = positions.At(toVec(s.match.BToA.Positions[p]))
				}
			case s.previewBToA != nil:
				s.colB = make([]color.NRGBA, len(s.b.positions))
				for j, p := range s.previewBToA {
					s.colB[j] = positions.At(toVec(p))
				}
			}
		}
	})
}

// fileColors are the colours of A's file, carried to B; where A's file has none,
// those of B's file carried to A.
func (s *Stage) fileColors() (onA, onB []color.NRGBA) {
	m := s.match
	switch {
	case m.A.Mesh.Colors != nil:
		return m.A.Mesh.Colors, carryColors(m.A.Mesh.Colors, m.X.Domain, m.Y.Domain, m.BToA)
	case m.B.Mesh.Colors != nil:
		return carryColors(m.B.Mesh.Colors, m.Y.Domain, m.X.Domain, m.AToB), m.B.Mesh.Colors
	}
	s.carry()
	return s.colA, s.colB
}

// carryColors gives each vertex of the file behind on the colour of the place
// that onToFrom sends it to.
func carryColors(colors []color.NRGBA, from, on *metric.Domain, onToFrom *correspond.SurfaceMap) []color.NRGBA {
	out := make([]color.NRGBA, len(on.PointOf))
	for j, p := range on.PointOf {
		place := onToFrom.Places[p]
		if place.Face < 0 {
			out[j] = colors[from.VertexOf[place.Nearest]]
			continue
		}
		var c [4]float64
		for k, corner := range from.Triangles[place.Face] {
			src := colors[from.VertexOf[corner]]
			for l, x := range [4]uint8{src.R, src.G, src.B, src.A} {
				c[l] += place.Bary[k] * float64(x)
			}
		}
		out[j] = color.NRGBA{R: round8(c[0]), G: round8(c[1]), B: round8(c[2]), A: round8(c[3])}
	}
	return out
}

func round8(x float64) uint8 { return uint8(math.Round(math.Max(0, math.Min(255, x)))) }

// valuesOf is a quantity of the match at the vertices, nil where it is not known.
func (s *Stage) valuesOf(by ColorBy) *valuePair {
	s.values.Lock()
	defer s.values.Unlock()
	if v, ok := s.valueCache[by]; ok {
		return v
	}
	m := s.match
	var v *valuePair
	switch by {
	case ByDistortion:
		v = &valuePair{a: percent(DistortionOnA(m)), b: percent(DistortionOnB(m))}
		v.scale = colormap.Fit(colormap.Viridis, slices.Concat(v.a, v.b), 0.98)
		v.scale.Label, v.scale.Unit = "Pair distortion", "% of the diameter"
	case ByConfidence:
		v = &valuePair{a: toFile(m.X.Domain, m.AToB.Confidence), b: toFile(m.Y.Domain, m.BToA.Confidence)}
		v.scale = colormap.Scale{Map: colormap.Cividis, Min: 0, Max: 1, Label: "Confidence"}
	case ByError:
		if m.Errors != nil {
			v = s.errorValues(m.Errors.Direct, "Geodesic error")
		}
	case ByMirroredError:
		if m.Errors != nil && m.Errors.Mirrored != nil {
			v = s.errorValues(m.Errors.Mirrored, "Geodesic error to the mirror image")
		}
	case ByPush:
		v = s.pushValues(&PushForward{X: m.X, Y: m.Y, OfX: m.Result.PushX, OfY: m.Result.PushY})
	}
	if s.valueCache == nil {
		s.valueCache = map[ColorBy]*valuePair{}
	}
	s.valueCache[by] = v
	return v
}

// errorValues are errors at the points of A, and on B those of the point of A
// that lands there.
func (s *Stage) errorValues(onX []float64, label string) *valuePair {
	m := s.match
	v := &valuePair{a: toFile(m.X.Domain, onX), b: toFile(m.Y.Domain, pullBack(onX, m.X.Domain, m.BToA))}
	v.scale = colormap.Fit(colormap.Error, slices.Concat(v.a, v.b), 0.98)
	v.scale.Label, v.scale.Unit = label, "/ √area"
	return v
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
	return toFile(m.X.Domain, spread(m.X, m.DistortionX))
}

// DistortionOnB is the mean pair distortion at each vertex of B's file.
func DistortionOnB(m *pipeline.Match) []float64 {
	return toFile(m.Y.Domain, spread(m.Y, m.DistortionY))
}

// toFile restates values at the points of a domain for the vertices of its file.
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

// pullBack gives each point of B the value at the place on A that it is sent to.
func pullBack(onA []float64, a *metric.Domain, bToA *correspond.SurfaceMap) []float64 {
	out := make([]float64, len(bToA.Places))
	for j, place := range bToA.Places {
		out[j] = place.Interpolate(a, onA)
	}
	return out
}

// spread extends values at the samples to all points: a mean over samples weighted
// by exp(-(d/h)²/2), h the spacing that the samples would have on a plane of the
// shape's area, so that the picture shows no cells.
func spread(s *metric.Space, values []float64) []float64 {
	points := len(s.Domain.Points)
	sum, weight := make([]float64, points), make([]float64, points)
	h := 1 / (math.Sqrt(float64(s.Len())) * s.Diameter)
	for i, value := range values {
		for p, d := range s.Row(i) {
			if u := float64(d) / h; u < 4 {
				w := math.Exp(-u * u / 2)
				sum[p] += w * value
				weight[p] += w
			}
		}
	}
	nearest := s.NearestSamples(0)
	for p := range sum {
		if weight[p] > 0 {
			sum[p] /= weight[p]
		} else {
			sum[p] = values[nearest[p]]
		}
	}
	return sum
}

func toFloat32(vs []float64) []float32 {
	out := make([]float32, len(vs))
	for i, v := range vs {
		out[i] = float32(v)
	}
	return out
}
