package widget

import (
	"os"
	"sync"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

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

// themedApp is Fyne's application without a screen, in our theme.
func themedApp(t testing.TB) fyne.App {
	t.Helper()
	a := test.NewTempApp(t)
	a.Settings().SetTheme(Theme{Look: AlwaysDark})
	return a
}

// eventually waits until something is so on the main goroutine.
func eventually(t *testing.T, what string, so func() bool) {
	t.Helper()
	await.Until(t, what, func() (ok bool) {
		onTestMain(func() { ok = so() })
		return ok
	})
}
