package option

import (
	"slices"

	"gwscope/solver"
	"gwscope/solver/baseline"
)

// methodNames are all methods, ours first.
func methodNames() []string {
	var names []string
	for _, m := range solver.Methods() {
		names = append(names, string(m))
	}
	return names
}

// ofMethods are the words of say for each of methodNames.
func ofMethods(say func(name string) string) (words []string) {
	for _, name := range methodNames() {
		words = append(words, say(name))
	}
	return words
}

// MethodTitle is the name of a method for people.
func MethodTitle(name string) string { return solver.Method(name).Title() }

// polished are the methods that have the option polish: all but the amortised matcher, which has
// the option refined.
func polished() []string {
	return slices.DeleteFunc(methodNames(), func(name string) bool { return name == string(solver.Amortized) })
}

// warm are the methods that can begin with the hierarchical slicer's plan.
func warm() []string {
	return append([]string{string(solver.Neural)}, rivals(func(m *baseline.Method) bool { return m.Warm })...)
}

// onCard are the methods that can use a graphics card, for networks or for matrix products.
func onCard() []string {
	ours := []string{string(solver.Hierarchical), string(solver.Anchored), string(solver.Neural), string(solver.Amortized)}
	return append(ours, rivals(func(m *baseline.Method) bool { return m.Device })...)
}

// fused are the methods whose objective can have a feature term.
func fused() []string {
	return append([]string{string(solver.Hierarchical), string(solver.Neural)}, rivals(func(m *baseline.Method) bool { return m.Fused })...)
}

// partial are the methods that can match a part.
func partial() []string {
	return rivals(func(m *baseline.Method) bool { return m.Partial })
}

// sliced are the methods that project on directions.
func sliced() []string {
	return rivals(func(m *baseline.Method) bool { return m.Points && m.Distance })
}

func rivals(which func(*baseline.Method) bool) []string {
	names := []string{}
	for _, m := range baseline.All {
		if which(m) {
			names = append(names, m.Name)
		}
	}
	return names
}

// MethodAbout says in a line how a method works and when to use it.
func MethodAbout(name string) string {
	switch solver.Method(name) {
	case solver.Hierarchical:
		return "Sorts both shapes by distances to places. The usual choice: seconds"
	case solver.Neural:
		return "Networks learn the numbers that are sorted. Shows its training"
	case solver.Anchored:
		return "Pairs paws, noses and tails first. For different bodies"
	case solver.Amortized:
		return "A trained network answers at once. Refine it afterwards"
	}
	if m, err := baseline.Find(name); err == nil {
		return m.About
	}
	return ""
}
