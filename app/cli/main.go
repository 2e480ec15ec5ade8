package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"gwscope/app/cohort"
	"gwscope/app/pipeline"
	"gwscope/app/samples"
	"gwscope/internal/routine"
)

// Env is the environment of a command; tests make one of their own.
type Env struct {
	Stdout, Stderr io.Writer
	// Terminal reports whether Stderr is a terminal, where a line can be drawn again.
	Terminal bool
	// Display reports whether a window can be opened.
	Display bool
	// Window opens the window on two references (either may be empty) and returns
	// when it is closed.
	Window func(a, b string) error
	// Self is the path of this program: pairs of cohorts are matched in processes of their own.
	// With "" they are matched in this process.
	Self string
	// flags, if set, gets the options of a command; then the command ends.
	flags func(fs *flag.FlagSet)
}

// System is the environment of the process, with a function that opens the window. Embedded
// shapes are kept in the user's cache folder from now on.
func System(window func(a, b string) error) Env {
	samples.Keep(samples.Folder())
	self, _ := os.Executable() // "" where it fails
	stat, err := os.Stderr.Stat()
	return Env{
		Stdout: os.Stdout, Stderr: os.Stderr,
		Terminal: err == nil && stat.Mode()&os.ModeCharDevice != 0 && obeysEscapes(os.Stderr),
		Display:  hasDisplay(),
		Window:   window,
		Self:     self,
	}
}

// hasDisplay reports whether a window can be opened, as far as the environment says. Windows
// and macOS always have a screen.
func hasDisplay() bool {
	switch runtime.GOOS {
	case "windows", "darwin":
		return true
	}
	return os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}

// command is one word of the command line.
type command struct {
	name, args, short string
	run               func(ctx context.Context, env Env, args []string) error
}

// launch runs the command: that of the window on the main thread, others on a goroutine of
// their own. The window's toolkit ties the main goroutine to the main thread, and each wait
// of a tied goroutine costs two changes of thread, thousands of times in a match.
func (c command) launch(ctx context.Context, env Env, args []string) (err error) {
	if c.name == "window" {
		return c.run(ctx, env, args)
	}
	var g routine.Group
	g.Go(func() { err = c.run(ctx, env, args) })
	g.Wait()
	return err
}

func commands() []command {
	return []command{
		{"match", "A B [--out DIR] [options]", "match two shapes; write result, maps, meshes and a picture", runMatch},
		{"race", "A B --methods NAMES [--out DIR] [options]", "run several methods on one pair and compare them", runRace},
		{"cohort", "COMMAND DIR [options]", "match templates to many specimens; statistics of their shapes", runCohort},
		{"window", "[A B]", "open the window on two shapes, a session or a cohort; so does gwscope A B", runWindow},
		{"render", "SHAPE... [options]", "draw shapes, or a match of two, into a PNG", runRender},
		{"transfer", "FROM TO --map FILE --out FILE [options]", "carry colours, values, groups, shape keys, landmarks, curves and points over a finished map", runTransfer},
		{"landmarks", "IN OUT [options]", "convert a file of landmarks, moved onto a shape if one is given", runLandmarks},
		{"convert", "IN OUT", "read one mesh format, write another", runConvert},
		{"info", "SHAPE", "list the parts and the oddities of a mesh", runInfo},
		{"slicer", "install DIR", "put match, landmark transfer and cohorts into 3D Slicer as modules", runSlicer},
		{"schema", "", "print the JSON schema of result.json", runSchema},
		{"samples", "", "list the embedded shapes", runSamples},
		{"bench", "NAME [options]", "measure quality and speed, beside other solvers where they are installed", runBench},
		{"train", "[verdict] --out FILE [options]", "train the amortised matcher, or fit the verdict on matches", runTrain},
		{"completion", "SHELL", "print completions for bash, zsh, fish or powershell", runCompletion},
		{"man", "", "print the manual page", runMan},
		{"version", "", "print the version", runVersion},
	}
}

// usageError is a wrong call: exit code 2.
type usageError struct{ text string }

func (e usageError) Error() string { return e.text }

func usagef(format string, args ...any) error { return usageError{fmt.Sprintf(format, args...)} }

// errHelp ends a command after its help was printed.
var errHelp = errors.New("help")

// Main runs a command line without the program's name and returns the exit code.
func Main(args []string, env Env) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// After the first signal the commands finish with their results so far; a second one ends the
	// process as usual.
	context.AfterFunc(ctx, stop)
	err := dispatch(ctx, env, args)
	var usage usageError
	switch {
	case err == nil, errors.Is(err, errHelp):
		return 0
	case errors.As(err, &usage):
		fmt.Fprintln(env.Stderr, "gwscope: "+usage.text)
		return 2
	default:
		fmt.Fprintln(env.Stderr, "gwscope: "+oneLine(err))
		return 1
	}
}

func dispatch(ctx context.Context, env Env, args []string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = brokenBy(routine.Of(p))
		}
	}()
	if len(args) == 0 {
		return runDefault(ctx, env)
	}
	switch args[0] {
	case "help", "-h", "--help", "-help":
		if len(args) > 1 {
			return dispatch(ctx, env, append([]string{args[1], "--help"}, args[2:]...))
		}
		printUsage(env.Stdout)
		return nil
	case "-v", "--version", "-version":
		return runVersion(ctx, env, nil)
	}
	for _, c := range commands() {
		if c.name == args[0] {
			return c.launch(ctx, env, args[1:])
		}
	}
	if namesShape(args[0]) {
		return runWindow(ctx, env, args)
	}
	return usagef("there is no command %q; gwscope --help lists them", args[0])
}

// namesShape reports whether an argument in a command's place names a shape, a session or a
// cohort to open, as when a file is opened with the program.
func namesShape(arg string) bool {
	if strings.HasPrefix(arg, pipeline.SamplePrefix) {
		return true
	}
	info, err := os.Stat(arg)
	return err == nil && (!info.IsDir() || cohort.Is(arg))
}

// groups are the commands in the order of the overview. Commands that no group names come last.
var groups = []struct{ title, commands string }{
	{"one pair", "match race window render"},
	{"many shapes", "cohort"},
	{"files", "info convert landmarks transfer samples"},
	{"for researchers", "bench train"},
	{"for other programs", "schema slicer completion man"},
	{"others", ""},
}

func printUsage(w io.Writer) {
	fmt.Fprint(w, "GWScope computes Gromov-Wasserstein correspondences between two shapes,\nshows whether they can be trusted, and exports them.\n\n"+
		"  gwscope                      the window, on an embedded pair\n")
	rest := commands()
	for _, g := range groups {
		title := "\n" + g.title + ":\n"
		rest = slices.DeleteFunc(rest, func(c command) bool {
			if g.commands != "" && !slices.Contains(strings.Fields(g.commands), c.name) {
				return false
			}
			fmt.Fprintf(w, "%s  %-28s %s\n", title, strings.TrimSpace("gwscope "+c.name+" "+firstWords(c.args)), c.short)
			title = ""
			return true
		})
	}
	fmt.Fprint(w, "\nA shape is a file (OBJ, OFF, PLY, STL, glTF/GLB, VTK/VTP, NPY, PCD, XYZ/PTS, VERT+TRI,\nMAT) or sample:NAME, such as sample:horse/2. gwscope COMMAND --help tells more.\n")
}

// firstWords shortens a command's arguments for the overview.
func firstWords(s string) string {
	s, _, _ = strings.Cut(s, " [options]")
	return s
}

// oneLine joins an error of several lines, such as one of errors.Join.
func oneLine(err error) string {
	return strings.Join(strings.Split(strings.TrimSpace(err.Error()), "\n"), "; ")
}

// brokenBy is the error for a panic, which is a mistake of the program.
func brokenBy(p *routine.Panic) error {
	return fmt.Errorf("%w (please report it with: %s)", p, panicPlace(p.Stack))
}

// panicPlace is the innermost function of ours on the stack, without those that catch the panic.
func panicPlace(stack string) string {
	for line := range strings.SplitSeq(stack, "\n") {
		if strings.HasPrefix(line, "gwscope/") && !strings.HasPrefix(line, "gwscope/app/cli.dispatch") && !strings.HasPrefix(line, "gwscope/internal/routine") {
			name, _, _ := strings.Cut(line, "(0x")
			return name
		}
	}
	return "no place known"
}
