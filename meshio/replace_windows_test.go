package meshio

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// hold opens a file as most programs do: nobody may replace it until it is closed.
func hold(t *testing.T, name string) syscall.Handle {
	t.Helper()
	path, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		t.Fatal(err)
	}
	h, err := syscall.CreateFile(path, syscall.GENERIC_READ, syscall.FILE_SHARE_READ, nil, syscall.OPEN_EXISTING, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// A file that another program has open is left alone, with a reason, and is replaced where it
// is closed within a moment.
func TestOpenFilesAreReplacedWhenTheyAreClosed(t *testing.T) {
	name := filepath.Join(t.TempDir(), "held.obj")
	if err := os.WriteFile(name, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	fresh := func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }
	h := hold(t, name)
	err := WriteFile(name, fresh)
	if old, _ := os.ReadFile(name); err == nil || !strings.Contains(err.Error(), "another program has the file open") || string(old) != "old" {
		t.Errorf("error %v, and the file holds %q", err, old)
	}
	time.AfterFunc(50*time.Millisecond, func() { syscall.CloseHandle(h) })
	if err := WriteFile(name, fresh); err != nil {
		t.Error(err)
	}
	if now, _ := os.ReadFile(name); string(now) != "new" {
		t.Errorf("the file holds %q", now)
	}
	if entries, _ := os.ReadDir(filepath.Dir(name)); len(entries) != 1 {
		t.Errorf("%d files are left", len(entries))
	}
}
