package race

import (
	"fmt"
	"slices"
	"strings"

	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/solver"
	"gwscope/solver/baseline"
)

// Contestant is a method with changes of the options that all contestants share.
type Contestant struct {
	// Method is a name of solver.Methods.
	Method string
	// Changes are made to the options in this order.
	Changes []Change
}

// Change sets the option Name of option.Table to Value.
type Change struct{ Name, Value string }

// words are short forms of some changes.
var words = map[string]Change{
	"refined": {"refined", "true"},
	"cold":    {"start", string(solver.FromScratch)},
	"warm":    {"start", string(solver.FromHierarchical)},
}

// ParseContestant reads METHOD[:VALUE]...: each value is NAME=VALUE with the name of
// an option, "cold", "warm" or "refined", or a bare value. The first option that takes a bare
// value gets it: the method's own options that are not advanced come first, then samples and
// effort.
//
//	cg:warm, entropic:0.05, entropic:0.5:ppa, sdp:20, hierarchical:fast, cg:alpha=0.7
func ParseContestant(text string) (Contestant, error) {
	parts := strings.Split(strings.TrimSpace(text), ":")
	c := Contestant{Method: parts[0]}
	probe := session.Defaults()
	if err := option.Find("method").Set(&probe, c.Method); err != nil {
		return c, err
	}
	for _, part := range parts[1:] {
		change, err := parseChange(c.Method, part)
		if err != nil {
			return c, fmt.Errorf("%s: %w", text, err)
		}
		if slices.ContainsFunc(c.Changes, func(d Change) bool { return d.Name == change.Name }) {
			return c, fmt.Errorf("%s: sets %s twice", text, change.Name)
		}
		c.Changes = append(c.Changes, change)
	}
	_, err := c.Options(session.Defaults())
	return c, err
}

func parseChange(method, text string) (Change, error) {
	if name, value, ok := strings.Cut(text, "="); ok {
		switch opt := option.Lookup(name); {
		case opt == nil || name == "method":
			return Change{}, fmt.Errorf("there is no option %q", name)
		case !opt.For(method):
			return Change{}, fmt.Errorf("%s has no option %q", option.MethodTitle(method), name)
		}
		return Change{name, value}, nil
	}
	if w, ok := words[text]; ok && option.Find(w.Name).For(method) {
		return w, nil
	}
	for _, opt := range takers(method) {
		probe := session.Defaults()
		if opt.Set(&probe, text) == nil {
			return Change{opt.Name, text}, nil
		}
	}
	return Change{}, fmt.Errorf("no option of %s takes %q; write NAME=VALUE to name one", option.MethodTitle(method), text)
}

// takers are the options that a bare value may belong to, in the order in which they are tried.
func takers(method string) []*option.Option {
	var out []*option.Option
	for i := range option.Table {
		if opt := &option.Table[i]; opt.Methods != nil && !opt.Advanced && opt.For(method) {
			out = append(out, opt)
		}
	}
	return append(out, option.Find("samples"), option.Find("effort"))
}

// Options are base with the contestant's method and changes.
func (c Contestant) Options(base session.Options) (session.Options, error) {
	o := base
	if err := option.Find("method").Set(&o, c.Method); err != nil {
		return base, err
	}
	for _, ch := range c.Changes {
		if err := option.Find(ch.Name).Set(&o, ch.Value); err != nil {
			return base, err
		}
	}
	return o, nil
}

// String is the contestant in the form that ParseContestant reads.
func (c Contestant) String() string {
	var b strings.Builder
	b.WriteString(c.Method)
	for _, ch := range c.Changes {
		b.WriteString(":" + ch.text(c.Method))
	}
	return b.String()
}

// text is the shortest form of a change that ParseContestant reads.
func (ch Change) text(method string) string {
	for word, w := range words {
		if w == ch {
			return word
		}
	}
	if read, err := parseChange(method, ch.Value); err == nil && read == ch {
		return ch.Value
	}
	return ch.Name + "=" + ch.Value
}

// Short is a name that fits above a picture: "entropic 0.05", "cg warm".
func (c Contestant) Short() string { return strings.ReplaceAll(c.String(), ":", " ") }

// Title is the method's title with the changes.
func (c Contestant) Title() string {
	title := option.MethodTitle(c.Method)
	for _, ch := range c.Changes {
		title += ", " + ch.phrase()
	}
	return title
}

// symbols are the usual signs of parameters.
var symbols = map[string]string{"epsilon": "ε = ", "rank": "rank ", "sampled": "M = ", "directions": "L = ", "samples": "n = ", "alpha": "α = ", "seed": "seed ", "steps": "steps "}

// phrase is a change in words for people.
func (ch Change) phrase() string {
	if s, ok := symbols[ch.Name]; ok {
		return s + ch.Value
	}
	opt := option.Find(ch.Name)
	if opt.Kind == option.Switch && ch.Value == "true" {
		return ch.Name
	}
	for word, w := range words {
		if w == ch {
			return word + " start"
		}
	}
	if i := slices.Index(opt.Choices, ch.Value); i >= 0 && i < len(opt.Labels) {
		return opt.Labels[i]
	}
	if ch.Name == "effort" {
		return ch.Value
	}
	return ch.Name + " " + ch.Value
}

// Accepts returns an error if the contestant cannot run on two shapes with the shared options, as
// far as that can be told without distances.
func (c Contestant) Accepts(base session.Options, a, b *pipeline.Shape) error {
	o, err := c.Options(base)
	if err != nil {
		return err
	}
	m, err := baseline.Find(c.Method)
	if err != nil { // a method of our own
		if o.Alpha < 1 && (o.Method == string(solver.Anchored) || o.Method == string(solver.Amortized)) {
			return fmt.Errorf("%s knows no features: set α to 1", option.MethodTitle(c.Method))
		}
		return nil
	}
	n := o.Samples
	if a != nil && b != nil {
		n = min(n, max(len(a.Mesh.Vertices), len(b.Mesh.Vertices)))
	}
	switch {
	case m.MaxSize > 0 && n > m.MaxSize:
		return fmt.Errorf("%s takes at most %d samples and gets %d: %s", m.Title, m.MaxSize, n, m.Why)
	case o.Alpha < 1 && !m.Fused:
		return fmt.Errorf("%s knows no features: set α to 1", m.Title)
	case o.Start == string(solver.FromHierarchical) && !m.Warm:
		return fmt.Errorf("%s has a start of its own", m.Title)
	}
	return nil
}
