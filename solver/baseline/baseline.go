package baseline

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/gw"
)

// Problem is a pair of metric measure spaces, X the source and Y the target.
type Problem struct {
	// DX (n x n) and DY (m x m) are distances: symmetric with zero diagonal.
	DX, DY *mat.Dense
	// A (n) and B (m) are positive weights with sum 1; nil: uniform.
	A, B []float64
	// PointsX (n x p) and PointsY (m x q) are coordinates, which sliced methods
	// project; nil where there are none.
	PointsX, PointsY *mat.Dense
	// FeaturesX (n x d) and FeaturesY (m x d) make the objective fused,
	//
	//	(1-α) Σ_ij |φ_i - φ_j|² P_ij + α GW²(P)
	//
	// (Vayer et al. 2019), with α = Alpha in (0, 1]. nil: α is 1.
	FeaturesX, FeaturesY *mat.Dense
	Alpha                float64
}

// Size returns the numbers of points n and m.
func (p *Problem) Size() (n, m int) {
	n, _ = p.DX.Dims()
	m, _ = p.DY.Dims()
	return n, m
}

// weights are A and B, uniform where they are nil.
func (p *Problem) weights() (a, b []float64) {
	n, m := p.Size()
	a, b = p.A, p.B
	if a == nil {
		a = gw.Uniform(n)
	}
	if b == nil {
		b = gw.Uniform(m)
	}
	return a, b
}

// Fused reports whether the objective has a feature term.
func (p *Problem) Fused() bool { return p.FeaturesX != nil && p.Alpha < 1 }

// Progress is a look at a running method.
type Progress struct {
	Stage    string   // for people: "iteration 12"
	Fraction float64  // 0 to 1; 0 where the length is unknown
	GW2      float64  // of Plan
	Plan     *gw.Plan // the best so far, nil before the first; never written again
}

// Options are the options of all methods, and the parameters of each.
type Options struct {
	Seed    uint64
	Threads int // 0: all processors; the result does not depend on it
	// Start is the plan that methods with a choice begin from; nil: the product
	// coupling, or the start of their paper.
	Start *gw.Plan
	// Device multiplies large matrices; nil: the processor does.
	Device gw.Multiplier
	// Progress, if set, is called from one goroutine at a time. It must not block.
	Progress func(Progress)

	Parameters
}

// Result of a method.
type Result struct {
	// Plan is feasible within 1e-9. GW2 is its loss in the problem's distances, of a
	// plan that matches a part that of [gw.Partial].
	Plan *gw.Plan
	GW2  float64
	// Mass is the share of the mass that Plan matches: 1 but for [PartialParameters].
	Mass float64
	// Value is the objective or figure of the method itself, and ValueName its name for
	// people: "fused objective", "sliced GW, mean of 500 directions". NaN and
	// "" where that is GW2.
	Value     float64
	ValueName string
	// Bound is a proven lower bound on the GW² of all plans; NaN: none.
	Bound float64
	// Iterations counts outer iterations, whatever the paper calls so.
	Iterations int
	Status     gw.Status
	Notes      []string // sentences for people
}

// Method is a row of the table of methods.
type Method struct {
	Name  string // on the command line
	Title string // for people
	About string // in a line, how it works and its use
	// Cite names authors, year and title.
	Cite string
	// Fused says that it takes a feature term, Distance that it is a distance and no
	// matching method, Points that it needs coordinates, Warm that it takes a start,
	// Device that it multiplies on Options.Device.
	Fused, Distance, Points, Warm, Device bool
	// Partial says that it can match a part of the mass.
	Partial bool
	// MaxSize is the largest n or m it takes, and Why the reason; 0: any.
	MaxSize int
	Why     string

	run func(ctx context.Context, p *Problem, o Options) (*Result, error)
}

// Find returns the method of a name.
func Find(name string) (*Method, error) {
	var names []string
	for _, m := range All {
		if m.Name == name {
			return m, nil
		}
		names = append(names, m.Name)
	}
	return nil, fmt.Errorf("unknown method %q: use one of %s", name, strings.Join(names, ", "))
}

// AcceptsSize says why the method cannot take shapes of n and k points.
func (m *Method) AcceptsSize(n, k int) error {
	if m.MaxSize > 0 && max(n, k) > m.MaxSize {
		return fmt.Errorf("%s takes at most %d points and has %d: %s", m.Title, m.MaxSize, max(n, k), m.Why)
	}
	return nil
}

// Accepts says why the method cannot take a problem, before anything is computed.
func (m *Method) Accepts(p *Problem) error {
	if p.DX == nil || p.DY == nil {
		return errors.New("a problem needs the distances of both shapes")
	}
	if err := m.AcceptsSize(p.Size()); err != nil {
		return err
	}
	switch {
	case m.Points && (p.PointsX == nil || p.PointsY == nil):
		return fmt.Errorf("%s needs coordinates, and there are distances only", m.Title)
	case p.FeaturesX != nil && !(p.Alpha > 0 && p.Alpha <= 1):
		return fmt.Errorf("the weight α of GW beside the features is %g: use a number above 0, at most 1", p.Alpha)
	case p.Fused() && !m.Fused:
		return fmt.Errorf("%s knows no features: set α to 1", m.Title)
	case (p.FeaturesX == nil) != (p.FeaturesY == nil):
		return errors.New("features are needed on both shapes or on neither")
	}
	return nil
}

// Run runs the method on a problem. When ctx ends the result is the best plan so
// far with Status [gw.Cancelled]; Plan is nil if there was none. The error says
// why the method cannot take the problem or the options.
func (m *Method) Run(ctx context.Context, p *Problem, o Options) (*Result, error) {
	if err := m.Accepts(p); err != nil {
		return nil, err
	}
	if s := o.Partial.Mass; !(s >= 0 && s <= 1) {
		return nil, fmt.Errorf("the matched mass is %g: use a number above 0, at most 1", s)
	}
	if !m.Partial && !o.Partial.Whole() {
		return nil, fmt.Errorf("%s matches everything: set the matched mass to 1", m.Title)
	}
	r, err := m.run(ctx, p, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.Title, err)
	}
	return r, nil
}

// result starts a Result whose own value is GW².
func result(plan *gw.Plan, gw2 float64, iterations int, status gw.Status) *Result {
	return &Result{Plan: plan, GW2: gw2, Mass: 1, Value: math.NaN(), Bound: math.NaN(), Iterations: iterations, Status: status}
}
