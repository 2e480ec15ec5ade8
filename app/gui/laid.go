package gui

import (
	"context"
	"math"

	"gwscope/app/pipeline"
	"gwscope/app/session"
)

// manyFolds is the share of folded or collapsed triangles from which a mesh is better not
// used as it is.
const manyFolds = 0.005

// showLaid says how A's mesh lies on B.
func (p *resultPanel) showLaid(m *pipeline.Match) {
	r := m.Registered
	alone := m.Options.Surface == session.MapAlone && !m.X.Domain.IsCloud() && !m.Y.Domain.IsCloud()
	setVisible(p.laid, r != nil || alone)
	setVisible(p.off, r != nil)
	if r == nil {
		p.laid.set("not laid, the map alone", colorSoft) // a lesson may have left it so
		return
	}
	q := r.Quality
	color := colorGood
	if q.Folded+q.Collapsed > manyFolds {
		color = colorCaution
	}
	p.laid.set(smallShare(q.Folded)+" folded, "+smallShare(q.Collapsed)+" collapsed", color)
	p.off.set(fixed(q.FarMean, 4)+", 99 % within "+fixed(q.Far99, 4), colorText)
	p.stretch.set(fixed(q.AngleStretch, 2)+", "+fixed(q.AreaStretch, 2), colorText)
}

// showTurned says how much of A the match turns over, once it is worked out, where details
// are asked for.
func (p *resultPanel) showTurned(m *pipeline.Match) {
	setVisible(p.stretch, p.open && m.Registered != nil)
	setVisible(p.turned, p.open)
	if !p.open {
		return
	}
	p.turned.set("…", colorSoft)
	p.d.aside(func(ctx context.Context) func() {
		s, err := m.SenseContext(ctx)
		if err != nil {
			return nil
		}
		return func() {
			if p.d.m.match != m {
				return
			}
			switch {
			case math.IsNaN(s.Reversed):
				p.turned.set("cannot be judged", colorSoft)
			case m.Registered != nil && m.Registered.Mirrored:
				p.turned.set("all, a mirror image", colorCaution)
			case m.Registered == nil:
				p.turned.set(smallShare(s.Reversed), colorText)
			default:
				p.turned.set(smallShare(s.Reversed)+", of the map "+smallShare(s.ReversedByMap), colorText)
			}
		}
	}, func() {
		if p.d.m.match == m {
			p.turned.set(notWorkedOut, colorSoft)
		}
	})
}

// smallShare is a share in hundredths that tells little from none.
func smallShare(v float64) string {
	switch {
	case v == 0:
		return "0 %"
	case v < 0.0001:
		return "< 0.01 %"
	}
	return fixed(100*v, 2) + " %"
}
