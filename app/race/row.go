package race

import (
	"math"
	"strings"
	"time"

	"gwscope/app/pipeline"
	"gwscope/solver"
)

// State is the state of a contestant.
type State int

// A contestant waits, runs, and ends in one of four ways. Stopped rows hold the best
// plan found so far; failed and skipped ones hold none.
const (
	Waiting State = iota
	Running
	Finished
	Stopped // cancelled, or out of time, with a plan
	Failed
	Skipped // cancelled before it had a plan
)

// String is the state in words for people.
func (s State) String() string {
	return [...]string{"waiting", "running", "done", "stopped", "failed", "not run"}[s]
}

// Row is a contestant with its result. Figures that are not known are NaN.
type Row struct {
	Contestant Contestant
	State      State
	// Err says why there is no result; nil while there may be one.
	Err error
	// Match is the whole result, nil without one. It stays in memory with the row.
	Match *pipeline.Match

	N, M int
	// GW2 is the loss of the plan. Errors are mean geodesic / √area, against the truth and
	// against its mirror image: of the plan alone, of the snapped samples, and of the dense map.
	GW2                             float64
	PlanDirect, PlanMirrored        float64
	SnappedDirect, SnappedMirrored  float64
	DenseDirect, DenseMirrored      float64
	Distortion, Orientation, Margin float64
	// Probability is the probability of the match being the one that is meant, see pipeline.Match.Verdict.
	Probability float64
	// Spread is pipeline.Match.MeanSpread of the plan.
	Spread float64
	// Landmarks is the root mean square, / √area, of the distances from A's landmarks on B
	// to B's of the same names; pinned ones are left out, because every map honours them.
	Landmarks float64
	// Value is the value that a rival itself minimises or reports, under the name ValueName; Bound
	// its proven lower bound on GW². IsDistance says that the rival is a distance: its plan is
	// that of its best direction.
	Value, Bound float64
	ValueName    string
	IsDistance   bool
	// Method is the time of the method alone, Everything that of all steps: reading, spaces, the
	// method, judging, the dense map and laying A's mesh on B. Shared says that other contestants
	// ran at the same time, which makes both longer.
	Method, Everything time.Duration
	Shared             bool
	// Memory is the largest growth of the heap while the method ran, in bytes; 0 where other
	// contestants ran at the same time.
	Memory uint64
	// Notes are sentences for people.
	Notes []string
}

// newRow is a row without figures.
func newRow(c Contestant) Row {
	nan := math.NaN()
	return Row{Contestant: c, GW2: nan, PlanDirect: nan, PlanMirrored: nan, SnappedDirect: nan, SnappedMirrored: nan,
		DenseDirect: nan, DenseMirrored: nan, Distortion: nan, Orientation: nan, Margin: nan, Probability: nan, Spread: nan, Landmarks: nan, Value: nan, Bound: nan}
}

// take fills in the figures of a match.
func (r *Row) take(m *pipeline.Match) {
	res := m.Result
	r.Match, r.State = m, Finished
	r.N, r.M = m.X.Len(), m.Y.Len()
	r.GW2, r.Distortion, r.Spread = m.GW2(), m.MeanDistortion(), m.MeanSpread()
	r.Orientation, r.Margin = m.Alternative().Orientation, float64(res.Margin)
	r.Probability = m.Verdict().Probability
	r.Landmarks = unpinnedError(m)
	if e := m.Errors; e != nil {
		r.PlanDirect, r.PlanMirrored = e.PlanDirect, e.PlanMirrored
		r.SnappedDirect, r.SnappedMirrored = e.SamplesDirect, e.SamplesMirrored
		r.DenseDirect, r.DenseMirrored = e.MeanDirect, e.MeanMirrored
	}
	r.Method = m.Times.Solve
	if own := res.Own; own != nil {
		r.Margin = math.NaN() // there is no other minimum
		r.Value, r.ValueName, r.Bound, r.IsDistance = float64(own.Value), own.Name, float64(own.Bound), own.Distance
		// A warm start is part of the method, but the rival's own time lacks it.
		if m.Options.Start != string(solver.FromHierarchical) {
			r.Method = m.Times.Rival
		}
	}
	r.Everything = m.Times.Total
	switch res.Status {
	case solver.Cancelled:
		r.State = Stopped
	case solver.IterationLimit:
		r.note("stopped at its iteration limit")
	}
	for _, n := range m.Notes() {
		r.note(n)
	}
}

// unpinnedError is the root mean squared distance, / √area, of A's carried landmarks from B's,
// without pinned ones; NaN where there are none.
func unpinnedError(m *pipeline.Match) float64 {
	if m.MarksAToB == nil {
		return math.NaN()
	}
	pinned := map[string]bool{}
	for _, p := range m.Marks.Pinned() {
		pinned[m.Marks.A.Landmarks[p.A].Name] = true
	}
	sum, n := 0.0, 0
	for _, c := range m.MarksAToB.All {
		if c.Given && !pinned[c.Name] {
			sum += c.Off * c.Off
			n++
		}
	}
	return math.Sqrt(sum/float64(n)) / m.Y.Domain.Scale // NaN where there are none
}

func (r *Row) note(text string) {
	if text = sentence(text); text != "" {
		r.Notes = append(r.Notes, text)
	}
}

// sentence makes a text begin with a capital, unless it begins with a name such as min-GSGW, and
// end with a stop.
func sentence(text string) string {
	text = strings.TrimSpace(text)
	if text == "" {
		return ""
	}
	if first, _, _ := strings.Cut(text, " "); strings.ToLower(first) == first {
		r := []rune(text)
		text = strings.ToUpper(string(r[:1])) + string(r[1:])
	}
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}

// Over reports whether nothing more happens to the row.
func (r *Row) Over() bool { return r.State >= Finished }

// Result reports whether there is a plan to look at.
func (r *Row) Result() bool { return r.Match != nil }

// Said is the text beside the figures: why there is no result, or the notes.
func (r *Row) Said() string {
	if r.Err != nil {
		return sentence(r.Err.Error())
	}
	return strings.Join(r.Notes, " ")
}

// Remark is a sentence about some of the rows.
type Remark struct{ Who, Says string }

// Remarks are the notes of all rows with a result, each note once: many are about the pair, and
// are the same in all rows.
func Remarks(rows []Row) []Remark {
	var said []string
	who := map[string][]string{}
	results := 0
	for i := range rows {
		if !rows[i].Result() {
			continue
		}
		results++
		for _, n := range rows[i].Notes {
			if who[n] == nil {
				said = append(said, n)
			}
			who[n] = append(who[n], rows[i].Contestant.Short())
		}
	}
	var out []Remark
	for _, n := range said {
		names := strings.Join(who[n], ", ")
		if len(who[n]) == results && results > 1 {
			names = "all"
		}
		out = append(out, Remark{Who: names, Says: n})
	}
	return out
}
