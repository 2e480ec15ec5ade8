package gui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/widget"
)

// folderOf makes a folder with files; names that end in a slash are folders.
func folderOf(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, n := range names {
		path := filepath.Join(dir, n)
		if strings.HasSuffix(n, "/") {
			if err := os.MkdirAll(path, 0o755); err != nil {
				t.Fatal(err)
			}
		} else if err := os.WriteFile(path, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func names(entries []fileEntry) (out []string) {
	for _, e := range entries {
		out = append(out, e.name)
	}
	return out
}

// A folder shows its folders and its readable files; Tab completes as far as names agree.
func TestFilesAreListedAndCompleted(t *testing.T) {
	t.Parallel()
	dir := folderOf(t, "Bones/", "bone left.obj", "bone right.PLY", "notes.txt", ".hidden.obj", "über.stl", "übung.stl")
	q := fileQuery{extensions: []string{".obj", ".ply", ".stl"}}
	all, err := q.read(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := names(matching(all, "")); !slices.Equal(got, []string{"Bones", "bone left.obj", "bone right.PLY", "über.stl", "übung.stl"}) {
		t.Errorf("listed are %q", got)
	}
	if got := names(matching(all, ".h")); !slices.Equal(got, []string{".hidden.obj"}) {
		t.Errorf("with a dot: %q", got)
	}
	for begin, want := range map[string]string{"bone ": "bone ", "bone l": "bone left.obj", "Bones": "Bones/", "ü": "üb", "übu": "übung.stl", "x": "x", "BONE": "BONE"} {
		if got := completed(all, begin); got != want {
			t.Errorf("%q is completed to %q, not %q", begin, got, want)
		}
	}
	if got, _ := (fileQuery{folders: true}).read(dir); len(got) != 1 {
		t.Errorf("of folders there are %q", names(got))
	}
	gone := filepath.Join(dir, "gone.obj")
	if got := q.recent([]string{gone, filepath.Join(dir, "bone left.obj"), filepath.Join(dir, "notes.txt")}); len(got) != 1 {
		t.Errorf("recent are %q", names(got))
	}
	if q.whyNot(gone) == nil || (fileQuery{folders: true}).whyNot(gone) != nil || (fileQuery{folders: true}).whyNot(filepath.Join(dir, "notes.txt")) == nil {
		t.Error("what cannot be chosen is not told from what can")
	}
}

// A person types, completes, walks along the list and takes a file, without the mouse; a folder is opened,
// a missing file is told, and Escape takes nothing.
func TestTheFileDialogIsDrivenByKeys(t *testing.T) {
	d, _ := testDesk(t)
	dir := folderOf(t, "one/", "one/cat 1.obj", "one/cat 2.obj", "two.obj")
	chosen := ""
	var f *fileSheet
	open := func(q fileQuery) {
		onTestMain(func() { f = d.dialogs.showFiles("Shape A", dir, q, func(path string) { chosen = path }) })
		eventually(t, "the list", func() bool { return len(f.all) == 2 })
	}
	key := func(names ...fyne.KeyName) {
		onTestMain(func() {
			for _, n := range names {
				f.path.TypedKey(&fyne.KeyEvent{Name: n})
			}
		})
	}
	typed := func(text string) { onTestMain(func() { f.path.SetText(f.path.Text + text) }) }
	q := fileQuery{extensions: []string{".obj"}}
	open(q)
	typed("o")
	key(fyne.KeyTab)
	eventually(t, "the folder", func() bool {
		return strings.HasSuffix(f.path.Text, "one/") && slices.Equal(names(f.shown), []string{"cat 1.obj", "cat 2.obj"})
	})
	typed("c")
	key(fyne.KeyTab)
	onTestMain(func() {
		if !strings.HasSuffix(f.path.Text, "one/cat ") {
			t.Errorf("Tab leads to %q", f.path.Text)
		}
	})
	key(fyne.KeyDown, fyne.KeyDown)
	onTestMain(f.take)
	eventually(t, "a file", func() bool { return chosen != "" })
	if want := filepath.Join(dir, "one", "cat 2.obj"); chosen != want || d.dialogs.lastFolder != filepath.Dir(want) {
		t.Errorf("chosen is %s, and the next dialog begins in %s", chosen, d.dialogs.lastFolder)
	}

	chosen = ""
	open(q)
	typed("three.obj")
	eventually(t, "the empty list", func() bool { return f.empty.Text == "No name here begins so." })
	onTestMain(f.take)
	eventually(t, "the reason", func() bool { return f.note.Color == widget.ColorCaution })
	key(fyne.KeyEscape)
	onTestMain(func() {
		if f.sheet.Open || chosen != "" {
			t.Error("Escape does not close the dialog, or takes something")
		}
	})

	onTestMain(func() {
		f = d.dialogs.showFiles("Folder", dir, fileQuery{folders: true}, func(path string) { chosen = path })
	})
	eventually(t, "the folders", func() bool { return len(f.all) == 1 })
	onTestMain(f.choose)
	eventually(t, "a folder", func() bool { return chosen != "" })
	if chosen != dir {
		t.Errorf("the folder is %s", chosen)
	}
}
