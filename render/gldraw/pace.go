package gldraw

import "time"

// pace chooses the quality of moving frames from how long the last ones took.
type pace struct {
	target   time.Duration
	software bool
	// perSample is the smoothed time of a drawn pixel, and is 0 before the first frame.
	perSample float64
}

// quality is the finest that should keep within the target.
func (p *pace) quality(f *Frame) Quality {
	if p.perSample == 0 {
		if p.software {
			return Moving
		}
		return Still
	}
	for _, q := range []Quality{Still, Moving} {
		if p.perSample*drawnPixels(f, q) <= float64(p.target) {
			return q
		}
	}
	return Draft
}

// learn takes in a finished frame. Time per drawn pixel is a model good enough
// for the choice: vertices cost the same at every quality, so it errs towards
// coarser after a draft and corrects itself with the next still frame.
func (p *pace) learn(d *Drawn) {
	t := float64(d.Took) / drawnPixels(&d.Frame, d.Frame.Quality)
	if p.perSample == 0 {
		p.perSample = t
		return
	}
	p.perSample += 0.3 * (t - p.perSample)
}

func drawnPixels(f *Frame, q Quality) float64 {
	n := float64(q.samples()) / 2
	return float64(f.Width) * float64(f.Height) * n * n
}
