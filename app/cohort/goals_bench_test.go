//go:build bench

package cohort

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"gwscope/internal/stages"
)

// Cohorts of three species by one template: nearly all specimens are right or flagged, and
// the cohort itself takes little beside its pairs. Several templates place landmarks better
// than the first alone. It takes some minutes of processor time.
//
//	go test -tags bench -run CohortsMeetTheirGoals -v -timeout 60m ./app/cohort
func TestCohortsMeetTheirGoals(t *testing.T) {
	right, flagged, sound, all := 0, 0, 0, 0
	var pairs, beside time.Duration
	for _, of := range []struct {
		species     string
		individuals int
	}{{"cats", 40}, {"humans", 40}, {"horses", 20}} {
		c, err := New(filepath.Join(t.TempDir(), of.species), Plan{Specimens: []string{"sample:" + of.species}, Individuals: of.individuals, Vertices: 2000,
			Options: FileOptions{"samples": "300"}})
		if err != nil {
			t.Fatal(err)
		}
		c = open(t, string(c.Dir))
		w := listed(t, c) // which makes the shapes
		begin, used := time.Now(), stages.ProcessorSeconds()
		if _, err := c.Run(t.Context(), w, Settings{Jobs: 1}); err != nil {
			t.Fatal(err)
		}
		a, err := c.Merge(t.Context(), w)
		if err != nil {
			t.Fatal(err)
		}
		took, own := time.Since(begin), time.Duration(0)
		for _, row := range a.Rows {
			own += time.Duration(c.Dir.times(row.Pair.Key).Seconds * float64(time.Second))
			all++
			isRight := float64(row.Result.ErrorDirect) < 0.1
			if isRight {
				right++
			}
			if row.Result.Flagged {
				flagged++
			}
			if isRight || row.Result.Flagged {
				sound++
			} else {
				t.Logf("%s is wrong and not flagged: error %.3f, trust %.2f", row.Pair.B.Name, float64(row.Result.ErrorDirect), float64(row.Result.Trust.Trust))
			}
		}
		pairs, beside = pairs+own, beside+took-own
		t.Logf("%d %s: %.1f processor seconds a pair", of.individuals, of.species, (stages.ProcessorSeconds()-used)/float64(of.individuals))
	}
	t.Logf("%d of %d right, %d flagged; the cohort took %.1f %% beside its pairs", right, all, flagged, 100*beside.Seconds()/pairs.Seconds())
	if float64(sound) < 0.99*float64(all) {
		t.Errorf("%d of %d are right or flagged", sound, all)
	}
	if share := beside.Seconds() / pairs.Seconds(); share > 0.05 {
		t.Errorf("the cohort took %.1f %% beside its pairs", 100*share)
	}

	p := Plan{Specimens: []string{"sample:cats"}, Individuals: 12, Vertices: 2000, Options: FileOptions{"samples": "300"}}
	for k := range 4 {
		p.Templates = append(p.Templates, fmt.Sprintf("sample:cats/%d", firstTemplate+k))
	}
	c, err := New(filepath.Join(t.TempDir(), "four"), p)
	if err != nil {
		t.Fatal(err)
	}
	c = open(t, string(c.Dir))
	ran(t, c, Settings{})
	e := merged(t, c).LandmarkErrors()
	t.Logf("landmarks: %.4f by the first template, %.4f by the median of four", e.ByTemplate[0], e.All)
	if !(e.All < e.ByTemplate[0]) {
		t.Error("four templates are no better than one")
	}
}
