package baseline

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/feature"
	"gwscope/solver/gw"
	"gwscope/solver/internal/semidefinite"
)

// SDPParameters of the semidefinite relaxation.
type SDPParameters struct {
	// Gap is the relative difference (GW² - bound)/GW² at which a plan counts as
	// proven optimal and the solver stops; default 1e-3.
	Gap float64
	// Tolerance is the relative residual, primal and dual, at which the relaxation
	// counts as solved where the gap stays open; default 1e-6.
	Tolerance float64
	// MaxIterations of the splitting, one eigendecomposition each; default 1000.
	MaxIterations int
}

func (o SDPParameters) withDefaults() SDPParameters {
	o.Gap = cmp.Or(max(o.Gap, 0), 1e-3)
	o.Tolerance = cmp.Or(max(o.Tolerance, 0), 1e-6)
	o.MaxIterations = cmp.Or(max(o.MaxIterations, 0), 1000)
	return o
}

var sdp = Method{
	Name: "sdp", Title: "Semidefinite relaxation (SDP-GW)",
	About: "Proves how low the loss can be. For very few samples",
	Cite:  "Chen, Nguyen, Koh, Soh 2024, Semidefinite Relaxations of the Gromov-Wasserstein Distance, arXiv 2312.14572",
	Fused: true, MaxSize: sdpMaxSize,
	Why: fmt.Sprintf("its semidefinite matrix has a row for each pair of points; use %d samples or fewer (--samples %[1]d)", sdpMaxSize),
	run: runSDP,
}

// sdpMaxSize makes a matrix of 577 rows, whose eigenvectors take some 30 ms. Time
// grows as the sixth power of this.
const sdpMaxSize = 24

// sdpPatience is the number of iterations in which the gap must fall by set.Gap for the
// solver to go on.
const sdpPatience = 200

// sdpRoundEvery is how many iterations pass between two looks for better plans and
// bounds, which cost about as much as one iteration.
const sdpRoundEvery = 10

// runSDP solves the relaxation; rounds its plans on the way, by a transport problem
// and conditional gradient; and stops when the best of them is proven optimal.
func runSDP(ctx context.Context, p *Problem, o Options) (*Result, error) {
	set := o.SDP.withDefaults()
	search, err := newSDPSearch(p, o)
	if err != nil {
		return nil, err
	}
	search.from(ctx, nil)
	if search.plan == nil { // cancelled at once
		return result(nil, math.NaN(), 0, gw.Cancelled), nil
	}
	status := gw.IterationLimit
	iterations, lastGap, lastAt := 0, 1.0, 0
	if search.gap() > 0 {
		solver := semidefinite.NewSolver(p.DX, p.DY, search.a, search.b, search.linear, o.Threads)
		for status == gw.IterationLimit && iterations < set.MaxIterations {
			if ctx.Err() != nil {
				break
			}
			if err := solver.Step(); err != nil {
				return nil, err
			}
			iterations++
			solved := max(solver.Primal, solver.Dual) <= set.Tolerance
			if iterations%sdpRoundEvery != 0 && !solved && iterations < set.MaxIterations {
				continue
			}
			search.round(ctx, solver)
			if bound, err := solver.Bound(ctx); err == nil {
				search.bound = max(search.bound, bound)
			}
			if gap := search.gap(); gap < lastGap-set.Gap {
				lastGap, lastAt = gap, iterations
			}
			if search.gap() <= set.Gap || solved || iterations-lastAt >= sdpPatience {
				status = gw.Converged
			}
			if o.Progress != nil {
				// The gap falls about as a power of the iteration.
				done := math.Log(search.gap()) / math.Log(set.Gap)
				o.Progress(Progress{Stage: fmt.Sprintf("relaxation, iteration %d: within %.2g %% of the bound", iterations, 100*search.gap()),
					Fraction: min(max(done, float64(iterations)/float64(set.MaxIterations), 0), 1), GW2: search.gw2, Plan: search.plan})
			}
		}
	} else {
		status = gw.Converged
	}
	if ctx.Err() != nil {
		status = gw.Cancelled
	}
	return search.result(iterations, status, set), nil
}

// sdpSearch holds the best plan and the best bound so far.
type sdpSearch struct {
	problem *gw.Problem
	a, b    []float64
	linear  *mat.Dense // (1-α)/α of the features' cost; nil: none
	alpha   float64
	threads int
	space   gw.CGWorkspace

	plan           *gw.Plan
	gw2, objective float64 // of plan; the objective is GW² + <linear, P>
	bound          float64 // on the objective of all plans
	tiny           float64 // an objective below this is zero but for rounding
}

func newSDPSearch(p *Problem, o Options) (*sdpSearch, error) {
	problem, err := gw.NewProblem(p.DX, p.DY, p.A, p.B)
	if err != nil {
		return nil, err
	}
	s := &sdpSearch{problem: problem, alpha: 1, threads: o.Threads, objective: math.Inf(1)}
	s.a, s.b = p.weights()
	if p.Fused() {
		cost := feature.Cost(p.FeaturesX, p.FeaturesY)
		if s.problem, err = problem.Fused(cost, p.Alpha); err != nil {
			return nil, err
		}
		s.alpha, s.linear = p.Alpha, mat.DenseCopyOf(cost)
		s.linear.Scale((1-p.Alpha)/p.Alpha, s.linear)
	}
	largest := max(mat.Max(p.DX), mat.Max(p.DY))
	s.tiny = 1e-14 * largest * largest
	return s, nil
}

// from polishes a start by conditional gradient and keeps the best plan.
func (s *sdpSearch) from(ctx context.Context, start *gw.Plan) {
	r, err := s.problem.ConditionalGradient(ctx, start, gw.CGOptions{Threads: s.threads}, &s.space)
	if err != nil || r.Plan == nil { // the start was a plan: nothing to say to people
		return
	}
	if objective := r.Objective / s.alpha; objective < s.objective {
		s.plan, s.gw2, s.objective = r.Plan, r.Loss, objective
	}
}

// sdpGiven is how many rows of the lifted matrix are rounded each time.
const sdpGiven = 24

// round makes plans of the relaxation: of its x block, and of its rows for the pairs
// (i, j) with most mass. The block is a mean where mirror images are nearly as good,
// and the mean of two good plans is a poor one; a row is a mean over plans that send i
// to j, and so of one kind.
func (s *sdpSearch) round(ctx context.Context, solver *semidefinite.Solver) {
	block := solver.Plan()
	n, m := block.Dims()
	order := make([]int, n*m)
	for k := range order {
		order[k] = k
	}
	slices.SortFunc(order, func(k, l int) int {
		return cmp.Or(cmp.Compare(block.At(l/m, l%m), block.At(k/m, k%m)), cmp.Compare(k, l))
	})
	candidates := []*mat.Dense{block}
	for _, k := range order[:min(sdpGiven, len(order))] {
		candidates = append(candidates, solver.Given(k/m, k%m))
	}
	for _, c := range candidates {
		c.Scale(-1, c)
		start, _, err := gw.Transport(ctx, c, s.a, s.b) // the vertex nearest to c
		if err != nil {
			return
		}
		s.from(ctx, start)
	}
}

// gap is (objective - bound)/objective; 0 where the objective itself is, for none is
// negative.
func (s *sdpSearch) gap() float64 {
	if s.objective <= s.tiny {
		return 0
	}
	return max(s.objective-s.bound, 0) / s.objective
}

// result has the best plan and the proven bound.
func (s *sdpSearch) result(iterations int, status gw.Status, set SDPParameters) *Result {
	r := result(s.plan, s.gw2, iterations, status)
	bound := s.alpha * min(s.bound, s.objective)
	what := "GW²"
	if s.alpha == 1 {
		r.Bound = bound
	} else {
		what = "fused objective"
		r.Value, r.ValueName = s.alpha*s.objective, what
	}
	gap := s.gap()
	switch {
	case s.objective <= s.tiny:
		r.Notes = append(r.Notes, "Proven optimal: the "+what+" is zero.")
	case gap <= set.Gap:
		r.Notes = append(r.Notes, fmt.Sprintf("Proven optimal within %.2g %%: no plan of these samples has a %s below %.6g.", 100*gap, what, bound))
	case bound == 0:
		r.Notes = append(r.Notes, "Nothing is proven of the "+what+" but that it is not negative: the relaxation was stopped too soon.")
	case status == gw.Converged:
		r.Notes = append(r.Notes, fmt.Sprintf("No plan of these samples has a %s below %.6g. The relaxation proves no more: "+
			"whether one lies in the %.2g %% between is open.", what, bound, 100*gap))
	default:
		r.Notes = append(r.Notes, fmt.Sprintf("No plan of these samples has a %s below %.6g: the plan is optimal within %.2g %%. More iterations may prove more.", what, bound, 100*gap))
	}
	r.Notes = append(r.Notes, "The plan is the relaxation's, rounded to a vertex of the plans and polished by conditional gradient.")
	if n, m := s.plan.N, s.plan.M; min(n, m) > 1 {
		r.Notes = append(r.Notes, "So few samples are landmarks: only their match is proven. The map of all vertices is coarse (150 samples carry a good one).")
	}
	return r
}
