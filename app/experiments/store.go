package experiments

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"gwscope/meshio"
)

// store keeps rows between runs.
type store struct {
	path string
	rows []Row
}

// storeFile is the form of the file.
type storeFile struct {
	Experiment string `json:"experiment"`
	Version    string `json:"version"`
	Machine    string `json:"machine"`
	Rows       []Row  `json:"rows"`
}

// load reads the rows of earlier runs. Rows of another version or machine do not compare: they
// are not used, and the note says so.
func (s *store) load() (note string, err error) {
	data, err := os.ReadFile(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("cannot read earlier results: %w", err)
	}
	var file storeFile
	if err := json.Unmarshal(data, &file); err != nil {
		return "", fmt.Errorf("%s: not a file of results (%w); pass --fresh to replace it", s.path, err)
	}
	if v, m := origin(); file.Version != v || file.Machine != m {
		return fmt.Sprintf("%s is of version %s on %s; its %d measurements are not used", s.path, file.Version, file.Machine, len(file.Rows)), nil
	}
	s.rows = file.Rows
	return "", nil
}

// find is the row of a cell if it was measured with the cell's settings and its files
// are still in dir.
func (s *store) find(c Cell, dir string) *Row {
	for i := range s.rows {
		r := &s.rows[i]
		if r.Cell != c.Key || r.Settings != c.Settings || !r.Measured() {
			continue
		}
		for _, name := range r.Files {
			if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
				return nil
			}
		}
		row := *r
		return &row
	}
	return nil
}

// put adds a row, or replaces the row of the same cell.
func (s *store) put(r Row) {
	if i := slices.IndexFunc(s.rows, func(o Row) bool { return o.Cell == r.Cell }); i >= 0 {
		s.rows[i] = r
		return
	}
	s.rows = append(s.rows, r)
}

func (s *store) save(experiment string) error {
	v, m := origin()
	data, err := json.MarshalIndent(storeFile{experiment, v, m, s.rows}, "", " ")
	if err != nil {
		return err
	}
	return meshio.WriteFile(s.path, func(w io.Writer) error {
		_, err := w.Write(append(data, '\n'))
		return err
	})
}
