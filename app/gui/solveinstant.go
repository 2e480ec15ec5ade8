package gui

import (
	"path/filepath"

	"gwscope/app/gui/widget"
	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/solver"
)

// atAGlance matches at once when the amortised matcher is chosen: a person who chooses it expects this. Without
// weights it does nothing; Solve then gives the reason.
func (s *solving) atAGlance(opt *option.Option) {
	o := &s.m.options
	if opt.Name != "method" || o.Method != string(solver.Amortized) || !s.canGlance() {
		return
	}
	o.Refined = false
	s.m.onOptions.Emit(*o)
	if s.m.shapes[sideA] != nil && s.m.shapes[sideB] != nil && !s.m.job.running && !s.m.racing() {
		s.solve()
	}
}

// glance matches by the amortised matcher, whatever the chosen method is.
func (s *solving) glance() {
	if s.m.options.Method == string(solver.Amortized) {
		s.setOption(option.Find("refined"), "false")
		s.solve()
		return
	}
	s.setOption(option.Find("method"), string(solver.Amortized))
}

// canGlance reports whether the matcher has weights.
func (s *solving) canGlance() bool { return s.m.options.Model != "" || solver.HasMatcher() }

// refinable reports whether a match is an instant match that can be refined.
func refinable(m *pipeline.Match) bool {
	return m != nil && m.Options.Method == string(solver.Amortized) && !m.Options.Refined
}

// refine takes the instant match on the screen as the start of conditional gradient.
func (s *solving) refine() {
	if !refinable(s.m.match) || s.m.job.running {
		return
	}
	s.setOption(option.Find("refined"), "true")
	s.solve()
}

// askModel asks for a file of the matcher's weights, or for weights that come with the program.
func (s *solving) askModel(opt *option.Option) {
	choose := func() {
		s.dialogs.chooseFile("Weights of the matcher", nil, func(path string) { s.setOption(opt, path) })
	}
	now := opt.Get(&s.m.options)
	said := "The weights are of " + now + "."
	switch now {
	case "":
		said = "The weights are the program’s own."
	case session.PaperModel:
		said = "The weights are the program’s own of the paper’s network."
	}
	buttons := []widget.Button{{Text: "Cancel"}}
	for _, b := range []struct{ text, value string }{{"Standard", ""}, {"Paper's", session.PaperModel}} {
		if now != b.value {
			buttons = append(buttons, widget.Button{Text: b.text, Do: func() { s.setOption(opt, b.value) }})
		}
	}
	s.dialogs.widgets.NewSheet(s.win.Canvas(), "Weights of the matcher", "", widget.NewParagraph(said, widget.ColorText), 480,
		append(buttons, widget.Button{Text: "A file…", Do: choose})...)
}

// modelName is the name of a file of weights, for a person to read.
func modelName(path string) string {
	switch path {
	case "":
		return "built in"
	case session.PaperModel:
		return "the paper's"
	}
	return filepath.Base(path)
}

// askNumber asks for a number that the menu does not offer.
func (s *solving) askNumber(opt *option.Option) {
	s.dialogs.ask(opt.Label, upperFirst(opt.Help)+": "+opt.Range(), opt.Get(&s.m.options), "Set", atOnce(func(text string) error {
		o := s.m.options
		if err := opt.Set(&o, text); err != nil {
			return err
		}
		s.setOption(opt, text)
		return nil
	}))
}
