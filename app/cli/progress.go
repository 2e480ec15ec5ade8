package cli

import (
	"fmt"
	"strings"
	"time"

	"gwscope/app/pipeline"
	"gwscope/solver/amortized/train"
)

// progressLine draws one line of progress on a terminal, and nothing elsewhere.
// The returned function wipes it.
func progressLine(env Env) (report func(pipeline.Progress), done func()) {
	if !env.Terminal {
		return nil, func() {}
	}
	report = func(p pipeline.Progress) {
		text := progressBar(p.Fraction) + "  " + p.Stage
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

// bar is how far something is, as text.
func bar(fraction float64) string {
	const cells = 24
	full := int(fraction * cells)
	return strings.Repeat("█", full) + strings.Repeat("·", cells-full)
}

// trainProgress shows how far a training is: one line that is drawn again on a
// terminal, a line for each epoch elsewhere.
func trainProgress(env Env) (report func(train.Progress), wipe func()) {
	report = func(p train.Progress) {
		if !env.Terminal {
			if e := p.Epoched; e != nil {
				fmt.Fprintf(env.Stderr, "epoch %d of %d  loss %.4f  validation: loss %.4f, GW² %.5f, labels %.1f %%  %.0f s\n",
					e.Epoch, p.Epochs, e.Loss, e.HardLoss, e.HardGW2, 100*e.Accuracy, e.Seconds)
			}
			return
		}
		line := fmt.Sprintf("%s epoch %d of %d, loss %.4f", bar(float64(p.Step)/float64(p.Steps)), p.Epoch, p.Epochs, p.Loss)
		if p.Validated {
			line += fmt.Sprintf(", labels %.1f %%", 100*p.Accuracy)
		}
		if p.Left > 0 {
			line += ", " + roundly(p.Left) + " left"
		}
		fmt.Fprintf(env.Stderr, "\r\x1b[K%s", fitted(line))
	}
	return report, func() {
		if env.Terminal {
			fmt.Fprint(env.Stderr, "\r\x1b[K")
		}
	}
}

// progressBar is a bar of letters with its percentage.
func progressBar(fraction float64) string {
	const cells = 24
	full := int(min(max(fraction, 0), 1) * cells)
	return fmt.Sprintf("%s %3.0f%%", strings.Repeat("█", full)+strings.Repeat("·", cells-full), 100*fraction)
}
