package amortized

import "fmt"

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

// Remarks are sentences for people on how far a pair lies outside what the weights have
// learned; none where it lies inside.
func (w *Weights) Remarks(x, y *Tokens) []string {
	if w.Statistics == nil {
		return []string{"The matcher's weights do not say what it has learned: its match is a guess for shapes that it does not know."}
	}
	var out []string
	n := w.Statistics.Novelty(w.Config, x, y)
	switch outX, outY := n.X > 1 || n.ForeignX, n.Y > 1 || n.ForeignY; {
	case outX && outY:
		out = append(out, "Both shapes are unlike what the matcher has learned"+knows(w.Card)+": its match may be nonsense.")
	case outX:
		out = append(out, "Shape A is unlike what the matcher has learned"+knows(w.Card)+": its match may be nonsense.")
	case outY:
		out = append(out, "Shape B is unlike what the matcher has learned"+knows(w.Card)+": its match may be nonsense.")
	case n.Pair > 1:
		out = append(out, "The shapes are less alike than pairs that the matcher has learned, which are of one kind: its match may be nonsense.")
	}
	if few, many := min(x.Len(), y.Len()), max(x.Len(), y.Len()); w.Card.MostPoints > 0 && (few < w.Card.FewestPoints || many > w.Card.MostPoints) {
		numbers := fmt.Sprint(w.Card.MostPoints)
		if w.Card.FewestPoints < w.Card.MostPoints {
			numbers = fmt.Sprintf("%d to %d", w.Card.FewestPoints, w.Card.MostPoints)
		}
		out = append(out, "The matcher has learned from shapes of "+numbers+" samples: with other numbers it is less sure.")
	}
	return out
}

// knows is " (airplane, bag, …, table)".
func knows(c Card) string {
	switch n := len(c.Categories); {
	case n == 0:
		return ""
	case n > 4:
		return fmt.Sprintf(" (%s, %s, … %s)", c.Categories[0], c.Categories[1], c.Categories[n-1])
	default:
		text := " ("
		for k, name := range c.Categories {
			if k > 0 {
				text += ", "
			}
			text += name
		}
		return text + ")"
	}
}
