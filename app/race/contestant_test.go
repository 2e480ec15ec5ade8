package race

import (
	"strings"
	"testing"

	"gwscope/app/option"
	"gwscope/app/session"
	"gwscope/solver"
)

func TestContestantsAreReadAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, written, title string
		change               func(*session.Options)
	}{
		{"cg", "cg", "Conditional gradient", func(o *session.Options) { o.Method = "cg" }},
		{" cg:warm ", "cg:warm", "Conditional gradient, warm start", func(o *session.Options) { o.Method, o.Start = "cg", "hierarchical" }},
		{"cg:start=hierarchical", "cg:warm", "Conditional gradient, warm start", func(o *session.Options) { o.Method, o.Start = "cg", "hierarchical" }},
		{"cg:120", "cg:120", "Conditional gradient, n = 120", func(o *session.Options) { o.Method, o.Samples = "cg", 120 }},
		{"hierarchical:fast", "hierarchical:fast", "min-GSGW, hierarchical slicer, fast", func(o *session.Options) { o.Effort = "fast" }},
		{"neural:paper-horse:40", "neural:paper-horse:40", "min-GSGW, neural slicer, Paper: horse interpolation, steps 40",
			func(o *session.Options) { o.Method, o.Preset, o.Steps = "neural", "paper-horse", 40 }},
		{"neural:alpha=0.5", "neural:alpha=0.5", "min-GSGW, neural slicer, α = 0.5", func(o *session.Options) { o.Method, o.Alpha = "neural", 0.5 }},
		{"hierarchical:polish=false", "hierarchical:polish=false", "min-GSGW, hierarchical slicer, polish false", func(o *session.Options) { o.Polish = false }},
	} {
		got, err := ParseContestant(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		want := session.Defaults()
		c.change(&want)
		if o, err := got.Options(session.Defaults()); err != nil || o != want {
			t.Errorf("%q: options %+v, %v", c.text, o, err)
		}
		if got.String() != c.written || got.Title() != c.title {
			t.Errorf("%q is written %q and called %q", c.text, got, got.Title())
		}
		if again, err := ParseContestant(got.String()); err != nil || again.String() != c.written {
			t.Errorf("%q is not read back: %v", got, err)
		}
	}
}

func TestWrongContestantsSayWhatIsWrong(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                   "no method is named",
		" , ":                "no method is named",
		"tarot":              `method is "tarot"`,
		"cg:nonsense":        `no option of Conditional gradient takes "nonsense"`,
		"cg:steps=3":         `has no option "steps"`,
		"cg:colour=red":      `no option "colour"`,
		"cg:method=neural":   `no option "method"`,
		"cg:samples=0":       "whole number",
		"cg:100:samples=200": "sets samples twice",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q in it", text, err, want)
		}
	}
}

func TestAllAreKnownAndNamedOnce(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, c := range Known() {
		if seen[c.String()] {
			t.Errorf("%s is offered twice", c)
		}
		seen[c.String()] = true
		if _, err := ParseContestant(c.String()); err != nil {
			t.Error(err)
		}
		// None of them is offered only to be refused at the default settings.
		if err := c.Accepts(session.Defaults(), nil, nil); err != nil {
			t.Errorf("%s: %v", c, err)
		}
	}
	methods := map[string]bool{}
	for _, c := range Default() {
		methods[c.Method] = true
		if !seen[c.String()] {
			t.Errorf("%s takes part in all and is not offered", c)
		}
	}
	for _, m := range option.Find("method").Choices {
		if !methods[m] && (m != string(solver.Amortized) || solver.HasMatcher()) {
			t.Errorf("%s does not take part in all", m)
		}
	}
	if all, err := Parse("cg,all,cg"); err != nil || len(all) != len(Default()) || all[0].String() != "cg" {
		t.Errorf("cg,all,cg are %v, %v", all, err)
	}
}

func TestAcceptsSaysWhyNot(t *testing.T) {
	t.Parallel()
	o := session.Defaults()
	o.Alpha = 0.5
	c, err := ParseContestant("anchored")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Accepts(o, nil, nil); err == nil || !strings.Contains(err.Error(), "set α to 1") {
		t.Errorf("features for matching by extremities: %v", err)
	}
}

func TestPeakMemorySeesWhatIsHeld(t *testing.T) {
	stop := PeakMemory() // not parallel: other tests' arrays would count
	held := make([]byte, 64<<20)
	for i := range held {
		held[i] = byte(i)
	}
	peak := stop()
	if len(held) == 0 || peak < 60<<20 {
		t.Errorf("64 MB were held and %d MB seen", peak>>20)
	}
}
