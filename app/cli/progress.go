package cli

import (
	"fmt"
	"strings"
	"time"

	"gwscope/app/pipeline"
	"gwscope/solver/amortized/train"
)

// draw replaces the last line of a terminal by a line of progress. Elsewhere it does nothing.
func (e Env) draw(line string) {
	if e.Terminal {
		fmt.Fprint(e.Stderr, "\r\x1b[K"+line)
	}
}

// wipe removes the line of progress.
func (e Env) wipe() { e.draw("") }

// progressLine draws the progress of a match on a terminal, and nothing elsewhere.
func progressLine(env Env) func(pipeline.Progress) {
	if !env.Terminal {
		return nil
	}
	return func(p pipeline.Progress) {
		text := progressBar(p.Fraction) + "  " + p.Stage
		if p.GW2 > 0 {
			text += fmt.Sprintf("  GW² %.5f", p.GW2)
		}
		if p.Left > 0 {
			text += fmt.Sprintf("  %s left", p.Left.Round(100*time.Millisecond))
		}
		env.draw(text)
	}
}

// bar draws a fraction from 0 to 1 as text.
func bar(fraction float64) string {
	const cells = 24
	full := int(min(max(fraction, 0), 1) * cells)
	return strings.Repeat("█", full) + strings.Repeat("·", cells-full)
}

// progressBar is a bar with its percentage.
func progressBar(fraction float64) string {
	return fmt.Sprintf("%s %3.0f%%", bar(fraction), 100*fraction)
}

// trainProgress shows the progress of a training: one line that is drawn again on a
// terminal, a line for each epoch elsewhere.
func trainProgress(env Env) func(train.Progress) {
	return func(p train.Progress) {
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
		env.draw(fitted(line))
	}
}
