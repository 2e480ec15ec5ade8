package pipeline

import (
	"context"
	"fmt"
	"slices"

	"gwscope/app/session"
	"gwscope/solver"
	"gwscope/solver/verdict"
)

// foreign is the GW² with distances over their means above which a doubtful fast match may be one
// between species: half the limit between one species and two, because the limit is not sharp.
const foreign = solver.CrossSpecies / 2

// askForHelp solves again with extremities where s is a fast match that seems to be one between
// species. A fast solve does not use extremities, which find the meant match where the least
// loss does not. It takes about 0.6 s more, and a note says so. Where the loss is clearly that of
// strangers, extremities join at once, as in a thorough solve. Otherwise they join if the match is
// doubtful without them and more probable with them.
func (e *Engine) askForHelp(ctx context.Context, s Solved, rep *reporter) (Solved, error) {
	o, r := s.Options, s.Result
	if o.Method != string(solver.Hierarchical) || o.Effort != string(solver.Fast) || o.Anchors != string(solver.AnchorsAuto) || !o.Polish || o.Alpha < 1 ||
		len(s.Marks.Pinned()) > 0 || s.helped || r.Status == solver.Cancelled || r.Anchors != nil || ctx.Err() != nil ||
		min(s.X.Len(), s.Y.Len()) < helpSamples {
		return s, nil
	}
	apart := solver.OverMeans(s.X, s.Y, r.GW2())
	if !(apart > foreign) {
		return s, nil
	}
	var before float64
	strangers := apart > solver.KinDoubt*solver.CrossSpecies && max(s.X.Len(), s.Y.Len()) <= strangerSamples
	if !strangers {
		var err error
		if before, err = e.glance(ctx, s, session.MapAlone, rep); err != nil || before >= verdict.Sure {
			return s, ignoreEnd(ctx, err)
		}
	}
	asked := s.Asked
	asked.helped = true
	rep.report("asking extremities for help", rep.shares.solve, nil)
	helped, err := e.solve(ctx, &s.Pair, &asked, rep)
	if err != nil || helped.Result.Status == solver.Cancelled {
		return s, ignoreEnd(ctx, err)
	}
	why := "The loss of the fast match is as large as between different species"
	if !strangers {
		after, err := e.glance(ctx, helped, session.MapAlone, rep)
		if err != nil || after <= before {
			return s, ignoreEnd(ctx, err)
		}
		why = fmt.Sprintf("The fast match was doubtful (%.0f %%) and its loss is about as large as between different species", 100*before)
	}
	helped.SolveNotes = []string{why + ": extremities joined, which took some tenths of a second more."}
	return helped, nil
}

// strangerSamples is the number of samples up to which clear strangers are helped without a look at the match.
// Many samples lie unevenly, which makes strangers of two poses, and help then takes seconds for nothing.
const strangerSamples = 1000

// helpSamples is the least number of samples for help.
const helpSamples = 120

// glance is the probability that the match of a coupling is right, with its maps made as surface
// says. Laying A's mesh on B takes longer and makes the answer surer.
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

// ignoreEnd is err, or nil where ctx has ended: then the present match is kept.
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
