package verdict

import (
	"encoding/json"
	"fmt"
	"math"
)

// Revision counts the changes to how evidence is worked out: evidence of two revisions does not
// compare, and a model is fitted to that of one.
const Revision = 3

// Evidence is all that can be known of a match without its truth. Unknown numbers are
// NaN. Lengths are in √area of their shape where nothing else is said.
type Evidence struct {
	// Method is the kind of method, and Effort its level of effort.
	Method Method
	Effort string
	// Samples is the lesser number of samples of both shapes.
	Samples float64
	// Minima is how many minima there are to choose from, the shown one included.
	Minima float64
	// Margin is the least score of another minimum less that of the shown one (NaN: there is
	// no other); OtherOrientation and OtherApart say which side that one is of, and how far
	// from the shown one it sends a sample, in the mean, as a share of the diameter.
	Margin, OtherOrientation, OtherApart float64
	// Score and Rigidity are the shown minimum's, see solver.Alternative.
	Score, Rigidity float64
	// Orientation is 1 direct, 0 mirrored. Wanted is 1 where the person asked for a side
	// (options flip), 0 elsewhere.
	Orientation, Wanted float64
	// GW2 is the loss of the plan, Least the least loss among the minima, Floor the loss that
	// the spacing of as many samples explains on the shape where it explains more.
	GW2, Least, Floor float64
	// Dissimilarity is GW² with distances over their means, of the plan as it is.
	Dissimilarity float64
	// Distortion is the mean pair distortion, a share of the diameter.
	Distortion float64
	// Map, Agreement, Concentration and Partner are means over both shapes of the parts of a
	// place's confidence.
	Map, Agreement, Concentration, Partner float64
	// Unmatched is the larger share of a shape's area that seems to have no partner, Covered
	// the lesser share that a map hits.
	Unmatched, Covered float64
	// Spread is the mean number of samples that share a sample's mass.
	Spread float64
	// TipsA and TipsB are how many extremities the shapes have, Paired how many the shown
	// match has paired (0 where it was found otherwise), Consulted 1 where a solve has looked
	// at them.
	TipsA, TipsB, Paired, Consulted float64
	// Pins is how many pairs of landmarks the match honours.
	Pins float64
	// SelfA and SelfB say by how much less well each shape lies on itself, in score, when it
	// is turned by more than LeastTurn √area, than as it is; NaN: nothing of the kind was found.
	// TurnsA and TurnsB count such turns within SelfEqual of the identity.
	SelfA, SelfB, TurnsA, TurnsB float64
	// TurnA and TurnB are how far each surface, turned by more than LeastTurn, is from itself
	// in the mean, in √area, at the best turn that was found; NaN: none was found, or a cloud.
	// RigidA and RigidB count such turns below TurnEqual.
	TurnA, TurnB, RigidA, RigidB float64
	// Symmetry names the turns of RigidA or RigidB together, such as "any rotation about the
	// long axis"; "" where there are none.
	Symmetry string
	// SelfScoreA and SelfScoreB are the scores of the shapes on themselves.
	SelfScoreA, SelfScoreB float64
	// Places is how far the places of a shape differ by their distances, the lesser of both.
	Places float64
	// Far counts vertices far from all others, Pieces components, Cracks vertices beside an
	// unclosed rim, Open 1 where a shape has a boundary: the larger of both shapes. CrackWidth
	// is the width, a share of a shape's diagonal, up to which welding closes the cracks.
	Far, Pieces, Cracks, Open, CrackWidth float64
	// Normals is 1 where both shapes have them.
	Normals float64
	// Unfamiliar is 1 where the amortised matcher has learned nothing like the shapes.
	Unfamiliar float64
	// Stopped is 1 where the solve was stopped before its end.
	Stopped float64
	// Off and Near are the 99th percentile of the distance between A's mesh as it lies on B and
	// B's surface, the larger and the lesser of both directions. AngleStretch and AreaStretch are
	// the mean stretch of that mesh, see register.Quality. Moved is the mean distance between the
	// places of A's points by the coupling's map and by the mesh. NaN: nothing was laid. No input
	// takes Off and AreaStretch so far; records keep them for the next fit.
	Off, Near, AngleStretch, AreaStretch, Moved float64
	// Edge is the side of an equilateral triangle of the mean area, of the coarser mesh: Near and the
	// stretch of a right match grow with it.
	Edge float64
	// Mass is the share of the mass that was to be matched; the plan leaves out the rest on purpose.
	Mass float64
}

// Unknown is evidence of nothing.
func Unknown() *Evidence {
	e := &Evidence{}
	for _, f := range e.fields() {
		*f.at = math.NaN()
	}
	return e
}

// laid reports whether A's mesh was laid on B.
func (e *Evidence) laid() bool { return !math.IsNaN(e.AngleStretch) }

// unlaid is the evidence of the same match without a mesh on B.
func (e *Evidence) unlaid() *Evidence {
	out := *e
	for _, v := range []*float64{&out.Off, &out.Near, &out.AngleStretch, &out.AreaStretch, &out.Moved, &out.Edge} {
		*v = math.NaN()
	}
	return &out
}

type field struct {
	name string
	at   *float64
}

// fields are the numbers by their names in files.
func (e *Evidence) fields() []field {
	return []field{
		{"samples", &e.Samples}, {"minima", &e.Minima}, {"margin", &e.Margin}, {"other_orientation", &e.OtherOrientation}, {"other_apart", &e.OtherApart},
		{"score", &e.Score}, {"rigidity", &e.Rigidity}, {"orientation", &e.Orientation}, {"wanted", &e.Wanted},
		{"gw2", &e.GW2}, {"least", &e.Least}, {"floor", &e.Floor}, {"dissimilarity", &e.Dissimilarity}, {"distortion", &e.Distortion},
		{"map", &e.Map}, {"agreement", &e.Agreement}, {"concentration", &e.Concentration}, {"partner", &e.Partner},
		{"unmatched", &e.Unmatched}, {"covered", &e.Covered}, {"spread", &e.Spread},
		{"tips_a", &e.TipsA}, {"tips_b", &e.TipsB}, {"paired", &e.Paired}, {"consulted", &e.Consulted}, {"pins", &e.Pins},
		{"self_a", &e.SelfA}, {"self_b", &e.SelfB}, {"turns_a", &e.TurnsA}, {"turns_b", &e.TurnsB},
		{"turn_a", &e.TurnA}, {"turn_b", &e.TurnB}, {"rigid_a", &e.RigidA}, {"rigid_b", &e.RigidB},
		{"self_score_a", &e.SelfScoreA}, {"self_score_b", &e.SelfScoreB}, {"places", &e.Places},
		{"far", &e.Far}, {"pieces", &e.Pieces}, {"cracks", &e.Cracks}, {"crack_width", &e.CrackWidth}, {"open", &e.Open}, {"normals", &e.Normals},
		{"unfamiliar", &e.Unfamiliar}, {"stopped", &e.Stopped}, {"mass", &e.Mass},
		{"off", &e.Off}, {"near", &e.Near}, {"angle_stretch", &e.AngleStretch}, {"area_stretch", &e.AreaStretch}, {"moved", &e.Moved}, {"edge", &e.Edge},
	}
}

// MarshalJSON writes the numbers that are known.
func (e *Evidence) MarshalJSON() ([]byte, error) {
	out := map[string]any{"method": e.Method, "effort": e.Effort}
	if e.Symmetry != "" {
		out["symmetry"] = e.Symmetry
	}
	for _, f := range e.fields() {
		if !math.IsNaN(*f.at) && !math.IsInf(*f.at, 0) {
			out[f.name] = *f.at
		}
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads the format of MarshalJSON.
func (e *Evidence) UnmarshalJSON(data []byte) error {
	*e = *Unknown()
	var in map[string]json.RawMessage
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	if err := json.Unmarshal(in["method"], &e.Method); err != nil {
		return fmt.Errorf("evidence: method: %w", err)
	}
	if err := json.Unmarshal(in["effort"], &e.Effort); err != nil {
		return fmt.Errorf("evidence: effort: %w", err)
	}
	if raw, ok := in["symmetry"]; ok {
		if err := json.Unmarshal(raw, &e.Symmetry); err != nil {
			return fmt.Errorf("evidence: symmetry: %w", err)
		}
	}
	for _, f := range e.fields() {
		if raw, ok := in[f.name]; ok {
			if err := json.Unmarshal(raw, f.at); err != nil {
				return fmt.Errorf("evidence: %s: %w", f.name, err)
			}
		}
	}
	return nil
}

// Method is a kind of method with a model of its own.
type Method string

// The kinds: those that search many minima and choose among them, the amortised matcher
// as it is, and rivals, which give one plan.
const (
	Search  Method = "search"
	Instant Method = "instant"
	Rival   Method = "rival"
)

// TurnEqual is the mean distance, in √area, up to which a turned surface lies on itself.
const TurnEqual = 0.006

// LeastTurn is how far a turn of a shape moves its places in the mean, in √area, to count
// as another match; a map with a mean error below counts as right.
const LeastTurn = 0.10

// SelfEqual is the difference in score up to which a turned shape lies on itself as well
// as it does as it is. Of several symmetries the best is mostly ahead by some tenths, by
// the jitter of samples; animals that exchange limbs are behind by some tenths.
const SelfEqual = 0.05
