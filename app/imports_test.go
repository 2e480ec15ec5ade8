package app_test

import (
	"os/exec"
	"strings"
	"testing"
)

// The architecture in one table: what a package whose path starts with Who may
// never depend on, directly or through others. Imports point one way:
//
//	assets, meshio <- solver <- app
//	meshio <- render <- app
var forbidden = []struct{ who, never, why string }{
	{"gwscope/meshio", "gwscope/", "meshio is the ground floor: it knows meshes and nothing else"},
	{"gwscope/assets", "gwscope/solver", "shapes are inputs of the solver"},
	{"gwscope/assets", "gwscope/render", "shapes are not pictures"},
	{"gwscope/assets", "gwscope/app", "assets are below the application"},
	{"gwscope/solver", "gwscope/render", "a solver shows nothing"},
	{"gwscope/solver", "gwscope/app", "a solver is a library"},
	{"gwscope/render", "gwscope/solver", "a scene is arrays only"},
	{"gwscope/render", "gwscope/app", "the renderer is a library"},
	{"gwscope/render", "gwscope/assets", "the renderer draws what it is given"},
	{"gwscope/app/session", "gwscope/solver", "a document is data"},
	{"gwscope/app/session", "gwscope/render", "a document is data"},
	{"gwscope/app/gui", "gwscope/app/experiments", "the window measures nothing"},
	{"gwscope/app/gui/widget", "gwscope/solver", "a widget knows no shapes"},
	{"gwscope/app/gui/widget", "gwscope/meshio", "a widget knows no shapes"},
	{"gwscope/app/gui/widget", "gwscope/render", "a widget knows no scenes"},
	{"gwscope/app/gui/widget", "gwscope/app/session", "a widget knows no document"},
	{"gwscope/app/gui/widget", "gwscope/app/pipeline", "a widget knows no matches"},
	{"gwscope/app/gui/drawing", "gwscope/solver", "what draws knows arrays only"},
	{"gwscope/app/gui/drawing", "gwscope/app", "what draws knows arrays only"},
	{"gwscope/app/gui/mainloop", "gwscope/app", "the main goroutine serves everybody"},
	{"gwscope/", "fyne.io/", "only app/gui knows the window's toolkit"},
	{"gwscope/", "github.com/go-gl/glfw", "only render/glctx and app/gui know windows"},
}

// exempt are the packages that a row of the table does not mean.
var exempt = map[string][]string{
	"gwscope/":              {"gwscope/meshio", "gwscope/internal/routine", "gwscope/internal/disjoint", "gwscope/internal/figures", "gwscope/internal/stages"}, // everybody may use these
	"fyne.io/":              {"gwscope/app/gui"},
	"github.com/go-gl/glfw": {"gwscope/app/gui", "gwscope/render/glctx"},
}

func TestImportsPointOneWay(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}:{{join .Imports \" \"}}{{end}}", "gwscope/...").CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	imports := map[string][]string{}
	for line := range strings.SplitSeq(strings.TrimSpace(string(out)), "\n") {
		pkg, list, ok := strings.Cut(line, ":")
		if ok {
			imports[pkg] = strings.Fields(list)
		}
	}
	if len(imports["gwscope/solver"]) == 0 || len(imports["gwscope/app/gui"]) == 0 {
		t.Fatalf("go list did not see the project: %d packages", len(imports))
	}
	for pkg := range imports {
		for _, rule := range forbidden {
			if !strings.HasPrefix(pkg, rule.who) || hasAnyPrefix(pkg, exempt[rule.never]) && rule.who == "gwscope/" {
				continue
			}
			// Toolkits may be met through app/gui and glctx, whose business they are; only
			// the direct import is forbidden to the others.
			reach := imports[pkg]
			if rule.who != "gwscope/" {
				reach = closure(imports, pkg)
			}
			for _, dep := range reach {
				if strings.HasPrefix(dep, rule.never) && !hasAnyPrefix(dep, exempt[rule.never]) {
					t.Errorf("%s depends on %s: %s", pkg, dep, rule.why)
				}
			}
		}
	}
}

func closure(imports map[string][]string, pkg string) []string {
	seen := map[string]bool{}
	queue := append([]string{}, imports[pkg]...)
	var out []string
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		if seen[p] {
			continue
		}
		seen[p] = true
		out = append(out, p)
		queue = append(queue, imports[p]...)
	}
	return out
}

func hasAnyPrefix(s string, prefixes []string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}
