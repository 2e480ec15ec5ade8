//go:build unix

package session

import (
	"os"
	"syscall"
)

// holdLock makes a file and locks it until it is closed or the process ends.
func holdLock(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	// Where the file system has no locks, the document of a window that still runs may be offered.
	// A person can decline it.
	syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	return f, nil
}

// lockHeld reports whether a program holds the lock of a file.
func lockHeld(name string) bool {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == syscall.EWOULDBLOCK
}
