package cohort

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"
	"time"
)

// Watch looks at a cohort repeatedly, and reads only new files. It needs nothing but files, so
// any process may work on the cohort. One goroutine at a time may use it.
type Watch struct {
	c        *Cohort
	work     *Work
	file     time.Time // of cohort.yaml and inputs.json when they were read
	inputs   time.Time
	reviewed time.Time
	review   *Review
	results  map[string]*read // by key
	maps     map[string]*Result
	last     *Look
	sign     string // identifies the files that last was made of
}

// read is a result with the time of its file; r is nil where the file cannot be used.
type read struct {
	at time.Time
	r  *Result
}

// Look is the state of a cohort at one moment. It does not change any more.
type Look struct {
	Cohort *Cohort
	Work   *Work
	// Entries are the pairs of templates with specimens, template by template.
	Entries []Entry
	// All counts pairs, Done those with a result, Failed those that could not be matched.
	All, Done, Failed int
	// Working says that results came in the last moments and others are missing. Left is an
	// estimate of the time left, by the pace of results; it holds only while Working.
	Working bool
	Left    time.Duration
	// Merged says that there are merged results, Stale that newer results or decisions exist.
	Merged, Stale bool
	// MergedAt is the time of the last merge.
	MergedAt time.Time
	// Trouble is a fault of the cohort's files; "" where there is none.
	Trouble string
}

// State is the state of a pair.
type State int

// The states of a pair.
const (
	NotRun State = iota
	Failed
	Matched
)

// Entry is a specimen with one template.
type Entry struct {
	Pair  Pair
	State State
	// Trust is from 0 to 1, NaN where it is not known.
	Trust float64
	// Flagged says that a person should look at it and has not decided yet. Reasons say why, or
	// why the pair could not be matched.
	Flagged bool
	Reasons []string
	Judged  Judged
	// Result is nil where there is none.
	Result *Result
}

// Watch begins to watch a cohort.
func (c *Cohort) Watch() *Watch {
	return &Watch{c: c, results: map[string]*read{}, maps: map[string]*Result{}, review: &Review{}}
}

// Look looks at the files. Where nothing has changed it returns the same Look as the last time.
func (w *Watch) Look() *Look {
	l := &Look{}
	if at := modified(w.c.Dir.Path(FileName)); !at.Equal(w.file) {
		w.file = at
		if again, err := Open(w.c.Dir.Path(FileName)); err != nil {
			l.Trouble = err.Error()
			w.file = time.Time{} // look again next time
		} else if w.work != nil {
			w.c, w.work = again, nil
		}
	}
	if at := modified(w.c.Dir.Path(inputsFile)); w.work == nil || !at.Equal(w.inputs) {
		w.inputs = at
		w.work = w.c.Glance()
	}
	if at := modified(w.c.Dir.Path(ReviewFile)); !at.Equal(w.reviewed) {
		w.reviewed = at
		if r, err := w.c.Review(); err != nil {
			l.Trouble = err.Error()
			w.reviewed = time.Time{}
		} else {
			w.review = r
		}
	}
	times := w.readNew()
	if w.work.More && len(times) >= w.work.First { // now the results of the first pairs tell the others
		w.work = w.c.Glance()
		times = w.readNew()
	}
	l.Cohort, l.Work = w.c, w.work
	l.MergedAt = modified(w.c.Dir.Path(ResultsDir, mergedFile))
	l.Merged = !l.MergedAt.IsZero()
	// A result with the same time as the merge may have come after the merge read the results.
	newer := func(t time.Time) bool { return !t.Before(l.MergedAt) }
	l.Stale = l.Merged && (slices.ContainsFunc(times, newer) || newer(w.reviewed) || newer(w.file))
	working := l.pace(times)
	sign := fmt.Sprint(len(times), times[max(0, len(times)-1):], w.file, w.inputs, w.reviewed, l.MergedAt, working, l.Trouble)
	if w.last != nil && sign == w.sign {
		return w.last
	}
	w.last, w.sign = l, sign
	judged := w.review.byPair(w.work)
	for k, p := range w.work.Pairs {
		e := w.entry(p, judged[k])
		l.All++
		switch e.State {
		case Failed:
			l.Done++
			l.Failed++
		case Matched:
			l.Done++
		}
		if !p.Among {
			l.Entries = append(l.Entries, e)
		}
	}
	if l.Working = working && l.Done < l.All; l.Working {
		l.Left *= time.Duration(l.All - l.Done)
	}
	return l
}

// byPair are the decisions on pairs, in the order of their list.
func (r *Review) byPair(w *Work) []Judged {
	out := make([]Judged, len(w.Pairs))
	of := map[string][]Judged{}
	for _, j := range r.Decisions {
		of[j.Specimen] = append(of[j.Specimen], j)
	}
	for k, p := range w.Pairs {
		out[k] = (&Review{Decisions: of[p.B.Name]}).Of(p)
	}
	return out
}

// readNew reads results that are new or have changed, and returns the sorted times of all results.
func (w *Watch) readNew() []time.Time {
	files, err := os.ReadDir(w.c.Dir.Path(pairsDir))
	if err != nil {
		clear(w.results)
		return nil
	}
	wanted := map[string]bool{}
	for _, p := range w.work.Pairs {
		wanted[p.Key] = true
	}
	var times []time.Time
	there := map[string]bool{}
	for _, f := range files {
		key, ok := strings.CutSuffix(f.Name(), ".json")
		if !ok || !wanted[key] {
			continue
		}
		info, err := f.Info()
		if err != nil {
			continue // the file is gone
		}
		there[key] = true
		times = append(times, info.ModTime())
		if known := w.results[key]; known == nil || !known.at.Equal(info.ModTime()) {
			w.results[key] = &read{info.ModTime(), w.c.Dir.result(key)}
		}
	}
	for key := range w.results {
		if !there[key] {
			delete(w.results, key)
		}
	}
	slices.SortFunc(times, time.Time.Compare)
	return times
}

// entry is the state of a pair.
func (w *Watch) entry(p Pair, j Judged) Entry {
	e := Entry{Pair: p, Trust: nan, Judged: j}
	if known := w.results[p.Key]; known != nil {
		e.Result = known.r
	}
	if j.Map != "" {
		if w.maps[j.Map] == nil {
			if r := w.c.reviewed(p, j); r != nil && r.base != "" {
				w.maps[j.Map] = r
			}
		}
		if r := w.maps[j.Map]; r != nil {
			e.Result = r
		}
	}
	switch r := e.Result; {
	case r == nil:
	case r.Error != "":
		e.State, e.Flagged, e.Reasons = Failed, true, []string{r.Error}
	default:
		e.State, e.Trust, e.Reasons = Matched, float64(r.Trust.Trust), r.Reasons
		e.Flagged = r.Flagged && j.Decision == Undecided
	}
	if e.Result == nil && p.wrong != "" {
		e.State, e.Flagged, e.Reasons = Failed, true, []string{p.wrong}
	}
	return e
}

const (
	// The last paceOf results give the pace. Without a result for stillFor times the time between
	// two of them, and for stillAtLeast, the cohort does not count as running any more.
	paceOf, stillFor = 24, 6
	stillAtLeast     = 30 * time.Second
)

// pace reports whether the cohort seems to run, by the times of the last results. It then sets
// Left to the time between two results.
func (l *Look) pace(times []time.Time) bool {
	if len(times) < 2 {
		return false
	}
	times = times[max(0, len(times)-paceOf):]
	last := times[len(times)-1]
	each := last.Sub(times[0]) / time.Duration(len(times)-1)
	if time.Since(last) > max(stillAtLeast, stillFor*each) {
		return false
	}
	l.Left = each
	return true
}

// Worth orders entries, the worst first: pairs that could not be matched, then flagged ones by
// their trust, then the others by their trust; pairs that were not run come last.
func (e Entry) Worth() float64 {
	switch {
	case e.State == NotRun:
		return math.Inf(1)
	case e.State == Failed:
		return -2
	case math.IsNaN(e.Trust):
		return -1
	case e.Flagged:
		return e.Trust - 1
	}
	return e.Trust
}

// Mesh are the places of the template's n vertices on the specimen, in the coordinates of the
// specimen's file; nil where there is no such mesh.
func (e Entry) Mesh(c *Cohort) (*Placed, error) {
	if e.Result == nil || e.Result.Vertices == 0 {
		return nil, nil
	}
	at, err := c.Dir.positions(e.Result)
	if err != nil {
		return nil, err
	}
	return &Placed{At: at, Mirrored: e.Result.Mirrored}, nil
}

// modified is the time of a file; the zero time where there is no file, and 1970 where it cannot
// be read.
func modified(path string) time.Time {
	info, err := os.Stat(path)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			return time.Unix(0, 0)
		}
		return time.Time{}
	}
	return info.ModTime()
}
