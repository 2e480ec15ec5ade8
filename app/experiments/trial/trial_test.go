package trial

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/solver/verdict"
)

// Of symmetric shapes and of shapes that have nothing in common no match is believed.
func TestSymmetricAndUnrelatedPairsAreNeverSure(t *testing.T) {
	if testing.Short() {
		t.Skip("solves four pairs")
	}
	t.Parallel()
	want := map[string]bool{"spheres": true, "ellipsoids": true, "cubes": true, "pears": true}
	trials := All(640)
	for k := range trials {
		tr := &trials[k]
		if !want[tr.Family] || tr.Harm != "none" {
			continue
		}
		delete(want, tr.Family)
		p, err := tr.Make()
		if err != nil {
			t.Fatal(err)
		}
		o := session.Defaults()
		o.Samples, o.Surface, o.Effort = 120, session.MapAlone, "fast"
		m, err := pipeline.NewEngine().Match(context.Background(), p.A, p.B, o, p.Truth, nil)
		if err != nil {
			t.Fatal(err)
		}
		if v := m.Verdict(); v.Probability > 0.6 {
			t.Errorf("%s: %s %q", tr.Name, v.Line(), v.Sentences())
		}
	}
	if len(want) > 0 {
		t.Errorf("no plain trials of %v", want)
	}
}

// No family serves for fitting and for testing, each half has every kind, and names are
// keys.
func TestFamiliesAreForFittingOrForTesting(t *testing.T) {
	t.Parallel()
	test, kinds, names := map[string]bool{}, map[bool]map[Kind]int{false: {}, true: {}}, map[string]bool{}
	trials := All(640)
	for _, tr := range trials {
		if was, ok := test[tr.Family]; ok && was != tr.Test {
			t.Errorf("%s is for both", tr.Family)
		}
		if names[tr.Name] {
			t.Errorf("two trials are called %q", tr.Name)
		}
		test[tr.Family], names[tr.Name] = tr.Test, true
		kinds[tr.Test][tr.Kind]++
		if tr.harm.testOnly && !tr.Test {
			t.Errorf("%s serves for fitting", tr.Name)
		}
	}
	for half, of := range kinds {
		for _, k := range []Kind{Within, Across, Object, Symmetric, Unrelated} {
			if of[k] < 10 {
				t.Errorf("test %v: %d trials of kind %q", half, of[k], k)
			}
		}
	}
	for _, f := range fitObjects {
		if slices.Contains(testObjects, f) {
			t.Errorf("%s is for both", f)
		}
	}
}

// A harm is done, and the truth follows it.
func TestHarmsKeepTheTruth(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"part of A missing", "part of B missing", "points", "stray points", "cracks"} {
		i := slices.IndexFunc(harms, func(h harm) bool { return h.name == name })
		tr := &Trial{Name: name, Kind: Symmetric, harm: harms[i], base: func() (*base, error) { return same(ellipsoid(1, 0.7, 0.4)), nil }}
		p, err := tr.Make()
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Truth.Target) != len(p.A.Mesh.Vertices) {
			t.Errorf("%s: truth of %d vertices for %d", name, len(p.Truth.Target), len(p.A.Mesh.Vertices))
		}
		known := p.Truth.Known()
		for _, v := range p.Truth.Target {
			if int(v) >= len(p.B.Mesh.Vertices) {
				t.Fatalf("%s: the truth names vertex %d of %d", name, v, len(p.B.Mesh.Vertices))
			}
		}
		if whole := name != "part of B missing"; whole != (known == len(p.Truth.Target)) {
			t.Errorf("%s: %d of %d are known", name, known, len(p.Truth.Target))
		}
		if name == "points" && !p.B.Mesh.IsPointCloud() || name == "stray points" && p.B.Report.Far == 0 {
			t.Errorf("%s: the harm is not done", name)
		}
	}
}

func TestRecordsNameTheirBadLine(t *testing.T) {
	t.Parallel()
	_, err := ReadRecords(strings.NewReader("{\"trial\":\"x\",\"evidence\":{\"method\":\"search\",\"effort\":\"fast\"}}\n{\"trial\":"))
	if err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("%v", err)
	}
}

// A record with the evidence of another revision counts as not there, and stays in the file.
func TestOutdatedRecordsAreLeftOut(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "records.jsonl")
	old := `{"trial":"x","method":"cg","evidence":{"method":"search","effort":"fast"}}` + "\n"
	if err := os.WriteFile(file, []byte(old), 0o644); err != nil {
		t.Fatal(err)
	}
	b, err := OpenBook(file)
	if err != nil {
		t.Fatal(err)
	}
	if b.Outdated != 1 || len(b.All()) != 0 || b.Get("x | cg") != nil {
		t.Errorf("%d outdated, %d there", b.Outdated, len(b.All()))
	}
	e := verdict.Unknown()
	e.Method, e.Effort = verdict.Search, "fast"
	if err := b.Add(&Record{Trial: "x", Method: "cg", Revision: verdict.Revision, Evidence: e}); err != nil {
		t.Fatal(err)
	}
	b.Close()
	if b, err = OpenBook(file); err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if b.Outdated != 1 || len(b.All()) != 1 || b.Get("x | cg") == nil {
		t.Errorf("read again: %d outdated, %d there", b.Outdated, len(b.All()))
	}
}

// A trial is the same however many are made, because records are kept by its name.
func TestATrialIsTheSameAmongMore(t *testing.T) {
	t.Parallel()
	full := map[string]int{}
	for _, tr := range All(Full) {
		full[tr.Name] = tr.Samples
	}
	for _, tr := range append(All(100), All(640)...) {
		if full[tr.Name] != tr.Samples {
			t.Errorf("%s has %d samples, and %d among all", tr.Name, tr.Samples, full[tr.Name])
		}
	}
}
