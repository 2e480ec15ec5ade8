package cohort

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/option"
	"gwscope/app/session"
	"gwscope/internal/figures"
	"gwscope/meshio"
)

// Decisions are kept in a file that people can read and edit, and each can be taken back.
func TestDecisionsAreKept(t *testing.T) {
	t.Parallel()
	c := cats(t, filepath.Join(t.TempDir(), "cats"), 3, 2, nil)
	w := listed(t, c)
	for k, d := range []Decision{Accepted, Rejected, Accepted} {
		if _, err := c.Decide(w.Pairs[k], d, ""); err != nil {
			t.Fatal(err)
		}
	}
	if before, err := c.Decide(w.Pairs[1], Accepted, "map1"); err != nil || before.Decision != Rejected {
		t.Errorf("before there was %+v, %v", before, err)
	}
	if _, err := c.Decide(w.Pairs[2], Undecided, ""); err != nil {
		t.Fatal(err)
	}
	r, err := c.Review()
	if err != nil {
		t.Fatal(err)
	}
	got := []Decision{r.Of(w.Pairs[0]).Decision, r.Of(w.Pairs[1]).Decision, r.Of(w.Pairs[2]).Decision, r.Of(w.Pairs[3]).Decision}
	if want := []Decision{Accepted, Accepted, Undecided, Undecided}; !slices.Equal(got, want) || r.Of(w.Pairs[1]).Map != "map1" {
		t.Errorf("decisions are %v, want %v", got, want)
	}
	text, err := os.ReadFile(c.Dir.Path(ReviewFile))
	if err != nil || !strings.Contains(string(text), "specimen: cats-01, template: cats-101, decision: accepted, pair: ") {
		t.Errorf("the file reads\n%s", text)
	}

	// A person writes a specimen and a decision, which is about every template.
	if err := os.WriteFile(c.Dir.Path(ReviewFile), []byte("decisions:\n- {specimen: cats-02, decision: rejected}\n- {specimen: cats-09, decision: accepted}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if r, err = c.Review(); err != nil || r.Of(w.Pairs[1]).Decision != Rejected || r.Of(w.Pairs[4]).Decision != Rejected || r.Of(w.Pairs[0]).Decision != Undecided {
		t.Errorf("written by hand: %+v, %v", r, err)
	}
	if n := r.Stale(w); n != 1 {
		t.Errorf("%d decisions are about no pair", n)
	}
}

// The error for a mistake in a review names its line.
func TestReviewTellsWhatIsWrong(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"decisions:\n- {specimen: a, decision: good}\n":              `line 2: decision 1 is "good"; it can be accepted or rejected`,
		"decisions:\n- {specimen: a, decision: accepted}\n- {}\n":    "line 3: decision 2 names no specimen",
		"decisions:\n- {specimen: a, decided: accepted}\n":           "line 2",
		"decisions:\n- {specimen: a, decision: accepted, map: ../x}": "no name of a map",
	} {
		if _, err := readReview([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %v, want %q", text, err, want)
		}
	}
}

func FuzzReadReview(f *testing.F) {
	f.Add([]byte("decisions:\n- {specimen: a, template: b, decision: accepted, pair: 01, map: 01-2}\n"))
	f.Add([]byte("decisions: []\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := readReview(data)
		if err != nil || len(r.Decisions) == 0 {
			return
		}
		var b bytes.Buffer
		if err := r.write(&b); err != nil {
			t.Fatal(err)
		}
		again, err := readReview(b.Bytes())
		if err != nil || !reflect.DeepEqual(again, r) {
			t.Errorf("%+v is written and read as %+v, %v", r, again, err)
		}
	})
}

// flag marks the results of a pair as one at which a person should look.
func flag(t *testing.T, c *Cohort, key string) {
	t.Helper()
	r := c.Dir.result(key)
	r.Flagged, r.Reasons = true, []string{"for a test"}
	if err := writeJSON(c.Dir.resultPath(key), r); err != nil {
		t.Fatal(err)
	}
}

// A rejected specimen is left out, an accepted one counts as right, and the merged results tell
// of both. Taking the decisions back gives the same bits as before.
func TestMergeHonoursDecisions(t *testing.T) {
	t.Parallel()
	c := cats(t, filepath.Join(t.TempDir(), "cats"), 5, 1, nil)
	ran(t, c, Settings{})
	w := listed(t, c)
	flag(t, c, w.Pairs[4].Key)
	a := merged(t, c)
	if a.Shapes == nil || slices.Contains(a.Shapes.Who, 4) || !slices.Contains(a.Shapes.Who, 1) {
		t.Fatalf("the statistics are of %+v", a.Shapes)
	}
	before := content(t, string(c.Dir))

	for k, d := range map[int]Decision{1: Rejected, 4: Accepted} {
		if _, err := c.Decide(w.Pairs[k], d, ""); err != nil {
			t.Fatal(err)
		}
	}
	if c.Status(w).Merged {
		t.Error("after decisions the merged results count as up to date")
	}
	a = merged(t, c)
	if slices.Contains(a.Shapes.Who, 1) || !slices.Contains(a.Shapes.Who, 4) || slices.Contains(a.Marks.Who, 1) || !slices.Contains(a.Marks.Who, 4) {
		t.Errorf("the statistics are of %v and %v", a.Shapes.Who, a.Marks.Who)
	}
	if a.Distances == nil || slices.Contains(a.Distances.Who, 1) || len(a.Landmarks[1]) != 0 {
		t.Error("a rejected specimen is on the map, or has landmarks")
	}
	rows := readTable(t, c, PairsTable)
	review, counted, flagged := slices.Index(rows[0], "review"), slices.Index(rows[0], "counted"), slices.Index(rows[0], "flagged")
	if r := rows[2]; r[review] != "rejected" || r[counted] != "0" {
		t.Errorf("the rejected row is %v", r)
	}
	if r := rows[5]; r[review] != "accepted" || r[counted] != "1" || r[flagged] != "0" {
		t.Errorf("the accepted row is %v", r)
	}
	if !strings.Contains(strings.Join(a.Notes, " "), "accepted 1 matches") {
		t.Errorf("notes %q", a.Notes)
	}

	for _, k := range []int{1, 4} {
		if _, err := c.Decide(w.Pairs[k], Undecided, ""); err != nil {
			t.Fatal(err)
		}
	}
	merged(t, c)
	same(t, withoutDigest(content(t, string(c.Dir))), withoutDigest(before))
}

// withoutDigest leaves out the digest of review.yaml.
func withoutDigest(files map[string][]byte) map[string][]byte {
	delete(files, filepath.Join(ResultsDir, mergedFile))
	return files
}

// A map that a person found takes the place of the cohort's own, in the tables and in the mesh,
// and gives it back when the decision is taken back.
func TestAKeptMapReplacesTheOldOne(t *testing.T) {
	t.Parallel()
	c := cats(t, filepath.Join(t.TempDir(), "cats"), 4, 1, laid)
	ran(t, c, Settings{})
	w := listed(t, c)
	p := w.Pairs[2]
	maker := c.newWorker(1)
	ctx := context.Background()
	own, err := maker.match(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	if name, err := c.KeepMap(p, own, session.NewDocument()); err != nil || name != "" {
		t.Errorf("the cohort's own match, found again, is kept as %q, %v", name, err)
	}
	other := p
	other.options.Samples = 90
	theirs, err := maker.match(ctx, other)
	if err != nil {
		t.Fatal(err)
	}
	doc := session.NewDocument()
	doc.Notes = "mine"
	name, err := c.KeepMap(p, theirs, doc)
	if err != nil || name == "" {
		t.Fatalf("kept as %q, %v", name, err)
	}
	merged(t, c)
	before := content(t, string(c.Dir))
	if _, err := c.Decide(p, Accepted, name); err != nil {
		t.Fatal(err)
	}
	a := merged(t, c)
	if got := a.Rows[2].Result; got.GW2 != c.reviewed(p, Judged{Map: name}).GW2 || got.GW2 == c.Dir.result(p.Key).GW2 {
		t.Errorf("the row's loss is %v, the old one %v", got.GW2, c.Dir.result(p.Key).GW2)
	}
	m, err := meshio.Load(c.Dir.Path(ResultsDir, "meshes", p.B.Name+".ply"), meshio.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := theirs.MatchedVertices()
	for i, v := range m.Vertices {
		if r3.Norm(r3.Sub(v, want[i])) > 1e-5 {
			t.Fatalf("vertex %d of the mesh lies at %v, of the map at %v", i, v, want[i])
		}
	}
	review, err := c.Review()
	if err != nil {
		t.Fatal(err)
	}
	if kept, err := session.Open(c.SessionOf(review.Of(p)), option.Schema); err != nil || kept.Notes != "mine" {
		t.Errorf("its session is %+v, %v", kept, err)
	}
	if e := c.Watch().Look().Entries[2]; e.Result.GW2 != a.Rows[2].Result.GW2 || e.Judged.Decision != Accepted {
		t.Errorf("a look sees %+v", e)
	}
	if _, err := c.Decide(p, Undecided, ""); err != nil {
		t.Fatal(err)
	}
	merged(t, c)
	same(t, withoutDigest(content(t, string(c.Dir))), withoutDigest(before))
}

// Watching the files finds new results, of this and other processes, without reading any shape.
func TestALookSeesWhatComes(t *testing.T) {
	t.Parallel()
	c := cats(t, filepath.Join(t.TempDir(), "cats"), 4, 2, nil)
	watch := c.Watch()
	l := watch.Look()
	if l.All != 8 || l.Done != 0 || len(l.Entries) != 8 || l.Entries[3].State != NotRun || l.Merged || l.Trouble != "" {
		t.Fatalf("at first %+v", l)
	}
	if _, err := os.Stat(c.Dir.Path(inputsFile)); err == nil {
		t.Error("a look has read shapes")
	}
	other := open(t, string(c.Dir)) // as another process has it
	ran(t, other, Settings{Shard: Shard{1, 2}})
	if l = watch.Look(); l.Done != 4 || l.Entries[0].State != Matched || l.Entries[7].State != NotRun || !(l.Entries[0].Trust > 0) {
		t.Fatalf("after half of the work: %d done, %+v", l.Done, l.Entries[0])
	}
	ran(t, other, Settings{})
	a := merged(t, other)
	if l = watch.Look(); l.Done != 8 || !l.Merged || l.Stale || l.Working {
		t.Fatalf("after the merge: %d done, merged %v, stale %v", l.Done, l.Merged, l.Stale)
	}
	if _, err := other.Decide(l.Entries[5].Pair, Rejected, ""); err != nil {
		t.Fatal(err)
	}
	if l = watch.Look(); l.Entries[5].Judged.Decision != Rejected || !l.Stale {
		t.Errorf("after a decision %+v, stale %v", l.Entries[5].Judged, l.Stale)
	}
	placed, err := l.Entries[1].Mesh(c)
	if err != nil || len(placed.At) != len(a.Shapes.Points[0]) {
		t.Errorf("the mesh of an entry: %+v, %v", placed, err)
	}

	// The files of Merge are read back as they were.
	m, err := c.Merged()
	if err != nil {
		t.Fatal(err)
	}
	scores, places := m.Scores["cats-02"], m.Map["cats-02"]
	if k := slices.Index(a.Shapes.Who, 1); len(scores) == 0 || scores[1] != a.Shapes.PCA.Scores[k][1] || places[0] != a.Distances.Map.Places[k][0] {
		t.Errorf("scores %v, places %v", scores, places)
	}
	size := figures.Mean(a.Shapes.Alignment.Size)
	want := a.Shapes.PCA.At(1, -2)
	for i, v := range m.At([]float64{0, -2, 0}) {
		if r3.Norm(r3.Sub(v, r3.Scale(size, want[i]))) > 1e-5*size {
			t.Fatalf("vertex %d, bent, lies at %v, not %v", i, v, r3.Scale(size, want[i]))
		}
	}
	if want := vertexSpread(a, 7); !(m.Spread[7] > 0.999*want && m.Spread[7] < 1.001*want) {
		t.Errorf("the spread of vertex 7 is %g, not %g", m.Spread[7], want)
	}

	// A damaged cohort.yaml is reported, and earlier facts stay.
	if err := os.WriteFile(c.Dir.Path(FileName), []byte("specimens: 3\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if l = watch.Look(); l.Trouble == "" || len(l.Entries) != 8 {
		t.Errorf("after damage: trouble %q, %d entries", l.Trouble, len(l.Entries))
	}
}

// vertexSpread is the standard deviation of a vertex's place, straight from the aligned meshes.
func vertexSpread(a *Analysis, i int) float64 {
	var mean r3.Vec
	n := float64(len(a.Shapes.Alignment.Aligned))
	for _, s := range a.Shapes.Alignment.Aligned {
		mean = r3.Add(mean, r3.Scale(1/n, s[i]))
	}
	sum := 0.0
	for _, s := range a.Shapes.Alignment.Aligned {
		sum += r3.Norm2(r3.Sub(s[i], mean))
	}
	return figures.Mean(a.Shapes.Alignment.Size) * math.Sqrt(sum/(n-1))
}

// A page of pairs that fail says why.
func TestALookSeesFailures(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.obj")
	if err := os.WriteFile(bad, []byte("v 0 0 0\nf 1 2 9\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := New(filepath.Join(dir, "c"), Plan{Specimens: []string{"sample:cats/1@300", bad}, Templates: []string{"sample:cats/101@300"}, Options: small()}); err != nil {
		t.Fatal(err)
	}
	c := open(t, filepath.Join(dir, "c"))
	ran(t, c, Settings{})
	l := c.Watch().Look()
	e := l.Entries[1]
	if l.Failed != 1 || e.State != Failed || len(e.Reasons) != 1 || !strings.Contains(e.Reasons[0], "bad.obj") || e.Worth() >= l.Entries[0].Worth() {
		t.Errorf("%d failed, the entry is %+v", l.Failed, e)
	}
}
