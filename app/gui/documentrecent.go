package gui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gwscope/app/gui/mainloop"
	"gwscope/app/gui/widget"
	"gwscope/app/session"

	"fyne.io/fyne/v2"
)

// recent are the files that were used last; none where no home keeps them.
func (p *preferences) recent() session.Recent {
	if p.home == nil {
		return session.Recent{}
	}
	return p.home.Recent()
}

// rememberFiles puts files at the head of the recent files.
func (ds *documents) rememberFiles(sessions, shapes []string) {
	if ds.preferences.home == nil {
		return
	}
	ds.tasks.background(func() func() {
		if err := ds.preferences.home.Remember(sessions, shapes); err != nil {
			return func() { ds.m.setStatus("The list of recent files cannot be kept: " + err.Error()) }
		}
		return nil
	})
}

// recentMenu shows the recent files at a place.
func (ds *documents) recentMenu(at fyne.CanvasObject) { widget.OpenMenu(at, ds.recentEntries(at), nil) }

func (ds *documents) recentEntries(at fyne.CanvasObject) []widget.MenuEntry {
	none := widget.MenuEntry{Label: "None yet", Why: "No file was used yet"}
	r := ds.preferences.recent()
	if len(r.Sessions)+len(r.Shapes)+len(r.Cohorts) == 0 {
		return []widget.MenuEntry{none}
	}
	gone := goneFiles(slices.Concat(r.Sessions, r.Shapes, r.Cohorts))
	out := []widget.MenuEntry{{Label: "Sessions", Heading: true}}
	add := func(paths []string, open func(path string)) {
		for _, path := range paths {
			out = append(out, recentEntry(path, gone[path], func() { open(path) }))
		}
	}
	add(r.Sessions, ds.openSession)
	if len(r.Sessions) == 0 {
		out = append(out, none)
	}
	if len(r.Cohorts) > 0 {
		out = append(out, widget.MenuEntry{Rule: true}, widget.MenuEntry{Label: "Cohorts", Heading: true})
	}
	add(r.Cohorts, ds.cohorts.open)
	if len(r.Shapes) > 0 {
		out = append(out, widget.MenuEntry{Rule: true}, widget.MenuEntry{Label: "Shapes", Heading: true})
	}
	add(r.Shapes, func(path string) {
		widget.OpenMenu(at, []widget.MenuEntry{{Label: filepath.Base(path), Heading: true},
			{Label: "Open as A", Do: func() { ds.shapes.load(sideA, path) }},
			{Label: "Open as B", Do: func() { ds.shapes.load(sideB, path) }}}, nil)
	})
	return append(out, widget.MenuEntry{Rule: true}, widget.MenuEntry{Label: "Forget these", Do: func() {
		if err := ds.preferences.home.ForgetRecent(); err != nil {
			ds.dialogs.fail("The list cannot be emptied", err)
		}
	}})
}

// recentShapes are the recent files for the menu of a side.
func (ds *documents) recentShapes(s side) []widget.MenuEntry {
	var out []widget.MenuEntry
	shapes := ds.preferences.recent().Shapes
	gone := goneFiles(shapes)
	for _, path := range shapes {
		if len(out) == 0 {
			out = append(out, widget.MenuEntry{Rule: true}, widget.MenuEntry{Label: "Recent files", Heading: true})
		}
		e := recentEntry(path, gone[path], func() { ds.shapes.load(s, path) })
		e.Checked = ds.m.shapes[s] != nil && ds.m.shapes[s].Ref == path
		out = append(out, e)
	}
	return out
}

// recentEntry is a file with its folder, and a word if the file is gone.
func recentEntry(path string, gone bool, do func()) widget.MenuEntry {
	e := widget.MenuEntry{Label: widget.Ellipsize(filepath.Base(path), 36, countRunes), Shortcut: shortFolder(filepath.Dir(path)), Do: do}
	if gone {
		e.Shortcut, e.Why = "missing", "The file is missing"
	}
	return e
}

// menuPatience is how long a menu waits to know which of its files are missing. A disk answers within a
// millisecond, a server that is gone after half a minute.
const menuPatience = 80 * time.Millisecond

// goneFiles are the files that are known to be missing. A file whose disk does not answer in time may be
// opened; the error then gives the reason.
func goneFiles(paths []string) map[string]bool {
	heard := make(chan string, len(paths)) // with room for all, so that goroutines with late answers end
	for _, path := range paths {
		mainloop.Go(func() {
			if _, err := os.Stat(path); err == nil {
				path = ""
			}
			heard <- path
		})
	}
	gone, late := map[string]bool{}, time.After(menuPatience)
	for range paths {
		select {
		case path := <-heard:
			gone[path] = path != ""
		case <-late:
			return gone
		}
	}
	return gone
}

func countRunes(s string) float32 { return float32(len([]rune(s))) }

// shortFolder is the end of a folder's name, with ~ for the home folder.
func shortFolder(dir string) string {
	if home, err := os.UserHomeDir(); err == nil && home != "/" {
		if rest, ok := strings.CutPrefix(dir, home); ok && (rest == "" || rest[0] == filepath.Separator) {
			dir = "~" + rest
		}
	}
	const most = 34
	if r := []rune(dir); len(r) > most {
		return "…" + string(r[len(r)-most:])
	}
	return dir
}
