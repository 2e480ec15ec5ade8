package figures

import "strings"

// Outcome are the figures and notes of a solve, beside its plans and maps.
type Outcome struct {
	Backend string `json:"backend"` // "CPU, 2 threads"
	// GW2Slicer is the loss of the plan that sorting alone gave, before polish.
	GW2Slicer Number `json:"gw2_slicer"`
	// MarginalError is the largest deviation of the plan's marginals from the weights.
	MarginalError Number `json:"marginal_error"`
	// Margin is the score of the second alternative minus that of the first; infinite where there is no
	// second, which is null in JSON.
	Margin Number `json:"margin"`
	// Own are a rival's own figures; nil for the slicers.
	Own *Own `json:"own,omitempty"`
	// Unfamiliar is the note that warns of shapes unlike what the amortised matcher
	// has learned; "" where there is none.
	Unfamiliar string   `json:"unfamiliar,omitempty"`
	Notes      []string `json:"notes,omitempty"` // sentences for people
}

// Own are the figures that a rival gives beside its plan.
type Own struct {
	Title string `json:"title"` // of the method
	// Value is the figure that the method itself minimises or reports, NaN where that is GW²; Name is
	// its name for people.
	Name  string `json:"name,omitempty"`
	Value Number `json:"value"`
	// Bound is a proven lower bound on the GW² of all plans; NaN: none.
	Bound Number `json:"bound"`
	// Distance says that the method is a distance: its plan comes from sorting along its best
	// direction.
	Distance   bool `json:"distance,omitempty"`
	Iterations int  `json:"iterations"`
}

// Minimum are the figures of a near-equal minimum.
type Minimum struct {
	GW2   Number `json:"gw2"`
	Score Number `json:"score"` // least is best
	// Orientation is 1 for direct, 0 for mirrored, NaN where there are no normals.
	Orientation Number `json:"orientation"`
	Rigidity    Number `json:"rigidity"`
	// Symmetry names the symmetry of a shape by which it differs from the first minimum, such as "half
	// turn about the long axis"; "" where there is none. Joined says that no search has found it.
	Symmetry string `json:"symmetry,omitempty"`
	Joined   bool   `json:"joined,omitempty"`
}

// Extremity is the end of a limb.
type Extremity struct {
	Name string `json:"name"` // "tip 1", "tip 2", ... in order of persistence
	// Point is its point of the shape's Domain.
	Point int32 `json:"point"`
	// Persistence is how far a path must go down from the extremity, in average geodesic distance,
	// before it can climb to a higher extremity. It is a share of the range over the whole shape: 1 for
	// the highest extremity, 0 where a person has set it.
	Persistence float64 `json:"persistence"`
	// Pinned says that the place is a pin and no extremity.
	Pinned bool `json:"-"`
}

// RestOn stands in Outcome.Backend between the work of a graphics card and the processor, where a card took part.
const RestOn = ", the rest on "

// OnCard reports whether a graphics card took part.
func (o *Outcome) OnCard() bool { return strings.Contains(o.Backend, RestOn) }
