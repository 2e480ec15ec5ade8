package amortized

import (
	"cmp"
	"slices"

	"gwscope/solver/gw"
)

// Match is what a network makes of two shapes.
type Match struct {
	Plan *gw.Plan
	// PushX (n) and PushY (m) are push-forward values: the plan is their sort.
	PushX, PushY []float64
}

// Match runs the network on two shapes and sorts their points.
func (m *Model) Match(x, y *Tokens) (*Match, error) {
	told, toldY, err := m.Scores(x, y)
	if err != nil {
		return nil, err
	}
	return m.config.Match(x, y, told, toldY), nil
}

// Match is the match of two shapes of which a network has told so much (n and m times Outputs).
func (c Config) Match(x, y *Tokens, toldX, toldY []float64) *Match {
	if !c.Places {
		return &Match{Plan(toldX, toldY, x, y), toldX, toldY}
	}
	// Of two shapes the same one is always the first: exchanged ones give the transposed plan, to the
	// last bit.
	if compareTokens(x, y) > 0 {
		m := matchPlaces(y, x, toldY, toldX)
		return &Match{m.Plan.Transpose(), m.PushY, m.PushX}
	}
	return matchPlaces(x, y, toldX, toldY)
}

// matchPlaces stands both shapes up, cuts them together, and mends the cuts.
func matchPlaces(x, y *Tokens, placesX, placesY []float64) *Match {
	c := choosePoses(x, y, newPoser(x, placesX).poses(), newPoser(y, placesY).poses())
	numbersX, numbersY := x.in(c.x).numbers(), y.in(c.y).numbers()
	s := cut(numbersX, numbersY)
	m := &Match{Plan: s.Plan(x.Mass, y.Mass), PushX: s.PushX, PushY: s.PushY}
	if sigma, ok := m.Plan.Sigma(); ok {
		exchange(numbersX, numbersY, sigma)
		for i, j := range sigma {
			m.PushX[i] = m.PushY[j]
		}
		m.Plan = gw.Permutation(sigma)
	}
	return m
}

// compareTokens is an order of shapes that does not depend on the order of their points.
func compareTokens(x, y *Tokens) int {
	if c := cmp.Compare(x.Len(), y.Len()); c != 0 {
		return c
	}
	width := len(x.Input) / x.Len()
	for k, i := range x.Order {
		j := y.Order[k]
		if c := cmp.Or(
			slices.Compare(x.Input[int(i)*width:(int(i)+1)*width], y.Input[int(j)*width:(int(j)+1)*width]),
			cmp.Compare(x.Mass[i], y.Mass[j])); c != 0 {
			return c
		}
	}
	return 0
}
