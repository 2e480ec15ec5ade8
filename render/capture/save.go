package capture

import (
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Encode writes a picture as PNG; opaque ones without an alpha channel.
func Encode(w io.Writer, img image.Image) error { return png.Encode(w, img) }

// Save writes a picture as a PNG file. It is written under a temporary name and
// renamed when whole, so a full disk or a crash leaves an older file as it was.
func Save(path string, img image.Image) (err error) {
	defer func() {
		if err != nil {
			var at *fs.PathError
			if errors.As(err, &at) { // it names a file that nobody knows
				err = at.Err
			}
			err = fmt.Errorf("%s: the picture cannot be written: %w", path, err)
		}
	}()
	f, err := os.CreateTemp(filepath.Dir(path), ".picture.*") // not the name, which may be as long as names can be
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails, as it should, once renamed
	if err := Encode(f, img); err != nil {
		f.Close()
		return err
	}
	// Temporary files are private; a picture has the usual permissions.
	if err := f.Chmod(0o644); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
