package cohort

import (
	"os/exec"
	"syscall"
)

// apart keeps Ctrl-C on a terminal from the process. Only the program that started it gets
// Ctrl-C, and ends its processes itself.
func apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}
