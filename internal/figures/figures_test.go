package figures

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"
	"time"
)

// Every stage comes back from a file, to within the rounding, and a stage that is missing took no time.
func TestTimesComeBack(t *testing.T) {
	var times Times
	v := reflect.ValueOf(&times).Elem()
	for i := range v.NumField() {
		v.Field(i).SetInt(int64(i+1) * int64(100*time.Microsecond))
	}
	data, err := json.Marshal(times)
	if err != nil {
		t.Fatal(err)
	}
	var back Times
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	for i := range v.NumField() {
		off := v.Field(i).Int() - reflect.ValueOf(back).Field(i).Int()
		if name := v.Type().Field(i).Name; off < -1 || off > 1 {
			t.Errorf("%s is off by %d ns in %s", name, off, data)
		}
	}
	if err := json.Unmarshal([]byte(`{"solve": 0.5, "of another version": 1}`), &back); err != nil || back != (Times{Solve: time.Second / 2}) {
		t.Errorf("%+v, %v", back, err)
	}
}

func TestNumbersThatJSONCannotHoldAreNull(t *testing.T) {
	for _, c := range []struct {
		value float64
		text  string
	}{{0.25, "0.25"}, {math.NaN(), "null"}, {math.Inf(1), "null"}} {
		data, err := json.Marshal(Number(c.value))
		if err != nil || string(data) != c.text {
			t.Errorf("%v is written as %s (%v), want %s", c.value, data, err, c.text)
		}
		var back Number
		if err := json.Unmarshal(data, &back); err != nil || c.text == "null" != math.IsNaN(float64(back)) {
			t.Errorf("%s is read as %v (%v)", data, back, err)
		}
	}
}
