package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gwscope/app/option"
)

func output(t *testing.T, args ...string) string {
	t.Helper()
	var out, stderr bytes.Buffer
	if code := Main(args, Env{Stdout: &out, Stderr: &stderr}); code != 0 || stderr.Len() > 0 {
		t.Fatalf("%v: exit code %d, %s", args, code, stderr.String())
	}
	return out.String()
}

// TestEveryCommandIsDescribed: the manual and every completion know all commands and all
// options of a match.
func TestEveryCommandIsDescribed(t *testing.T) {
	t.Parallel()
	texts := map[string]string{"man": strings.ReplaceAll(output(t, "man"), `\-`, "-")}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		texts[shell] = output(t, "completion", shell)
	}
	for name, text := range texts {
		for _, c := range commands() {
			if !strings.Contains(text, c.name) {
				t.Errorf("%s lacks the command %s", name, c.name)
			}
		}
		for i := range option.Table {
			if option := option.Table[i].Name; !strings.Contains(text, option) {
				t.Errorf("%s lacks the option %s", name, option)
			}
		}
		if !strings.Contains(text, "landmarks-out") {
			t.Errorf("%s lacks an option of transfer", name)
		}
	}
	var stderr bytes.Buffer
	if code := Main([]string{"completion", "tcsh"}, Env{Stdout: &bytes.Buffer{}, Stderr: &stderr}); code != 2 {
		t.Errorf("another shell ended with %d", code)
	}
}

// TestShellsTakeTheCompletions: each shell that is here completes a command, an option and a
// value, or at least reads its file without complaint.
func TestShellsTakeTheCompletions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	ask := `
ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _gwscope; echo "${COMPREPLY[*]}"; }
ask gwscope tra
ask gwscope match a.ply --trut
ask gwscope match a.ply --effort fa
`
	for _, tt := range []struct {
		shell string
		args  []string
		want  string
	}{
		{"bash", []string{write("c.bash", output(t, "completion", "bash")+ask)}, "transfer train\n--truth --truth-base\nfast\n"},
		{"zsh", []string{"-n", write("_gwscope", output(t, "completion", "zsh"))}, ""},
		{"fish", []string{"-c", "source " + write("c.fish", output(t, "completion", "fish")) + "; complete -C 'gwscope match --effort fa'"}, "fast\n"},
		{"pwsh", []string{"-NoProfile", "-Command", ". " + write("c.ps1", output(t, "completion", "powershell")) + "; 'read'"}, "read"},
	} {
		t.Run(tt.shell, func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath(tt.shell); err != nil {
				t.Skipf("%s is not installed", tt.shell)
			}
			cmd := exec.Command(tt.shell, tt.args...)
			cmd.Dir = dir
			got, err := cmd.CombinedOutput()
			if err != nil || !strings.Contains(string(got), tt.want) {
				t.Errorf("%v, printed %q, want %q", err, got, tt.want)
			}
		})
	}
}
