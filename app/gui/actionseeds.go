package gui

import (
	"context"

	"gwscope/app/gui/mainloop"
	"gwscope/app/pipeline"
)

// seedsAsked is how many other seeds are asked: with three, one that went astray is
// outvoted.
const seedsAsked = 3

// seedJob is the work of asking other seeds.
type seedJob struct {
	running  bool
	fraction float64
}

// seedAsker is what can ask other seeds; *pipeline.Engine can.
type seedAsker interface {
	ConsultSeeds(ctx context.Context, m *pipeline.Match, seeds int, progress func(pipeline.Progress)) (*pipeline.Match, error)
}

var _ seedAsker = (*pipeline.Engine)(nil)

// toggleSeeds asks other seeds about the match in the background, or stops asking.
func (d *desk) toggleSeeds() {
	if d.m.seeds.running {
		d.stopSeeds()
		return
	}
	m := d.m.match
	asker, ok := d.work.(seedAsker)
	if m == nil || !ok || d.m.job.running {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	d.stopAsking = cancel
	d.setSeeds(seedJob{running: true})
	d.background(func() func() {
		defer cancel()
		asked, err := asker.ConsultSeeds(ctx, m, seedsAsked, func(p pipeline.Progress) {
			mainloop.Do(func() {
				if ctx.Err() == nil {
					d.setSeeds(seedJob{running: true, fraction: p.Fraction})
				}
			})
		})
		stopped := ctx.Err() != nil
		return func() {
			if d.m.match != m { // there is another match by now
				return
			}
			d.setSeeds(seedJob{})
			switch {
			case stopped:
				d.m.setStatus("Other seeds were not asked to the end")
			case err != nil:
				d.fail("The other seeds gave no answer", err)
			default:
				pick, pins := d.m.pick, d.m.view.Pins
				d.setMatch(asked)
				d.m.setPick(pick)
				d.setPins(pins)
				d.m.setStatus("Confidence now counts " + count(seedsAsked) + " other seeds")
				d.setSeeds(seedJob{})
			}
		}
	}, func() { d.setSeeds(seedJob{}) })
}

func (d *desk) stopSeeds() {
	if d.stopAsking != nil {
		d.stopAsking()
		d.stopAsking = nil
	}
	d.setSeeds(seedJob{})
}

func (d *desk) setSeeds(j seedJob) {
	d.m.seeds = j
	d.m.onSeeds.Emit(j)
}
