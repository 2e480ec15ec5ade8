package session

import "gwscope/internal/figures"

// Result is a match as a session keeps it: figures to read, and the arrays to show it
// again without solving.
type Result struct {
	// Program found it with Options on shapes of these contents (A, B), steered by
	// Marks.SolveKey.
	Program string    `json:"program"`
	Options Options   `json:"-"` // written by Encode, tolerantly read by Decode
	Keys    [2]string `json:"keys"`
	Steered string    `json:"steered,omitempty"`
	// Chosen is the alternative that was shown.
	Chosen   int    `json:"chosen"`
	ByPerson bool   `json:"by_person,omitempty"` // and not by the solver's score
	Status   string `json:"status"`
	figures.Outcome
	GW2           figures.Number  `json:"gw2"`        // of the solver's own choice
	Distortion    figures.Number  `json:"distortion"` // mean pair distortion of the alternative that was shown
	ErrorDirect   *figures.Number `json:"error_direct,omitempty"`
	ErrorMirrored *figures.Number `json:"error_mirrored,omitempty"`
	Alternatives  []Alternative   `json:"alternatives"`
	// Part is the share of the mass that was to be matched, where that is not all of it.
	Part *figures.Number `json:"part,omitempty"`
	// Extremities are nil where nobody looked at them.
	Extremities *Extremities  `json:"extremities,omitempty"`
	Times       figures.Times `json:"seconds"`
	// Arrays are packed by package pipeline: couplings, maps of samples, and where it
	// cannot be had from those, the map of every vertex. Nil where they would be too large:
	// the match is then found again, from the same seed.
	Arrays []byte `json:"arrays,omitempty"`
	// Training is the record of a training for its replay; nil where there was none.
	Training *Training `json:"-"` // written by Encode, tolerantly read by Decode
}

// Alternative is one near-equal minimum in figures.
type Alternative struct {
	figures.Minimum
	// Extremities tells that it was found by matching extremities.
	Extremities bool `json:"extremities,omitempty"`
	// Lesser are pairs of points of the shapes' domains that were matched beside them.
	Lesser [][2]int32 `json:"lesser,omitempty"`
}

// Extremities are the extremities of both shapes and the figures of matching by them.
type Extremities struct {
	A             []figures.Extremity `json:"a"`
	B             []figures.Extremity `json:"b"`
	Dissimilarity figures.Number      `json:"dissimilarity"`
	GW2Map        figures.Number      `json:"gw2_map"`
}
