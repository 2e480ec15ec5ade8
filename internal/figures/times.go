package figures

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"time"
)

// Times are wall times by stage. In JSON they are seconds, rounded to a tenth of a millisecond.
// Slicing, Polish, Choice, Rival and Extremities are parts of Solve.
type Times struct {
	Load    time.Duration `json:"load"`
	Space   time.Duration `json:"space"`
	Solve   time.Duration `json:"solve"`
	Slicing time.Duration `json:"slicing"`
	Polish  time.Duration `json:"polish"`
	Choice  time.Duration `json:"choice"`
	// Rival is the time of a method of package baseline, without judging its plan.
	Rival time.Duration `json:"rival,omitempty"`
	// Extremities is the time of matching by extremities, without plans of equal mass.
	Extremities time.Duration `json:"extremities,omitempty"`
	// Judge is the time of judging, after a fast solve, whether the match is right, of solving again
	// with extremities where that is in doubt, and of waiting for the symmetries, which are looked for
	// while the maps are made.
	Judge time.Duration `json:"judge"`
	// Dense is the time of the map of all vertices, Register that of laying A's mesh on B.
	Dense    time.Duration `json:"dense"`
	Register time.Duration `json:"register"`
	// Analysis is the time of trust, partners, orientation and coverage, Write that of the files.
	Analysis time.Duration `json:"analysis"`
	Write    time.Duration `json:"write"`
	// Total is the wall time with everything included.
	Total time.Duration `json:"total"`
}

// MarshalJSON writes seconds in the order of the fields.
func (t Times) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	v := reflect.ValueOf(t)
	for i := range v.NumField() {
		name, optional, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		took := time.Duration(v.Field(i).Int())
		if took == 0 && optional != "" {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = fmt.Appendf(out, "%q:%v", name, math.Round(took.Seconds()*1e4)/1e4)
	}
	return append(out, '}'), nil
}

// UnmarshalJSON reads seconds; a stage that is missing took none.
func (t *Times) UnmarshalJSON(data []byte) error {
	var seconds map[string]float64
	if err := json.Unmarshal(data, &seconds); err != nil {
		return err
	}
	v := reflect.ValueOf(t).Elem()
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		v.Field(i).SetInt(int64(seconds[name] * float64(time.Second)))
	}
	return nil
}
