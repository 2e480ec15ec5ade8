package cli

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"gwscope/app/option"
)

// leading are the options that matter first, for the commands with many options. Their --help
// lists these, and --help all lists all.
var leading = map[string]string{
	"match":      "out export method samples effort seed landmarks-a landmarks-b pin truth session save-session",
	"race":       "methods sort limit side-by-side keep out samples seed landmarks-a landmarks-b pin truth",
	"cohort new": "template landmarks individuals vertices pairs samples effort method seed",
	"render":     "out size view up ortho background color lines edges clip match method",
}

// topics are the subjects by which --help all groups the options. Options that no topic names
// come last.
var topics = []struct{ title, options string }{
	{"files", "out export truth truth-base trace profile session save-session choose match"},
	{"the cohort", "template landmarks individuals vertices pairs nearest"},
	{"the race", "methods sort limit side-by-side keep"},
	{"the match", "method samples effort flip surface metric weights seed threads"},
	{"landmarks", "landmarks-a landmarks-b pin specimen-a specimen-b space-a space-b"},
	{"repairs of shapes", "drop-invalid drop-outliers weld largest-component include-isolated"},
	{"pictures", "size figure-size figure-format dpi panes view up ortho background lines worst edges registered flat shading overlay-opacity clip grid axes bare"},
	{"colours", "color color-by range map isolines mask pick"},
	{"morphs and animations", "t morph mesh targets frame mesh-format animation-size seconds fps spin"},
	{ofMethods, ""},
	{"others", ""},
}

// ofMethods is the title of the options that only some methods use.
const ofMethods = "options of some methods, which stand in brackets"

// printOptions lists the options of a command: all of them by topics, or the leading ones.
func printOptions(w io.Writer, fs *flag.FlagSet, all bool) {
	var rest []string
	fs.VisitAll(func(f *flag.Flag) { rest = append(rest, f.Name) })
	list := func(title string, names []string) {
		for i, name := range names {
			if i == 0 {
				fmt.Fprintf(w, "\n%s:\n", title)
			}
			f := fs.Lookup(name)
			value := ""
			if f.DefValue != "" && f.DefValue != "false" {
				value = " (default " + f.DefValue + ")"
			}
			fmt.Fprintf(w, "  --%-18s %s%s\n", f.Name, f.Usage, value)
		}
	}
	first, many := leading[fs.Name()]
	if !many {
		list("options", rest)
		return
	}
	if !all {
		names := strings.Fields(first)
		list("options that matter first", names)
		fmt.Fprintf(w, "\ngwscope %s --help all lists %d more options by their subject.\n", fs.Name(), len(rest)-len(names))
		return
	}
	for _, t := range topics {
		named := strings.Fields(t.options)
		var names []string
		rest = slices.DeleteFunc(rest, func(name string) bool {
			opt := option.Lookup(name)
			mine := slices.Contains(named, name) || t.title == ofMethods && opt != nil && opt.Methods != nil || t.title == topics[len(topics)-1].title
			if mine {
				names = append(names, name)
			}
			return mine
		})
		// In the order of the topic; for a topic without names nothing moves.
		slices.SortStableFunc(names, func(a, b string) int { return slices.Index(named, a) - slices.Index(named, b) })
		list(t.title, names)
	}
}
