package cohort

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/internal/figures"
	"gwscope/meshio"
	"gwscope/meshio/mesh"
	"gwscope/meshio/npy"
)

// The folders of a cohort.
const (
	pairsDir   = "pairs"
	matchesDir = "matches"
	// ResultsDir holds the files that Merge writes.
	ResultsDir = "results"
)

// Result is the result of a pair, without times. It does not depend on the number of threads, on
// the place of the folder, or on other pairs. Unknown values are null.
type Result struct {
	Format int    `json:"format"`
	Key    string `json:"key"`
	// Error says why there is no match.
	Error string `json:"error,omitempty"`
	// Program and Backend made it; other processors round in other ways.
	Program string `json:"program"`
	Backend string `json:"backend"`

	Trust
	GW2         figures.Number `json:"gw2"`
	Margin      figures.Number `json:"margin"`
	Distortion  figures.Number `json:"distortion"`
	Orientation figures.Number `json:"orientation"`
	Species     string         `json:"species"`
	Folded      figures.Number `json:"folded"`
	Collapsed   figures.Number `json:"collapsed"`
	Distance99  figures.Number `json:"distance_p99"`
	Mirrored    bool           `json:"mirrored"`
	// ErrorDirect and ErrorMirrored are geodesic, / √area of the specimen.
	ErrorDirect   figures.Number `json:"error_direct"`
	ErrorMirrored figures.Number `json:"error_mirrored"`
	// Unit is √area of the specimen (for a cloud, the stand-in for it), in its file's units.
	Unit figures.Number `json:"unit"`
	// Landmarks are the template's on the specimen.
	Landmarks []Carried `json:"landmarks,omitempty"`
	// Vertices is the number of vertices of the template's mesh on the specimen, which are in an
	// array beside the result. 0: there is no such mesh.
	Vertices int `json:"vertices"`

	base string // path of its files without their endings; "": the folder of pairs and its key
}

// Carried is a landmark of a template on a specimen, in the coordinates of the specimen's
// file.
type Carried struct {
	Name       string         `json:"name"`
	At         [3]float64     `json:"at"`
	Confidence figures.Number `json:"confidence"`
	// Given is the place of the specimen's own landmark with this name; nil where it has none.
	Given *[3]float64 `json:"given,omitempty"`
}

// Times of a pair, which differ each time that it is made. Seconds are wall time.
type Times struct {
	Seconds  float64            `json:"seconds"`
	Stages   map[string]float64 `json:"stages"`
	Host     string             `json:"host"`
	Finished int64              `json:"finished"` // seconds since 1970
}

func (d Folder) resultPath(key string) string { return d.Path(pairsDir, key+".json") }
func (d Folder) timesPath(key string) string  { return d.Path(pairsDir, key+".times") }

// result reads a result; nil where there is none that can be used.
func (d Folder) result(key string) *Result { return readResult(d.resultPath(key), key) }

func readResult(path, key string) *Result {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	r := &Result{}
	if json.Unmarshal(data, r) != nil || r.Format != resultFormat || r.Key != key {
		return nil
	}
	return r
}

// times reads the times of a pair; nil where there are none.
func (d Folder) times(key string) *Times {
	data, err := os.ReadFile(d.timesPath(key))
	t := &Times{}
	if err != nil || json.Unmarshal(data, t) != nil {
		return nil
	}
	return t
}

// store writes the files of a pair. The result comes last: if it is there, all files are.
func (d Folder) store(r *Result, positions []r3.Vec, t *Times) error {
	return d.storeAs(d.Path(pairsDir, r.Key), r, positions, t)
}

// storeAs is store with another path of the files, without their endings.
func (d Folder) storeAs(base string, r *Result, positions []r3.Vec, t *Times) error {
	if len(positions) > 0 {
		r.Vertices = len(positions)
		if err := meshio.WriteFile(base+".npy", func(w io.Writer) error { return npy.Encode(w, &mesh.Mesh{Vertices: positions}) }); err != nil {
			return err
		}
	}
	if t != nil {
		if err := writeJSON(base+".times", t); err != nil {
			return err
		}
	}
	return writeJSON(base+".json", r)
}

func writeJSON(path string, v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", " ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	return writeBytes(path, b.Bytes())
}

// positions reads the vertices of the template's mesh on the specimen.
func (d Folder) positions(r *Result) ([]r3.Vec, error) {
	base := cmp.Or(r.base, d.Path(pairsDir, r.Key))
	f, err := os.Open(base + ".npy")
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%s is missing: remove %s and run the cohort again", d.local(base+".npy"), d.local(base+".json"))
		}
		return nil, err
	}
	defer f.Close()
	m, err := npy.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.local(f.Name()), err)
	}
	if len(m.Vertices) != r.Vertices {
		return nil, fmt.Errorf("%s has %d vertices and its result has %d", d.local(f.Name()), len(m.Vertices), r.Vertices)
	}
	return m.Vertices, nil
}
