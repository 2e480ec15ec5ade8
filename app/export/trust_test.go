package export

import (
	"context"
	"encoding/json"
	"math"
	"testing"

	"gwscope/app/pipeline"
	"gwscope/app/session"
)

// result.json says who chose the minimum, and holds the other minima.
func TestTheChoiceIsRecorded(t *testing.T) {
	t.Parallel()
	e := pipeline.NewEngine()
	o := session.Defaults()
	o.Samples, o.Effort, o.Surface = 80, "fast", session.MapAlone
	var pair [2]*pipeline.Shape
	for k, ref := range []string{"sample:cat/1", "sample:cat/2r"} {
		s, err := e.Load(context.Background(), ref, o)
		if err != nil {
			t.Fatal(err)
		}
		pair[k] = s
	}
	m, err := e.Match(context.Background(), pair[0], pair[1], o, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Result.Alternatives) < 2 {
		t.Fatal("one minimum only was found")
	}
	other, err := e.Choose(context.Background(), m, 1, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		m      *pipeline.Match
		by     string
		chosen int
	}{{m, "solver", 0}, {other, "person", 1}} {
		s := Summarize(c.m)
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var read struct {
			Chosen       int    `json:"chosen"`
			ChosenBy     string `json:"chosen_by"`
			Alternatives []struct{ Distortion float64 }
			Trust        struct {
				Species    string
				Confidence float64 `json:"confidence_of_a"`
				Map        float64
				Agreement  float64 `json:"agreement_of_minima"`
				Doubtful   float64 `json:"doubtful_of_a"`
			}
		}
		if err := json.Unmarshal(text, &read); err != nil {
			t.Fatal(err)
		}
		if read.Chosen != c.chosen || read.ChosenBy != c.by {
			t.Errorf("minimum %d chosen by %q, want %d by %q", read.Chosen, read.ChosenBy, c.chosen, c.by)
		}
		if d := read.Alternatives[c.chosen].Distortion; math.Abs(d-c.m.MeanDistortion()) > 1e-12 {
			t.Errorf("the chosen minimum has distortion %g, the match %g", d, c.m.MeanDistortion())
		}
		if tr := read.Trust; tr.Species == "" || !(tr.Confidence > 0 && tr.Confidence < 1) || !(tr.Map > 0 && tr.Map <= 1) || !(tr.Agreement > 0 && tr.Agreement <= 1) || !(tr.Doubtful >= 0 && tr.Doubtful <= 1) {
			t.Errorf("trust %+v", tr)
		}
	}
}
