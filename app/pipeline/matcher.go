package pipeline

import (
	"fmt"
	"os"

	"gwscope/app/session"
	"gwscope/solver"
	"gwscope/solver/amortized"
)

// matcherOf reads the weights that the options name; nil for those that the program carries.
func matcherOf(opt session.Options) (*amortized.Weights, error) {
	if opt.Method != string(solver.Amortized) {
		return nil, nil
	}
	return ReadMatcher(opt.Model)
}

// ReadMatcher reads weights of the amortised matcher from a file, or takes those of the paper's network;
// nil for "", which are those that the program carries.
func ReadMatcher(model string) (*amortized.Weights, error) {
	switch model {
	case "":
		return nil, nil
	case session.PaperModel:
		return solver.PaperMatcher()
	}
	f, err := os.Open(model)
	if err != nil {
		return nil, fmt.Errorf("the matcher's weights cannot be opened: %w", err)
	}
	defer f.Close()
	w, err := amortized.Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", model, err)
	}
	return w, nil
}

// canMatch names the fault of the matcher's weights; nil where there is none.
func canMatch(opt session.Options) error {
	if opt.Model == "" && !solver.HasMatcher() {
		return solver.ErrNoMatcher
	}
	_, err := matcherOf(opt)
	return err
}

// polishes reports whether the plan is polished: the plan of the amortised matcher only with the
// option Refined, because it is to be there at once.
func polishes(opt session.Options) bool {
	if opt.Method == string(solver.Amortized) {
		return opt.Refined
	}
	return opt.Polish
}

// ModelKey identifies the state of the file of weights that the options name; "" where they name none.
func ModelKey(opt session.Options) string {
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
