package session

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestDefaultsAreAcceptedByTheTable(t *testing.T) {
	t.Parallel()
	if err := Defaults().Check(); err != nil {
		t.Fatal(err)
	}
}

// Every exported field of Options must be reachable through the table, or a
// flag and a control would be missing without anybody noticing.
func TestEveryFieldHasARow(t *testing.T) {
	t.Parallel()
	typ := reflect.TypeOf(Options{})
	for i := range typ.NumField() {
		name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
		name = strings.ReplaceAll(name, "_", "-")
		found := false
		for _, opt := range Table {
			found = found || opt.Name == name
		}
		if !found {
			t.Errorf("field %s (%s) has no row in Table", typ.Field(i).Name, name)
		}
	}
}

func TestSetRoundTripsAndExplains(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, good, bad, says string }{
		{"effort", "fast", "quick", "thorough or fast"},
		{"samples", "1000", "0", "from 1 to 20000"},
		{"samples", "33", "many", "whole number"},
		{"polish", "false", "perhaps", "true or false"},
		{"flip", "mirrored", "", "auto, direct or mirrored"},
		{"metric", "accurate", "euclid", "auto, graph, knn or accurate"},
	} {
		o := Defaults()
		opt := Find(tc.name)
		if err := opt.Set(&o, tc.good); err != nil {
			t.Errorf("%s=%s: %v", tc.name, tc.good, err)
		}
		if got := opt.Get(&o); got != tc.good {
			t.Errorf("%s: set %q, got %q", tc.name, tc.good, got)
		}
		before := o
		err := opt.Set(&o, tc.bad)
		if err == nil || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%s=%q: error %v, want one that says %q", tc.name, tc.bad, err, tc.says)
		}
		if o != before {
			t.Errorf("%s=%q changed the options although it was refused", tc.name, tc.bad)
		}
	}
}

func TestOptionsSurviveJSON(t *testing.T) {
	t.Parallel()
	o := Defaults()
	o.Samples, o.Flip, o.DropInvalid = 250, "direct", true
	data, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	var back Options
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if back != o {
		t.Errorf("read back %+v, wrote %+v", back, o)
	}
}

func TestDistancesAreWhatThePresetSays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ metric, method, preset, want string }{
		{"auto", "hierarchical", "best", "graph"},
		{"auto", "neural", "best", "graph"},
		{"auto", "neural", "paper-animals", "graph"},
		{"auto", "neural", "paper-horse", "knn"},
		{"auto", "hierarchical", "paper-horse", "graph"}, // which has no networks
		{"accurate", "neural", "paper-horse", "accurate"},
	} {
		o := Defaults()
		o.Metric, o.Method, o.Preset = c.metric, c.method, c.preset
		if got := o.Distances(); got != c.want {
			t.Errorf("%+v: distances are %q", c, got)
		}
	}
}
