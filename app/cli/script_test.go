package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"gwscope/assets/shapes"
	"gwscope/internal/killtest"
	"gwscope/meshio"
	"gwscope/solver/amortized"
)

func TestMain(m *testing.M) {
	if name := filepath.Base(os.Args[0]); len(os.Args) > 1 && os.Args[1] == "cohort" && !strings.HasPrefix(name, "gwscope") {
		// A command that starts its own program has started the tests, which would start it again, without end.
		fmt.Fprintf(os.Stderr, "%s is a test and no gwscope\n", name)
		os.Exit(1)
	}
	if killtest.Killed() { // testscript.Main makes a folder, which would stay for good
		os.Exit(m.Run())
	}
	testscript.Main(m, map[string]func(){
		"gwscope": func() {
			window := func(a, b string) error { return errors.New("the window was asked for " + a + " and " + b) }
			os.Exit(Main(os.Args[1:], System(window)))
		},
	})
}

// TestScripts runs the commands as processes of their own, in the files of
// testdata/script.
func TestScripts(t *testing.T) {
	t.Parallel()
	cache := t.TempDir() // embedded shapes are made once for all scripts
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("DISPLAY", "")
			env.Setenv("WAYLAND_DISPLAY", "")
			env.Setenv("XDG_CACHE_HOME", cache)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
			"lines": lines,
			// untrained FILE writes weights of a small matcher that has learned nothing.
			"untrained": untrained,
			// coarse ID FILE [VERTICES] writes a sample shape with few vertices: quick to match, but of no known truth.
			"coarse": coarse,
		},
		RequireUniqueNames: true,
	})
}

// exits CODE COMMAND... runs a command and checks its exit code and that it says
// one line on stderr when it fails.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	runErr := ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(runErr, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(runErr)
	}
	if got != want {
		ts.Fatalf("%s exited with %d, want %d", strings.Join(args[1:], " "), got, want)
	}
	if stderr := ts.ReadFile("stderr"); want != 0 && strings.Count(stderr, "\n") != 1 {
		ts.Fatalf("want one line on stderr, got:\n%s", stderr)
	}
}

// lines N FILE checks the number of lines of a file.
func lines(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: lines N FILE")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got := strings.Count(ts.ReadFile(args[1]), "\n"); (got == want) == neg {
		ts.Fatalf("%s has %d lines, want %d", args[1], got, want)
	}
}

// untrained writes weights of a small matcher that has learned nothing.
func untrained(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: untrained FILE")
	}
	c := amortized.Default()
	c.Hidden, c.Token, c.Width, c.Context = 24, 20, 16, 8
	w, err := amortized.NewWeights(c, 1)
	ts.Check(err)
	f, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(w.Write(f, amortized.Half))
	ts.Check(f.Close())
}

// coarse writes a sample shape with few vertices.
func coarse(ts *testscript.TestScript, neg bool, args []string) {
	vertices, err := 800, error(nil)
	if len(args) == 3 {
		vertices, err = strconv.Atoi(args[2])
	}
	if neg || len(args) < 2 || len(args) > 3 || err != nil {
		ts.Fatalf("usage: coarse ID FILE [VERTICES]")
	}
	m, err := shapes.Coarse(args[0], vertices)
	ts.Check(err)
	ts.Check(meshio.Save(ts.MkAbs(args[1]), m))
}
