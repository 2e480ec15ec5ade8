package session

import (
	"fmt"
	"slices"
	"strings"

	"gwscope/solver"
	"gwscope/solver/baseline"
)

// Contestant is a method with its parameters, as experiments and the race compare
// them: one method may be several contestants.
type Contestant struct {
	// Key is its name on the command line, such as "cg-warm".
	Key string
	// Title is what a person reads; Short fits a column or a legend.
	Title, Short string
	// Changes are the options in which it differs from others, besides the method, as
	// rows of the [Table] take them.
	Changes []Change
	Method  string
}

// Change sets the row of the [Table] named Option.
type Change struct{ Option, Value string }

// Options are base with the contestant's method and changes.
func (c Contestant) Options(base Options) Options {
	o := base
	o.Method = c.Method
	for _, change := range c.Changes {
		if err := Find(change.Option).Set(&o, change.Value); err != nil {
			panic(err) // values are checked when a contestant is made
		}
	}
	return o
}

// MaxSamples is the largest number of samples that the method takes; 0: any.
func (c Contestant) MaxSamples() int {
	if m, err := baseline.Find(c.Method); err == nil {
		return m.MaxSize
	}
	return 0
}

// Distance reports a method that is a distance: its plan is the one that its best
// direction sorts out.
func (c Contestant) Distance() bool {
	m, err := baseline.Find(c.Method)
	return err == nil && m.Distance
}

// special are the methods that enter more than once, or under names of their own.
var special = map[string][]Contestant{
	string(solver.Hierarchical): {
		{Key: "hierarchical", Title: "min-GSGW, hierarchical slicer, thorough", Short: "hierarchical", Changes: []Change{{"effort", "thorough"}}},
		{Key: "hierarchical-fast", Title: "min-GSGW, hierarchical slicer, fast", Short: "hierarchical fast", Changes: []Change{{"effort", "fast"}}},
	},
	string(solver.Neural): {
		{Key: "neural", Title: "min-GSGW, neural slicer from scratch", Short: "neural", Changes: []Change{{"preset", "best"}, {"start", "scratch"}}},
		{Key: "neural-warm", Title: "min-GSGW, neural slicer from the hierarchical one", Short: "neural warm", Changes: []Change{{"preset", "best"}, {"start", "hierarchical"}}},
		{Key: "neural-paper-animals", Title: "min-GSGW, the paper's animal networks", Short: "paper animals", Changes: []Change{{"preset", "paper-animals"}}},
		{Key: "neural-paper-horse", Title: "min-GSGW, the paper's horse networks", Short: "paper horse", Changes: []Change{{"preset", "paper-horse"}}},
	},
	"cg": {
		{Key: "cg", Title: "Conditional gradient, cold start", Short: "CG cold", Changes: []Change{{"start", "scratch"}}},
		{Key: "cg-warm", Title: "Conditional gradient, warm start", Short: "CG warm", Changes: []Change{{"start", "hierarchical"}}},
	},
	"entropic": {
		{Key: "entropic-0.05", Title: "Entropic GW, ε 0.05", Short: "entropic 0.05", Changes: []Change{{"entropic-solver", "pgd"}, {"epsilon", "0.05"}}},
		{Key: "entropic-0.5", Title: "Entropic GW, ε 0.5", Short: "entropic 0.5", Changes: []Change{{"entropic-solver", "pgd"}, {"epsilon", "0.5"}}},
		{Key: "entropic-1", Title: "Entropic GW, ε 1", Short: "entropic 1", Changes: []Change{{"entropic-solver", "pgd"}, {"epsilon", "1"}}},
		{Key: "entropic-ppa", Title: "Entropic GW, proximal point, ε 0.05", Short: "proximal", Changes: []Change{{"entropic-solver", "ppa"}, {"epsilon", "0.05"}}},
	},
}

// Contestants are all methods with the parameters under which they usually compete,
// in the order in which people meet them.
func Contestants() []Contestant {
	var all []Contestant
	for _, method := range methodNames() {
		entries := special[method]
		if entries == nil {
			entries = []Contestant{{Key: method, Title: MethodTitle(method), Short: method}}
		}
		for _, c := range entries {
			c.Method = method
			all = append(all, c)
		}
	}
	return all
}

// ParseContestants reads a list of keys, separated by commas. A key may be followed by
// options of its own, "entropic-0.05:epsilon=0.01", and every method's name is a key.
// "all" stands for all of them.
func ParseContestants(list string) ([]Contestant, error) {
	var out []Contestant
	for word := range strings.SplitSeq(list, ",") {
		word = strings.TrimSpace(word)
		if word == "" {
			continue
		}
		if word == "all" {
			out = append(out, Contestants()...)
			continue
		}
		c, err := parseContestant(word)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	for i, c := range out {
		if slices.ContainsFunc(out[:i], func(o Contestant) bool { return o.Key == c.Key }) {
			return nil, fmt.Errorf("method %q is named twice", c.Key)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no method is named; there are %s", contestantKeys())
	}
	return out, nil
}

func parseContestant(word string) (Contestant, error) {
	key, options, _ := strings.Cut(word, ":")
	c, err := findContestant(key)
	if err != nil || options == "" {
		return c, err
	}
	c.Key = word
	c.Title += " (" + strings.ReplaceAll(options, ":", ", ") + ")"
	c.Short += " " + strings.ReplaceAll(options, ":", " ")
	c.Changes = slices.Clone(c.Changes)
	probe := Defaults()
	for change := range strings.SplitSeq(options, ":") {
		name, value, ok := strings.Cut(change, "=")
		if !ok || !known(name) {
			return c, fmt.Errorf("method %q: %q is no option=value", word, change)
		}
		if err := Find(name).Set(&probe, value); err != nil {
			return c, fmt.Errorf("method %q: %w", word, err)
		}
		c.Changes = append(c.Changes, Change{name, value})
	}
	return c, nil
}

func findContestant(key string) (Contestant, error) {
	all := Contestants()
	for _, c := range all {
		if c.Key == key {
			return c, nil
		}
	}
	for _, c := range all { // a method that enters under other names only
		if c.Method == key {
			return Contestant{Key: key, Title: MethodTitle(key), Short: key, Method: key}, nil
		}
	}
	return Contestant{}, fmt.Errorf("there is no method %q; there are %s", key, contestantKeys())
}

func known(option string) bool {
	return slices.ContainsFunc(Table, func(o Option) bool { return o.Name == option })
}

func contestantKeys() string {
	var keys []string
	for _, c := range Contestants() {
		keys = append(keys, c.Key)
	}
	return strings.Join(keys, ", ")
}
