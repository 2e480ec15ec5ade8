package meshio

import (
	"io"
	"io/fs"
	"path"

	"gwscope/meshio/mesh"
)

// LoadFS is Load from a file system; name has slashes.
func LoadFS(files fs.FS, name string, options LoadOptions) (*mesh.Mesh, error) {
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, readError(name, err)
	}
	below, err := fs.Sub(files, path.Dir(name))
	if err != nil {
		below = nil
	}
	return decode(data, name, below, options)
}

// Decode reads a mesh from r, as if it came from a file of that name.
func Decode(r io.Reader, name string, options LoadOptions) (*mesh.Mesh, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, readError(name, err)
	}
	return decode(data, name, nil, options)
}
