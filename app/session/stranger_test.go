package session

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gwscope/meshio/meshtest"
)

// A stranger's session takes no more memory than its bytes justify, and reading it always
// ends.
func TestSessionsOfStrangersAreHarmless(t *testing.T) {
	const head = `{"format": "gwscope session", "version": 1, `
	for name, text := range map[string]string{
		"empty cameras":   head + `"cameras": [` + strings.Repeat("{},", 200_000) + `{}]}`,
		"empty landmarks": head + `"marks": {"a": {"landmarks": [` + strings.Repeat("{},", 200_000) + `{}]}}}`,
		"deep lists":      head + `"cameras": ` + strings.Repeat("[", 200_000) + `}`,
		"deep options":    head + `"options": ` + strings.Repeat(`{"a":`, 100_000) + `}`,
	} {
		meshtest.Held(t, len(text), 0, func() {
			if _, err := Decode([]byte(text), "/d", someSchema); err == nil {
				t.Errorf("%s: it was read", name)
			}
		})
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.obj"), []byte("v 0 0 0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := Decode([]byte(head+`"a": {"absolute": "/dev/zero"}, "b": {"path": "a.obj"}}`), dir, someSchema)
	if err != nil {
		t.Fatal(err)
	}
	if !d.A.Missing || d.B.Missing {
		t.Errorf("a device counts as a shape: %+v; a file beside the session does not: %+v", d.A, d.B)
	}
}
