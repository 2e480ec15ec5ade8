package meshio

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gwscope/meshio/mesh"
)

// Save writes a mesh in the format that the extension of the name says, with all files of the format,
// and makes missing folders. An earlier file of that name stays as it is until the new one is whole.
func Save(name string, m *mesh.Mesh) error {
	c := byExtension(name)
	switch {
	case c == nil:
		return fmt.Errorf("%s: the extension %q tells no format to write; known are %s", name, filepath.Ext(name), Written())
	case c.ReadOnly:
		return fmt.Errorf("%s: %s files are read, not written; written are %s", name, c.Title, Written())
	case c.files != nil:
		return c.saveFiles(name, m)
	}
	return WriteFile(name, func(w io.Writer) error { return c.encode(w, m) })
}

// SaveText is Save with the numbers of the file as text, in formats that have both forms.
func SaveText(name string, m *mesh.Mesh) error {
	c := byExtension(name)
	if c == nil || c.text == nil {
		return fmt.Errorf("%s: only formats with a binary form and one of text leave a choice: %s", name, Texts())
	}
	return WriteFile(name, func(w io.Writer) error { return c.text(w, m) })
}

// Lost is a sentence on facts about a mesh that a file of that name cannot hold; "" where it can hold
// all. It leaves out faces, colours and the like, of which the format's description tells.
func Lost(name string, m *mesh.Mesh) string {
	c := byExtension(name)
	if c == nil || c.Axes || m.Space == "" {
		return ""
	}
	return fmt.Sprintf("%s cannot name the anatomical axes: that the coordinates are %s is lost", filepath.Base(name), m.Space)
}

// Encode writes a mesh in a format given by its name, such as "ply".
func Encode(w io.Writer, m *mesh.Mesh, format string) error {
	c := byName(format)
	if c == nil {
		return fmt.Errorf("unknown format %q", format)
	}
	if c.ReadOnly {
		return fmt.Errorf("the format %q is read, not written", format)
	}
	return c.encode(w, m)
}

// WriteFile makes a file of the bytes that write writes: under a temporary name in the
// same folder, then renamed, so that no reader ever sees half a file and a
// failure leaves the old file. Missing folders are made; a symbolic link is
// followed; a device or pipe is written directly.
func WriteFile(name string, write func(w io.Writer) error) error {
	if err := writeFile(name, write); err != nil {
		var pathError *fs.PathError
		if errors.As(err, &pathError) {
			err = pathError.Err // its path is the temporary name, or repeats ours
		}
		return fmt.Errorf("%s: cannot be written: %w", name, err)
	}
	return nil
}

func writeFile(name string, write func(w io.Writer) error) (err error) {
	mode := fs.FileMode(0o666) // less the bits of the user's umask
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
		info, err := os.Stat(name)
		switch {
		case err != nil:
			return err
		case info.IsDir():
			return errors.New("it is a folder")
		case !info.Mode().IsRegular():
			return writeDirectly(name, write)
		}
		mode = info.Mode().Perm()
	}
	folder := filepath.Dir(name)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	f, err := createBeside(name, mode)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err := write(f); err != nil {
		return err
	}
	// Some file systems report a full disk only now.
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := replace(f.Name(), name); err != nil {
		return err
	}
	sweep(name)
	return nil
}

func writeDirectly(name string, write func(w io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// longestBase leaves room for a dot and a number in the 255 bytes that file systems give
// a name.
const longestBase = 200

// cutName shortens a name so that a temporary name has room for its ending.
func cutName(base string) string {
	if len(base) <= longestBase {
		return base
	}
	return strings.ToValidUTF8(base[:longestBase], "")
}

// createBeside opens a new hidden file next to name. os.CreateTemp ignores the umask: its files are
// private, but this file is to stay.
func createBeside(name string, mode fs.FileMode) (*os.File, error) {
	folder, base := filepath.Split(name)
	for tries := 0; ; tries++ {
		temporary := folder + temporaryBefore(base) + strconv.FormatUint(rand.Uint64(), 36)
		f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) || tries > 100 {
			return f, err
		}
	}
}
