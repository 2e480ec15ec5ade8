package app_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The pages at the door of the project, from here.
var doorPages = []string{"ARCHITECTURE.md", "CONTRIBUTING.md", "GLOSSARY.md", "README.md"}

var (
	quoted   = regexp.MustCompile("`([^`\n]+)`")
	linked   = regexp.MustCompile(`\]\(([^)#]+)\)`)
	likePath = regexp.MustCompile(`^(app|assets|internal|meshio|render|solver|\.ci)/[\w./-]*$|^[\w./-]+\.(go|md|toml)$`)
)

// Every package and file that these pages name is there.
func TestPagesNameWhatIsThere(t *testing.T) {
	t.Parallel()
	for _, page := range doorPages {
		data, err := os.ReadFile(filepath.Join("..", page))
		if err != nil {
			t.Error(err)
			continue
		}
		n := 0
		for _, of := range []*regexp.Regexp{quoted, linked} {
			for _, m := range of.FindAllStringSubmatch(string(data), -1) {
				path := m[1]
				if of == quoted && (!likePath.MatchString(path) || path == "doc.go" || path == "report.md" || path == "race.md") || strings.Contains(path, "://") {
					continue
				}
				n++
				if _, err := os.Stat(filepath.Join("..", path)); err != nil {
					t.Errorf("%s names %s, which is not there", page, path)
				}
			}
		}
		if n == 0 {
			t.Errorf("%s names no file: the test looks for them in the wrong way", page)
		}
	}
}

// The drawing of the floors has every package of the two upper levels.
func TestTheDrawingHasAllPackages(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join("..", "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, drawing, _ := strings.Cut(string(data), "## The floors")
	drawing, _, _ = strings.Cut(drawing, "\n## ")
	words := map[string]bool{}
	for _, w := range regexp.MustCompile(`[a-z0-9]+`).FindAllString(drawing, -1) {
		words[w] = true
	}
	for _, floor := range []string{"app", "solver", "render", "meshio", "assets", "internal"} {
		entries, err := os.ReadDir(filepath.Join("..", floor))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.IsDir() && e.Name() != "internal" && holdsGo(t, filepath.Join("..", floor, e.Name())) && !words[e.Name()] {
				t.Errorf("the drawing lacks %s/%s", floor, e.Name())
			}
		}
	}
}

func holdsGo(t *testing.T, dir string) bool {
	t.Helper()
	files, err := fs.Glob(os.DirFS(dir), "*.go")
	if err != nil {
		t.Fatal(err)
	}
	return len(files) > 0
}
