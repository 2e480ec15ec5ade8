package solver

import (
	"context"

	"gwscope/solver/baseline"
)

// method is a row of the table of our own methods. Each finds candidates in a file of its
// own; conclude makes the result of them.
type method struct {
	name  Method
	title string // for people
	find  func(*solve, context.Context) (*candidates, error)
}

// table are our own methods in the order of lists. It is a function, for methods read it.
func table() []method {
	return []method{
		{Hierarchical, "min-GSGW, hierarchical slicer", (*solve).hierarchical},
		{Neural, "min-GSGW, neural slicer", (*solve).learn},
		{Anchored, "Extremities (across species)", (*solve).anchored},
		{Amortized, "min-GSGW, amortised (instant)", (*solve).instant},
	}
}

// Methods lists the values of Settings.Method: our own, then the rivals.
func Methods() []Method {
	var all []Method
	for _, m := range table() {
		all = append(all, m.name)
	}
	for _, m := range baseline.All {
		all = append(all, Method(m.Name))
	}
	return all
}

// Rival reports whether the method is one of package baseline.
func (m Method) Rival() bool {
	_, err := baseline.Find(string(m))
	return err == nil
}

// Title is the method's name for people; its own name where nobody knows it.
func (m Method) Title() string {
	for _, own := range table() {
		if own.name == m {
			return own.title
		}
	}
	if rival, err := baseline.Find(string(m)); err == nil {
		return rival.Title
	}
	return string(m)
}

// finder gives the candidates of the method; nil where nobody knows it.
func (m Method) finder() func(*solve, context.Context) (*candidates, error) {
	for _, own := range table() {
		if own.name == m {
			return own.find
		}
	}
	if m.Rival() {
		return (*solve).rival
	}
	return nil
}
