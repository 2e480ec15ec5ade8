package pipeline

import (
	"gwscope/app/session"
	"gwscope/solver/baseline"
)

// Parameters are the options of rivals, as package baseline has them.
func Parameters(opt session.Options) baseline.Parameters {
	return baseline.Parameters{
		Entropic: baseline.EntropicParameters{Epsilon: opt.Epsilon, Solver: opt.EntropicSolver},
		LowRank:  baseline.LowRankParameters{Rank: opt.Rank},
		SaGroW:   baseline.SaGroWParameters{Samples: opt.Sampled},
		CNT:      baseline.CNTParameters{Epsilon: opt.Epsilon},
		SDP:      baseline.SDPParameters{Gap: opt.Gap},
		Partial:  baseline.PartialParameters{Mass: opt.Mass},
		Sliced:   baseline.SlicedParameters{Directions: opt.Directions, Slicing: opt.Slicing},
	}
}
