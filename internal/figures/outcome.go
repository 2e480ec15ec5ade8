package figures

// Outcome is what a solve tells beside its plans and maps.
type Outcome struct {
	Backend string `json:"backend"` // "CPU, 2 threads"
	// GW2Slicer is the loss of the plan that sorting alone gave, before polish.
	GW2Slicer Number `json:"gw2_slicer"`
	// MarginalError is the largest deviation of the plan's marginals from the weights.
	MarginalError Number `json:"marginal_error"`
	// Margin is the score of the second alternative minus that of the first; infinite where
	// there is no second, which JSON tells as null.
	Margin Number `json:"margin"`
	// Own is what a rival says beside its plan; nil for the slicers.
	Own *Own `json:"own,omitempty"`
	// Unfamiliar is the note that warns of shapes unlike what the amortised matcher
	// has learned; "" where there is none.
	Unfamiliar string   `json:"unfamiliar,omitempty"`
	Notes      []string `json:"notes,omitempty"` // sentences for people
}

// Own is what a rival says beside its plan.
type Own struct {
	Title string `json:"title"` // of the method
	// Name is what a person calls Value, which the method itself minimises or reports; Value is
	// NaN where that is GW².
	Name  string `json:"name,omitempty"`
	Value Number `json:"value"`
	// Bound is a proven lower bound on the GW² of all plans; NaN: none.
	Bound Number `json:"bound"`
	// Distance says that the method is a distance: its plan is the one that its best
	// direction sorts out.
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
	// Symmetry says how it differs from the first one by a symmetry of a shape, such as "half
	// turn about the long axis", "" where it does not; Joined that no search has found it.
	Symmetry string `json:"symmetry,omitempty"`
	Joined   bool   `json:"joined,omitempty"`
}

// Extremity is the end of a limb.
type Extremity struct {
	Name string `json:"name"` // "tip 1", "tip 2", ... in order of persistence
	// Point is its point of the shape's Domain.
	Point int32 `json:"point"`
	// Persistence is how far one must go down from the extremity, in average geodesic
	// distance, before one can climb to a higher one: a share of the range over the
	// whole shape, 1 for the highest; 0 where a person has set it.
	Persistence float64 `json:"persistence"`
	// Pinned says that the place is one of the pins, and no extremity of its own.
	Pinned bool `json:"-"`
}
