package gui

import (
	"context"
	"math"

	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/session"
)

// manyFolds is the share of folded or collapsed triangles from which a mesh needs mending before use.
const manyFolds = 0.005

// showLaid says how A's mesh lies on B.
func (p *resultPanel) showLaid(m *pipeline.Match) {
	r := m.Registered
	alone := m.Options.Surface == session.MapAlone && !m.X.Domain.IsCloud() && !m.Y.Domain.IsCloud()
	widget.SetVisible(p.laid, r != nil || alone)
	widget.SetVisible(p.off, r != nil)
	if r == nil {
		p.shared.Hide()
		p.laid.Set("not laid, the map alone", widget.ColorSoft) // a lesson may have set this option
		return
	}
	q := r.Quality
	color := widget.ColorGood
	if q.Folded+q.Collapsed > manyFolds {
		color = widget.ColorCaution
	}
	p.laid.Set(smallShare(q.Folded)+" folded, "+smallShare(q.Collapsed)+" collapsed", color)
	p.off.Set(fixed(q.FarMean, 4)+", 99 % within "+fixed(q.Far99, 4), widget.ColorText)
	widget.SetVisible(p.shared, q.Partnered99 < q.Far99)
	p.shared.Set("99 % within "+fixed(q.Partnered99, 4), widget.ColorText)
	stretch := fixed(q.AngleStretch, 2) + ", " + fixed(q.AreaStretch, 2)
	if q.Squeezed >= 0.0001 {
		stretch += "; tenfold " + smallShare(q.Squeezed)
	}
	p.stretch.Set(stretch, widget.ColorText)
}

// showTurned shows, among the details, the share of A that the match turns over. It is worked out first.
func (p *resultPanel) showTurned(m *pipeline.Match) {
	widget.SetVisible(p.stretch, p.open && m.Registered != nil)
	widget.SetVisible(p.turned, p.open)
	if !p.open {
		return
	}
	p.turned.Set("…", widget.ColorSoft)
	p.tasks.aside(func(ctx context.Context) func() {
		s, err := m.SenseContext(ctx)
		if err != nil {
			return nil
		}
		return func() {
			if p.m.match != m {
				return
			}
			switch {
			case math.IsNaN(s.Reversed):
				p.turned.Set("cannot be judged", widget.ColorSoft)
			case m.Registered != nil && m.Registered.Mirrored:
				p.turned.Set("all, a mirror image", widget.ColorCaution)
			case m.Registered == nil:
				p.turned.Set(smallShare(s.Reversed), widget.ColorText)
			default:
				p.turned.Set(smallShare(s.Reversed)+", of the map "+smallShare(s.ReversedByMap), widget.ColorText)
			}
		}
	}, func() {
		if p.m.match == m {
			p.turned.Set(notWorkedOut, widget.ColorSoft)
		}
	})
}

// smallShare writes a share in percent, so that a very small share differs from nothing.
func smallShare(v float64) string {
	switch {
	case v == 0:
		return "0 %"
	case v < 0.0001:
		return "< 0.01 %"
	}
	return fixed(100*v, 2) + " %"
}
