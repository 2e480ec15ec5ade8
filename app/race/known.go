package race

import (
	"fmt"
	"slices"
	"strings"

	"gwscope/solver"
	"gwscope/solver/baseline"
)

// variants are the usual contestants of each method; the first is in [Default]. A method that is
// not named here takes part with its defaults.
var variants = map[string][]string{
	"hierarchical": {"hierarchical", "hierarchical:fast"},
	"neural":       {"neural", "neural:warm"},
	"amortized":    {"amortized", "amortized:refined"},
	"cg":           {"cg", "cg:warm"},
	// The paper's three entropies. Distances are shares of the diameter, so 1 blurs all.
	"entropic": {"entropic:0.05", "entropic:0.5", "entropic:1", "entropic:0.05:ppa"},
	"lowrank":  {"lowrank:20"},
	"sagrow":   {"sagrow:100"},
	"sdp":      {"sdp:20"},
}

// Known are all usual contestants, in the order of the methods.
func Known() []Contestant { return offered(func(_ string, all []string) []string { return all }) }

// Default are the contestants that "all" stands for: one for each method, and the warm start and
// the entropies of the paper's tables.
func Default() []Contestant {
	return offered(func(method string, all []string) []string {
		switch method {
		case "cg":
			return all
		case "entropic":
			return all[:3]
		}
		return all[:1]
	})
}

func offered(which func(method string, all []string) []string) []Contestant {
	var out []Contestant
	for _, m := range solver.Methods() {
		if m == solver.Amortized && !solver.HasMatcher() {
			continue
		}
		all, ok := variants[string(m)]
		if !ok {
			all = []string{plain(string(m))}
		}
		for _, text := range which(string(m), all) {
			// A variant may name an option that its method does not have.
			if c, err := ParseContestant(text); err == nil {
				out = append(out, c)
			}
		}
	}
	return out
}

// plain is a method with its defaults; a method for few points gets as many samples as it takes.
func plain(method string) string {
	if m, err := baseline.Find(method); err == nil && m.MaxSize > 0 {
		return fmt.Sprintf("%s:samples=%d", method, m.MaxSize)
	}
	return method
}

// Parse reads contestants, separated by commas; "all" stands for [Default]. A contestant that is
// named twice takes part once.
func Parse(text string) ([]Contestant, error) {
	var out []Contestant
	add := func(cs ...Contestant) {
		for _, c := range cs {
			if !slices.ContainsFunc(out, func(d Contestant) bool { return d.String() == c.String() }) {
				out = append(out, c)
			}
		}
	}
	for word := range strings.SplitSeq(text, ",") {
		switch word = strings.TrimSpace(word); word {
		case "":
		case "all":
			add(Default()...)
		default:
			c, err := ParseContestant(word)
			if err != nil {
				return nil, err
			}
			add(c)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no method is named; write some, such as hierarchical,cg, or all")
	}
	return out, nil
}
