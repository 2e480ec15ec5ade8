package verdict

import "math"

// Input is a number on which the odds depend in one direction only.
type Input struct {
	Name string
	// rises says that higher is better.
	rises bool
	of    func(e *Evidence) float64
	// knots are where the cost may bend; from the first to the last it changes, beyond it
	// does not.
	knots []float64
	// unknown stands for a number that is not known.
	unknown float64
	// prior is the cost of each span between knots before examples are seen; nil: nothing.
	// Certain facts keep their weight with it where a kind of method has few examples.
	prior []float64
}

// value is the input's number for some evidence.
func (in *Input) value(e *Evidence) float64 {
	v := in.of(e)
	if math.IsNaN(v) {
		return in.unknown
	}
	return v
}

// inputs of the model for pairs. Knots were laid through the middle of the values that trials show.
var inputs = []Input{
	{"margin", true, func(e *Evidence) float64 { return e.Margin }, []float64{-0.2, 0.2, 0.5, 1, 2, 3.5}, 0.8, nil},
	{"orientation", true, func(e *Evidence) float64 {
		if e.Wanted == 1 {
			return math.NaN() // the person has chosen the side
		}
		return e.Orientation
	}, []float64{0.3, 0.5, 0.65, 0.75, 0.85}, 0.9, []float64{1, 2, 0.5, 0.5}},
	{"normals", true, func(e *Evidence) float64 { return e.Normals }, []float64{0, 1}, 1, nil},
	{"symmetry", true, func(e *Evidence) float64 {
		if e.Pins >= 3 {
			return math.NaN() // landmarks say which way
		}
		return Lesser(e.SelfA, e.SelfB)
	}, []float64{-0.7, -0.4, -0.2, 0, 0.3, 0.8}, 0.8, []float64{1, 1.5, 1.5, 0.5, 0}},
	{"turn", true, func(e *Evidence) float64 {
		if e.Pins >= 3 {
			return math.NaN()
		}
		return math.Log(Lesser(e.TurnA, e.TurnB))
	}, logs(0.004, 0.006, 0.01, 0.016, 0.03), math.Log(0.03), []float64{2.5, 1.5, 0, 0}},
	{"sameness of places", true, func(e *Evidence) float64 {
		if e.Pins >= 3 {
			return math.NaN()
		}
		return e.Places
	}, []float64{0.03, 0.06, 0.09}, 0.09, []float64{1.5, 1}},
	{"loss", false, func(e *Evidence) float64 { return math.Log(e.GW2 / e.Floor) }, []float64{0, 0.7, 1.4, 2.1, 3}, 1.4, nil},
	{"proportions", false, func(e *Evidence) float64 { return math.Log(e.Dissimilarity) }, []float64{-5.5, -4.6, -4.1, -3.5, -2.8}, -4.1, nil},
	{"kinship", false, func(e *Evidence) float64 {
		if e.Paired > 0 || e.Pins >= 3 {
			return math.Inf(-1) // extremities or landmarks bear the difference
		}
		return math.Log(e.Dissimilarity)
	}, []float64{-5.2, -4.6, -4.2, -3.8, -3.3}, -4.6, nil},
	{"distortion", false, func(e *Evidence) float64 { return e.Distortion }, []float64{0.03, 0.05, 0.08, 0.12}, 0.08, nil},
	{"rigidity", false, func(e *Evidence) float64 { return math.Log(e.Rigidity * math.Sqrt(e.Samples)) }, []float64{-0.9, -0.5, -0.2, 0.1, 0.5}, 0, nil},
	{"score", false, func(e *Evidence) float64 { return e.Score }, []float64{-10, -8, -6.5, -5.5, -4.5}, -6.5, nil},
	{"map", true, func(e *Evidence) float64 { return e.Map }, []float64{0.2, 0.35, 0.45, 0.55, 0.7}, 0.5, nil},
	{"agreement", true, func(e *Evidence) float64 { return e.Agreement }, []float64{0.5, 0.7, 0.85, 0.95}, 0.85, nil},
	{"concentration", true, func(e *Evidence) float64 { return e.Concentration }, []float64{0.3, 0.6, 0.9, 1}, 1, nil},
	{"partner", false, func(e *Evidence) float64 { return e.Unmatched }, []float64{0.03, 0.1, 0.25, 0.5}, 0.05, nil},
	{"coverage", true, func(e *Evidence) float64 { return e.Covered }, []float64{0.6, 0.75, 0.9, 0.97}, 0.95, nil},
	{"distance", false, func(e *Evidence) float64 { return math.Log(e.Near / e.Edge) }, logs(0.15, 0.25, 0.4, 0.7, 1.2), math.Log(0.15), []float64{0.2, 0.5, 1, 1}},
	{"stretch", false, func(e *Evidence) float64 { return math.Log(e.AngleStretch - 1) }, logs(0.25, 0.45, 0.7, 1.1, 1.8, 3), math.Log(0.45), nil},
	{"moved", false, func(e *Evidence) float64 { return math.Log(e.Moved * math.Sqrt(e.Samples)) }, logs(0.2, 0.27, 0.35, 0.5, 0.8), math.Log(0.27), nil},
	{"extremities", false, func(e *Evidence) float64 { return math.Abs(e.TipsA - e.TipsB) }, []float64{0, 1, 3}, 0, nil},
	{"samples", true, func(e *Evidence) float64 { return math.Log(e.Samples) }, []float64{math.Log(30), math.Log(70), math.Log(150), math.Log(250)}, math.Log(250), nil},
	{"effort", true, func(e *Evidence) float64 {
		if e.Effort == "fast" {
			return 0
		}
		return 1
	}, []float64{0, 1}, 1, nil},
	{"far points", false, func(e *Evidence) float64 { return math.Min(e.Far, 1) }, []float64{0, 1}, 0, []float64{2}},
	{"pieces", false, func(e *Evidence) float64 { return e.Pieces }, []float64{1, 2}, 1, nil},
	{"cracks", false, func(e *Evidence) float64 { return math.Min(e.Cracks, 1) }, []float64{0, 1}, 0, nil},
	{"novelty", false, func(e *Evidence) float64 { return e.Unfamiliar }, []float64{0, 1}, 0, []float64{1}},
	{"passed over", false, func(e *Evidence) float64 { return math.Log(e.GW2 / e.Least) }, []float64{0, 0.1, 0.4, 1}, 0, nil},
}

// logs are the logarithms of some numbers.
func logs(of ...float64) []float64 {
	out := make([]float64, len(of))
	for k, v := range of {
		out[k] = math.Log(v)
	}
	return out
}

// Lesser is the lesser of two numbers, either of which may be unknown.
func Lesser(a, b float64) float64 {
	if math.IsNaN(a) || b < a {
		return b
	}
	return a
}
