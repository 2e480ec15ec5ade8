package texture

import (
	"bytes"
	"image"
	_ "image/jpeg" // the two kinds of picture that meshes come with
	_ "image/png"
	"io/fs"
	"path"
	"strings"

	"gwscope/meshio/internal/text"
)

// An image is bounded before it is unpacked: to 8192 x 8192 pixels, which graphics cards
// of all kinds take, and to pixelsPerByte of what is stored, beyond a small one. JPEG of a
// plain surface has about a hundred pixels in a byte.
const (
	mostPixels    = 1 << 26
	smallImage    = 1 << 16
	pixelsPerByte = 256
)

// mostBytes is the size of the largest file that is read beside a mesh.
const mostBytes = 1 << 28

// Decode unpacks a PNG or JPEG image; what says whose it is, for messages.
func Decode(data []byte, what string) (image.Image, error) {
	config, kind, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, text.Whole("%s is neither PNG nor JPEG: %v", what, err)
	}
	if config.Width < 1 || config.Height < 1 || config.Width > mostPixels/config.Height || config.Width*config.Height > smallImage+pixelsPerByte*len(data) {
		return nil, text.Whole("%s has %d x %d pixels in %d bytes: make it smaller", what, config.Width, config.Height, len(data))
	}
	img, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, text.Whole("%s, a %s image, is damaged: %v", what, kind, err)
	}
	return img, nil
}

// Read takes in a file beside a mesh, or below it: name is relative to the mesh's folder
// and has slashes. Names that lead elsewhere are refused; what says whose the file is.
func Read(files fs.FS, name, what string) ([]byte, error) {
	if !fs.ValidPath(name) || name == "." {
		return nil, text.Whole("%s is at %s; only files beside the mesh or below it are read", what, text.Quote([]byte(name)))
	}
	if files == nil {
		return nil, text.Whole("%s is in the file %s, which is not at hand: load the mesh by its path", what, text.Quote([]byte(name)))
	}
	if info, err := fs.Stat(files, name); err == nil && info.Size() > mostBytes {
		return nil, text.Whole("%s has %d bytes: make it smaller", what, info.Size())
	}
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, text.Whole("%s cannot be read: %v", what, err)
	}
	return data, nil
}

// Beside is where a name that a file in folder holds leads to, relative to the mesh: as it
// says where that is beside the mesh or below it. Files that were made on another machine
// name its folders; then the file's own name beside the mesh is all that can be meant.
func Beside(folder, name string) string {
	name = strings.ReplaceAll(strings.TrimSpace(name), `\`, "/")
	if there := path.Join(folder, name); !path.IsAbs(name) && !strings.Contains(name, ":") && fs.ValidPath(there) {
		return there
	}
	return path.Join(folder, path.Base(name))
}
