package experiments

import (
	"context"
	"math"
	"time"

	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/solver/metric"
)

// Row is one pair at one setting, measured. Losses are GW²; errors are mean
// geodesic / √area; times in seconds.
type Row struct {
	Pair    string
	Samples int // asked for; N and M are what the shapes have
	N, M    int
	Effort  string

	GW2Slicer, GW2                 float64
	GW2Least                       float64 // least among the alternatives that are offered
	SamplesDirect, SamplesMirrored float64 // at the samples, snapped
	Direct, Mirrored               float64 // dense; Mirrored NaN where unknown
	Margin                         float64
	Uncertain                      bool
	Space, Solve, Dense            float64

	// POT on the same distances; NaN where it was not run.
	POTSeconds, POTLoss float64
}

// RightSide is the direct error below which a map is on the right side: twice
// the sampling floor is about 0.03, a mirrored map lies above 0.15.
const RightSide = 0.10

// Right reports whether the dense map is on the right side.
func (r Row) Right() bool { return r.Direct < RightSide }

// measurePair runs every effort on a pair with the same spaces.
func measurePair(ctx context.Context, p *Pair, opt session.Options, efforts []string, pot *POT, potLimit int) ([]Row, error) {
	var rows []Row
	var x, y *metric.Space
	for _, effort := range efforts {
		o := opt
		o.Effort = effort
		// An engine of its own: remembered spaces would count as free.
		m, err := pipeline.NewEngine().Match(ctx, p.A, p.B, o, p.Truth, nil)
		if err != nil {
			return nil, err
		}
		x, y = m.X, m.Y
		row := Row{Pair: p.Name, Samples: o.Samples, N: x.Len(), M: y.Len(), Effort: effort,
			GW2Slicer: m.Result.GW2Slicer, GW2: m.GW2(), Margin: m.Result.Margin, Uncertain: m.Result.Uncertain,
			Direct: math.NaN(), Mirrored: math.NaN(), SamplesDirect: math.NaN(), SamplesMirrored: math.NaN(),
			Space: m.Times.Space.Seconds(), Solve: m.Times.Solve.Seconds(), Dense: m.Times.Dense.Seconds(),
			POTSeconds: math.NaN(), POTLoss: math.NaN()}
		row.GW2Least = row.GW2
		for _, alt := range m.Result.Alternatives {
			row.GW2Least = min(row.GW2Least, alt.GW2)
		}
		if e := m.Errors; e != nil {
			row.Direct, row.Mirrored = e.MeanDirect, e.MeanMirrored
			row.SamplesDirect, row.SamplesMirrored = e.SamplesDirect, e.SamplesMirrored
		}
		rows = append(rows, row)
	}
	if pot == nil || x.Len() > potLimit {
		return rows, nil
	}
	run, err := pot.Solve(ctx, x, y)
	if err != nil {
		return nil, err
	}
	for i := range rows {
		rows[i].POTSeconds, rows[i].POTLoss = run.Seconds, run.Loss
	}
	return rows, nil
}

// timeLeft estimates what remains from what is done.
func timeLeft(start time.Time, done, all int) time.Duration {
	if done == 0 {
		return 0
	}
	return time.Since(start) * time.Duration(all-done) / time.Duration(done)
}
