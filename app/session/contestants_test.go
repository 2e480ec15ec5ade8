package session

import (
	"strings"
	"testing"
)

func TestEveryMethodCompetes(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	methods := map[string]bool{}
	for _, c := range Contestants() {
		if seen[c.Key] || seen[c.Title] || seen[c.Short] {
			t.Errorf("%q, %q or %q stands for two contestants", c.Key, c.Title, c.Short)
		}
		seen[c.Key], seen[c.Title], seen[c.Short] = true, true, true
		methods[c.Method] = true
		o := c.Options(Defaults())
		if err := o.Check(); err != nil || o.Method != c.Method {
			t.Errorf("%s: method %q, %v", c.Key, o.Method, err)
		}
	}
	for _, name := range methodNames() {
		if !methods[name] {
			t.Errorf("method %q never competes", name)
		}
	}
}

func TestContestantsAreReadFromAList(t *testing.T) {
	t.Parallel()
	list, err := ParseContestants("cg, hierarchical-fast,cg:start=hierarchical:seed=3")
	if err != nil || len(list) != 3 {
		t.Fatalf("%d contestants, %v", len(list), err)
	}
	if o := list[1].Options(Defaults()); o.Method != "hierarchical" || o.Effort != "fast" {
		t.Errorf("hierarchical-fast is %q, %q", o.Method, o.Effort)
	}
	if o := list[2].Options(Defaults()); o.Start != "hierarchical" || o.Seed != 3 || o.Samples != Defaults().Samples {
		t.Errorf("options of a contestant's own: %+v", o)
	}
	if all, err := ParseContestants("all"); err != nil || len(all) != len(Contestants()) {
		t.Errorf("all: %d, %v", len(all), err)
	}
	for list, want := range map[string]string{
		"":                  "no method",
		"magic":             `no method "magic"`,
		"cg,cg":             "twice",
		"cg:colour=red":     "colour=red",
		"cg:start=anywhere": "start is",
	} {
		if _, err := ParseContestants(list); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", list, err, want)
		}
	}
}
