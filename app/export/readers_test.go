package export

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gwscope/meshio/meshtest"
)

// othersRead reads the exported files in dir by other programs: the Khronos validator, ImageMagick,
// and readers that know only the rules of the formats.
func othersRead(t *testing.T, dir string) {
	var pictures []string
	seen := map[string]int{}
	if err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		ext := filepath.Ext(path)
		seen[ext]++
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		switch ext {
		case ".png", ".gif":
			pictures = append(pictures, path)
		case ".glb":
			t.Run(e.Name(), func(t *testing.T) {
				if r := meshtest.Khronos(t, path); !r.Flawless() || !r.Targets || r.Animations == 0 {
					t.Errorf("%+v", r)
				}
			})
		case ".json":
			if !json.Valid(data) {
				t.Errorf("%s is not JSON", path)
			}
		case ".csv":
			r := csv.NewReader(bytes.NewReader(data))
			if rows, err := r.ReadAll(); err != nil || len(rows) < 2 {
				t.Errorf("%s: %d rows, %v", path, len(rows), err)
			}
		case ".npz":
			if _, err := zip.NewReader(bytes.NewReader(data), int64(len(data))); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		case ".npy":
			if !bytes.HasPrefix(data, []byte("\x93NUMPY")) {
				t.Errorf("%s does not begin as NumPy's arrays do", path)
			}
		case ".ply":
			if err := plainPLY(data); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		case ".obj":
			if err := plainOBJ(data); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, ext := range []string{".png", ".gif", ".glb", ".json", ".csv", ".npz", ".npy", ".ply", ".obj"} {
		if seen[ext] == 0 {
			t.Errorf("nothing was written as %s", ext)
		}
	}
	t.Run("pictures", func(t *testing.T) {
		if _, err := exec.LookPath("identify"); err != nil {
			t.Skip("ImageMagick is not installed")
		}
		if said, err := exec.Command("identify", append([]string{"-regard-warnings"}, pictures...)...).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, said)
		}
	})
}

// plainPLY reads a PLY file of triangles by its header alone and counts its bytes or lines.
func plainPLY(data []byte) error {
	head, body, ok := bytes.Cut(data, []byte("end_header\n"))
	if !ok {
		return fmt.Errorf("no end of the header")
	}
	width := map[string]int{"char": 1, "uchar": 1, "short": 2, "ushort": 2, "int": 4, "uint": 4, "float": 4, "double": 8}
	var vertices, faces, vertex, face int
	var element, format string
	for line := range strings.Lines(string(head)) {
		w := strings.Fields(line)
		switch {
		case w[0] == "format":
			format = w[1]
		case w[0] == "element" && w[1] == "vertex":
			element = w[1]
			fmt.Sscan(w[2], &vertices)
		case w[0] == "element" && w[1] == "face":
			element = w[1]
			fmt.Sscan(w[2], &faces)
		case w[0] == "property" && w[1] == "list":
			face += width[w[2]] + 3*width[w[3]]
		case w[0] == "property" && element == "vertex":
			vertex += width[w[1]]
		case w[0] == "property":
			face += width[w[1]]
		}
	}
	if vertices == 0 {
		return fmt.Errorf("no vertices in %q", head)
	}
	if want := vertices*vertex + faces*face; format == "binary_little_endian" && len(body) != want {
		return fmt.Errorf("%d bytes after the header, which asks for %d", len(body), want)
	}
	if lines := bytes.Count(body, []byte("\n")); format == "ascii" && lines != vertices+faces {
		return fmt.Errorf("%d lines after the header, which asks for %d", lines, vertices+faces)
	}
	return nil
}

// plainOBJ looks whether all faces are of vertices that are there.
func plainOBJ(data []byte) error {
	vertices, faces := 0, 0
	for line := range strings.Lines(string(data)) {
		w := strings.Fields(line)
		if len(w) == 0 {
			continue
		}
		switch w[0] {
		case "v":
			vertices++
		case "f":
			faces++
			for _, corner := range w[1:] {
				var v int
				if _, err := fmt.Sscan(strings.Split(corner, "/")[0], &v); err != nil || v < 1 || v > vertices {
					return fmt.Errorf("a face of vertex %q, of %d", corner, vertices)
				}
			}
		}
	}
	if faces == 0 {
		return fmt.Errorf("no faces")
	}
	return nil
}
