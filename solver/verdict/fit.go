package verdict

import (
	"errors"
	"slices"
)

// Example is a match whose truth is known.
type Example struct {
	Evidence *Evidence
	Right    bool
	// Family keeps examples together: the fit is tried on families it has not seen.
	Family string
	Places []PlaceExample
}

// PlaceExample is a place whose truth is known; the fit knows the rest of At from the match.
type PlaceExample struct {
	At    At
	Right bool
}

// The penalties of the fit: on the curves of all methods together, and on the differences of a kind
// of method from these.
const (
	ridge     = 0.5
	ridgeKind = 16.0
	// of places, of which there are many
	ridgePlace = 0.05
)

// Fit fits a model to examples, with a mesh of A on B and without one: first the curves of all methods
// together, then those of each kind of method near them. Odds are then drawn towards even ones as far as families that
// were left out ask for it. The same examples give the same bits.
func Fit(examples []Example, about string) (*Model, error) {
	rights := 0
	for _, e := range examples {
		if e.Right {
			rights++
		}
	}
	if rights < 10 || len(examples)-rights < 10 {
		return nil, errors.New("a fit takes at least ten right and ten wrong matches")
	}
	var laid, bare []Example
	for _, e := range examples {
		if e.Evidence.laid() {
			laid = append(laid, e)
		}
		e.Evidence = e.Evidence.unlaid()
		bare = append(bare, e)
	}
	m := &Model{About: about, Bare: fitKinds(bare)}
	if m.Pair = m.Bare; len(laid) > 0 {
		m.Pair = fitKinds(laid)
	}
	m.Place = fitPlaces(examples, m)
	return m, nil
}

// fitKinds fits the odds of each kind of method.
func fitKinds(examples []Example) map[Method]Odds {
	out := map[Method]Odds{}
	data := columns(examples)
	shared := fitAll(data, priors(), 0, ridge)
	for _, kind := range []Method{Search, Instant, Rival} {
		own := data.only(func(e *Example) bool { return e.Evidence.Method == kind })
		odds := fitAll(own, shared.w, shared.base, ridgeKind)
		slope, shift := honesty(own, shared)
		out[kind] = odds.curves(slope, shift)
	}
	return out
}

// priors are the costs of spans before examples are seen.
func priors() []float64 {
	var out []float64
	for i := range inputs {
		p := make([]float64, len(inputs[i].knots)-1)
		copy(p, inputs[i].prior)
		out = append(out, p...)
	}
	return out
}

// table is examples as rows of ramps.
type table struct {
	examples []*Example
	rows     [][]float64
}

func columns(examples []Example) *table {
	t := &table{}
	for k := range examples {
		var row []float64
		for i := range inputs {
			row = append(row, ramps(inputs[i].knots, inputs[i].rises, inputs[i].value(examples[k].Evidence))...)
		}
		t.examples, t.rows = append(t.examples, &examples[k]), append(t.rows, row)
	}
	return t
}

func (t *table) only(take func(*Example) bool) *table {
	out := &table{}
	for k, e := range t.examples {
		if take(e) {
			out.examples, out.rows = append(out.examples, e), append(out.rows, t.rows[k])
		}
	}
	return out
}

// fitted is a fit in terms of ramps.
type fitted struct {
	base float64
	w    []float64
}

func fitAll(t *table, prior []float64, base, ridge float64) fitted {
	if len(t.rows) == 0 {
		return fitted{base, prior}
	}
	right, weight := make([]bool, len(t.rows)), make([]float64, len(t.rows))
	for k, e := range t.examples {
		right[k], weight[k] = e.Right, 1
	}
	b, w := logistic(t.rows, right, weight, ridge, base, prior)
	return fitted{b, w}
}

func (f fitted) odds(row []float64) float64 {
	s := f.base
	for k, v := range row {
		s -= f.w[k] * v
	}
	return s
}

// curves are the fit's odds, times slope and plus shift, as curves.
func (f fitted) curves(slope, shift float64) Odds {
	o := Odds{Base: round(slope*f.base + shift), Costs: map[string]Curve{}}
	k := 0
	for i := range inputs {
		n := len(inputs[i].knots) - 1
		o.add(inputs[i].Name, inputs[i].knots, inputs[i].rises, f.w[k:k+n], slope)
		k += n
	}
	return o
}

func (o *Odds) add(name string, knots []float64, rises bool, w []float64, slope float64) {
	scaled := make([]float64, len(w))
	some := false
	for j := range w {
		scaled[j] = round(slope * w[j])
		some = some || scaled[j] > 0
	}
	if some {
		c := curveOf(knots, rises, scaled)
		for j := range c.Cost {
			c.Cost[j] = round(c.Cost[j])
		}
		o.Costs[name] = c
	}
}

// folds is the number of groups of families; a fit without a group is tried on that group.
const folds = 8

// honesty fits each of the folds without it, gathers the odds that it gives there, and
// returns slope (at most 1) and shift that make these odds true.
func honesty(own *table, shared fitted) (slope, shift float64) {
	fold := foldsOf(own.examples)
	var rows [][]float64
	var right []bool
	var weight []float64
	for f := range folds {
		seen := &table{}
		for k, e := range own.examples {
			if fold[e.Family] != f {
				seen.examples, seen.rows = append(seen.examples, e), append(seen.rows, own.rows[k])
			}
		}
		fit := fitAll(seen, shared.w, shared.base, ridgeKind)
		for k, e := range own.examples {
			if fold[e.Family] == f {
				rows, right, weight = append(rows, []float64{-fit.odds(own.rows[k])}), append(right, e.Right), append(weight, 1)
			}
		}
	}
	if len(rows) == 0 {
		return 1, 0
	}
	shift, w := logistic(rows, right, weight, 2, 0, []float64{1})
	return min(w[0], 1), shift
}

// foldsOf deals families out to folds, in the order of their names.
func foldsOf(examples []*Example) map[string]int {
	var names []string
	for _, e := range examples {
		names = append(names, e.Family)
	}
	slices.Sort(names)
	out := map[string]int{}
	for k, n := range slices.Compact(names) {
		out[n] = k % folds
	}
	return out
}

// fitPlaces fits the odds of places, with the probabilities that m gives their pairs.
func fitPlaces(examples []Example, m *Model) Odds {
	var rows [][]float64
	var right []bool
	var weight []float64
	for k := range examples {
		e := &examples[k]
		p := m.Probability(e.Evidence)
		for _, place := range e.Places {
			at := place.At.In(e.Evidence, p)
			var row []float64
			for i := range placeInputs {
				row = append(row, ramps(placeInputs[i].knots, true, placeInputs[i].of(&at))...)
			}
			rows, right, weight = append(rows, row), append(right, place.Right), append(weight, 1/float64(len(e.Places)))
		}
	}
	o := Odds{Costs: map[string]Curve{}}
	if len(rows) == 0 {
		return o
	}
	base, w := logistic(rows, right, weight, ridgePlace, 0, nil)
	// The penalty draws odds towards even ones; there are enough places to undo that.
	odds := make([][]float64, len(rows))
	for k, row := range rows {
		odds[k] = []float64{-fitted{base, w}.odds(row)}
	}
	shift, slope := logistic(odds, right, weight, 1e-3, 0, []float64{1})
	o.Base = round(slope[0]*base + shift)
	k := 0
	for i := range placeInputs {
		n := len(placeInputs[i].knots) - 1
		o.add(placeInputs[i].name, placeInputs[i].knots, true, w[k:k+n], slope[0])
		k += n
	}
	return o
}

// round keeps three digits behind the point, which a person can read.
func round(v float64) float64 {
	if v < 0 {
		return -round(-v)
	}
	return float64(int(v*1000+0.5)) / 1000
}
