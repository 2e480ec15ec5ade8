package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// runAsMain makes the test binary the program itself, so that what is tested is
// linked as the program is: with the window's toolkit and its initialisation.
const runAsMain = "GWSCOPE_TEST_RUN_AS_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(runAsMain) != "" {
		main()
	}
	os.Exit(m.Run())
}

// A command that opens no window writes nothing to stderr, whatever the locale.
func TestCommandsAreQuietInEveryLocale(t *testing.T) {
	t.Parallel()
	for _, locale := range []string{"", "C", "C.UTF-8", "POSIX", "de_DE.UTF-8"} {
		cmd := exec.Command(os.Args[0], "version")
		cmd.Env = []string{runAsMain + "=1", "HOME=" + t.TempDir()}
		if locale != "" {
			cmd.Env = append(cmd.Env, "LANG="+locale)
		}
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("LANG=%q: %v: %s", locale, err, stderr.String())
		}
		if stderr.Len() > 0 {
			t.Errorf("LANG=%q: stderr says %q", locale, stderr.String())
		}
		if !strings.HasPrefix(string(out), "gwscope ") {
			t.Errorf("LANG=%q: the version reads %q", locale, out)
		}
	}
}
