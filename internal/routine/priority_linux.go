package routine

import (
	"os"
	"strconv"
	"syscall"
)

// niceness is the priority of threads that calculate or draw: the window's thread, which has 0, gets nine times
// their share of a processor when it wants it. It wants little.
const niceness = 10

// giveWay lowers the priority of all threads of the program but the calling one. Linux has a priority for each
// thread. A thread that cannot be changed keeps its own.
func giveWay() {
	own := syscall.Gettid()
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return
	}
	for _, t := range tasks {
		if id, err := strconv.Atoi(t.Name()); err == nil && id != own {
			_ = syscall.Setpriority(syscall.PRIO_PROCESS, id, niceness)
		}
	}
}
