package experiments

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gwscope/app/diagram"
)

// bet is a probability with its outcome.
type bet struct {
	p, weight float64
	right     float64 // 1 right, 0 wrong; of several places the share of right ones
}

// betLevels is the number of levels that probabilities are cut into.
const betLevels = 10

// level sums bets of about one probability; p and right are weighted sums.
type level struct{ weight, p, right float64 }

func levelsOf(bets []bet) (out [betLevels]level) {
	for _, b := range bets {
		l := &out[min(int(b.p*betLevels), betLevels-1)]
		l.weight += b.weight
		l.p += b.weight * b.p
		l.right += b.weight * b.right
	}
	return out
}

// calibrationError is the mean, over all bets, of the difference between the share of right
// ones at a bet's level and the mean probability there.
func calibrationError(bets []bet) float64 {
	sum, all := 0.0, 0.0
	for _, l := range levelsOf(bets) {
		sum += math.Abs(l.p - l.right)
		all += l.weight
	}
	return sum / all
}

// brier is the mean squared difference of probability and outcome.
func brier(bets []bet) float64 {
	sum, all := 0.0, 0.0
	for _, b := range bets {
		sum += b.weight * (b.right*(1-b.p)*(1-b.p) + (1-b.right)*b.p*b.p)
		all += b.weight
	}
	return sum / all
}

// rankArea is the probability that a right bet has a higher probability than a wrong one,
// ties counted half: the area under the curve of hits against false alarms. NaN where all
// are right or all wrong.
func rankArea(bets []bet) float64 {
	won, all := 0.0, 0.0
	for _, a := range bets {
		for _, b := range bets {
			if w := a.weight * a.right * b.weight * (1 - b.right); w > 0 {
				all += w
				switch {
				case a.p > b.p:
					won += w
				case a.p == b.p:
					won += w / 2
				}
			}
		}
	}
	return won / all
}

// riskAt is the share of wrong ones among the surest bets; share says how many of all bets
// these are.
func riskAt(bets []bet, share float64) float64 {
	sorted := slices.Clone(bets)
	slices.SortStableFunc(sorted, func(a, b bet) int { return cmp.Compare(b.p, a.p) })
	n := int(math.Ceil(share * float64(len(sorted))))
	wrong, all := 0.0, 0.0
	for _, b := range sorted[:n] {
		wrong += b.weight * (1 - b.right)
		all += b.weight
	}
	return wrong / all
}

// reliabilityTable has a line for each level.
func reliabilityTable(title string, bets []bet, unit string) Table {
	t := Table{Title: title, Left: 1, Head: []string{"probability", unit, "mean probability", "right"},
		Note: fmt.Sprintf("Calibration error %.3f, Brier score %.3f. Probabilities can be believed where the last two columns agree.", calibrationError(bets), brier(bets))}
	for k, l := range levelsOf(bets) {
		line := []string{fmt.Sprintf("%d to %d %%", 10*k, 10*k+10), Format(l.weight, 0, "–"), "–", "–"}
		if l.weight > 0 {
			line[2], line[3] = fmt.Sprintf("%.0f %%", 100*l.p/l.weight), fmt.Sprintf("%.0f %%", 100*l.right/l.weight)
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

// reliabilityFigure draws the share that was right against the probability.
func reliabilityFigure(name, what string, groups map[string][]bet, order []string) Figure {
	c := diagram.Chart{Title: "Reliability of " + what, XLabel: "probability that was promised", YLabel: "share that was right", Left: 0, Right: 1, Bottom: 0, Top: 1}
	c.Series = append(c.Series, diagram.Series{Label: "true to its word", X: []float64{0, 1}, Y: []float64{0, 1}, Ink: diagram.Grey, Dashed: true, Plain: true})
	for k, g := range order {
		s := diagram.Series{Label: g, Ink: k}
		for _, l := range levelsOf(groups[g]) {
			if l.weight > 0 {
				s.X, s.Y = append(s.X, l.p/l.weight), append(s.Y, l.right/l.weight)
			}
		}
		if s.X != nil {
			c.Series = append(c.Series, s)
		}
	}
	return figureOf(c, name, "The share that was right against the probability that was promised; on the dashed line both are equal.")
}
