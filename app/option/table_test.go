package option

import (
	"reflect"
	"strings"
	"testing"

	"gwscope/app/session"
)

func TestDefaultsAreAcceptedByTheTable(t *testing.T) {
	t.Parallel()
	if err := Check(session.Defaults()); err != nil {
		t.Fatal(err)
	}
}

// Every exported field of Options must be reachable through the table, or a
// flag and a control would be missing without anybody noticing.
func TestEveryFieldHasARow(t *testing.T) {
	t.Parallel()
	typ := reflect.TypeFor[session.Options]()
	fields := 0
	for _, f := range reflect.VisibleFields(typ) {
		if f.Anonymous {
			continue
		}
		fields++
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if Lookup(strings.ReplaceAll(name, "_", "-")) == nil {
			t.Errorf("field %s (%s) has no row in Table", f.Name, name)
		}
	}
	if fields != len(Table) {
		t.Errorf("%d fields and %d rows", fields, len(Table))
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
		o := session.Defaults()
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
		o := session.Defaults()
		o.Metric, o.Method, o.Preset = c.metric, c.method, c.preset
		if got := Distances(o); got != c.want {
			t.Errorf("%+v: distances are %q", c, got)
		}
	}
}

// A file's members have the names of the table, with _ for -. A refused value changes nothing.
func TestTheSchemaIsTheTable(t *testing.T) {
	t.Parallel()
	o := session.Defaults()
	if known, err := Schema.Set(&o, "entropic_solver", "ppa"); !known || err != nil || o.EntropicSolver != "ppa" || Schema.Get(&o, "entropic_solver") != "ppa" {
		t.Errorf("known %t, %v, %q", known, err, o.EntropicSolver)
	}
	if known, err := Schema.Set(&o, "samples", "0"); !known || err == nil || o.Samples != 500 {
		t.Errorf("known %t, %v, %d samples", known, err, o.Samples)
	}
	if known, err := Schema.Set(&o, "warp", "double"); known || err != nil {
		t.Errorf("a member of nobody is known: %t, %v", known, err)
	}
}
