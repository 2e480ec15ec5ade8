package gui

import (
	"context"

	"gwscope/app/gui/mainloop"
	"gwscope/app/pipeline"
)

// seedsAsked is the number of other seeds. With three of them, a single wrong seed has no majority.
const seedsAsked = 3

// seedJob is the work of asking other seeds.
type seedJob struct {
	running  bool
	fraction float64
}

// seedAsker can solve with other seeds; *pipeline.Engine does.
type seedAsker interface {
	ConsultSeeds(ctx context.Context, m *pipeline.Match, seeds int, progress func(pipeline.Progress)) (*pipeline.Match, error)
}

var _ seedAsker = (*pipeline.Engine)(nil)

// toggleSeeds asks other seeds about the match in the background, or stops asking.
func (s *solving) toggleSeeds() {
	if s.m.seeds.running {
		s.stopSeeds()
		return
	}
	m := s.m.match
	asker, ok := s.work.(seedAsker)
	if m == nil || !ok || s.m.job.running {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.stopAsking = cancel
	s.setSeeds(seedJob{running: true})
	s.tasks.background(func() func() {
		defer cancel()
		asked, err := asker.ConsultSeeds(ctx, m, seedsAsked, func(p pipeline.Progress) {
			mainloop.Do(func() {
				if ctx.Err() == nil {
					s.setSeeds(seedJob{running: true, fraction: p.Fraction})
				}
			})
		})
		stopped := ctx.Err() != nil
		return func() {
			if s.m.match != m { // another match is shown by now
				return
			}
			s.setSeeds(seedJob{})
			switch {
			case stopped:
				s.m.setStatus("Other seeds were not asked to the end")
			case err != nil:
				s.dialogs.fail("The other seeds gave no answer", err)
			default:
				pick, pins := s.m.pick, s.m.view.Pins
				s.setMatch(asked)
				s.m.setPick(pick)
				s.pointer.setPins(pins)
				s.m.setStatus("Confidence now counts " + count(seedsAsked) + " other seeds")
			}
		}
	}, func() { s.setSeeds(seedJob{}) })
}

func (s *solving) stopSeeds() {
	if s.stopAsking != nil {
		s.stopAsking()
		s.stopAsking = nil
	}
	s.setSeeds(seedJob{})
}

func (s *solving) setSeeds(j seedJob) {
	s.m.seeds = j
	s.m.onSeeds.Emit(j)
}
