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
	nice := func(id int) (value int, lives bool) {
		p, err := syscall.Getpriority(syscall.PRIO_PROCESS, id)
		return 20 - p, err == nil // the system call counts down from 20
	}
	own := syscall.Gettid()
	before, _ := nice(own)
	if before >= niceness {
		t.Skip("the tests run at a low priority themselves")
	}
	giveWay()
	if now, _ := nice(own); now != before {
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
		if value, lives := nice(id); lives {
			others++
			if value != niceness {
				t.Errorf("another thread has %d", value)
			}
		}
	}
	if others == 0 {
		t.Error("there is no other thread")
	}
}
