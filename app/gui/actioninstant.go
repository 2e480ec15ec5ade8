package gui

import (
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"

	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/solver"
)

// atAGlance matches at once when the amortised matcher has been chosen, for that is what
// it is chosen for. Without weights there is nothing to match with; Solve will say so.
func (d *desk) atAGlance(opt *session.Option) {
	o := &d.m.options
	if opt.Name != "method" || o.Method != string(solver.Amortized) || !d.canGlance() {
		return
	}
	o.Refined = false
	d.m.onOptions.Emit(*o)
	if d.m.shapes[sideA] != nil && d.m.shapes[sideB] != nil && !d.m.job.running && !d.m.racing() {
		d.solve()
	}
}

// glance matches by the amortised matcher, whatever the method was.
func (d *desk) glance() {
	if d.m.options.Method == string(solver.Amortized) {
		d.setOption(session.Find("refined"), "false")
		d.solve()
		return
	}
	d.setOption(session.Find("method"), string(solver.Amortized))
}

// canGlance reports whether there are weights to match with.
func (d *desk) canGlance() bool { return d.m.options.Model != "" || solver.HasMatcher() }

// refinable reports whether a match is an instant one that can be refined.
func refinable(m *pipeline.Match) bool {
	return m != nil && m.Options.Method == string(solver.Amortized) && !m.Options.Refined
}

// refine takes the instant match on the screen as the start of conditional gradient.
func (d *desk) refine() {
	if !refinable(d.m.match) || d.m.job.running {
		return
	}
	d.setOption(session.Find("refined"), "true")
	d.solve()
}

// askModel asks for a file of the matcher's weights; cancelling goes back to those that
// come along.
func (d *desk) askModel(opt *session.Option) {
	f := dialog.NewFileOpen(func(r fyne.URIReadCloser, err error) {
		d.fileDialog = nil
		if err != nil {
			d.fail("This file cannot be opened", err)
			return
		}
		path := ""
		if r != nil {
			path = r.URI().Path()
			r.Close()
		}
		d.setOption(opt, path)
	}, d.win)
	f.SetTitleText("Weights of the matcher (cancel for those that come along)")
	d.showFileDialog(f)
}

// modelName is what a person reads for a file of weights.
func modelName(path string) string {
	if path == "" {
		return "as they come along"
	}
	return filepath.Base(path)
}
