//go:build !unix && !windows

package cohort

import "os/exec"

// apart does nothing where processes have no groups.
func apart(*exec.Cmd) {}
