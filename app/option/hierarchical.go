package option

import (
	"gwscope/app/session"
	"gwscope/solver"
)

// anchorsRow is the option of the hierarchical method. It stands below the effort in the table.
func anchorsRow() Option {
	return Option{Name: "anchors", Label: "Extremities", Kind: Choice, Methods: []string{string(solver.Hierarchical)},
		Help:    "matching by extremities beside the slicer: auto where the shapes look like different species or the choice is uncertain (thorough effort)",
		Choices: []string{"auto", "on", "off"}, Labels: []string{"where they help", "always", "never"},
		at: word(func(o *session.Options) *string { return &o.Anchors })}
}
