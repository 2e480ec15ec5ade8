package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"gwscope/app/option"
	"gwscope/app/version"
)

// described is a command with its options, for the manual and the completions.
type described struct {
	command
	about string
	flags []*flag.Flag
}

// describe asks every command for its options: Env.flags gets them when the command parses its
// arguments.
func describe() []described {
	var all []described
	for _, c := range commands() {
		d := described{command: c}
		tell := func(fs *flag.FlagSet) {
			if d.flags == nil {
				fs.VisitAll(func(f *flag.Flag) { d.flags = append(d.flags, f) })
				d.about = aboutOf(fs)
			}
		}
		_ = c.run(context.Background(), Env{Stdout: io.Discard, Stderr: io.Discard, flags: tell}, nil) // the error only says that the command ended there
		all = append(all, d)
	}
	return all
}

// aboutOf is the text of --help above the options.
func aboutOf(fs *flag.FlagSet) string {
	var b strings.Builder
	fs.SetOutput(&b)
	fs.Usage()
	_, about, _ := strings.Cut(b.String(), "\n\n")
	return strings.TrimSpace(about)
}

// choices are the values that an option can have, nil where they are no list.
func choices(name string) []string {
	if opt := option.Lookup(name); opt != nil && opt.Kind == option.Choice {
		return opt.Choices
	}
	return nil
}

const aboutMan = `Prints the manual page, for man: gwscope man > gwscope.1`

func runMan(_ context.Context, env Env, args []string) error {
	if _, err := parse(env, newFlags("man", "", aboutMan), args); err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, ".TH GWSCOPE 1 \"\" \"GWScope %s\" \"User Commands\"\n.ad l\n.nh\n.SH NAME\ngwscope \\- see whether a correspondence between shapes can be trusted\n", version.Number)
	b.WriteString(".SH SYNOPSIS\n.B gwscope\n[\\fIA B\\fR]\n.br\n.B gwscope\n\\fICOMMAND\\fR [\\fIARGUMENTS\\fR]\n.SH DESCRIPTION\n")
	b.WriteString("GWScope computes Gromov-Wasserstein correspondences between two shapes, shows whether they can be trusted, and exports them.\nWithout arguments it opens its window. " +
		"A shape is a file or sample:NAME; \\fBgwscope samples\\fR lists these.\n.SH COMMANDS\n")
	for _, c := range describe() {
		fmt.Fprintf(&b, ".SS \"gwscope %s\"\n%s.\n", troff(strings.TrimSpace(c.name+" "+c.args)), troff(strings.ToUpper(c.short[:1])+c.short[1:]))
		if c.about != "" {
			fmt.Fprintf(&b, ".PP\n.nf\n%s\n.fi\n", troff(c.about))
		}
		for _, f := range c.flags {
			value := ""
			if f.DefValue != "" && f.DefValue != "false" {
				value = " (default " + f.DefValue + ")"
			}
			fmt.Fprintf(&b, ".TP\n.B \\-\\-%s\n%s\n", troff(f.Name), troff(f.Usage+value))
		}
	}
	b.WriteString(".SH EXIT STATUS\n0 when all went well, 1 when something failed, 2 when the call was wrong.\n")
	b.WriteString(".SH FILES\nPreferences lie in $XDG_CONFIG_HOME/gwscope, recent files and work that a crash would lose in $XDG_STATE_HOME/gwscope.\n")
	_, err := io.WriteString(env.Stdout, b.String())
	return err
}

// troff escapes text for a manual page, where a line may break after a bar.
func troff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "|", `|\:`).Replace(s)
	lines := strings.Split(s, "\n")
	for k, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[k] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
