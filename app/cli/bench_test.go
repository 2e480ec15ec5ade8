package cli

import (
	"bytes"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"gwscope/app/experiments"
)

func TestBenchProgress(t *testing.T) {
	t.Parallel()
	row := experiments.NewRow()
	row.Seconds, row.Skipped = 1.25, "too many points"
	looks := []experiments.Progress{
		{Done: 1, All: 4, Cell: strings.Repeat("a long name ", 9), Left: 95 * time.Second},
		{Done: 2, All: 4, Cell: "cell", Row: &row, Left: time.Minute},
	}
	var terminal, file bytes.Buffer
	env := Env{Stderr: &terminal, Terminal: true}
	report := benchProgress(env)
	for _, p := range looks {
		report(p)
	}
	env.wipe()
	if strings.Contains(terminal.String(), "\n") || !strings.HasSuffix(terminal.String(), "\r\x1b[K") {
		t.Errorf("the line of a terminal is not one line, or stays: %q", terminal.String())
	}
	for _, line := range strings.Split(terminal.String(), "\r\x1b[K") {
		if utf8.RuneCountInString(line) > 79 {
			t.Errorf("%d columns: %q", utf8.RuneCountInString(line), line)
		}
	}
	if !strings.Contains(terminal.String(), "1 of 4, 1m40s left") {
		t.Errorf("no time left in %q", terminal.String())
	}

	env = Env{Stderr: &file}
	report = benchProgress(env)
	for _, p := range looks {
		report(p)
	}
	env.wipe()
	if want := "2 of 4  cell  1.25 s  skipped: too many points\n"; file.String() != want {
		t.Errorf("a file gets %q, want %q", file.String(), want)
	}
}
