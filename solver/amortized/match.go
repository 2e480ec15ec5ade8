package amortized

import (
	"cmp"
	"slices"

	"gwscope/solver/gw"
	"gwscope/solver/slicer"
)

// Match is what a network makes of two shapes.
type Match struct {
	Plan *gw.Plan
	// PushX (n) and PushY (m) are push-forward values: the plan is their sort.
	PushX, PushY []float64
	// Bend says that both shapes bend at joints and were cut on their places at rest.
	Bend bool

	other func() *Match
}

// Sides are m and the match that exchanges left and right in comparison with it. Both have much the same
// loss where objects are nearly mirror images of themselves. Networks that give no places know m alone.
func (m *Match) Sides() []*Match {
	if m.other == nil {
		return []*Match{m}
	}
	return []*Match{m, m.other()}
}

// Match runs the network on two shapes and sorts their points.
func (m *Model) Match(x, y *Tokens) (*Match, error) {
	told, toldY, err := m.Scores(x, y)
	if err != nil {
		return nil, err
	}
	return m.config.Match(x, y, told, toldY), nil
}

// Match is the match of two shapes for which a network has given these numbers (n and m times Outputs).
func (c Config) Match(x, y *Tokens, toldX, toldY []float64) *Match {
	if !c.Places {
		return &Match{Plan: Plan(toldX, toldY, x, y), PushX: toldX, PushY: toldY}
	}
	// Of two shapes the same one is always the first: exchanged ones give the transposed plan, to the
	// last bit.
	first, second, placesX, placesY := x, y, toldX, toldY
	exchanged := compareTokens(x, y) > 0
	if exchanged {
		first, second, placesX, placesY = y, x, toldY, toldX
	}
	at := func(m *Match) *Match {
		if exchanged {
			m.Plan, m.PushX, m.PushY = m.Plan.Transpose(), m.PushY, m.PushX
		}
		return m
	}
	if c.bends(first, placesX) && c.bends(second, placesY) {
		restX, restY := newRested(first, placesX), newRested(second, placesY)
		m := at(matchNumbers(first, second, restX.numbers(1), restY.numbers(1)))
		m.Bend = true
		m.other = func() *Match { return at(matchNumbers(first, second, restX.numbers(-1), restY.numbers(1))) }
		return m
	}
	sides := choosePoses(first, second, newPoser(first, placesX).poses(), newPoser(second, placesY).poses())
	m := at(matchIn(first, second, sides[0]))
	m.other = func() *Match { return at(matchIn(first, second, sides[1])) }
	return m
}

// matchIn stands both shapes up.
func matchIn(x, y *Tokens, c chosen) *Match {
	return matchNumbers(x, y, x.in(c.x).numbers(), y.in(c.y).numbers())
}

// matchNumbers cuts both shapes' numbers together, and mends the cuts.
func matchNumbers(x, y *Tokens, numbersX, numbersY slicer.Cloud) *Match {
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
