package export

import (
	"strings"
	"testing"

	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/solver"
)

// A picture with a mask says how much it hides, and one without says nothing of it.
func TestCaptionsTellWhatIsGreyed(t *testing.T) {
	t.Parallel()
	m := matched(t)
	v := present.NewView()
	if got := greyed(m, v); got != "" {
		t.Errorf("without a mask: %q", got)
	}
	// A copy has no part without a partner, unless a plan leaves it out.
	result := *m.Result
	result.Part = &solver.Part{Mass: 0.5, OutX: make([]bool, m.X.Len()), OutY: make([]bool, m.Y.Len())}
	for i := range result.Part.OutY {
		result.Part.OutY[i] = m.Y.Distances.At(i, 0) < 0.4
	}
	part := new(pipeline.Match)
	part.Pair, part.Asked, part.Result = m.Pair, m.Asked, &result
	if got := greyed(part, v); !strings.Contains(got, "no partner") || !strings.Contains(got, "% of B") || strings.Contains(got, "of A") {
		t.Errorf("a part of B left out: %q", got)
	}
	v.Paint.Mask = 1
	if got := greyed(m, v); !strings.Contains(got, "below 1.00: 100 % of A, 100 % of B") {
		t.Errorf("everything hidden: %q", got)
	}
}
