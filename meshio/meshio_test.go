package meshio_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"gwscope/meshio"
	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
)

// diff compares what PLY, OBJ and OFF all keep.
func diff(want, got *mesh.Mesh) string {
	return meshtest.Diff(want, got, meshtest.Keeps{Faces: true, Polygons: true, Normals: true, Colors: true})
}

// written are the formats that can be written.
func written() []meshio.Format {
	return slices.DeleteFunc(meshio.Formats(), func(f meshio.Format) bool { return f.ReadOnly })
}

func encode(t *testing.T, m *mesh.Mesh, format string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := meshio.Encode(&b, m, format); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestContentDecidesTheFormat(t *testing.T) {
	t.Parallel()
	m := meshtest.Icosphere(1)
	for _, format := range written() {
		if format.Name == "tosca" {
			continue // tables of numbers, which only their names tell from others
		}
		data := encode(t, m, format.Name)
		for _, name := range []string{"mesh" + format.Extensions[0], "mesh", "mesh.obj", "mesh.ply", "mesh.stl", "mesh.unknown"} {
			got, err := meshio.Decode(bytes.NewReader(data), name, meshio.LoadOptions{})
			if err != nil {
				t.Errorf("%s called %s: %v", format.Name, name, err)
				continue
			}
			read := got.Origin.Format
			if read != format.Name && !(read == "gltf" && format.Name == "glb") {
				t.Errorf("%s called %s was read as %s", format.Name, name, read)
			}
			extension := filepath.Ext(name)
			misleading := (extension == ".obj" || extension == ".ply" || extension == ".stl") && extension != format.Extensions[0]
			if warned := len(got.Origin.Warnings) > 0; warned != misleading {
				t.Errorf("%s called %s: warnings %q", format.Name, name, got.Origin.Warnings)
			}
		}
	}
}

func TestNameDecidesWhereContentDoesNot(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"counts.off": "1 off", "counts.xyz": "2 pts", "counts": "2 pts", // "1 0 0" may be counts or a point
	} {
		m, err := meshio.Decode(strings.NewReader("1 0 0\n0 0 0\n"), name, meshio.LoadOptions{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := fmt.Sprint(len(m.Vertices), " ", m.Origin.Format); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	utf16 := "\xff\xfe" + strings.Join(strings.Split("v 1 2 3\n", ""), "\x00") + "\x00"
	if m, err := meshio.Decode(strings.NewReader(utf16), "nameless", meshio.LoadOptions{}); err != nil || m.Origin.Format != "obj" {
		t.Errorf("UTF-16 OBJ without a name: %v", err)
	}
	forced, err := meshio.Decode(strings.NewReader("1 0 0\n0 0 0\n"), "a.xyz", meshio.LoadOptions{Format: "off"})
	if err != nil || forced.Origin.Format != "off" {
		t.Errorf("forced to OFF: %v", err)
	}
}

func TestErrorsNameTheFileAndWhatToDo(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, content, want string }{
		{"a.obj", "", "a.obj: the file is empty"},
		{"a.obj", "v 0 0 0\nf 1 2 3\n", "a.obj: line 2: vertex index 3"},
		{"a.obj", "just words\n", "a.obj: no vertices in this OBJ file"},
		{"a.ply", "just words\n", "a.ply: line 1: a PLY file begins with the word ply"},
		{"a.glb", "just words\n", "a.glb: the JSON of this glTF file cannot be read"},
		{"a", "just words\n", "a: neither content nor name tells a format; known are .ply .obj"},
		{"a.obj", "PK\x03\x04", "a.obj: this is a zip archive"},
		{"a.fbx", "Kaydara FBX Binary", "a.fbx: this is an FBX file, which is not supported: convert it"},
		{"a.png", "\x89PNG\r\n", "a.png: this is a picture"},
		{"a.obj", "version https://git-lfs.github.com/spec/v1\n", "git lfs pull"},
		{"a.obj", "v 0 0 0\nv 1 nan 0\n", "a.obj: vertex 1 (counting from 0) is at (1, NaN, 0)"},
		{"a.obj", "v 1e999 0 0\n", "vertex 0 (counting from 0) is at (+Inf, 0, 0)"},
	} {
		_, err := meshio.Decode(strings.NewReader(tt.content), tt.name, meshio.LoadOptions{})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s, %q: error %v, want %q", tt.name, tt.content, err, tt.want)
		}
		var place *meshio.FormatError
		var invalid *meshio.NonFiniteError
		if !errors.As(err, &place) && !errors.As(err, &invalid) {
			t.Errorf("%s: %v is neither FormatError nor NonFiniteError", tt.name, err)
		}
	}
	_, err := meshio.Load("no such folder/cat.obj", meshio.LoadOptions{})
	if !errors.Is(err, fs.ErrNotExist) || err.Error() != "no such folder/cat.obj: there is no such file" {
		t.Errorf("missing file: %v", err)
	}
	if _, err := meshio.Load(t.TempDir(), meshio.LoadOptions{}); err == nil {
		t.Error("a folder was loaded")
	}
	if _, err := meshio.Decode(strings.NewReader("v 0 0 0"), "a", meshio.LoadOptions{Format: "nonsense"}); err == nil {
		t.Error("an unknown format was taken")
	}
}

func TestDropInvalidKeepsTheRest(t *testing.T) {
	t.Parallel()
	data := encode(t, meshtest.NaN(), "ply")
	m, err := meshio.Decode(bytes.NewReader(data), "broken.ply", meshio.LoadOptions{DropInvalid: true})
	if err != nil || len(m.Vertices) != 40 || len(m.Origin.Warnings) != 1 {
		t.Errorf("%v, error %v; want 40 of 42 vertices and a warning", m, err)
	}
	if _, err := meshio.Decode(strings.NewReader("v nan 0 0\n"), "a.obj", meshio.LoadOptions{DropInvalid: true}); err == nil {
		t.Error("a mesh without a single valid vertex was loaded")
	}
}

func TestSaveMakesFoldersAndReplaces(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "new", "folders")
	m := meshtest.Dressed(meshtest.CubeQuads(), 1)
	for _, format := range written() {
		for _, extension := range format.Extensions {
			name := filepath.Join(folder, "cube"+extension)
			for range 2 { // the second time replaces the first
				if err := meshio.Save(name, m); err != nil {
					t.Fatal(err)
				}
			}
			got, err := meshio.Load(name, meshio.LoadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if got.Name != "cube" || got.Origin.Path != name {
				t.Errorf("name %q, path %q", got.Name, got.Origin.Path)
			}
			if format.PointsOnly != got.IsPointCloud() {
				t.Errorf("%s: %d triangles", name, len(got.Triangles))
			}
		}
	}
	left, err := filepath.Glob(filepath.Join(folder, ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("temporary files left: %v", left)
	}
	if err := meshio.Save(filepath.Join(folder, "cube.doc"), m); err == nil || !strings.Contains(err.Error(), ".ply") {
		t.Errorf("saved as .doc: error %v, want one that lists formats", err)
	}
	if err := meshio.Save(filepath.Join(folder, "cube.ply", "x.ply"), m); err == nil {
		t.Error("saved into a folder that is a file")
	}
	if err := meshio.Save(folder+"/.ply", m); err != nil {
		t.Error(err)
	}
	if err := meshio.Save(filepath.Join(folder, "cube.mat"), m); err == nil || !strings.Contains(err.Error(), "read, not written") {
		t.Errorf("saved as .mat: error %v, want one that says that MAT files are not written", err)
	}
}

func TestFailedSaveLeavesTheOldFile(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "precious.ply")
	if err := meshio.WriteFile(name, func(w io.Writer) error { _, err := io.WriteString(w, "old"); return err }); err != nil {
		t.Fatal(err)
	}
	full := errors.New("no space left on device")
	err := meshio.WriteFile(name, func(w io.Writer) error { io.WriteString(w, "half of the n"); return full })
	if !errors.Is(err, full) || !strings.Contains(err.Error(), "precious.ply: cannot be written") {
		t.Errorf("error %v", err)
	}
	content, _ := os.ReadFile(name)
	entries, _ := os.ReadDir(filepath.Dir(name))
	if string(content) != "old" || len(entries) != 1 {
		t.Errorf("content %q, %d files; want the old file alone", content, len(entries))
	}
	if err := meshio.Save(filepath.Join(filepath.Dir(name), "points.stl"), meshtest.Points(1)); err == nil || !strings.Contains(err.Error(), "point cloud") {
		t.Errorf("a point cloud saved as STL: %v", err)
	}
}

func TestSaveFollowsLinksAndKeepsModes(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	target, link := filepath.Join(folder, "target.obj"), filepath.Join(folder, "link.obj")
	if err := os.WriteFile(target, nil, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("target.obj", link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode().Type() != fs.ModeSymlink {
		t.Skip("what is made here is no symbolic link:", err)
	}
	if err := meshio.Save(link, meshtest.OneTriangle()); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode().Type() != fs.ModeSymlink {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
	if info, err := os.Stat(target); err != nil || info.Mode().Perm() != 0o640 && runtime.GOOS != "windows" || info.Size() == 0 {
		t.Errorf("target: %v, %v", info, err)
	}
}

func TestGLTFReadsFilesBesideItOnly(t *testing.T) {
	t.Parallel()
	positions := strings.Repeat("\x00", 36)
	document := func(uri string) []byte {
		return fmt.Appendf(nil, `{"asset":{"version":"2.0"},"buffers":[{"byteLength":36,"uri":%q}],"bufferViews":[{"buffer":0,"byteLength":36}],`+
			`"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]}`, uri)
	}
	files := fstest.MapFS{
		"models/a.gltf": {Data: document("b.bin")}, "models/b.bin": {Data: []byte(positions)},
		"models/out.gltf": {Data: document("../secret.bin")}, "secret.bin": {Data: []byte(positions)},
	}
	if _, err := meshio.LoadFS(files, "models/a.gltf", meshio.LoadOptions{}); err != nil {
		t.Error(err)
	}
	if _, err := meshio.LoadFS(files, "models/out.gltf", meshio.LoadOptions{}); err == nil {
		t.Error("a file outside the folder was read")
	}

	folder := t.TempDir()
	inside := filepath.Join(folder, "inside")
	if err := os.MkdirAll(inside, 0o777); err != nil {
		t.Fatal(err)
	}
	os.WriteFile(filepath.Join(folder, "secret.bin"), []byte(positions), 0o666)
	os.WriteFile(filepath.Join(inside, "b.bin"), []byte(positions), 0o666)
	os.WriteFile(filepath.Join(inside, "good.gltf"), document("b.bin"), 0o666)
	os.WriteFile(filepath.Join(inside, "bad.gltf"), document("link.bin"), 0o666)
	if _, err := meshio.Load(filepath.Join(inside, "good.gltf"), meshio.LoadOptions{}); err != nil {
		t.Error(err)
	}
	if err := os.Symlink("../secret.bin", filepath.Join(inside, "link.bin")); err == nil {
		if _, err := meshio.Load(filepath.Join(inside, "bad.gltf"), meshio.LoadOptions{}); err == nil {
			t.Error("a link led out of the folder")
		}
	}
}

func ExampleLoad() {
	folder, _ := os.MkdirTemp("", "meshes")
	defer os.RemoveAll(folder)
	name := filepath.Join(folder, "square.obj")
	os.WriteFile(name, []byte("v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nf 1 2 3 4\n"), 0o666)

	m, err := meshio.Load(name, meshio.LoadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Name, "has", len(m.Vertices), "vertices and", m.FaceCount(), "face")
	// Output: square has 4 vertices and 1 face
}

func FuzzDecode(f *testing.F) {
	for _, format := range written() {
		var b bytes.Buffer
		if err := meshio.Encode(&b, meshtest.CubeQuads(), format.Name); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes(), "cube"+format.Extensions[0])
		f.Add(b.Bytes(), "cube.obj")
	}
	f.Add([]byte("PK\x03\x04"), "a.zip")
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		var m *mesh.Mesh
		var err error
		meshtest.Held(t, 2*len(data), 32<<20, func() { // looked at, then read
			m, err = meshio.Decode(bytes.NewReader(data), name, meshio.LoadOptions{DropInvalid: true})
		})
		if err != nil {
			return
		}
		if m.FirstInvalid() >= 0 || len(m.Vertices) == 0 {
			t.Fatal("a mesh with invalid vertices, or none, was loaded")
		}
		mesh.Validate(m).Sentences()
	})
}

func BenchmarkLoad(b *testing.B) {
	m := meshtest.Torus(2, 0.5, 500, 200) // 200k triangles
	folder := b.TempDir()
	for _, format := range written() {
		b.Run(format.Name, func(b *testing.B) {
			name := filepath.Join(folder, "torus"+format.Extensions[0])
			if err := meshio.Save(name, m); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := meshio.Load(name, meshio.LoadOptions{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
