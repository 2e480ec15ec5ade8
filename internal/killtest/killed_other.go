//go:build !windows

package killtest

import "os"

// killed reports whether a process was ended by a signal.
func killed(s *os.ProcessState) bool { return !s.Exited() }
