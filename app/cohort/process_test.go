package cohort

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gwscope/internal/routine"
)

// roleEnv makes this test program a process that matches pairs. It breaks in the middle of a
// pair whose line holds the text that the variable has behind a colon.
const roleEnv = "GWSCOPE_TEST_SERVES"

func TestMain(m *testing.M) {
	role, breaks, _ := strings.Cut(os.Getenv(roleEnv), ":")
	if role == "" {
		os.Exit(m.Run())
	}
	in, feed := io.Pipe()
	routine.Start(func() {
		defer feed.Close()
		lines := bufio.NewReader(os.Stdin)
		for {
			line, err := lines.ReadString('\n')
			if breaks != "" && strings.Contains(line, breaks) && strings.Contains(line, `"Among"`) {
				fmt.Fprintln(os.Stderr, "\nfatal error: no memory left")
				os.Exit(9)
			}
			if _, wrong := io.WriteString(feed, line); wrong != nil || err != nil {
				return
			}
		}
	})
	if err := Serve(context.Background(), in, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// serving is a command line that starts this test program in its role.
func serving(role string) []string { return []string{"/usr/bin/env", roleEnv + "=" + role, os.Args[0]} }

func needsEnv(t *testing.T) {
	if _, err := os.Stat("/usr/bin/env"); err != nil {
		t.Skip("no /usr/bin/env here")
	}
}

// One process or several make the same bits as this one. A process that breaks costs its pair
// and no other, and the pair is made when the cohort is run again.
func TestProcessesMakeTheSameBits(t *testing.T) {
	t.Parallel()
	needsEnv(t)
	here := cats(t, filepath.Join(t.TempDir(), "cats"), 4, 1, nil)
	ran(t, here, Settings{Jobs: 1, Threads: 2})
	want := content(t, string(here.Dir))

	there := cats(t, filepath.Join(t.TempDir(), "cats"), 4, 1, nil)
	at := ran(t, there, Settings{Jobs: 2, Threads: 1, Program: serving("break:cats-02")})
	if at.Done != 4 || at.Failed != 1 {
		t.Fatalf("%+v", at)
	}
	s := there.Status(listed(t, there))
	if len(s.Failures) != 1 || s.Failures[0].Pair.B.Name != "cats-02" || !strings.Contains(s.Failures[0].Why, "exit status 9, fatal error: no memory left") {
		t.Errorf("%+v", s.Failures)
	}
	if at := ran(t, there, Settings{Jobs: 3, Threads: 1, Program: serving("well")}); at.Found != 3 || at.Failed != 0 || at.Done != 4 {
		t.Errorf("run again: %+v", at)
	}
	same(t, content(t, string(there.Dir)), want)
}

// A run that ends in the middle leaves no process behind and no half result; programs that do
// not answer, and such of another version, are errors.
func TestProcessesEndWithTheRun(t *testing.T) {
	t.Parallel()
	needsEnv(t)
	c := cats(t, t.TempDir(), 3, 1, nil)
	ctx, cancel := context.WithCancel(context.Background())
	at, err := c.Run(ctx, listed(t, c), Settings{Jobs: 1, Program: serving("well"), Progress: func(p Progress) {
		if p.Done == 1 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || at.Done != 1 || at.Failed != 0 {
		t.Errorf("%+v, %v", at, err)
	}
	if results, err := filepath.Glob(c.Dir.Path(pairsDir, "*")); err != nil || len(results) != 3 { // a result, its mesh, its times
		t.Errorf("%v, %v", results, err)
	}
	for _, program := range [][]string{{"/usr/bin/env", "true"}, {filepath.Join(t.TempDir(), "nothing")}, {"/usr/bin/env", "cat"}} {
		at, err := c.Run(context.Background(), listed(t, c), Settings{Program: program})
		if err == nil || at.Failed > 0 {
			t.Errorf("%v: %+v, %v", program, at, err)
		}
	}
	if err := Serve(context.Background(), strings.NewReader(`{"Program":"another"}`), io.Discard); err != nil {
		t.Error(err)
	}
	var said strings.Builder
	Serve(context.Background(), strings.NewReader(`{"Program":"another"}`), &said)
	if !strings.Contains(said.String(), "run the cohort again") {
		t.Errorf("another version is answered with %q", said.String())
	}
}
