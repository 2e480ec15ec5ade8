package cohort

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/meshio"
	"gwscope/meshio/mesh"
)

// Folder is the folder of a cohort. It knows the places of files, and reads and writes the results of pairs.
type Folder string

// path is the absolute path of a file; embedded shapes keep their names.
func (d Folder) path(file string) string {
	if file == "" || strings.HasPrefix(file, pipeline.SamplePrefix) || filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(string(d), filepath.FromSlash(file))
}

// modelPath is path for a file of weights; weights that the program carries are no file.
func (d Folder) modelPath(file string) string {
	if file == session.PaperModel {
		return file
	}
	return d.path(file)
}

// Path is the place of something in the cohort's folder.
func (d Folder) Path(parts ...string) string {
	return filepath.Join(append([]string{string(d)}, parts...)...)
}

// local takes the folder out of a message, so that the message does not depend on the place of
// the folder: files of shapes have the names that they have in the cohort's file.
func (d Folder) local(message string, of ...Shape) string {
	for _, s := range of {
		for _, file := range []string{s.File, s.Landmarks} {
			if file != "" {
				message = strings.ReplaceAll(message, d.path(file), file)
			}
		}
	}
	return strings.ReplaceAll(message, string(d)+string(filepath.Separator), "")
}

// fileHash identifies the content of a file. It is "" for no file, and the error's text for a
// file that cannot be read.
func (d Folder) fileHash(file string) string {
	if file == "" {
		return ""
	}
	data, err := os.ReadFile(d.path(file))
	if err != nil {
		return d.local(err.Error())
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// merged is the path of a file that Merge writes.
func (d Folder) merged(name string) string { return d.Path(ResultsDir, filepath.FromSlash(name)) }

// write writes a file of results, whole or not at all. A file that has the same content already
// is not touched.
func (d Folder) write(name string, with func(io.Writer) error) error {
	var b bytes.Buffer
	if err := with(&b); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	path := d.merged(name)
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, b.Bytes()) {
		return nil
	}
	return writeBytes(path, b.Bytes())
}

func writeBytes(path string, data []byte) error {
	return meshio.WriteFile(path, func(w io.Writer) error { _, err := w.Write(data); return err })
}

// table writes a CSV file.
func (d Folder) table(name string, rows [][]string) error {
	return d.write(name, func(w io.Writer) error { return csv.NewWriter(w).WriteAll(rows) })
}

func (d Folder) text(name, text string) error {
	return d.write(name, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
}

func (d Folder) mesh(name string, m *mesh.Mesh) error {
	return d.write(name, func(w io.Writer) error { return meshio.Encode(w, m, "ply") })
}
