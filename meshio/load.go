package meshio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/gltf"
	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// LoadOptions say how to load; the zero value suits most callers.
type LoadOptions struct {
	// DropInvalid leaves out vertices whose coordinates are NaN or infinite, and
	// the faces that use them, instead of failing.
	DropInvalid bool
	// Format forces a format by its name, such as "ply"; empty means to look.
	Format string
}

// NonFiniteError says that a mesh has a vertex whose coordinates are NaN or infinite. Loading again
// with DropInvalid gets the rest of the mesh.
type NonFiniteError struct {
	Vertex   int // the first such vertex, 0-based
	Position r3.Vec
}

func (e *NonFiniteError) Error() string {
	p := e.Position
	return fmt.Sprintf("vertex %d (counting from 0) is at (%g, %g, %g), which is not a place: mend the file, or drop invalid vertices (--drop-invalid)",
		e.Vertex, p.X, p.Y, p.Z)
}

// Load reads the mesh in a file. A glTF file may refer to files beside it or
// below it, and a TOSCA mesh has two files.
func Load(name string, options LoadOptions) (*mesh.Mesh, error) {
	return LoadContext(context.Background(), name, options)
}

// LoadContext is Load, but it stops when ctx ends, with the error of ctx: at once while the file is
// read, and later only after its content has been parsed, which takes about a second for 100 MB of
// text.
func LoadContext(ctx context.Context, name string, options LoadOptions) (*mesh.Mesh, error) {
	if info, err := os.Stat(name); err == nil && info.Mode()&fs.ModeCharDevice != 0 {
		return nil, fmt.Errorf("%s: this is a device, not a file", name) // and may never end
	}
	data, err := ReadFileContext(ctx, name)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, readError(name, err)
	}
	files, done := folderOf(name)
	defer done()
	return decode(data, name, files, options)
}

// folderOf gives the files beside a file and in folders below. os.Root keeps symbolic links from
// leading out of the folder, as os.DirFS does not.
func folderOf(name string) (files fs.FS, done func()) {
	root, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		return nil, func() {}
	}
	return root.FS(), func() { root.Close() }
}

// LoadTargets reads the morph targets of a file that [Load] reads, each with positions for the mesh's
// vertices; nil where it has none, and for every other format.
func LoadTargets(name string) ([]gltf.Target, error) {
	data, err := ReadFile(name)
	if err != nil {
		return nil, readError(name, err)
	}
	if c, _, err := choose(data, name, ""); err != nil || c.Name != "glb" && c.Name != "gltf" {
		return nil, nil
	}
	files, done := folderOf(name)
	defer done()
	targets, err := gltf.DecodeTargets(bytes.NewReader(data), files)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return targets, nil
}

func readError(name string, err error) error {
	var pathError *fs.PathError
	var changed *ChangedError
	if errors.As(err, &changed) {
		return err
	}
	if errors.As(err, &pathError) {
		err = pathError.Err
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: there is no such file%w", name, silent{err})
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: reading it is not permitted%w", name, silent{err})
	}
	return fmt.Errorf("%s: cannot be read: %w", name, err)
}

// silent wraps an error for errors.Is, without its text: the sentence before it says everything.
type silent struct{ error }

func (silent) Error() string   { return "" }
func (s silent) Unwrap() error { return s.error }

func decode(data []byte, name string, files fs.FS, options LoadOptions) (*mesh.Mesh, error) {
	c, warning, err := choose(data, name, options.Format)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	m, err := c.decode(data, path.Base(filepath.ToSlash(name)), files)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	m.Origin.Path = name
	m.Name = Stem(name)
	if warning != "" {
		m.Origin.Warnings = append([]string{warning}, m.Origin.Warnings...)
	}
	if v := m.FirstInvalid(); v >= 0 {
		if !options.DropInvalid {
			return nil, fmt.Errorf("%s: %w", name, &NonFiniteError{Vertex: v, Position: m.Vertices[v]})
		}
		if m, _ = m.DropInvalid(); len(m.Vertices) == 0 {
			return nil, fmt.Errorf("%s: %w", name, text.Whole("no vertex has finite coordinates"))
		}
	}
	return m, nil
}

// choose picks the codec: of the format that is forced; else of the format that fits the content best,
// where the name breaks ties; else of the format that the name says.
func choose(data []byte, name, forced string) (c *codec, warning string, err error) {
	if forced != "" {
		if c = byName(forced); c == nil {
			return nil, "", fmt.Errorf("unknown format %q", forced)
		}
		return c, "", nil
	}
	if len(data) == 0 {
		return nil, "", text.Whole("the file is empty")
	}
	named := byExtension(name)
	best := no
	for i := range codecs {
		fit := codecs[i].sniff(data)
		if fit > best || fit == best && fit > no && &codecs[i] == named {
			c, best = &codecs[i], fit
		}
	}
	is := foreign(data)
	switch {
	case best == sure, best == maybe && is == "":
		if named != nil && named != c {
			warning = fmt.Sprintf("The name says %s, but the content is %s and was read as such.", named.Title, c.Title)
		}
		return c, warning, nil
	case is != "":
		return nil, "", text.Whole("this is %s", is)
	case named != nil:
		return named, "", nil
	}
	return nil, "", text.Whole("neither content nor name tells a format; known are %s", extensions(func(*codec) bool { return true }))
}
