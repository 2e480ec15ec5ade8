package figures

import (
	"encoding/json"
	"math"
)

// Number is a float64 that JSON can hold: NaN and infinities are null.
type Number float64

// MarshalJSON writes null for a number that is not finite.
func (v Number) MarshalJSON() ([]byte, error) {
	if f := float64(v); !math.IsNaN(f) && !math.IsInf(f, 0) {
		return json.Marshal(f)
	}
	return []byte("null"), nil
}

// UnmarshalJSON reads null as NaN.
func (v *Number) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*v = Number(math.NaN())
		return nil
	}
	return json.Unmarshal(data, (*float64)(v))
}
