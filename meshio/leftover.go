package meshio

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// leftoverAge is the age from which a temporary file counts as left over: nobody writes it any more.
const leftoverAge = time.Hour

// temporaryBefore is the beginning of the temporary names of a file; a number follows.
func temporaryBefore(base string) string { return "." + cutName(base) + "." }

// entriesAWrite is the mean number of names of the folder that may be read for each file that is
// written.
const entriesAWrite = 64

// largeFolders keep sweeping cheap where a folder holds thousands of files: if all names were read for
// each file that is written, the time would grow with the square of their number.
var largeFolders folders

// folders are the folders of more than entriesAWrite names, with the number of files to write in each
// before its names are read again.
type folders struct {
	mu    sync.Mutex
	until map[string]int
}

// due reports whether a folder may be looked at; each call stands for a written file.
func (f *folders) due(folder string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.until[folder] > 0 {
		f.until[folder]--
		return false
	}
	return true
}

// swept notes how many names a look at the folder has found.
func (f *folders) swept(folder string, names int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.until == nil {
		f.until = map[string]int{}
	}
	delete(f.until, folder)
	if wait := names / entriesAWrite; wait > 0 {
		f.until[folder] = wait
	}
}

// sweep takes away the leftovers of writers of a file that were killed. Errors are ignored: leftovers
// that stay do no harm.
func sweep(name string) {
	folder, base := filepath.Split(name)
	if folder == "" {
		folder = "."
	}
	if !largeFolders.due(folder) {
		return
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	largeFolders.swept(folder, len(entries))
	before := temporaryBefore(base)
	for _, e := range entries {
		number, ok := strings.CutPrefix(e.Name(), before)
		if !ok || len(number) < 8 || strings.Trim(number, "0123456789abcdefghijklmnopqrstuvwxyz") != "" {
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > leftoverAge {
			os.Remove(filepath.Join(folder, e.Name()))
		}
	}
}
