package experiments

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gwscope/app/race"
	"gwscope/app/session"
)

func TestAnimalPairsDifferAndHaveEveryKind(t *testing.T) {
	t.Parallel()
	pairs := AnimalPairs(MaxAnimalPairs)
	if len(pairs) != MaxAnimalPairs*len(paperKinds) {
		t.Fatalf("%d pairs", len(pairs))
	}
	seen := map[string]bool{}
	for _, p := range pairs {
		a, b, _ := strings.Cut(p.Name, "-")
		if seen[p.Name] || strings.TrimSuffix(b, "r") == a {
			t.Errorf("pair %s is there twice or matches a pose with itself", p.Name)
		}
		seen[p.Name] = true
		initials := strings.ToUpper(a[:1] + "-" + b[:1])
		if p.Kind != initials {
			t.Errorf("pair %s is of kind %s", p.Name, p.Kind)
		}
	}
}

func TestPublishedFiguresStandBesideTheirMethods(t *testing.T) {
	t.Parallel()
	for method, want := range map[string]string{"cg": "POT", "cg:warm": "POT", "entropic:0.05": "Sink.", "entropic:1": "", "lowrank:20": "LR-GW",
		"sdp:18": "SDP-GW", "sagrow:100": "SaGroW", "hierarchical": "", "neural": "", "hierarchical:off:polish=false": "Ours", "neural:paper-animals:polish=false": "Ours", "sgw": "", "cnt": ""} {
		got := ""
		if p := publishedFor(method); p != nil {
			got = p.Label
		}
		if got != want {
			t.Errorf("beside %s stands %q, want %q", method, got, want)
		}
	}
}

func TestMethodsForFewPointsRunOnLandmarks(t *testing.T) {
	t.Parallel()
	c, err := race.ParseContestant("cg:20")
	if err != nil {
		t.Fatal(err)
	}
	plain, _ := race.ParseContestant("cg:warm")
	got := Landmarked([]race.Contestant{c, plain})
	if got[0].String() != "cg:18" || got[1].String() != "cg:warm" {
		t.Errorf("contestants %v", got)
	}
}

func TestAnimalsSmall(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	pairs := slices.DeleteFunc(AnimalPairs(1), func(p PairSource) bool { return p.Kind != "C-C" && p.Kind != "C-H" })
	o := session.Defaults()
	o.Samples, o.Surface = 60, session.MapAlone
	e := Animals(AnimalsSettings{Pairs: pairs, Seeds: []uint64{42}, Methods: contestants(t, "hierarchical:off:polish=false,cg"), Options: o})
	outcome, err := Run(context.Background(), e, RunOptions{Out: out})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range outcome.Rows {
		for _, column := range []string{"plan_direct", "plan_mirrored", "snapped_direct", "dense_direct", "gw2", "method_s", "total_s", "peak_mb"} {
			if v, ok := r.Numbers[column]; !ok || v < 0 {
				t.Errorf("%s: %s is %g, %t", r.Cell, column, v, ok)
			}
		}
		if r.Number("method_s") > r.Number("total_s") {
			t.Errorf("%s: the method took longer than everything", r.Cell)
		}
	}
	text, err := os.ReadFile(filepath.Join(out, "animals.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"C-C Geo.", "C-H Geo.", "*published: POT*", "0.079 |", "arXiv 2605.13753", "animals-error-c-c.png", "animals-time.png"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("animals.md lacks %q:\n%s", want, text)
		}
	}
}
