package killtest

import "os"

// endedByKill is the exit code that [os.Process.Kill] gives to a process on Windows, which has no signals.
const endedByKill = 1

// killed reports whether a process was ended by Kill. After it has begun to write, such a process ends by
// itself with other codes only: 2 in a panic, 3 where its work returns.
func killed(s *os.ProcessState) bool { return s.ExitCode() == endedByKill }
