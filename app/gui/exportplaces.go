package gui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gwscope/app/gui/widget"
)

// Where exports go: each pair has a folder of its own, and no file of another pair is replaced
// without a question.

// lastFolder is the preference that keeps the folder of the last export.
const lastFolder = "export-folder"

// pair identifies the two open shapes by their contents.
func (ex *exporter) pair() string {
	key := ""
	for _, s := range ex.m.shapes {
		if s != nil {
			key += s.Ref + "\n" + s.Key + "\n"
		}
	}
	return key
}

// pairName names a folder or a file by the open shapes.
func pairName(m *model) string {
	var names []string
	for _, s := range m.shapes {
		if s != nil {
			names = append(names, fileName(s.Mesh.Name))
		}
	}
	return strings.Join(names, " to ")
}

// fileName is a name without the characters that have a meaning in paths on some systems.
func fileName(name string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, name), ". ")
}

// folder is the offered folder: this pair's last folder, else a folder of the pair's name beside the last
// folder or in the home folder.
func (ex *exporter) folder() string {
	last, pair := ex.app.Preferences().String(lastFolder), ex.pair()
	if last != "" && ex.places[last] == pair {
		return last
	}
	for dir, of := range ex.places {
		if of == pair {
			return dir
		}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = "."
	}
	above := filepath.Join(home, "gwscope")
	if last != "" {
		above = filepath.Dir(last)
		if above == home || above == filepath.Dir(above) { // folders for pairs would clutter these
			above = last
		}
	}
	return filepath.Join(above, pairName(ex.m))
}

// wroteInto remembers the folder of an export.
func (ex *exporter) wroteInto(dir string) {
	ex.places[dir] = ex.pair()
	ex.app.Preferences().SetString(lastFolder, dir)
}

// mayWrite calls then with a folder for files. It asks first where the folder has files of these names that
// this window has not written for this pair.
func (ex *exporter) mayWrite(dir string, files []string, then func(dir string)) {
	if ex.places[dir] == ex.pair() && ex.pair() != "" {
		then(dir)
		return
	}
	ex.tasks.background(func() func() {
		there, free := thereAlready(dir, files), freeFolder(dir)
		return func() {
			if len(there) == 0 {
				then(dir)
				return
			}
			ex.askReplace(dir, there, free, then)
		}
	})
}

func (ex *exporter) askReplace(dir string, there []string, free string, then func(dir string)) {
	const most = 6
	names := there
	if len(names) > most {
		names = append(names[:most:most], fmt.Sprintf("and %d more", len(there)-most))
	}
	body := widget.NewParagraph(fmt.Sprintf("%s has %s of these names already, maybe of another pair: %s.", dir, plural(len(there), "file", "files"), strings.Join(names, ", ")), widget.ColorText)
	ex.widgets.NewSheet(ex.win.Canvas(), "Replace the files?", "", body, 560,
		widget.Button{Text: "Cancel"},
		widget.Button{Text: "Replace", Do: func() { then(dir) }},
		widget.Button{Text: "Write into “" + filepath.Base(free) + "”", Do: func() { then(free) }})
}

// thereAlready are the files that exist in a folder.
func thereAlready(dir string, files []string) (out []string) {
	for _, name := range files {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			out = append(out, strings.TrimSuffix(name, "/"))
		}
	}
	return out
}

// freeFolder is a folder of a similar name that does not exist yet.
func freeFolder(dir string) string {
	for k := 2; ; k++ {
		free := fmt.Sprintf("%s %d", dir, k)
		if _, err := os.Lstat(free); err != nil {
			return free
		}
	}
}
