package meshio

import (
	"bytes"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"gwscope/meshio/gltf"
	"gwscope/meshio/internal/text"
	"gwscope/meshio/matlab"
	"gwscope/meshio/mesh"
	"gwscope/meshio/npy"
	"gwscope/meshio/obj"
	"gwscope/meshio/off"
	"gwscope/meshio/pcd"
	"gwscope/meshio/ply"
	"gwscope/meshio/pts"
	"gwscope/meshio/stl"
	"gwscope/meshio/tosca"
	"gwscope/meshio/vtk"
	"gwscope/meshio/vtp"
)

// FormatError is a fault inside a file: its place and its reason. An error of Load wraps a FormatError
// when the content is at fault.
type FormatError = text.Error

// Format describes a file format for people and file dialogs.
type Format struct {
	// Name is the short name, which Encode takes: "obj", "ply", "glb", ...
	Name string
	// Title is the name in full.
	Title string
	// Extensions with their dots, in lower case, the usual one first.
	Extensions []string
	// Parts are the extensions of files that lie beside the first file and hold a part of the mesh. The
	// mesh can be named by any of its files.
	Parts []string
	// PointsOnly says that faces have no place in the format.
	PointsOnly bool
	// TrianglesOnly says that points without faces have no place in the format.
	TrianglesOnly bool
	// Axes says that a file can name the anatomical axes of its coordinates.
	Axes bool
	// ReadOnly says that nothing is written in the format.
	ReadOnly bool
}

// codec is a format with its reader and writer. sniff looks at the whole content of a file; decode
// takes the content, the name of the file, and the files beside it. encode is nil for a format that is
// only read. text writes numbers as text, in formats where encode writes them in binary form. files has
// the writer of each extension in formats with several files.
type codec struct {
	Format
	sniff  func(data []byte) confidence
	decode func(data []byte, name string, files fs.FS) (*mesh.Mesh, error)
	encode func(w io.Writer, m *mesh.Mesh) error
	text   func(w io.Writer, m *mesh.Mesh) error
	files  map[string]func(w io.Writer, m *mesh.Mesh) error
}

// codecs in the order in which they are asked about content.
var codecs = []codec{
	{
		Format: Format{Name: "ply", Title: "Stanford PLY", Extensions: []string{".ply"}, Axes: true},
		sniff:  sniffPLY,
		decode: together(ply.Decode),
		encode: func(w io.Writer, m *mesh.Mesh) error { return ply.Encode(w, m, ply.Settings{}) },
		text:   func(w io.Writer, m *mesh.Mesh) error { return ply.Encode(w, m, ply.Settings{Encoding: ply.ASCII}) },
	},
	{
		Format: Format{Name: "obj", Title: "Wavefront OBJ", Extensions: []string{".obj"}, Axes: true},
		sniff:  sniffOBJ,
		decode: together(obj.Decode),
		encode: obj.Encode,
	},
	{
		Format: Format{Name: "glb", Title: "glTF binary", Extensions: []string{".glb"}, Axes: true},
		sniff:  sniffMagic(gltf.Magic),
		decode: together(gltf.Decode),
		encode: gltf.Encode,
	},
	{
		Format: Format{Name: "gltf", Title: "glTF", Extensions: []string{".gltf"}, Axes: true},
		sniff:  sniffGLTF,
		decode: together(gltf.Decode),
		encode: gltf.EncodeJSON,
	},
	{
		Format: Format{Name: "vtp", Title: "VTK PolyData", Extensions: []string{".vtp"}, Axes: true},
		sniff:  sniffVTP,
		decode: alone(vtp.Decode),
		encode: func(w io.Writer, m *mesh.Mesh) error { return vtp.Encode(w, m, vtp.Settings{}) },
		text:   func(w io.Writer, m *mesh.Mesh) error { return vtp.Encode(w, m, vtp.Settings{Encoding: vtp.ASCII}) },
	},
	{
		Format: Format{Name: "vtk", Title: "VTK legacy", Extensions: []string{".vtk"}, Axes: true},
		sniff:  sniffVTK,
		decode: alone(vtk.Decode),
		encode: func(w io.Writer, m *mesh.Mesh) error { return vtk.Encode(w, m, vtk.Settings{}) },
		text:   func(w io.Writer, m *mesh.Mesh) error { return vtk.Encode(w, m, vtk.Settings{ASCII: true}) },
	},
	{
		Format: Format{Name: "npy", Title: "NumPy array of points", Extensions: []string{".npy"}, PointsOnly: true},
		sniff:  sniffMagic(npy.Magic),
		decode: alone(npy.Decode),
		encode: npy.Encode,
	},
	{
		Format: Format{Name: "pcd", Title: "Point Cloud Library", Extensions: []string{".pcd"}, PointsOnly: true, Axes: true},
		sniff:  sniffPCD,
		decode: alone(pcd.Decode),
		encode: func(w io.Writer, m *mesh.Mesh) error { return pcd.Encode(w, m, pcd.Settings{}) },
		text:   func(w io.Writer, m *mesh.Mesh) error { return pcd.Encode(w, m, pcd.Settings{ASCII: true}) },
	},
	{
		Format: Format{Name: "stl", Title: "STL", Extensions: []string{".stl"}, TrianglesOnly: true, Axes: true},
		sniff:  sniffSTL,
		decode: alone(stl.Decode),
		encode: stl.Encode,
	},
	{
		Format: Format{Name: "pts", Title: "Points as text", Extensions: []string{".xyz", ".pts", ".txt", ".csv", ".asc"}, PointsOnly: true},
		sniff:  sniffPTS,
		decode: alone(pts.Decode),
		encode: pts.Encode,
	},
	{
		Format: Format{Name: "off", Title: "Object File Format", Extensions: []string{".off", ".coff", ".noff"}, Axes: true},
		sniff:  sniffOFF,
		decode: alone(off.Decode),
		encode: off.Encode,
	},
	{
		Format: Format{Name: "mat", Title: "MATLAB", Extensions: []string{".mat"}, ReadOnly: true},
		sniff:  sniffMAT,
		decode: alone(matlab.Decode),
	},
	{
		Format: Format{Name: "tosca", Title: "TOSCA vertices and triangles", Extensions: []string{toscaVertices}, Parts: []string{toscaTriangles}},
		sniff:  sniffTOSCA,
		decode: decodeTOSCA,
		encode: tosca.EncodeVertices,
		files:  map[string]func(w io.Writer, m *mesh.Mesh) error{toscaVertices: tosca.EncodeVertices, toscaTriangles: tosca.EncodeTriangles},
	},
}

// alone adapts a decoder that needs no other files, together one that reads files beside the first.
func alone(decode func(r io.Reader) (*mesh.Mesh, error)) func([]byte, string, fs.FS) (*mesh.Mesh, error) {
	return func(data []byte, _ string, _ fs.FS) (*mesh.Mesh, error) { return decode(bytes.NewReader(data)) }
}

func together(decode func(r io.Reader, files fs.FS) (*mesh.Mesh, error)) func([]byte, string, fs.FS) (*mesh.Mesh, error) {
	return func(data []byte, _ string, files fs.FS) (*mesh.Mesh, error) {
		return decode(bytes.NewReader(data), files)
	}
}

// Stem is the name of a file without its folder and its extension.
func Stem(path string) string {
	base := filepath.Base(path)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// Formats lists the formats that can be read and written.
func Formats() []Format {
	formats := make([]Format, len(codecs))
	for i, c := range codecs {
		formats[i] = c.Format
		formats[i].Extensions, formats[i].Parts = slices.Clone(c.Extensions), slices.Clone(c.Parts)
	}
	return formats
}

// byExtension finds the codec for a file's name, or nil.
func byExtension(name string) *codec {
	extension := strings.ToLower(filepath.Ext(name))
	for i := range codecs {
		if slices.Contains(codecs[i].Extensions, extension) || slices.Contains(codecs[i].Parts, extension) {
			return &codecs[i]
		}
	}
	return nil
}

// byName finds the codec of a format, or nil.
func byName(name string) *codec {
	for i := range codecs {
		if codecs[i].Name == name {
			return &codecs[i]
		}
	}
	return nil
}

// Written lists the extensions of all formats that can be written, for messages.
func Written() string { return extensions(func(c *codec) bool { return !c.ReadOnly }) }

// OnlyRead lists those of formats that are read and not written.
func OnlyRead() string { return extensions(func(c *codec) bool { return c.ReadOnly }) }

// Texts lists those of formats that have a binary form and one of text.
func Texts() string { return extensions(func(c *codec) bool { return c.text != nil }) }

func extensions(of func(c *codec) bool) string {
	var all []string
	for i := range codecs {
		if of(&codecs[i]) {
			all = append(all, codecs[i].Extensions...)
		}
	}
	return strings.Join(all, " ")
}
