package cohort

import (
	"fmt"

	"gwscope/app/export"
	"gwscope/internal/figures"
)

// Trust says how far a match can be believed; it does not need the truth.
type Trust struct {
	// Trust runs from 0 to 1; Measure says what it means. Specimens are sorted by it.
	Trust   figures.Number `json:"trust"`
	Measure string         `json:"trust_measure"`
	// Flagged says that a person should look at the match; Reasons say why.
	Flagged bool     `json:"flagged"`
	Reasons []string `json:"reasons,omitempty"`
}

// foldedMuch is the share of folded and collapsed triangles above which a person should look.
const foldedMuch = 0.05

// mostReasons is the largest number of the verdict's reasons that are told.
const mostReasons = 2

// trustOf makes the trust of the numbers of a match. Only this function decides about it.
func trustOf(s export.Summary) Trust {
	t := Trust{Trust: s.Trust.Probability, Measure: "probability that the match is right"}
	if s.Uncertain {
		t.Reasons = append(t.Reasons, s.Trust.Line)
		for _, r := range s.Trust.Reasons[:min(mostReasons, len(s.Trust.Reasons))] {
			t.Reasons = append(t.Reasons, r.Text)
		}
	}
	if bad := float64(s.Surface.Folded) + float64(s.Surface.Collapsed); bad > foldedMuch {
		t.Reasons = append(t.Reasons, fmt.Sprintf("%.0f %% of the template's triangles fold or collapse", 100*bad))
	}
	if s.Surface.Mirrored {
		t.Reasons = append(t.Reasons, "the match is a mirror image: the specimen may be of the other side")
	}
	t.Flagged = len(t.Reasons) > 0
	return t
}
