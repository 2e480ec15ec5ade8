package gldraw

import "time"

// detail says how many triangles of each surface, and how many points and lines, a
// moving picture draws.
type detail int

// The levels of detail, finest first.
const (
	whole detail = iota
	medium
	low
	details
)

// step is how finely a moving frame is drawn.
type step struct {
	Quality
	detail
}

// steps are the qualities of a moving frame, finest first. Shapes lose triangles
// before pictures lose pixels: a coarse pixel shows everywhere, a coarse triangle
// hardly at all while it moves.
var steps = []step{{Still, whole}, {Moving, whole}, {Moving, medium}, {Moving, low}, {Draft, medium}, {Draft, low}}

// load are the numbers that the time of a frame depends on.
type load struct{ pixels, triangles float64 }

// pace chooses how finely moving frames are drawn from how long the last ones took.
// A frame of p drawn pixels and t triangles is modelled to take pixel·p + triangle·t,
// fitted by least squares over the past frames, the newest counting most.
type pace struct {
	target   time.Duration
	software bool
	last     int // index of the step drawn last

	pixel, triangle float64 // nanoseconds each
	// Weighted sums for the fit: of products of pixels, triangles and time.
	pp, pt, tt, py, ty float64
}

// forget is the weight of each frame relative to the next: a window that comes to lie
// under another, or a laptop that is unplugged, is noticed within five frames.
const forget = 0.8

// Priors, in nanoseconds, of a processor of a few cores and of a modest graphics card.
const (
	softwarePixel, softwareTriangle = 15, 250
	cardPixel, cardTriangle         = 1, 2
)

// doubt is how many frames' worth the priors weigh in the fit.
const doubt = 0.3

// A switch of detail is seen, so there must be a reason: the same step is kept while it takes less than
// tooSlow times the target and the next finer one would take more than easily times the target.
const tooSlow, easily = 1.15, 0.75

func (p *pace) priors() (pixel, triangle float64) {
	if p.software {
		return softwarePixel, softwareTriangle
	}
	return cardPixel, cardTriangle
}

// choose is the finest step that should keep within the target; of is the load of a frame at a step.
func (p *pace) choose(of func(step) load) step {
	first := 0
	if p.software && p.pixel == 0 {
		first = 1 // nothing is known yet: better coarse than jerky
	}
	p.last = max(p.last, first)
	target := float64(p.target)
	if t := p.predict(of(steps[p.last])); t > target*tooSlow {
		for p.last < len(steps)-1 && p.predict(of(steps[p.last])) > target {
			p.last++
		}
	} else {
		for p.last > first && p.predict(of(steps[p.last-1])) < target*easily {
			p.last--
		}
	}
	return steps[p.last]
}

// predict is the time of a frame, nanoseconds.
func (p *pace) predict(l load) float64 {
	pixel, triangle := p.pixel, p.triangle
	if pixel == 0 && triangle == 0 {
		pixel, triangle = p.priors()
	}
	return pixel*l.pixels + triangle*l.triangles
}

// learn takes in a finished frame.
func (p *pace) learn(l load, took time.Duration) {
	y := float64(took)
	if !(l.pixels > 0) || !(y > 0) {
		return
	}
	p.pp, p.pt, p.tt = p.pp*forget+l.pixels*l.pixels, p.pt*forget+l.pixels*l.triangles, p.tt*forget+l.triangles*l.triangles
	p.py, p.ty = p.py*forget+l.pixels*y, p.ty*forget+l.triangles*y
	// The priors, scaled to explain this frame, count as faint further observations: they decide
	// between pixels and triangles while all frames have been of one kind.
	pixel, triangle := p.priors()
	scale := y / (pixel*l.pixels + triangle*l.triangles)
	pixel, triangle = pixel*scale, triangle*scale
	wp, wt := doubt*l.pixels*l.pixels, doubt*l.triangles*l.triangles
	pp, tt, py, ty := p.pp+wp, p.tt+wt, p.py+wp*pixel, p.ty+wt*triangle
	det := pp*tt - p.pt*p.pt
	if !(det > 1e-9*pp*tt) { // no triangles
		p.pixel, p.triangle = py/pp, triangle
		return
	}
	p.pixel, p.triangle = (tt*py-p.pt*ty)/det, (pp*ty-p.pt*py)/det
	switch { // noise can make one of them negative
	case p.triangle < 0:
		p.pixel, p.triangle = py/pp, 0
	case p.pixel < 0:
		p.pixel, p.triangle = 0, ty/tt
	}
}

func drawnPixels(f *Frame, q Quality) float64 {
	n := float64(q.samples()) / 2
	return float64(f.Width) * float64(f.Height) * n * n
}
