package samples

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gwscope/app/version"
	"gwscope/meshio"
)

// folder is the folder of kept shapes; nil: none are kept.
var folder atomic.Pointer[string]

// Keep names the folder in which shapes are kept; "" keeps none. The folder is made with the
// first shape.
func Keep(dir string) { folder.Store(&dir) }

// Folder is the usual folder, below the user's cache folder; "" where there is none.
func Folder() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "gwscope", "shapes")
}

// mostBytes is the largest size of the folder, some hundred shapes with their truth. The files
// that were not used for the longest time are removed.
const mostBytes = 64 << 20

// ending is the ending of the files.
const ending = ".shape"

// build identifies the program: other builds of its version may make other shapes, and so may
// other processors.
var build = sync.OnceValue(func() string {
	text := version.String() + " " + runtime.GOARCH
	if self, err := os.Executable(); err == nil {
		if info, err := os.Stat(self); err == nil {
			text += fmt.Sprintf(" %d %d", info.Size(), info.ModTime().UnixNano())
		}
	}
	return text
})

// path is the file for a name; ok is false where nothing is kept.
func path(name string) (file string, ok bool) {
	dir := folder.Load()
	if dir == nil || *dir == "" {
		return "", false
	}
	sum := sha256.Sum256([]byte(build() + "\n" + name))
	return filepath.Join(*dir, hex.EncodeToString(sum[:16])+ending), true
}

// kept reads into v the value that was kept under a name. A damaged file counts as missing.
func kept(name string, v any) bool {
	file, ok := path(name)
	if !ok {
		return false
	}
	data, err := os.ReadFile(file)
	if err != nil || len(data) < sha256.Size {
		return false
	}
	sum := sha256.Sum256(data[sha256.Size:])
	if !bytes.Equal(sum[:], data[:sha256.Size]) {
		return false
	}
	if gob.NewDecoder(bytes.NewReader(data[sha256.Size:])).Decode(v) != nil {
		return false
	}
	now := time.Now()
	_ = os.Chtimes(file, now, now) // it was used
	return true
}

// keep keeps v under a name. If it cannot be written, it is made again next time.
func keep(name string, v any) {
	file, ok := path(name)
	if !ok {
		return
	}
	var b bytes.Buffer
	if gob.NewEncoder(&b).Encode(v) != nil || b.Len() > mostBytes {
		return
	}
	sum := sha256.Sum256(b.Bytes())
	if meshio.WriteFile(file, func(w io.Writer) error {
		if _, err := w.Write(sum[:]); err != nil {
			return err
		}
		_, err := w.Write(b.Bytes())
		return err
	}) == nil {
		makeRoom(filepath.Dir(file), mostBytes)
	}
}

// makeRoom removes the files that were not used for the longest time until the folder holds
// no more than most bytes. Other files in it are left alone.
func makeRoom(dir string, most int64) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	var files []fs.FileInfo
	total := int64(0)
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || !strings.HasSuffix(e.Name(), ending) {
			continue
		}
		files = append(files, info)
		total += info.Size()
	}
	slices.SortFunc(files, func(x, y fs.FileInfo) int { return cmp.Compare(x.ModTime().UnixNano(), y.ModTime().UnixNano()) })
	for _, info := range files {
		if total <= most {
			return
		}
		if os.Remove(filepath.Join(dir, info.Name())) == nil {
			total -= info.Size()
		}
	}
}
