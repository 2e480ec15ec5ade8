package cli

import (
	"os"
	"syscall"
)

// virtualTerminal is ENABLE_VIRTUAL_TERMINAL_PROCESSING: the console obeys the sequences that
// move the cursor. Windows before version 10 does not know the mode.
const virtualTerminal = 4

var setConsoleMode = syscall.NewLazyDLL("kernel32.dll").NewProc("SetConsoleMode")

// obeysEscapes turns the sequences that move the cursor on, and reports whether the console
// has them.
func obeysEscapes(f *os.File) bool {
	console := syscall.Handle(f.Fd())
	var mode uint32
	if err := syscall.GetConsoleMode(console, &mode); err != nil {
		return false
	}
	ok, _, _ := setConsoleMode.Call(uintptr(console), uintptr(mode|virtualTerminal))
	return ok != 0
}
