package pipeline

import (
	"fmt"
	"os"

	"gwscope/app/session"
	"gwscope/solver"
	"gwscope/solver/amortized"
)

// matcherOf reads the weights that the options name; nil: those that come along.
func matcherOf(opt session.Options) (*amortized.Weights, error) {
	if opt.Method != string(solver.Amortized) || opt.Model == "" {
		return nil, nil
	}
	if opt.Model == session.PaperModel {
		return solver.PaperMatcher()
	}
	f, err := os.Open(opt.Model)
	if err != nil {
		return nil, fmt.Errorf("the matcher's weights cannot be opened: %w", err)
	}
	defer f.Close()
	w, err := amortized.Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", opt.Model, err)
	}
	return w, nil
}

// canMatch names the fault of the matcher's weights, if they have one.
func canMatch(opt session.Options) error {
	if opt.Model == "" && !solver.HasMatcher() {
		return solver.ErrNoMatcher
	}
	_, err := matcherOf(opt)
	return err
}

// polishes reports whether the plan is to be polished: the amortised matcher's is an
// instant one unless refinement was asked for.
func polishes(opt session.Options) bool {
	if opt.Method == string(solver.Amortized) {
		return opt.Refined
	}
	return opt.Polish
}

// modelKey tells one state of a file of weights from another.
func modelKey(opt session.Options) string {
	if opt.Method != string(solver.Amortized) || opt.Model == "" {
		return ""
	}
	if opt.Model == session.PaperModel {
		return session.PaperModel
	}
	info, err := os.Stat(opt.Model)
	if err != nil {
		return "missing"
	}
	return fmt.Sprintf("%d bytes of %v", info.Size(), info.ModTime())
}
