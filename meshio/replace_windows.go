package meshio

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// The errors of Windows where another program has a file open.
const (
	sharingViolation = syscall.Errno(32)
	lockViolation    = syscall.Errno(33)
)

// replace gives a file the name of another, which it replaces. Windows refuses that while a program has
// the other file open. Programs that look at every new file, against viruses or for a search, close it
// within a moment: so replace tries again for a second.
func replace(from, to string) error {
	for wait := 4 * time.Millisecond; ; wait *= 2 {
		err := os.Rename(from, to)
		if err == nil || wait > 512*time.Millisecond || !inUse(err) {
			return told(to, err)
		}
		time.Sleep(wait)
	}
}

// inUse reports an error that may pass. "Access is denied" is one of them: Windows says so, too, where
// a file is open.
func inUse(err error) bool {
	return errors.Is(err, sharingViolation) || errors.Is(err, lockViolation) || errors.Is(err, syscall.ERROR_ACCESS_DENIED)
}

// told advises a person about a file that is still open.
func told(name string, err error) error {
	if err == nil || !inUse(err) {
		return err
	}
	if info, at := os.Stat(name); at == nil && info.Mode().Perm()&0o200 == 0 {
		return fmt.Errorf("the file is marked as read-only: %w", err)
	}
	return fmt.Errorf("another program has the file open: close it there, then try again: %w", err)
}
