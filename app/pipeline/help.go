package pipeline

import (
	"context"
	"fmt"
	"slices"

	"gwscope/app/session"
	"gwscope/solver"
)

// foreign is the GW² with distances over their means from which a fast match that is
// doubted may be one between species: half the line between one species and two, because no
// hard line should decide.
const foreign = solver.CrossSpecies / 2

// askForHelp solves again with extremities where s was a fast match, seems to be one
// between species, and is doubted. A fast solve looks at no extremities, which find what is
// meant where the least loss does not. It takes about 0.6 s more, and the note says so. s
// comes back where the match with extremities is not the likelier one.
func (e *Engine) askForHelp(ctx context.Context, s Solved, rep *reporter) (Solved, error) {
	o, r := s.Options, s.Result
	if o.Method != string(solver.Hierarchical) || o.Effort != string(solver.Fast) || o.Anchors != string(solver.AnchorsAuto) || !o.Polish || o.Alpha < 1 ||
		len(s.Marks.Pinned()) > 0 || s.helped || r.Status == solver.Cancelled || r.Anchors != nil || ctx.Err() != nil ||
		min(s.X.Len(), s.Y.Len()) < helpSamples || !(solver.OverMeans(s.X, s.Y, r.GW2()) > foreign) {
		return s, nil
	}
	before, err := e.glance(ctx, s, session.MapAlone, rep)
	if err != nil || before >= doubtedBelow {
		return s, ignoreEnd(ctx, err)
	}
	asked := s.Asked
	asked.helped = true
	rep.report("asking extremities for help", rep.shares.solve, nil)
	helped, err := e.solve(ctx, &s.Pair, &asked, rep)
	if err != nil {
		return s, ignoreEnd(ctx, err)
	}
	after, err := e.glance(ctx, helped, session.MapAlone, rep)
	if err != nil || helped.Result.Status == solver.Cancelled || after <= before {
		return s, ignoreEnd(ctx, err)
	}
	helped.SolveNotes = []string{fmt.Sprintf("The fast match was doubtful (%.0f %%) and the shapes look like different species: extremities joined, which took some tenths of a second more.", 100*before)}
	return helped, nil
}

// helpSamples are the fewest samples at which extremities are asked.
const helpSamples = 120

// doubtedBelow is the probability below which a fast match asks for help.
const doubtedBelow = 0.8

// glance is the probability that the match of a coupling is right, with its maps made as surface
// says. To lay A's mesh on B takes longer, and the answer is surer.
func (e *Engine) glance(ctx context.Context, s Solved, surface string, rep *reporter) (float64, error) {
	s.Options.Surface = surface
	m, err := e.finish(ctx, ctx, s, 0, BySolver, nil, rep)
	if err != nil {
		return 0, err
	}
	v, err := m.VerdictContext(ctx)
	if err != nil {
		return 0, err
	}
	return v.Probability, nil
}

// ignoreEnd is err, but nil where ctx has ended: then the match in hand is kept.
func ignoreEnd(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// byExtremities reports whether any minimum of a result was matched by extremities.
func byExtremities(r *solver.Result) bool {
	return slices.ContainsFunc(r.Alternatives, func(a solver.Alternative) bool { return a.Match != nil })
}
