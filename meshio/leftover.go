package meshio

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// leftoverAge is how old a temporary file is that nobody writes any more.
const leftoverAge = time.Hour

// temporaryBefore is the beginning of the temporary names of a file; a number follows.
func temporaryBefore(base string) string { return "." + cutName(base) + "." }

// sweep takes away what writers of a file left behind that were killed. It fails in silence:
// what cannot be taken away harms nobody.
func sweep(name string) {
	folder, base := filepath.Split(name)
	if folder == "" {
		folder = "."
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
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
