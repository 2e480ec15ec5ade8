package trial

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"

	"gwscope/app/pipeline"
	"gwscope/app/race"
	"gwscope/app/session"
	"gwscope/solver/verdict"
)

// Record is a solved trial: the evidence, and the truth.
type Record struct {
	Trial   string `json:"trial"`
	Family  string `json:"family"`
	Kind    Kind   `json:"kind"`
	Harm    string `json:"harm"`
	Test    bool   `json:"test"`
	Method  string `json:"method"`
	Samples int    `json:"samples"`
	Right   bool   `json:"right"`
	// Error and Mirrored are mean geodesic errors / √area, -1 where there is no truth.
	Error    float64 `json:"error"`
	Mirrored float64 `json:"mirrored"`
	// Revision is the verdict.Revision of the evidence.
	Revision int               `json:"revision"`
	Evidence *verdict.Evidence `json:"evidence"`
	// Places are some places of A, each with the parts of its confidence and its error.
	Places []PlaceRecord `json:"places"`
}

// PlaceRecord is the evidence for a place, and its error / √area, -1 where there is no truth.
type PlaceRecord struct {
	Map           float32 `json:"m"`
	Agreement     float32 `json:"a"`
	Concentration float32 `json:"c"`
	Partner       float32 `json:"p"`
	Error         float32 `json:"e"`
}

// recordedPlaces is the largest number of places of a record.
const recordedPlaces = 60

// Key tells one solved trial from another.
func (r *Record) Key() string { return r.Trial + " | " + r.Method }

// Methods are the contestants that solve a trial: the hierarchical slicer with both efforts, the
// amortised matcher for objects, because it is trained for them, and for about every second trial
// one of the others.
func (t *Trial) Methods() []string {
	out := []string{"hierarchical:fast", "hierarchical"}
	others := []string{"amortized", "cg", "anchored", "entropic", "amortized:refined", "lowrank", "hierarchical:anchors=off", "max-min-sgw", "amortized", "sgw"}
	if k := seedOf("methods", t.Name) % uint64(2*len(others)); k < uint64(len(others)) {
		out = append(out, others[k])
	}
	if t.Kind == Object && !slices.Contains(out, "amortized") {
		out = append(out, "amortized")
	}
	return out
}

// Solve solves a trial by its methods and calls take with each record. Methods whose key skip
// accepts are left out. Pairs that a method refuses are left out, too.
func (t *Trial) Solve(ctx context.Context, shared session.Options, skip func(key string) bool, take func(*Record) error) error {
	var todo []string
	for _, m := range t.Methods() {
		if !skip((&Record{Trial: t.Name, Method: m}).Key()) {
			todo = append(todo, m)
		}
	}
	if len(todo) == 0 {
		return nil
	}
	pair, err := t.Make()
	if err != nil {
		return fmt.Errorf("%s: %w", t.Name, err)
	}
	shared.Samples, shared.Surface = t.Samples, session.Registered
	engine := pipeline.NewEngine()
	prepared, err := engine.Prepare(ctx, pair.A, pair.B, shared, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", t.Name, err)
	}
	for _, name := range todo {
		c, err := race.ParseContestant(name)
		if err != nil {
			return err
		}
		opt, err := c.Options(shared)
		if err != nil {
			return err
		}
		m, err := engine.MatchPrepared(ctx, prepared, opt, session.Marks{}, pair.Truth, nil, nil)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			continue // the method refuses such shapes
		}
		r, err := RecordOf(ctx, m)
		if err != nil {
			return err
		}
		r.Trial, r.Family, r.Kind, r.Harm, r.Test, r.Method = t.Name, t.Family, t.Kind, t.Harm, t.Test, name
		r.Right = r.Error >= 0 && r.Error < t.Limit()
		if err := take(r); err != nil {
			return err
		}
	}
	return nil
}

// RecordOf is the record of a match, without the names of a trial.
func RecordOf(ctx context.Context, m *pipeline.Match) (*Record, error) {
	e, err := m.EvidenceContext(ctx)
	if err != nil {
		return nil, err
	}
	r := &Record{Samples: m.X.Len(), Error: -1, Mirrored: -1, Revision: verdict.Revision, Evidence: e}
	if m.Errors != nil {
		r.Error, r.Mirrored = known(m.Errors.MeanDirect), known(m.Errors.MeanMirrored)
	}
	c, err := m.ConfidenceContext(ctx)
	if err != nil {
		return nil, err
	}
	n := len(c.Map[0])
	for k := range min(n, recordedPlaces) {
		p := k * n / min(n, recordedPlaces)
		place := PlaceRecord{float32(c.Map[0][p]), float32(c.Agreement[0][p]), float32(c.Concentration[0][p]), float32(c.Partner[0][p]), -1}
		if m.Errors != nil {
			place.Error = float32(known(m.Errors.Direct[p]))
		}
		if !math.IsNaN(float64(place.Map + place.Agreement + place.Concentration + place.Partner)) {
			r.Places = append(r.Places, place)
		}
	}
	return r, nil
}

func known(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return -1
	}
	return v
}

// ReadRecords reads a file of records, one a line.
func ReadRecords(r io.Reader) ([]Record, error) {
	var out []Record
	scan := bufio.NewScanner(r)
	scan.Buffer(make([]byte, 0, 1<<16), 1<<24)
	for line := 1; scan.Scan(); line++ {
		if len(scan.Bytes()) == 0 {
			continue
		}
		var rec Record
		if err := json.Unmarshal(scan.Bytes(), &rec); err != nil {
			return nil, fmt.Errorf("records, line %d: %w; a line that was cut short by a full disk or a crash can be deleted", line, err)
		}
		if rec.Evidence == nil {
			return nil, fmt.Errorf("records, line %d: has no evidence", line)
		}
		out = append(out, rec)
	}
	return out, scan.Err()
}
