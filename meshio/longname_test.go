package meshio

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A name may be as long as the file system lets it be, in bytes of many letters too.
func TestLongNamesAreWritten(t *testing.T) {
	t.Parallel()
	for _, name := range []string{strings.Repeat("x", 251) + ".obj", strings.Repeat("ä", 125) + ".obj"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Skipf("this file system takes no name of %d bytes: %v", len(name), err)
		}
		if err := WriteFile(path, func(w io.Writer) error { _, err := io.WriteString(w, "v 0 0 0\n"); return err }); err != nil {
			t.Errorf("a name of %d bytes: %v", len(name), err)
		}
	}
}
