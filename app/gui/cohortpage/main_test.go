package cohortpage

import (
	"os"
	"sync"
	"testing"
	"time"

	"gwscope/app/gui/mainloop"
)

func TestMain(m *testing.M) {
	mainloop.Do, mainloop.DoAndWait = onTestMain, onTestMain
	os.Exit(m.Run())
}

// mainLock stands in for the main goroutine in tests without a screen.
var mainLock sync.Mutex

// onTestMain runs f as the main goroutine would: nothing else at the same time.
func onTestMain(f func()) {
	mainLock.Lock()
	defer mainLock.Unlock()
	f()
}

// eventually waits until something is so on the main goroutine.
func eventually(t testing.TB, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		ok := false
		onTestMain(func() { ok = so() })
		if ok {
			return
		}
	}
	t.Fatalf("waited in vain for %s", what)
}
