package routine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// elsewhere are the files that may start goroutines themselves, or hold values that do, with the
// reason.
var elsewhere = map[string]string{
	"internal/child":        "it starts the processes of tests, on a thread that must stay",
	"internal/routine":      "is the one way",
	"app/cli/main.go":       "context.AfterFunc calls the standard library's own stop",
	"solver/nn/cpu/pool.go": "counts blocks with a sync.WaitGroup; its helpers are started here",
}

// starters start goroutines that a panic would end the program on.
var starters = map[string]bool{"sync.WaitGroup": true, "time.AfterFunc": true, "context.AfterFunc": true, "errgroup.Group": true}

// A panic on a bare goroutine ends the program with everything that a person has open.
func TestNobodyElseStartsGoroutines(t *testing.T) {
	t.Parallel()
	root := "../.."
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		t.Fatal(err)
	}
	read := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && len(d.Name()) > 2:
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		name, _ := filepath.Rel(root, path)
		name = filepath.ToSlash(name)
		if elsewhere[name] != "" || elsewhere[strings.TrimSuffix(name, "/"+d.Name())] != "" {
			return nil
		}
		read++
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			return err
		}
		for _, p := range bare(file) {
			t.Errorf("%s:%d starts a goroutine whose panic would end the program: use package routine", name, set.Position(p).Line)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if read < 300 {
		t.Errorf("only %d files were read", read)
	}
}

// bare are the places of a file that start goroutines, or declare values that do.
func bare(file *ast.File) (at []token.Pos) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			at = append(at, n.Pos())
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && starters[x.Name+"."+n.Sel.Name] {
				at = append(at, n.Pos())
			}
		}
		return true
	})
	return at
}

func TestBareGoroutinesAreSeen(t *testing.T) {
	t.Parallel()
	const source = `package p
func f() {
	go f()
	var w sync.WaitGroup
	w.Go(f)
	defer func() { go func() { time.AfterFunc(1, f) }() }()
}`
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(bare(file)); got != 4 {
		t.Errorf("%d of 4 were seen", got)
	}
}
