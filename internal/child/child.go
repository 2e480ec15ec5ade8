// Package child starts the processes of tests so that none of them outlives its test program.
package child

import (
	"os/exec"
	"runtime"
	"sync"
	"syscall"
)

// starter is a thread of its own that starts processes. The system ends a child when the thread that
// started it ends, and Go ends threads now and then; this thread stays.
var starter = sync.OnceValue(func() chan<- func() {
	work := make(chan func())
	go func() {
		runtime.LockOSThread()
		for f := range work {
			f()
		}
	}()
	return work
})

// Start starts cmd. The system sends it the signal end when this process ends, also after a
// panic, a time out or a kill, where no clean-up of a test runs. Only Linux can do so;
// elsewhere Start is cmd.Start.
func Start(cmd *exec.Cmd, end syscall.Signal) error {
	endWithParent(cmd, end)
	started := make(chan error)
	starter() <- func() { started <- cmd.Start() }
	return <-started
}
