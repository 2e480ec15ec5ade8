package solver

import (
	"context"
	"fmt"
	"time"

	"gwscope/internal/figures"
	"gwscope/internal/stages"
	"gwscope/solver/baseline"
	"gwscope/solver/feature"
	"gwscope/solver/gw"
	"gwscope/solver/metric"
	"gwscope/solver/slicer"
)

// rival runs a method of package baseline.
func (s *solve) rival(ctx context.Context) (*candidates, error) {
	method, err := baseline.Find(string(s.Method))
	if err != nil {
		return nil, err
	}
	problem := &baseline.Problem{DX: s.X.Distances, DY: s.Y.Distances, A: s.X.Weights, B: s.Y.Weights,
		PointsX: feature.Positions(s.X), PointsY: feature.Positions(s.Y), Alpha: s.Alpha}
	if s.features != nil {
		problem.FeaturesX, problem.FeaturesY = s.features.x, s.features.y
	}
	options := baseline.Options{Seed: s.Seed, Threads: s.threads, Parameters: s.Baseline}
	if s.card != nil {
		options.Device = s.card
	}
	if s.Learning.Start == FromHierarchical {
		if !method.Warm {
			return nil, fmt.Errorf("%s has a start of its own: use the start %q", method.Title, FromScratch)
		}
		if err := method.Accepts(problem); err != nil {
			return nil, err
		}
		finals, err := s.finals(ctx)
		if err != nil {
			return nil, err
		}
		if len(finals) == 0 { // cancelled
			return &candidates{}, nil
		}
		options.Start = finals[0].plan
	}
	options.Progress = func(p baseline.Progress) {
		if p.Plan != nil {
			s.report.plan(p.Plan, p.GW2)
		}
		s.report.stage(p.Stage, rivalEnds*p.Fraction)
	}
	s.report.stage("solving", 0)
	begin := time.Now()
	in, end := stages.Begin(ctx, "rival")
	r, err := method.Run(in, problem, options)
	end()
	if err != nil {
		return nil, err
	}
	s.times.Rival = time.Since(begin)
	if r.Plan == nil { // cancelled before the first plan
		return &candidates{finals: s.simplest(0)}, nil
	}
	return &candidates{finals: []final{{plan: r.Plan, gw2: r.GW2, status: r.Status}}, tell: func(out *Result) {
		out.Own = &figures.Own{Title: method.Title, Value: figures.Number(r.Value), Name: r.ValueName, Bound: figures.Number(r.Bound), Distance: method.Distance, Iterations: r.Iterations}
		if r.Mass < 1 {
			out.Part = partOf(r.Plan, s.X.Weights, s.Y.Weights, r.Mass)
			out.MarginalError = figures.Number(gw.PartialError(r.Plan, s.X.Weights, s.Y.Weights, r.Mass))
			out.Notes = append(out.Notes, fmt.Sprintf("Matched is %.0f %% of the mass. Which part is left out is a local minimum's choice, and no surer than the map of the rest.", 100*r.Mass))
		}
		out.Notes = append(r.Notes, out.Notes...)
	}}, nil
}

// rivalEnds is a rival's share of the progress bar.
const rivalEnds = 0.9

// slicerCloud is the embedding of all samples in which refinement works, and in which a plan that came from no
// slicer is sliced to show the push-forward values nearest to it.
func slicerCloud(space *metric.Space) slicer.Cloud {
	points := metric.MDSOf(space.Distances, nil, min(refineDim, max(space.Len()-1, 1)))
	return slicer.Cloud{Points: padded(points, refineDim), Dim: refineDim, Weights: space.Weights}
}
