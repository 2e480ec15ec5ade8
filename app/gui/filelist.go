package gui

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// fileEntry is a file or a folder in a list to choose from.
type fileEntry struct {
	path, name string
	folder     bool
	size       int64
	when       time.Time
}

// fileQuery tells a file dialog which files to offer.
type fileQuery struct {
	extensions []string // of files; nil: all
	folders    bool     // only folders are offered
}

// takes reports whether a file is offered.
func (q fileQuery) takes(name string) bool {
	if q.folders {
		return false
	}
	low := strings.ToLower(name)
	return q.extensions == nil || slices.ContainsFunc(q.extensions, func(e string) bool { return strings.HasSuffix(low, strings.ToLower(e)) })
}

// read lists a folder: folders first, then files, each by name. Hidden files are included.
func (q fileQuery) read(folder string) ([]fileEntry, error) {
	found, err := os.ReadDir(folder)
	if err != nil && len(found) == 0 {
		return nil, err
	}
	var out []fileEntry
	for _, f := range found {
		e := fileEntry{path: filepath.Join(folder, f.Name()), name: f.Name(), folder: f.IsDir()}
		info, err := os.Stat(e.path) // the target of a link
		if err != nil {
			continue
		}
		if e.folder = info.IsDir(); !e.folder && !q.takes(e.name) {
			continue
		}
		e.size, e.when = info.Size(), info.ModTime()
		out = append(out, e)
	}
	slices.SortStableFunc(out, func(a, b fileEntry) int {
		if a.folder != b.folder {
			return map[bool]int{true: -1, false: 1}[a.folder]
		}
		return cmp.Or(cmp.Compare(strings.ToLower(a.name), strings.ToLower(b.name)), cmp.Compare(a.name, b.name))
	})
	return out, nil
}

// recent are the files of a list that exist and are offered.
func (q fileQuery) recent(paths []string) []fileEntry {
	var out []fileEntry
	for _, p := range paths {
		if info, err := os.Stat(p); err == nil && !info.IsDir() && q.takes(filepath.Base(p)) {
			out = append(out, fileEntry{path: p, name: filepath.Base(p), size: info.Size(), when: info.ModTime()})
		}
	}
	return out
}

// splitTyped splits the typed path into the folder to list and the beginning of a name.
func splitTyped(text string) (folder, begin string) {
	text = expandHome(text)
	folder, begin = filepath.Split(text)
	if folder == "" {
		folder = "."
	}
	if absolute, err := filepath.Abs(folder); err == nil {
		folder = absolute
	}
	return folder, begin
}

// matching are the entries whose names begin with the typed text, in upper or lower case. Hidden entries match
// only after a typed dot.
func matching(entries []fileEntry, begin string) []fileEntry {
	var out []fileEntry
	for _, e := range entries {
		if strings.HasPrefix(e.name, ".") && !strings.HasPrefix(begin, ".") {
			continue
		}
		if len(e.name) >= len(begin) && strings.EqualFold(e.name[:len(begin)], begin) {
			out = append(out, e)
		}
	}
	return out
}

// completed is the typed text as Tab completes it: as far as the matching names agree. A folder that matches
// alone gets a slash.
func completed(entries []fileEntry, begin string) string {
	found := matching(entries, begin)
	if len(found) == 0 {
		return begin
	}
	common := found[0].name
	for _, e := range found[1:] {
		n := 0
		for n < min(len(common), len(e.name)) && common[n] == e.name[n] {
			n++
		}
		common = common[:n]
	}
	for !utf8.ValidString(common) { // names may differ within the bytes of a letter
		common = common[:len(common)-1]
	}
	if len(found) == 1 && found[0].folder {
		return common + string(filepath.Separator)
	}
	if len(common) < len(begin) { // the names differ in upper and lower case
		return begin
	}
	return common
}

// filePlace is a folder with a name to offer.
type filePlace struct{ name, folder string }

// filePlaces are the usual folders that exist.
func filePlaces() []filePlace {
	var out []filePlace
	home, err := os.UserHomeDir()
	if err == nil {
		out = append(out, filePlace{"Home", home})
		for _, name := range []string{"Desktop", "Documents", "Downloads"} {
			out = append(out, filePlace{name, filepath.Join(home, name)})
		}
	}
	if here, err := os.Getwd(); err == nil {
		out = append(out, filePlace{"Working folder", here})
	}
	out = append(out, filePlace{"Computer", filepath.VolumeName(home) + string(filepath.Separator)})
	return slices.DeleteFunc(out, func(p filePlace) bool {
		info, err := os.Stat(p.folder)
		return err != nil || !info.IsDir()
	})
}

// whyNot says why a path cannot be chosen; nil if it can.
func (q fileQuery) whyNot(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist) && q.folders:
		return nil // it will be made
	case err != nil:
		return err
	case q.folders && !info.IsDir():
		return errors.New(path + " is a file: choose a folder")
	}
	return nil
}
