package option

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gwscope/app/session"
)

// Kind is the sort of value that an option takes.
type Kind int

// An option is one of several words, a whole number, on/off, any number, or a file.
const (
	Choice Kind = iota
	Whole
	Switch
	Real
	Path
)

// Option is one row of the [Table]: all that a flag, a control or a file needs for one
// setting. Get and Set take the value as text, so that callers need no type switch; the error
// of Set says which values are possible.
type Option struct {
	Name    string   // flag and JSON name
	Label   string   // for the window
	Help    string   // one sentence, for --help and tooltips
	Kind    Kind     //
	Choices []string // of a Choice, the values; of a number, useful ones to offer
	Labels  []string // what a person reads for each of Choices; nil: the same
	Abouts  []string // a line on each of Choices, for the window; nil: none
	Min     int      // of a Whole
	Max     int
	Low     float64 // of a Real
	High    float64
	// SlideFrom is the low end of the window's slider for a Real, which goes in hundredths up to
	// High; 0: the window has a list instead.
	SlideFrom float64
	// Caution is a warning for values below High.
	Caution string
	// Advanced options are folded away in the window.
	Advanced bool
	// Methods are the methods that use the option; nil: all.
	Methods []string
	// Refused says that other methods refuse the option, instead of ignoring it.
	Refused bool

	at at
}

// Table lists the options of a match in the order of the window and of the help text.
var Table = slices.Concat(common(), neuralRows(), amortizedRows(), rivalRows(), fusedRows(), readingRows())

// Lookup returns the row named name, nil where there is none.
func Lookup(name string) *Option {
	for i := range Table {
		if Table[i].Name == name {
			return &Table[i]
		}
	}
	return nil
}

// Find returns the row named name; it panics when there is none, which is a mistake of the
// program.
func Find(name string) *Option {
	if row := Lookup(name); row != nil {
		return row
	}
	panic("option: no option named " + name)
}

// Get reads the option as text.
func (opt *Option) Get(o *session.Options) string { return opt.at.get(o) }

// Set sets the option from text; the error says which values are possible.
func (opt *Option) Set(o *session.Options, text string) error {
	switch opt.Kind {
	case Choice:
		if !slices.Contains(opt.Choices, text) {
			return fmt.Errorf("%s is %q; it takes %s", opt.Name, text, orList(opt.Choices))
		}
	case Whole:
		v, err := strconv.Atoi(text)
		if err != nil || v < opt.Min || v > opt.Max {
			return fmt.Errorf("%s is %q; it takes a whole number from %s", opt.Name, text, opt.Range())
		}
	case Real:
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || !(v >= opt.Low && v <= opt.High) {
			return fmt.Errorf("%s is %q; it takes a number from %s", opt.Name, text, opt.Range())
		}
	case Switch:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("%s is %q; it takes true or false", opt.Name, text)
		}
		text = strconv.FormatBool(b)
	}
	opt.at.set(o, text)
	return nil
}

// Range is the range of a number, such as "1 to 20000".
func (opt *Option) Range() string {
	if opt.Kind == Real {
		return number(opt.Low) + " to " + number(opt.High)
	}
	return fmt.Sprintf("%d to %d", opt.Min, opt.Max)
}

// Display is the current value in words for people.
func (opt *Option) Display(o *session.Options) string {
	v := opt.Get(o)
	if i := slices.Index(opt.Choices, v); i >= 0 && i < len(opt.Labels) {
		return opt.Labels[i]
	}
	return v
}

// For reports whether a method uses the option.
func (opt *Option) For(method string) bool {
	return opt.Methods == nil || slices.Contains(opt.Methods, method)
}

// Key has the options that the method uses, such as "method=cg samples=500 …". Two matches of
// one pair are the same if their keys are.
func Key(o session.Options) string {
	var words []string
	for i := range Table {
		if row := &Table[i]; row.Refused || row.For(o.Method) {
			words = append(words, row.Name+"="+row.Get(&o))
		}
	}
	return strings.Join(words, " ")
}

// Check reports the first option whose value is not possible, such as the value of a file that
// was edited by hand.
func Check(o session.Options) error {
	for i := range Table {
		probe := o
		if err := Table[i].Set(&probe, Table[i].Get(&o)); err != nil {
			return err
		}
	}
	return nil
}

// Schema is the table in the form that files of sessions and preferences need.
var Schema session.Schema = schema{}

type schema struct{}

func (schema) Set(o *session.Options, member, value string) (known bool, err error) {
	row := Lookup(strings.ReplaceAll(member, "_", "-"))
	if row == nil {
		return false, nil
	}
	return true, row.Set(o, value)
}

func (schema) Get(o *session.Options, member string) string {
	return Find(strings.ReplaceAll(member, "_", "-")).Get(o)
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// orList joins words as "a, b or c".
func orList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}
