package verdict

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
)

// Model gives probabilities: log odds = base - the costs of all inputs, each a monotone
// curve. Its file is JSON and can be read.
type Model struct {
	About string `json:"about"`
	// Pair has the odds that a match is right by the kind of its method, Bare those where A's mesh was not
	// laid on B, as with point clouds, and Place those that a place of a match is right.
	Pair  map[Method]Odds `json:"pair"`
	Bare  map[Method]Odds `json:"pair_without_mesh"`
	Place Odds            `json:"place"`
}

// Odds are log odds of being right.
type Odds struct {
	Base  float64          `json:"base"`
	Costs map[string]Curve `json:"costs"` // by the names of inputs; those that cost nothing are left out
}

// exactTurn is the mean distance, in √area, up to which a turned surface is the same but for
// its triangles.
const exactTurn = 0.004

// surest bounds probabilities: no collection of trials says more.
const surest = 0.99

// Write writes the model's file.
func (m *Model) Write(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", " ")
	return enc.Encode(m)
}

// Read reads a file that Write has written. Errors name the fault in it.
func Read(r io.Reader) (*Model, error) {
	m := &Model{}
	dec := json.NewDecoder(r)
	dec.DisallowUnknownFields()
	if err := dec.Decode(m); err != nil {
		return nil, fmt.Errorf("the verdict's model cannot be read: %w", err)
	}
	for name, pair := range map[string]map[Method]Odds{"pair": m.Pair, "pair without mesh": m.Bare} {
		for _, kind := range []Method{Search, Instant, Rival} {
			odds, ok := pair[kind]
			if !ok {
				return nil, fmt.Errorf("the verdict's model, %s, has nothing on the methods %q", name, kind)
			}
			if err := odds.check(pairNames()); err != nil {
				return nil, fmt.Errorf("the verdict's model, %s, %s: %w", name, kind, err)
			}
		}
	}
	if err := m.Place.check(placeNames()); err != nil {
		return nil, fmt.Errorf("the verdict's model, place: %w", err)
	}
	return m, nil
}

func (o Odds) check(names map[string]bool) error {
	if math.IsNaN(o.Base) || math.IsInf(o.Base, 0) {
		return errors.New("its base is no number")
	}
	for name, c := range o.Costs {
		rises, ok := names[name]
		switch {
		case !ok:
			return fmt.Errorf("there is no input %q", name)
		case !c.monotone(rises):
			return fmt.Errorf("the cost of %q is not monotone, or not 0 at its best end", name)
		}
	}
	return nil
}

// pairNames are the names of inputs with whether higher is better.
func pairNames() map[string]bool {
	out := map[string]bool{}
	for _, in := range inputs {
		out[in.Name] = in.rises
	}
	return out
}

func placeNames() map[string]bool {
	out := map[string]bool{}
	for _, in := range placeInputs {
		out[in.name] = true
	}
	return out
}

// cost is the cost of one input.
type cost struct {
	input *Input
	cost  float64
}

// pair is the log odds of a match, and the costs of the inputs, in their own order.
func (m *Model) pair(e *Evidence) (odds float64, costs []cost) {
	by := m.Pair
	if !e.laid() && m.Bare != nil {
		by = m.Bare
	}
	o, ok := by[e.Method]
	if !ok {
		o = by[Rival]
	}
	odds = o.Base
	for k := range inputs {
		c, ok := o.Costs[inputs[k].Name]
		if !ok {
			continue
		}
		if v := c.at(inputs[k].value(e)); v > 0 {
			odds -= v
			costs = append(costs, cost{&inputs[k], v})
		}
	}
	// Where another match is as good by a symmetry, at most one in two is meant.
	exact := Lesser(e.TurnA, e.TurnB) < exactTurn || e.Normals == 0 && Lesser(e.SelfA, e.SelfB) < 0
	if exact && !(e.Pins >= 3) {
		odds = min(odds, 0)
	}
	// Of two minima one is meant at most: where another has a clearly better score, as beside one that
	// a person chose, the shown one is no likelier than not, unless the person has set the side.
	if e.Margin < -clearlyBehind && e.Wanted != 1 && !(e.Pins >= 3) {
		odds = min(odds, 0)
	}
	return odds, costs
}

// clearlyBehind is the difference of scores that is no close call any more.
const clearlyBehind = 0.4

// Probability is the probability that a match is right.
func (m *Model) Probability(e *Evidence) float64 {
	odds, _ := m.pair(e)
	return min(max(sigmoid(odds), 1-surest), surest)
}

// At is the evidence for a place of a match.
type At struct {
	Map, Agreement, Concentration, Partner float64 // the parts of its confidence, 0 to 1
	// Pair is the probability that the match is right, Samples how many it has, Stretch the mean
	// stretch of angles of A's mesh on B, NaN where none was laid.
	Pair, Samples, Stretch float64
}

// In is a place of a match that has evidence e, and is right with probability pair.
func (a At) In(e *Evidence, pair float64) At {
	a.Pair, a.Samples, a.Stretch = pair, e.Samples, e.AngleStretch
	return a
}

// NearPlace is the distance, in √area, within which a place is right.
const NearPlace = 0.05

type placeInput struct {
	name  string
	knots []float64
	of    func(a *At) float64
}

// placeInputs are the inputs of the model for places; of all of them higher is better.
var placeInputs = []placeInput{
	{"pair", []float64{-3, -1, 0, 1, 2, 3, 4}, func(a *At) float64 { return math.Log(a.Pair / (1 - a.Pair)) }},
	{"map", []float64{0, 0.15, 0.3, 0.45, 0.6, 0.8, 1}, func(a *At) float64 { return a.Map }},
	{"agreement", []float64{0.2, 0.5, 0.8, 0.95, 1}, func(a *At) float64 { return a.Agreement }},
	{"concentration", []float64{0.2, 0.6, 0.9, 1}, func(a *At) float64 { return a.Concentration }},
	{"partner", []float64{0, 0.5, 1}, func(a *At) float64 { return a.Partner }},
	{"stretch", []float64{-2, -1.6, -1.4, -1.3, -1.2, -1.1}, func(a *At) float64 {
		if math.IsNaN(a.Stretch) {
			return -1.4
		}
		return -a.Stretch
	}},
	{"samples", []float64{math.Log(30), math.Log(70), math.Log(150), math.Log(250), math.Log(500)}, func(a *At) float64 { return math.Log(a.Samples) }},
}

// AtPlace is the probability that a place of a match lies within NearPlace of the truth.
func (m *Model) AtPlace(a *At) float64 {
	odds := m.Place.Base
	for k := range placeInputs {
		odds -= m.Place.Costs[placeInputs[k].name].at(placeInputs[k].of(a))
	}
	return min(max(sigmoid(odds), 1-surest), surest)
}
