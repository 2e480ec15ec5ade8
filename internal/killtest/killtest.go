// Package killtest kills processes while they write, and has tests look at what is left.
package killtest

import (
	"bufio"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gwscope/internal/child"
)

// workEnv names the folder that a process works in until it is killed.
const workEnv = "GWSCOPE_TEST_KILLED"

// Killed reports whether [Run] has started this process to kill it. TestMain must prepare nothing in
// such a process, because nobody would clear it away.
func Killed() bool { return os.Getenv(workEnv) != "" }

// round is the line that such a process writes after each round.
const round = "written"

// returned is the exit code of such a process if its work returns, which it must not do.
const returned = 3

// kills changes how often a test kills, for a longer look than the usual one.
var kills = flag.Int("kills", 0, "how often tests that kill a process do so; 0: as often as each says")

// Run starts the test again as a process of its own, in which work writes into a folder over and over
// and calls written after each round. Run kills the process at a random moment within a round after the
// first one, and lets whole look at the folder, which is the same all along. It does so times times. A
// test calls Run once, before anything else; work must not return.
func Run(t *testing.T, times int, work func(dir string, written func()), whole func(dir string) error) {
	t.Helper()
	if dir := os.Getenv(workEnv); dir != "" {
		work(dir, func() { os.Stdout.WriteString(round + "\n") })
		os.Exit(returned)
	}
	if *kills > 0 {
		times = *kills
	}
	dir := t.TempDir()
	for k := range times {
		once(t, dir)
		if err := whole(dir); err != nil {
			t.Fatalf("after %d kills: %v", k+1, err)
		}
	}
	if names, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(names) == 0 {
		t.Error("nothing was ever written")
	}
}

// once starts the process, waits for two rounds, and kills it within as much time as the second took.
func once(t *testing.T, dir string) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$", "-test.count", "1")
	cmd.Env = append(os.Environ(), workEnv+"="+dir)
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(cmd, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	next := func() time.Time {
		for lines.Scan() && lines.Text() != round {
		}
		return time.Now()
	}
	begin := next()
	took := next().Sub(begin)
	time.Sleep(rand.N(max(took, 1)))
	if err := cmd.Process.Kill(); err != nil {
		t.Errorf("it ended by itself: %v", err)
	}
	for lines.Scan() {
		if lines.Text() != round {
			t.Log(lines.Text())
		}
	}
	if err := cmd.Wait(); !killed(cmd.ProcessState) {
		t.Fatalf("it ended by itself: %v\n%s", err, said.String())
	}
}
