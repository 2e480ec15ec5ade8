package session

import (
	"os"
	"path"
	"path/filepath"
	"strings"
)

// samplePrefix marks the names of embedded shapes, as pipeline.SamplePrefix does.
const samplePrefix = "sample:"

// storedShape is a ShapeRef on disk. A file is named relative to the session, so that
// both can be moved together, and absolutely, so that the session can be moved alone.
type storedShape struct {
	Sample   string `json:"sample,omitempty"`
	Path     string `json:"path,omitempty"` // with slashes
	Absolute string `json:"absolute,omitempty"`
	Key      string `json:"key,omitempty"`
	Name     string `json:"name,omitempty"`
	Vertices int    `json:"vertices,omitempty"`
	Faces    int    `json:"faces,omitempty"`
}

// storeShape names a shape as seen from a folder; nil for none.
func storeShape(r ShapeRef, dir string) *storedShape {
	if r.Empty() {
		return nil
	}
	s := &storedShape{Key: r.Key, Name: r.Name, Vertices: r.Vertices, Faces: r.Faces}
	if id, ok := strings.CutPrefix(r.Ref, samplePrefix); ok {
		s.Sample = id
		return s
	}
	s.Absolute = r.Ref
	if absolute, err := filepath.Abs(r.Ref); err == nil {
		s.Absolute = absolute
	}
	if relative, err := filepath.Rel(dir, s.Absolute); err == nil {
		s.Path = filepath.ToSlash(relative)
	}
	return s
}

// find is the present place of the shape, for a session that lies in dir: at the relative path, at
// the absolute path, or beside the session under its own name. A missing file has the first of
// these places.
func (s *storedShape) find(dir string) ShapeRef {
	if s == nil || s.Sample == "" && s.Path == "" && s.Absolute == "" {
		return ShapeRef{}
	}
	r := ShapeRef{Key: s.Key, Name: s.Name, Vertices: max(s.Vertices, 0), Faces: max(s.Faces, 0)}
	if s.Sample != "" {
		r.Ref = samplePrefix + s.Sample
		return r
	}
	var places []string
	if s.Path != "" {
		places = append(places, filepath.Join(dir, filepath.FromSlash(s.Path)))
	}
	if s.Absolute != "" {
		places = append(places, filepath.FromSlash(s.Absolute))
	}
	places = append(places, filepath.Join(dir, lastElement(s.Path, s.Absolute)))
	for _, at := range places {
		// Reading a device or a pipe may never end.
		if info, err := os.Stat(at); err == nil && info.Mode().IsRegular() {
			r.Ref = at
			return r
		}
	}
	r.Ref, r.Missing = places[0], true
	return r
}

// lastElement is a file's own name, also in a path of another system.
func lastElement(relative, absolute string) string {
	if relative != "" {
		return path.Base(relative)
	}
	return path.Base(strings.ReplaceAll(absolute, `\`, "/"))
}
