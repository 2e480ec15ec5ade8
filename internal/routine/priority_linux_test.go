package routine

import (
	"os"
	"runtime"
	"strconv"
	"syscall"
	"testing"
)

// The window's thread keeps its priority and all others have less. The process of this test ends with the package.
func TestOtherThreadsGiveWay(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	nice := func(id int) int {
		p, err := syscall.Getpriority(syscall.PRIO_PROCESS, id)
		if err != nil {
			t.Fatal(err)
		}
		return 20 - p // the system call counts down from 20
	}
	own := syscall.Gettid()
	before := nice(own)
	if before >= niceness {
		t.Skip("the tests run at a low priority themselves")
	}
	giveWay()
	if now := nice(own); now != before {
		t.Errorf("the window's thread goes from %d to %d", before, now)
	}
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		t.Fatal(err)
	}
	others := 0
	for _, task := range tasks {
		id, err := strconv.Atoi(task.Name())
		if err != nil || id == own {
			continue
		}
		others++
		if nice(id) != niceness {
			t.Errorf("another thread has %d", nice(id))
		}
	}
	if others == 0 {
		t.Error("there is no other thread")
	}
}
