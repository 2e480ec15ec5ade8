//go:build !unix

package session

import "os"

// holdLock makes a file and keeps it open: where the system is not Unix, an open file cannot be
// removed.
func holdLock(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
}

// lockHeld reports whether a program has a file open. It removes the file otherwise.
func lockHeld(name string) bool {
	_, err := os.Stat(name)
	return err == nil && os.Remove(name) != nil
}
