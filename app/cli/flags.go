package cli

import (
	"flag"
	"fmt"
	"io"
	"strings"

	"gwscope/app/option"
	"gwscope/app/session"
)

// newFlags makes a flag set that returns errors instead of ending the program. about is
// the text of --help above the options.
func newFlags(name, args, about string) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {
		fmt.Fprintf(fs.Output(), "usage: gwscope %s %s\n\n%s\n", name, args, about)
	}
	return fs
}

// parse reads flags and positional arguments in any order, while the standard library
// stops at the first positional one. A lone "--" ends the flags.
func parse(env Env, fs *flag.FlagSet, args []string) ([]string, error) {
	if env.flags != nil {
		env.flags(fs)
		return nil, errHelp
	}
	var positional []string
	for {
		if err := fs.Parse(args); err != nil {
			if err == flag.ErrHelp {
				fs.SetOutput(env.Stdout)
				fs.Usage()
				rest := fs.Args()
				printOptions(env.Stdout, fs, len(rest) > 0 && rest[0] == "all" || strings.HasSuffix(args[len(args)-len(rest)-1], "=all"))
				return nil, errHelp
			}
			return nil, usagef("%s: %v; gwscope %s --help lists the options", fs.Name(), err, fs.Name())
		}
		rest := fs.Args()
		if len(rest) == 0 {
			return positional, nil
		}
		if at := len(args) - len(rest); at > 0 && args[at-1] == "--" {
			return append(positional, rest...), nil
		}
		positional = append(positional, rest[0])
		args = rest[1:]
	}
}

// addOptions gives a flag to every row of the options table.
func addOptions(fs *flag.FlagSet, o *session.Options) {
	for i := range option.Table {
		opt := &option.Table[i]
		fs.Var(&optionFlag{opt: opt, o: o}, opt.Name, helpOf(opt))
	}
}

func helpOf(opt *option.Option) string {
	help := opt.Help
	if opt.Kind == option.Choice && len(opt.Choices) > 1 {
		help = strings.Join(opt.Choices, "|") + ": " + help
	}
	if opt.Methods != nil {
		help += " [" + strings.Join(opt.Methods, ", ") + "]"
	}
	return help
}

// optionFlag makes a row of the table a flag.Value.
type optionFlag struct {
	opt *option.Option
	o   *session.Options
}

func (f *optionFlag) String() string {
	if f.opt == nil { // the flag package asks a zero value
		return ""
	}
	return f.opt.Get(f.o)
}

func (f *optionFlag) Set(s string) error { return f.opt.Set(f.o, s) }

// IsBoolFlag lets --polish stand for --polish=true.
func (f *optionFlag) IsBoolFlag() bool { return f.opt.Kind == option.Switch }
