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

// Limits of a mesh's pictures, so that a few bytes cannot fill the memory. Each has at
// most 8192 x 8192 pixels, which graphics cards of all kinds take, and pixelsPerByte for each byte
// of its file, beyond a small one: JPEG of a plain surface has about a hundred pixels in a byte. All
// of them together have at most mostUnpacked, and of the pixels beyond pixelsJustified for
// each byte, 4096 x 4096: beyond these 64 MB, a picture of four bytes a pixel takes no more than 64
// times its file.
const (
	mostPixels      = 1 << 26
	smallImage      = 1 << 16
	pixelsPerByte   = 256
	mostUnpacked    = 1 << 27
	pixelsJustified = 16
	mostGenerous    = 1 << 24
)

// Budget bounds the pixels of all pictures of one mesh. The zero value is ready.
type Budget struct{ pixels, generous int }

// Decode unpacks a PNG or JPEG image; what is the word for it in messages. An image that is too large
// is refused before it is unpacked.
func (b *Budget) Decode(data []byte, what string) (image.Image, error) {
	config, kind, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, text.Whole("%s is neither PNG nor JPEG: %v", what, err)
	}
	if config.Width < 1 || config.Height < 1 || config.Width > mostPixels/config.Height || config.Width*config.Height > smallImage+pixelsPerByte*len(data) {
		return nil, text.Whole("%s has %d x %d pixels in %d bytes: make it smaller", what, config.Width, config.Height, len(data))
	}
	pixels := config.Width * config.Height
	generous := max(0, pixels-pixelsJustified*len(data))
	if b.pixels+pixels > mostUnpacked || b.generous+generous > mostGenerous {
		beside := ""
		if b.pixels > 0 {
			beside = ", which is too much beside the others"
		}
		return nil, text.Whole("%s has %d x %d pixels in %d bytes%s: make it smaller (to 4096 x 4096 pixels, or %d for each byte)",
			what, config.Width, config.Height, len(data), beside, pixelsJustified)
	}
	b.pixels, b.generous = b.pixels+pixels, b.generous+generous
	img, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, text.Whole("%s, a %s image, is damaged: %v", what, kind, err)
	}
	return img, nil
}

// mostBytes is the size of the largest file that is read beside a mesh.
const mostBytes = 1 << 28

// Read takes in a file beside a mesh, or below it: name is relative to the mesh's folder and has
// slashes. Names that lead elsewhere are refused; what is the word for the file in messages.
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

// Beside is the path, relative to the mesh, that a file in folder means by a name: the path of the name
// where it leads beside the mesh or below it. Files from another machine name the folders of that
// machine; then it is the last part of the name, beside the mesh.
func Beside(folder, name string) string {
	name = strings.ReplaceAll(strings.TrimSpace(name), `\`, "/")
	if there := path.Join(folder, name); !path.IsAbs(name) && !strings.Contains(name, ":") && fs.ValidPath(there) {
		return there
	}
	return path.Join(folder, path.Base(name))
}
