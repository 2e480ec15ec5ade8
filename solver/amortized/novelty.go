package amortized

import (
	"fmt"
	"strings"
)

// Novelty says how far a pair lies outside what a model has learned.
type Novelty struct {
	// X and Y are the shapes' distances from what the model knows, and Pair that of the
	// shapes from each other, each as a multiple of what is usual: above 1 is outside.
	X, Y, Pair float64
	// ForeignX and ForeignY say that the nearest known shape is of a kind that the model is
	// not meant for.
	ForeignX, ForeignY bool
}

// Outside reports whether the model's match cannot be trusted.
func (n Novelty) Outside() bool {
	return n.X > 1 || n.Y > 1 || n.Pair > 1 || n.ForeignX || n.ForeignY
}

// Novelty of a pair under the statistics.
func (s *Statistics) Novelty(c Config, x, y *Tokens) Novelty {
	a, b := signature(c, x), signature(c, y)
	n := Novelty{X: s.excess(a) / s.Shape, Y: s.excess(b) / s.Shape, Pair: s.between(a, b) / s.Pair}
	n.ForeignX, n.ForeignY = s.nearForeign(a), s.nearForeign(b)
	return n
}

func (s *Statistics) nearForeign(signature []float64) bool {
	ofKind, foreign := s.nearest(signature)
	for _, d := range ofKind {
		if d < foreign {
			return false
		}
	}
	return true
}

// Unfamiliar is a sentence for people on a pair that lies outside what the weights have
// learned, and on weights that do not say; "" where all is well.
func (w *Weights) Unfamiliar(x, y *Tokens) string {
	if w.Statistics == nil {
		return "The matcher's weights do not say what it has learned: its match is a guess for shapes that it does not know."
	}
	n := w.Statistics.Novelty(w.Config, x, y)
	what := ""
	switch outX, outY := n.X > 1 || n.ForeignX, n.Y > 1 || n.ForeignY; {
	case outX && outY:
		what = "Both shapes are"
	case outX:
		what = "Shape A is"
	case outY:
		what = "Shape B is"
	case n.Pair > 1:
		return "The shapes are less alike than pairs that the matcher has learned, which are of one kind: its match may be nonsense."
	default:
		return ""
	}
	return what + " unlike what the matcher has learned" + knows(w.Card) + ": its match may be nonsense."
}

// denser is how many times as many samples as it has learned from a matcher may be given
// without being less right: at 1024 samples, eight times what the embedded weights learned from,
// as many part labels were carried rightly as at 256.
const denser = 8

// Numbers is a sentence on numbers of samples for which the weights are less sure; ""
// where they are not.
func (w *Weights) Numbers(x, y *Tokens) string {
	few, many := w.Card.FewestPoints, w.Card.MostPoints
	if many == 0 || min(x.Len(), y.Len()) >= few && max(x.Len(), y.Len()) <= denser*many {
		return ""
	}
	numbers := fmt.Sprint(many)
	if few < many {
		numbers = fmt.Sprintf("%d to %d", few, many)
	}
	return "The matcher has learned from shapes of " + numbers + " samples: with other numbers it is less sure."
}

// knows is " (airplane, bag, …, table)".
func knows(c Card) string {
	switch n := len(c.Categories); {
	case n == 0:
		return ""
	case n > 4:
		return fmt.Sprintf(" (%s, %s, … %s)", c.Categories[0], c.Categories[1], c.Categories[n-1])
	default:
		return " (" + strings.Join(c.Categories, ", ") + ")"
	}
}
