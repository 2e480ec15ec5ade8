package verdict

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// examples are made-up matches: right where a hidden rule and a coin say so. A narrow
// margin, a turn that fits and a large loss speak against a match.
func examples(n int, seed uint64) []Example {
	rng := rand.New(rand.NewPCG(seed, 0))
	out := make([]Example, n)
	for k := range out {
		e := Unknown()
		e.Method = []Method{Search, Search, Instant, Rival}[k%4]
		e.Effort = []string{"fast", "thorough"}[k%2]
		e.Samples, e.Floor, e.Minima, e.Normals = 250, 0.001, 2, 1
		e.Margin, e.SelfA, e.SelfB = 2*rng.Float64(), 2*rng.Float64()-0.5, 2*rng.Float64()-0.5
		e.GW2 = 0.001 * math.Exp(2*rng.Float64())
		odds := -1 + 3*math.Min(e.Margin, 1.5) + 3*math.Min(Lesser(e.SelfA, e.SelfB), 0.5) - 1.5*math.Log(e.GW2/e.Floor)
		right := rng.Float64() < sigmoid(odds)
		places := make([]PlaceExample, 5)
		for i := range places {
			places[i].At = At{Map: rng.Float64(), Agreement: 1, Concentration: 1, Partner: 1}
			places[i].Right = right && rng.Float64() < places[i].At.Map
		}
		out[k] = Example{Evidence: e, Right: right, Family: string(rune('a' + k%16)), Places: places}
	}
	return out
}

func fitted1200(t *testing.T) *Model {
	t.Helper()
	m, err := Fit(examples(1200, 1), "made up")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The promises hold for matches that the fit has not seen.
func TestPromisesAreKept(t *testing.T) {
	t.Parallel()
	m := fitted1200(t)
	var n, p, right [5]float64
	for _, e := range examples(4000, 2) {
		q := m.Probability(e.Evidence)
		k := min(int(5*q), 4)
		n[k]++
		p[k] += q
		if e.Right {
			right[k]++
		}
	}
	off := 0.0
	for k := range n {
		off += math.Abs(p[k]-right[k]) / 4000
	}
	if off > 0.05 || n[0] < 200 || n[4] < 200 {
		t.Errorf("calibration error %.3f with %v matches a level", off, n)
	}
}

// Whatever becomes better by itself, the match becomes no less likely.
func TestProbabilityIsMonotoneInEachInput(t *testing.T) {
	t.Parallel()
	m := fitted1200(t)
	for i := range inputs {
		in := &inputs[i]
		for kind, odds := range m.Pair {
			last := math.Inf(1)
			lo, hi := in.knots[0]-1, in.knots[len(in.knots)-1]+1
			for k := range 50 {
				x := lo + (hi-lo)*float64(k)/49
				if !in.rises {
					x = hi - (hi-lo)*float64(k)/49
				}
				c := odds.Costs[in.Name].at(x)
				if c > last+1e-12 || c < 0 {
					t.Fatalf("%s, %s: better evidence costs more, %g after %g", kind, in.Name, c, last)
				}
				last = c
			}
		}
	}
}

// The same examples give the same bits, and the file gives the model back.
func TestModelFileRoundTrip(t *testing.T) {
	t.Parallel()
	m := fitted1200(t)
	var one, other bytes.Buffer
	if err := m.Write(&one); err != nil {
		t.Fatal(err)
	}
	if err := fitted1200(t).Write(&other); err != nil {
		t.Fatal(err)
	}
	if one.String() != other.String() {
		t.Error("two fits to the same examples differ")
	}
	back, err := Read(bytes.NewReader(one.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back, m) {
		t.Error("the file gives another model back")
	}
	for what, change := range map[string][2]string{
		"cost of":    {`"cost": [`, `"cost": [ -1,`},
		"no input":   {`"margin"`, `"marjin"`},
		"cannot be":  {`{`, `[`},
		"nothing on": {`"instant"`, `"instand"`},
	} {
		bad := strings.Replace(one.String(), change[0], change[1], 1)
		if _, err := Read(strings.NewReader(bad)); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestEvidenceRoundTrip(t *testing.T) {
	t.Parallel()
	e := Unknown()
	e.Method, e.Effort, e.Margin, e.Samples, e.Far, e.Symmetry = Search, "fast", 0.25, 100, 3, "any rotation"
	data, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	back := &Evidence{}
	if err := json.Unmarshal(data, back); err != nil {
		t.Fatal(err)
	}
	if back.Margin != 0.25 || back.Far != 3 || back.Symmetry != e.Symmetry || back.Method != Search || back.Effort != "fast" || !math.IsNaN(back.Score) {
		t.Errorf("%+v", back)
	}
}

// Reasons come by weight, each with a mend, and the line names the match that competes.
func TestReasonsAreOrderedAndSayWhatToDo(t *testing.T) {
	t.Parallel()
	m := &Model{Pair: map[Method]Odds{Search: {Base: 4, Costs: map[string]Curve{
		"margin":     {At: []float64{0, 1}, Cost: []float64{3, 0}},
		"far points": {At: []float64{0, 1}, Cost: []float64{0, 2}},
		"symmetry":   {At: []float64{-0.2, 0.8}, Cost: []float64{4, 0}},
		"effort":     {At: []float64{0, 1}, Cost: []float64{0.1, 0}},
	}}}}
	e := Unknown()
	e.Method, e.Effort = Search, "fast"
	e.Margin, e.Far, e.SelfA, e.SelfB, e.TurnsA, e.TurnsB, e.Places, e.Normals = 0, 2, -0.2, 5, 1, 0, 0.2, 1
	v := m.Judge(e)
	var names []string
	for _, r := range v.Reasons {
		names = append(names, r.Input)
		if r.Text == "" || r.Mend == "" {
			t.Errorf("%s says %q and advises %q", r.Input, r.Text, r.Mend)
		}
	}
	if got := strings.Join(names, ", "); got != "far points, symmetry, margin" {
		t.Errorf("reasons: %s", got)
	}
	if line := v.Line(); line != "Do not trust this: 1 %. Another match, the half turn, may be meant." || !v.Doubted() {
		t.Errorf("%q", line)
	}
	if fault := v.Reasons[0]; !strings.Contains(fault.Mend, "--drop-outliers") {
		t.Errorf("far points: %q", fault.Mend)
	}
	// A reason that one setting mends comes before a reason with a similar weight, and after one
	// that weighs much more. A fault that weighs nothing is named, too.
	pair := maps.Clone(m.Pair[Search].Costs)
	pair["effort"] = Curve{At: []float64{0, 1}, Cost: []float64{2.4, 2.4}}
	delete(pair, "far points")
	names = nil
	for _, r := range (&Model{Pair: map[Method]Odds{Search: {Base: 4, Costs: pair}}}).Judge(e).Reasons {
		names = append(names, r.Input)
	}
	if got := strings.Join(names, ", "); got != "far points, symmetry, effort, margin" {
		t.Errorf("reasons: %s", got)
	}
	v.Reasons = append(v.Reasons, Reason{Text: "Once more.", Mend: v.Reasons[0].Mend})
	if said := v.Sentences(); len(said) != 4 || said[0] != v.Reasons[0].Text+" "+v.Reasons[0].Mend || said[3] != "Once more." {
		t.Errorf("the sentences are %q", said)
	}
	e.Margin, e.Far, e.SelfA = 2, 0, 5
	if v := m.Judge(e); v.Line() != "98 % sure" || v.Doubted() || len(v.Reasons) > 0 || v.Rival != "" {
		t.Errorf("%q, %v", v.Line(), v.Reasons)
	}
	// Three landmarks settle a symmetry.
	e.SelfA = -0.2
	if before := m.Probability(e); before > 0.7 {
		t.Errorf("a symmetric shape has %.2f", before)
	}
	e.Pins = 3
	if after := m.Probability(e); after < 0.9 {
		t.Errorf("with three landmarks it has %.2f", after)
	}
}

// Of shapes that differ much, and whose match is likely wrong, it is said that they may not
// belong together, and no other match is named; of a match that is likely right it is not.
func TestStrangeShapesMayNotBelongTogether(t *testing.T) {
	t.Parallel()
	m := &Model{Pair: map[Method]Odds{Search: {Base: 3, Costs: map[string]Curve{
		"margin":  {At: []float64{0, 1}, Cost: []float64{2, 0}},
		"kinship": {At: []float64{-5, -3}, Cost: []float64{0, 2}},
	}}}}
	e := Unknown()
	e.Method, e.Margin, e.Dissimilarity, e.Orientation, e.OtherOrientation = Search, 0, 0.12, 0.5, 0.6
	v := m.Judge(e)
	if v.Line() != "Do not trust this: 27 %. The shapes may not belong together." || !v.Strange {
		t.Errorf("%q", v.Line())
	}
	if said := strings.Join(v.Sentences(), " "); !strings.Contains(said, "belong together") || !strings.Contains(said, "Check that") {
		t.Errorf("reasons: %s", said)
	}
	for what, change := range map[string]func(*Evidence){
		"a wide margin":   func(e *Evidence) { e.Margin = 2 },
		"alike shapes":    func(e *Evidence) { e.Dissimilarity = 0.03 },
		"a far point":     func(e *Evidence) { e.Far = 1 },
		"three landmarks": func(e *Evidence) { e.Pins = 3 },
	} {
		other := *e
		change(&other)
		if v := m.Judge(&other); v.Strange || strings.Contains(v.Line(), "belong") {
			t.Errorf("with %s it is said: %s", what, v.Line())
		}
	}
}

// A minimum that a person chose is no likelier than not where another has a clearly better score,
// unless the person has set the side or landmarks.
func TestAClearlyWorseMinimumIsNeverSure(t *testing.T) {
	t.Parallel()
	m := &Model{Pair: map[Method]Odds{Search: {Base: 4}}}
	e := Unknown()
	e.Method = Search
	for _, c := range []struct {
		margin, wanted, pins float64
		sure                 bool
	}{{-1, 0, 0, false}, {-0.3, 0, 0, true}, {0.5, 0, 0, true}, {-1, 1, 0, true}, {-1, 0, 3, true}, {math.NaN(), 0, 0, true}} {
		e.Margin, e.Wanted, e.Pins = c.margin, c.wanted, c.pins
		if p := m.Probability(e); (p > 0.9) != c.sure || !c.sure && p > 0.5 {
			t.Errorf("%+v: %.2f", c, p)
		}
	}
}

// Cracks are closed with the tolerance that closes them, and too few extremities are named.
func TestMendsFitTheEvidence(t *testing.T) {
	t.Parallel()
	e := Unknown()
	e.Method, e.Cracks, e.CrackWidth = Search, 12, 7e-05
	if _, mend := explain("cracks", e); mend != "Close them (--weld 7e-05)." {
		t.Error(mend)
	}
	e.Consulted = 1
	for _, c := range []struct {
		a, b float64
		want string
	}{{2, 6, "A has too few"}, {6, 2, "B has too few"}, {2, 2, "Both shapes have too few"}, {6, 6, landmarks}} {
		e.TipsA, e.TipsB = c.a, c.b
		if _, mend := explain("kinship", e); !strings.HasPrefix(mend, c.want) {
			t.Errorf("%v and %v extremities: %q", c.a, c.b, mend)
		}
	}
}

// The kinds of symmetry by what a shape does to itself.
func TestSymmetriesAreNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		self, turns, places, normals float64
		want                         string
	}{
		{-0.1, 1, 0.2, 1, "the half turn"}, {-0.1, 3, 0.2, 1, "another turn"}, {-0.1, 6, 0.2, 1, "any rotation about an axis"},
		{-0.1, 9, 0.01, 1, "any rotation"}, {-0.1, 1, 0.2, 0, "the mirror image"}, {0.5, 0, 0.2, 1, ""}, {3, 0, 0.2, 1, ""}, {math.NaN(), 0, 0.2, 1, ""},
	} {
		e := Unknown()
		e.SelfA, e.TurnsA, e.TurnsB, e.Places, e.Normals = c.self, c.turns, 0, c.places, c.normals
		if got := symmetryOf(e); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

func TestAFitNeedsRightAndWrongMatches(t *testing.T) {
	t.Parallel()
	few := examples(1200, 1)
	right := few[:0]
	for _, e := range few {
		if e.Right {
			right = append(right, e)
		}
	}
	if _, err := Fit(right, ""); err == nil {
		t.Error("a fit to right matches alone was made")
	}
}

// Nothing is said of a number that is not known.
func TestAnUnknownNumberIsNoReason(t *testing.T) {
	t.Parallel()
	m := fitted1200(t)
	for _, kind := range []Method{Search, Instant, Rival} {
		e := Unknown()
		e.Method = kind
		for _, r := range m.Judge(e).Reasons {
			t.Errorf("of no evidence: %q", r.Text)
		}
		e.Margin = -0.1
		if v := m.Judge(e); strings.Contains(strings.Join(v.Sentences(), " "), "NaN") {
			t.Errorf("it says %q", v.Sentences())
		}
	}
}
