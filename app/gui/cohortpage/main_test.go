package cohortpage

import (
	"os"
	"sync"
	"testing"

	"gwscope/app/gui/mainloop"
	"gwscope/internal/await"
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
	await.Until(t, what, func() (ok bool) {
		onTestMain(func() { ok = so() })
		return ok
	})
}
