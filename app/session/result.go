package session

import (
	"encoding/json"
	"math"
)

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
	Chosen        int           `json:"chosen"`
	ByPerson      bool          `json:"by_person,omitempty"` // and not by the solver's score
	Status        string        `json:"status"`
	Backend       string        `json:"backend"`
	GW2Slicer     Number        `json:"gw2_slicer"`
	GW2           Number        `json:"gw2"` // of the solver's own choice
	MarginalError Number        `json:"marginal_error"`
	Margin        Number        `json:"margin"`     // null: there is no second alternative
	Distortion    Number        `json:"distortion"` // mean pair distortion of the alternative that was shown
	ErrorDirect   *Number       `json:"error_direct,omitempty"`
	ErrorMirrored *Number       `json:"error_mirrored,omitempty"`
	Alternatives  []Alternative `json:"alternatives"`
	Own           *Own          `json:"own,omitempty"`
	// Part is the share of the mass that was to be matched, where that is not all of it.
	Part *Number `json:"part,omitempty"`
	// Extremities are nil where nobody looked at them.
	Extremities *Extremities       `json:"extremities,omitempty"`
	Seconds     map[string]float64 `json:"seconds"` // by stage
	// Unfamiliar is the note that the amortised matcher has not learned such shapes.
	Unfamiliar string   `json:"unfamiliar,omitempty"`
	Notes      []string `json:"notes,omitempty"`
	// Arrays are what package pipeline packs: couplings, maps of samples, and where it
	// cannot be had from those, the map of every vertex. Nil where they would be too large:
	// the match is then found again, from the same seed.
	Arrays []byte `json:"arrays,omitempty"`
	// Training is what is left to replay of networks that learned; nil where none did.
	Training *Training `json:"-"` // written by Encode, tolerantly read by Decode
}

// Alternative is one near-equal minimum in figures.
type Alternative struct {
	GW2         Number `json:"gw2"`
	Score       Number `json:"score"`
	Orientation Number `json:"orientation"` // null where there are no normals
	Rigidity    Number `json:"rigidity"`
	// Symmetry says how it differs from the first one by a symmetry of a shape; Joined that no
	// search has found it.
	Symmetry string `json:"symmetry,omitempty"`
	Joined   bool   `json:"joined,omitempty"`
	// Extremities tells that it was found by matching extremities.
	Extremities bool `json:"extremities,omitempty"`
	// Lesser are pairs of points of the shapes' domains that were matched beside them.
	Lesser [][2]int32 `json:"lesser,omitempty"`
}

// Extremities are the tips of both shapes and what matching by them said.
type Extremities struct {
	A             []Tip  `json:"a"`
	B             []Tip  `json:"b"`
	Dissimilarity Number `json:"dissimilarity"`
	GW2Map        Number `json:"gw2_map"`
}

// Tip is an extremity, at a point of the shape's domain.
type Tip struct {
	Name        string `json:"name"`
	Point       int32  `json:"point"`
	Persistence Number `json:"persistence"`
}

// Own is what a rival says of itself.
type Own struct {
	Title      string `json:"title"`
	Name       string `json:"name,omitempty"`
	Value      Number `json:"value"`
	Bound      Number `json:"bound"`
	Distance   bool   `json:"distance,omitempty"`
	Iterations int    `json:"iterations"`
}

// Number is a float64 that JSON can hold: what is not a number, or infinite, is null.
type Number float64

// MarshalJSON writes null for what is not finite.
func (v Number) MarshalJSON() ([]byte, error) {
	if f := float64(v); !math.IsNaN(f) && !math.IsInf(f, 0) {
		return json.Marshal(f)
	}
	return []byte("null"), nil
}

// UnmarshalJSON reads null as not a number.
func (v *Number) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*v = Number(math.NaN())
		return nil
	}
	return json.Unmarshal(data, (*float64)(v))
}
