package lesson

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gwscope/meshio/meshtest"
)

// A lesson's shapes lie beside it or below.
func TestLessonsStayInTheirFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for ref, good := range map[string]bool{"a.ply": true, "shapes/a.ply": true, "sample:cat/1": true, "./a.ply": true,
		"../a.ply": false, "shapes/../../a.ply": false, "/etc/passwd": false, `..\a.ply`: false, `\\server\share\a.ply`: false, `C:\a.ply`: false, "file:///etc/passwd": false} {
		path := filepath.Join(dir, "mine.yaml")
		text := fmt.Sprintf("title: T\nsteps:\n  - say: s\n    shapes: [sample:cat/1, '%s']\n", ref)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := ReadFile(path)
		if (err == nil) != good || err != nil && !strings.Contains(err.Error(), "mine.yaml: step 1: the shape") {
			t.Errorf("%s: %v", ref, err)
		}
	}
}

// A lesson of a stranger may refer to itself a billion times over, nest without end, or be
// larger than any lesson: it is refused, and takes little memory.
func TestLessonsOfStrangersAreHarmless(t *testing.T) {
	var laughs strings.Builder
	fmt.Fprintln(&laughs, "title: &l0 [ha, ha, ha, ha, ha, ha, ha, ha, ha]")
	for k := range 12 {
		fmt.Fprintf(&laughs, "steps%d: &l%d [%s*l%d]\n", k, k+1, strings.Repeat(fmt.Sprintf("*l%d, ", k), 9), k)
	}
	options := "title: T\nsteps:\n- say: s\n  options: &o {samples: 9}\n" + strings.Repeat("- say: s\n  options: *o\n", 10)
	for name, c := range map[string]struct {
		text string
		good bool
	}{
		"a billion laughs": {laughs.String(), false},
		"itself":           {"title: T\nsteps: &s [{say: x, options: *s}]\n", false},
		"without end":      {"title: T\nsteps: " + strings.Repeat("[", 20_000), false},
		"too large":        {"title: T\nsteps: [{say: " + strings.Repeat("x", 1<<20) + "}]", false},
		"an honest alias":  {options, true},
	} {
		meshtest.Held(t, len(c.text), 16<<20, func() {
			if _, err := Read(strings.NewReader(c.text)); (err == nil) != c.good {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}
