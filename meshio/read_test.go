package meshio

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A file that shrinks, grows or is written to while it is read is an error of its own, and never a mesh
// with a missing part.
func TestAFileThatChangesWhileItIsReadIsSaid(t *testing.T) {
	t.Parallel()
	const whole = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\n"
	for name, change := range map[string]func(path string) error{
		"shrinks":    func(path string) error { return os.Truncate(path, 20) },
		"grows":      func(path string) error { return os.WriteFile(path, []byte(whole+whole), 0o600) },
		"is touched": func(path string) error { return os.Chtimes(path, time.Now(), time.Now().Add(time.Hour)) },
	} {
		path := filepath.Join(t.TempDir(), "a.obj")
		if err := os.WriteFile(path, []byte(whole), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := readSteady(t.Context(), path, func() {
			if err := change(path); err != nil {
				t.Fatal(err)
			}
		})
		var changed *ChangedError
		if !errors.As(err, &changed) || !strings.Contains(readError(path, err).Error(), "while it was read") {
			t.Errorf("a file that %s: %v", name, err)
		}
		if data, err := ReadFile(path); err != nil || len(data) == 0 {
			t.Errorf("at rest again: %d bytes, %v", len(data), err)
		}
	}
	if _, err := ReadFile(t.TempDir()); err == nil {
		t.Error("a folder was read as a file")
	}
	if _, err := os.Stat("/proc/cpuinfo"); err == nil { // a file whose size is not known before
		if data, err := ReadFile("/proc/cpuinfo"); err != nil || len(data) == 0 {
			t.Errorf("/proc/cpuinfo: %d bytes, %v", len(data), err)
		}
	}
}

// Leftovers of killed writers are removed in time, and nothing else is.
func TestLeftoversOfKilledWritersGo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	long := time.Now().Add(-2 * leftoverAge)
	keep := []string{"a.obj", ".b.obj.0123456789ab", ".a.obj.0123456789ab.txt", ".a.obj", ".a.obj.swp", ".a.obj.of-mine-own"}
	gone := []string{".a.obj.0123456789ab"}
	young := ".a.obj.ba9876543210"
	for _, name := range append(append(keep, gone...), young) {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if name != young {
			if err := os.Chtimes(path, long, long); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := WriteFile(filepath.Join(dir, "a.obj"), func(w io.Writer) error { _, err := io.WriteString(w, "v 0 0 0\n"); return err }); err != nil {
		t.Fatal(err)
	}
	for _, name := range append(keep, young) {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Errorf("%s went: %v", name, err)
		}
	}
	for _, name := range gone {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s is still there", name)
		}
	}
}
