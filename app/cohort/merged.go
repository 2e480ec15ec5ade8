package cohort

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio"
	"gwscope/meshio/mesh"
)

// Placed is the template's mesh on a specimen.
type Placed struct {
	At []r3.Vec
	// Mirrored says that its triangles are seen from inside.
	Mirrored bool
}

// Merged is the part of the results of [Cohort.Merge] that the page shows. A result that was not written is
// nil.
type Merged struct {
	// Map are the specimens by their distances, Scores by the principal components of the
	// meshes: places by the specimens' names (axes, or components).
	Map, Scores map[string][]float64
	// Share is the part of the variance that each component explains.
	Share []float64
	// Mean is the mean shape in the mean size of the specimens, in the units of the files.
	Mean *mesh.Mesh
	// Along are displacements of its vertices by one standard deviation of each component.
	Along [][]r3.Vec
	// Spread is the standard deviation of each vertex's place, in the units of the files.
	Spread []float64
}

// mostAxes is the number of axes and components that the page shows.
const mostAxes = 5

// Merged reads the results of the last merge.
func (c *Cohort) Merged() (*Merged, error) {
	m, from := &Merged{}, results{c}
	var err error
	if m.Map, err = from.places("mds.csv", 2); err != nil {
		return nil, err
	}
	if m.Scores, err = from.places("shape/scores.csv", 4); err != nil {
		return nil, err
	}
	if m.Share, err = from.column("shape/variance.csv", 2); err != nil {
		return nil, err
	}
	if m.Mean, err = from.mesh(MeanFile); err != nil || m.Mean == nil {
		return m, err
	}
	if m.Spread, err = from.column(SpreadFile, 1); err != nil {
		return nil, err
	}
	if len(m.Spread) != len(m.Mean.Vertices) {
		m.Spread = nil // of an earlier version, or half written: there are no colours then
	}
	for k := range min(mostComponents, len(m.Share)) {
		far, err := from.mesh(fmt.Sprintf("shape/pc%d_plus3.ply", k+1))
		if err != nil {
			return nil, err
		}
		if far == nil || len(far.Vertices) != len(m.Mean.Vertices) {
			break
		}
		along := make([]r3.Vec, len(far.Vertices))
		for i, v := range far.Vertices {
			along[i] = r3.Scale(1.0/3, r3.Sub(v, m.Mean.Vertices[i]))
		}
		m.Along = append(m.Along, along)
	}
	return m, nil
}

// At is the mean shape moved along each component by a number of standard deviations.
func (m *Merged) At(deviations []float64) []r3.Vec {
	out := slices.Clone(m.Mean.Vertices)
	for k, by := range deviations {
		if by == 0 || k >= len(m.Along) {
			continue
		}
		for i, v := range m.Along[k] {
			out[i] = r3.Add(out[i], r3.Scale(by, v))
		}
	}
	return out
}

// results reads files of the folder of results.
type results struct{ c *Cohort }

// mesh reads a mesh; nil where there is none.
func (from results) mesh(name string) (*mesh.Mesh, error) {
	m, err := meshio.Load(from.c.Dir.Path(ResultsDir, name), meshio.LoadOptions{})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return m, err
}

// table reads a table row by row, without its head. Where there is none it has no rows.
func (from results) table(name string, row func(cells []string) error) error {
	f, err := os.Open(from.c.Dir.Path(ResultsDir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.ReuseRecord = true
	for first := true; ; first = false {
		cells, err := r.Read()
		if err == io.EOF {
			return nil
		}
		if err == nil && !first {
			err = row(cells)
		}
		if err != nil {
			line, _ := r.FieldPos(0)
			return fmt.Errorf("%s, line %d: %w: merge the cohort again", from.c.Dir.Path(ResultsDir, name), line, err)
		}
	}
}

// places reads coordinates by names of specimens; first is the column in which they begin.
func (from results) places(name string, first int) (map[string][]float64, error) {
	var out map[string][]float64
	err := from.table(name, func(cells []string) error {
		var at []float64
		for k := first; k < min(len(cells), first+mostAxes); k++ {
			v, err := strconv.ParseFloat(cells[k], 64)
			if err != nil {
				return err
			}
			at = append(at, v)
		}
		if out == nil {
			out = map[string][]float64{}
		}
		out[strings.Clone(cells[0])] = at
		return nil
	})
	return out, err
}

// column reads a column of numbers.
func (from results) column(name string, k int) (out []float64, err error) {
	err = from.table(name, func(cells []string) error {
		if k >= len(cells) {
			return errors.New("a column is missing")
		}
		v, err := strconv.ParseFloat(cells[k], 64)
		out = append(out, v)
		return err
	})
	return out, err
}
