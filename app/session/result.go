package session

import "gwscope/internal/figures"

// Result is a match as a session keeps it: figures to read, and the arrays to show it
// again without solving.
type Result struct {
	Program string    `json:"program"`           // the program that found it
	Options Options   `json:"-"`                 // Encode writes them; Decode accepts unknown ones
	Keys    [2]string `json:"keys"`              // the contents of the shapes A and B
	Steered string    `json:"steered,omitempty"` // Marks.SolveKey
	// Chosen is the alternative that was shown.
	Chosen   int    `json:"chosen"`
	ByPerson bool   `json:"by_person,omitempty"` // a person chose it
	Status   string `json:"status"`
	figures.Outcome
	GW2           figures.Number  `json:"gw2"`        // of the solver's own choice
	Distortion    figures.Number  `json:"distortion"` // mean pair distortion of the alternative that was shown
	ErrorDirect   *figures.Number `json:"error_direct,omitempty"`
	ErrorMirrored *figures.Number `json:"error_mirrored,omitempty"`
	Alternatives  []Alternative   `json:"alternatives"`
	// Part is the share of the mass to match; nil for all of it.
	Part *figures.Number `json:"part,omitempty"`
	// Extremities are nil where they were not sought.
	Extremities *Extremities  `json:"extremities,omitempty"`
	Times       figures.Times `json:"seconds"`
	// Arrays are packed by package pipeline: couplings, maps of samples, and, where it does not
	// follow from these, the map of every vertex. They are nil where they would be too large. The
	// match is then found again, with the same seed.
	Arrays []byte `json:"arrays,omitempty"`
	// Training is the record of a training for its replay; nil where there was none.
	Training *Training `json:"-"` // Encode writes it; Decode goes on without a damaged one
}

// Alternative is one near-equal minimum in figures.
type Alternative struct {
	figures.Minimum
	// Extremities says that matching extremities found it.
	Extremities bool `json:"extremities,omitempty"`
	// Lesser are pairs of points of the shapes' domains that were matched as well.
	Lesser [][2]int32 `json:"lesser,omitempty"`
}

// Extremities are the extremities of both shapes and the figures of matching by them.
type Extremities struct {
	A             []figures.Extremity `json:"a"`
	B             []figures.Extremity `json:"b"`
	Dissimilarity figures.Number      `json:"dissimilarity"`
	GW2Map        figures.Number      `json:"gw2_map"`
}
