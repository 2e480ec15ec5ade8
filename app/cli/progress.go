package cli

import (
	"fmt"
	"strings"
	"time"

	"gwscope/app/pipeline"
)

// progressLine draws one line of progress on a terminal, and nothing elsewhere.
// The returned function wipes it.
func progressLine(env Env) (report func(pipeline.Progress), done func()) {
	if !env.Terminal {
		return nil, func() {}
	}
	const cells = 24
	report = func(p pipeline.Progress) {
		full := int(p.Fraction * cells)
		line := strings.Repeat("█", full) + strings.Repeat("·", cells-full)
		text := fmt.Sprintf("%s %3.0f%%  %s", line, 100*p.Fraction, p.Stage)
		if p.GW2 > 0 {
			text += fmt.Sprintf("  GW² %.5f", p.GW2)
		}
		if p.Left > 0 {
			text += fmt.Sprintf("  %s left", p.Left.Round(100*time.Millisecond))
		}
		fmt.Fprintf(env.Stderr, "\r\x1b[K%s", text)
	}
	return report, func() { fmt.Fprint(env.Stderr, "\r\x1b[K") }
}
