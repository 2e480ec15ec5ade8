package export

import (
	"strings"
	"testing"

	"gwscope/app/present"
)

// A picture with a mask says how much it hides, and one without says nothing of it.
func TestCaptionsTellWhatIsGreyed(t *testing.T) {
	t.Parallel()
	m := matched(t)
	v := present.NewView()
	if got := greyed(m, v); got != "" {
		t.Errorf("without a mask: %q", got)
	}
	v.Paint.Mask = 1
	if got := greyed(m, v); !strings.Contains(got, "below 1.00: 100 % of A, 100 % of B") {
		t.Errorf("everything hidden: %q", got)
	}
}
