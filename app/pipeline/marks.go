package pipeline

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/session"
	"gwscope/meshio/landmark"
	"gwscope/solver"
	"gwscope/solver/anchor"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// MatchMarked is [Engine.Match] with places that a person has marked: pinned pairs of
// landmarks are honoured, extremities replace those that would be found, and other
// landmarks are carried to the other shape. Successive matches of one pair share their findings, so
// that a pin can be dragged.
func (e *Engine) MatchMarked(ctx context.Context, a, b *Shape, opt session.Options, marks session.Marks, truth *correspond.Truth, progress func(Progress)) (*Match, error) {
	if err := fits(a, b, opt); err != nil {
		return nil, err
	}
	rep, asked := newReporter(progress, opt), &Asked{Options: opt, Marks: marks.Clone(), shares: true}
	stop := e.early(ctx, a, b, asked, rep)
	p, err := e.prepare(ctx, a, b, opt, rep)
	stop()
	if err != nil {
		return nil, err
	}
	return e.matchPrepared(ctx, p, asked, truth, rep, e.Found)
}

// Mark is m with other landmarks that are not pinned. It returns false where the marks need
// another solve.
func (m *Match) Mark(marks session.Marks) (*Match, bool) {
	if marks.SolveKey() != m.Marks.SolveKey() {
		return m, false
	}
	other := *m
	other.Marks = marks.Clone()
	other.carryMarks()
	return &other, true
}

// Carried is a landmark with the place that the map sends it to.
type Carried struct {
	Name string
	// At is the place on the other shape, in its file's coordinates.
	At         r3.Vec
	Confidence float64
	// Given says that the other shape has a landmark of this name. Off is the straight distance
	// to it in its file's units.
	Given bool
	Off   float64
}

// CarriedMarks are the landmarks of one shape on the other.
type CarriedMarks struct {
	All []Carried
	// RMSE is the root mean square of Off over the landmarks that both shapes have, in the file's
	// units, and OverArea is RMSE / √area; NaN where there are none. Given is their number.
	RMSE, OverArea float64
	Given          int
}

// carryMarks sends landmarks through the maps.
func (m *Match) carryMarks() {
	m.MarksAToB = carry(m.A, m.X.Domain, m.Y.Domain, m.AToB, m.Marks.A.Landmarks, m.Marks.B.Landmarks)
	m.MarksBToA = carry(m.B, m.Y.Domain, m.X.Domain, m.BToA, m.Marks.B.Landmarks, m.Marks.A.Landmarks)
}

func carry(shape *Shape, src, dst *metric.Domain, there *correspond.SurfaceMap, from, to []session.Landmark) *CarriedMarks {
	c := &CarriedMarks{RMSE: math.NaN(), OverArea: math.NaN()}
	sum := 0.0
	for _, l := range from {
		at, confidence := carryPlace(src, dst, there, l.At())
		one := Carried{Name: l.Name, At: at, Confidence: confidence}
		if k := landmark.Index(to, l.Name); k >= 0 {
			one.Given, one.Off = true, r3.Norm(r3.Sub(at, to[k].At()))
			sum += one.Off * one.Off
			c.Given++
		}
		c.All = append(c.All, one)
	}
	if c.Given > 0 {
		c.RMSE = math.Sqrt(sum / float64(c.Given))
		c.OverArea = c.RMSE / dst.Scale
	}
	return c
}

// carryPlace is the image of a place: inside a triangle the mean of the images of its corners, put
// back onto the surface. Where the map tears the corners apart, it is the image of the nearest one.
func carryPlace(src, dst *metric.Domain, there *correspond.SurfaceMap, at r3.Vec) (r3.Vec, float64) {
	local := src.FromFile(at)
	if src.IsCloud() {
		p, _ := src.NearestPoint(local)
		return dst.ToFile(there.Positions[p]), there.Confidence[p]
	}
	face, bary, _ := src.ClosestPlace(local)
	corners := src.Triangles[face]
	heaviest, longest, spread := 0, 0.0, 0.0
	for k := range 3 {
		if bary[k] > bary[heaviest] {
			heaviest = k
		}
		l := (k + 1) % 3
		longest = max(longest, r3.Norm(r3.Sub(src.Points[corners[k]], src.Points[corners[l]])))
		spread = max(spread, r3.Norm(r3.Sub(there.Positions[corners[k]], there.Positions[corners[l]])))
	}
	p := corners[heaviest]
	if spread > mostStretch*longest || dst.IsCloud() {
		return dst.ToFile(there.Positions[p]), there.Confidence[p]
	}
	var mixed r3.Vec
	confidence := 0.0
	for k, c := range corners {
		mixed = r3.Add(mixed, r3.Scale(bary[k], there.Positions[c]))
		confidence += bary[k] * there.Confidence[c]
	}
	_, _, on := dst.ClosestPlace(mixed)
	return dst.ToFile(on), confidence
}

// mostStretch is the largest factor by which the map may stretch a triangle's sides. More is a tear,
// because limbs of different animals differ by less.
const mostStretch = 6

// steer puts pins and extremities into the settings of a solve.
func (m *Solved) steer(s *solver.Settings) error {
	s.Pins = m.pins()
	var err error
	if s.TipsX, err = tipsAt(m.X.Domain, "source", m.Marks.A.Tips); err != nil {
		return err
	}
	s.TipsY, err = tipsAt(m.Y.Domain, "target", m.Marks.B.Tips)
	return err
}

// pins are the pinned pairs as points of the Domains.
func (m *Solved) pins() []solver.Pin {
	var pins []solver.Pin
	for _, p := range m.Marks.Pinned() {
		a, b := m.Marks.A.Landmarks[p.A], m.Marks.B.Landmarks[p.B]
		pins = append(pins, solver.Pin{Name: a.Name, X: pointAt(m.X.Domain, a), Y: pointAt(m.Y.Domain, b)})
	}
	return pins
}

func pointAt(d *metric.Domain, l session.Landmark) int32 {
	p, _ := d.NearestPoint(d.FromFile(l.At()))
	return p
}

// restoredPins are the pins of a match from a session. Alternatives of a solve know theirs.
func (m *Solved) restoredPins() []correspond.Pin {
	var out []correspond.Pin
	if m.from != "" {
		for _, p := range m.pins() {
			out = append(out, correspond.Pin{X: p.X, Y: p.Y})
		}
	}
	return out
}

// mostTips is the largest number of extremities that package anchor can pair.
const mostTips = 7

func tipsAt(d *metric.Domain, shape string, tips []session.Landmark) ([]anchor.Extremity, error) {
	if tips == nil {
		return nil, nil
	}
	if len(tips) > mostTips {
		return nil, fmt.Errorf("the %s has %d extremities, which can be paired in too many ways: keep at most %d", shape, len(tips), mostTips)
	}
	out := []anchor.Extremity{}
	for _, t := range tips {
		out = append(out, anchor.Extremity{Name: t.Name, Point: pointAt(d, t)})
	}
	return out, nil
}
