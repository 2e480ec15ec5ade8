//go:build unix

package cohort

import (
	"os/exec"
	"syscall"
)

// apart keeps Ctrl-C on a terminal from the process: it is for the one that started it, which
// tells the others.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
