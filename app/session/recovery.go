package session

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Each window with unsaved changes saves its document under a name of its own in the folder
// "recovery". Beside it lies a lock, which the system releases when the process ends, also after
// a crash. A document without a held lock was left behind by a crash.

// oldest is the age up to which documents of crashes are offered.
const oldest = 30 * 24 * time.Hour

// Recovery is the place of one window's unsaved document. One goroutine may use it at a time.
type Recovery struct {
	path string
	lock *os.File
}

func (h Home) recoveryDir() string { return filepath.Join(h.State, "recovery") }

// NewRecovery makes a place and locks it.
func (h Home) NewRecovery() (*Recovery, error) {
	dir := h.recoveryDir()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	name := filepath.Join(dir, strconv.FormatInt(time.Now().UnixNano(), 36)+"-"+strconv.Itoa(os.Getpid()))
	lock, err := holdLock(name + ".lock")
	if err != nil {
		return nil, err
	}
	return &Recovery{path: name + Extension, lock: lock}, nil
}

// Save puts a document there.
func (r *Recovery) Save(d *Document) error { return Save(r.path, d) }

// Clear removes the document, because nothing unsaved is left.
func (r *Recovery) Clear() { os.Remove(r.path) }

// Close releases the place. A document that is there stays, and the next start finds it.
func (r *Recovery) Close() {
	name := r.lock.Name()
	r.lock.Close()
	os.Remove(name)
}

// Lost is a document that a crash left behind.
type Lost struct {
	Path string
	When time.Time // of saving
}

// Lost are the documents that crashes left behind, the newest first. It removes those that are too
// old.
func (h Home) Lost() []Lost {
	names, err := filepath.Glob(filepath.Join(h.recoveryDir(), "*"+Extension))
	if err != nil {
		return nil
	}
	var out []Lost
	for _, path := range names {
		lock := strings.TrimSuffix(path, Extension) + ".lock"
		if lockHeld(lock) {
			continue
		}
		os.Remove(lock)
		info, err := os.Stat(path)
		if err != nil {
			continue
		}
		if time.Since(info.ModTime()) > oldest {
			os.Remove(path)
			continue
		}
		out = append(out, Lost{Path: path, When: info.ModTime()})
	}
	h.sweepLocks()
	slices.SortFunc(out, func(a, b Lost) int { return b.When.Compare(a.When) })
	return out
}

// sweepLocks removes the locks of windows that crashed without unsaved changes.
func (h Home) sweepLocks() {
	locks, err := filepath.Glob(filepath.Join(h.recoveryDir(), "*.lock"))
	if err != nil {
		return
	}
	for _, lock := range locks {
		if _, err := os.Stat(strings.TrimSuffix(lock, ".lock") + Extension); err == nil {
			continue
		}
		// A window that starts at this moment makes the file before it locks it.
		if info, err := os.Stat(lock); err == nil && time.Since(info.ModTime()) > time.Minute && !lockHeld(lock) {
			os.Remove(lock)
		}
	}
}

// Discard removes the document.
func (l Lost) Discard() { os.Remove(l.Path) }
