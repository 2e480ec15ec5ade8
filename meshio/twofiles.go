package meshio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
	"gwscope/meshio/tosca"
)

// The extensions of the two files of a TOSCA mesh.
const (
	toscaVertices  = ".vert"
	toscaTriangles = ".tri"
)

// decodeTOSCA reads a mesh from either of its files and the other one beside it.
func decodeTOSCA(data []byte, name string, files fs.FS) (*mesh.Mesh, error) {
	triangles := strings.EqualFold(path.Ext(name), toscaTriangles)
	other, otherName, err := beside(name, map[bool]string{true: toscaVertices, false: toscaTriangles}[triangles], files)
	if triangles {
		if err != nil {
			return nil, text.Whole("this file has the triangles of a mesh, and its vertices cannot be read: %v", err)
		}
		m, err := tosca.Decode(bytes.NewReader(other), bytes.NewReader(data))
		var inTriangles *tosca.TrianglesError
		if err != nil && !errors.As(err, &inTriangles) {
			err = fmt.Errorf("%s: %w", otherName, err)
		}
		return m, err
	}
	if errors.Is(err, fs.ErrNotExist) {
		m, err := tosca.Decode(bytes.NewReader(data), nil)
		if err == nil {
			m.Warn("There is no file %s beside it, so that these are points without triangles.", otherName)
		}
		return m, err
	}
	if err != nil {
		return nil, err
	}
	m, err := tosca.Decode(bytes.NewReader(data), bytes.NewReader(other))
	var inTriangles *tosca.TrianglesError
	if errors.As(err, &inTriangles) {
		err = fmt.Errorf("%s: %w", otherName, inTriangles.Err)
	}
	return m, err
}

// beside reads the file that has the name of another up to its extension. Where the other has
// capitals, so may this one.
func beside(name, extension string, files fs.FS) (data []byte, found string, err error) {
	stem := strings.TrimSuffix(name, path.Ext(name))
	found = stem + extension
	if files == nil {
		return nil, found, fmt.Errorf("%s: %w", found, fs.ErrNotExist)
	}
	for _, e := range []string{extension, strings.ToUpper(extension)} {
		if data, err = fs.ReadFile(files, stem+e); !errors.Is(err, fs.ErrNotExist) {
			return data, stem + e, err
		}
	}
	return nil, found, fmt.Errorf("%s: %w", found, fs.ErrNotExist)
}

// saveFiles writes all files of a format that has several, each whole or not at all.
func (c *codec) saveFiles(name string, m *mesh.Mesh) error {
	stem := strings.TrimSuffix(name, filepath.Ext(name))
	for _, extension := range append(c.Extensions[:1:1], c.Parts...) {
		to := stem + extension
		if strings.EqualFold(extension, filepath.Ext(name)) {
			to = name
		}
		if err := WriteFile(to, func(w io.Writer) error { return c.files[extension](w, m) }); err != nil {
			return err
		}
	}
	return nil
}
