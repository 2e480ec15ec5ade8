//go:build !windows

package meshio

import "os"

// replace gives a file the name of another, which it replaces.
func replace(from, to string) error { return os.Rename(from, to) }
