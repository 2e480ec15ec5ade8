package export

import (
	"bytes"
	"context"
	"fmt"
	"image/color"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/meshio"
	"gwscope/meshio/gltf"
	"gwscope/meshio/mesh"
)

// The files of a match, as [All] names them.
const (
	ResultFile   = "result.json"
	MapAToBFile  = "map_a_to_b.csv"
	MapBToAFile  = "map_b_to_a.csv"
	ColoredAFile = "a_colored.ply"
	ColoredBFile = "b_colored.ply"
	MatchedBFile = "b_matched.obj"
	MorphFile    = "morph.glb"
	PictureFile  = "matches.png"
)

// PrepareDir makes dir if it is missing, and says so now rather than after a
// long solve if it cannot be written to.
func PrepareDir(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("cannot make the directory for the results: %w", err)
	}
	probe, err := os.CreateTemp(dir, ".gwscope-*")
	if err != nil {
		return fmt.Errorf("cannot write into %s: %w; choose another directory", dir, err)
	}
	probe.Close()
	return os.Remove(probe.Name())
}

// All writes every file of a match into dir, replacing what is there, and
// returns the numbers that result.json holds. What can be written is written
// even when one file fails; the first failure is returned.
func All(ctx context.Context, dir string, m *pipeline.Match) (Summary, error) {
	start := time.Now()
	if err := PrepareDir(dir); err != nil {
		return Summary{}, err
	}
	aColors, bColors := present.CarriedColors(m)
	jobs := []func() error{
		func() error { return SavePicture(ctx, filepath.Join(dir, PictureFile), m, 1600, 900) },
		func() error {
			return SaveMap(filepath.Join(dir, MapAToBFile), "a_to_b", m.VertexMapAToB())
		},
		func() error {
			return SaveMap(filepath.Join(dir, MapBToAFile), "b_to_a", m.VertexMapBToA())
		},
		func() error { return meshio.Save(filepath.Join(dir, ColoredAFile), ColoredA(m, aColors)) },
		func() error { return meshio.Save(filepath.Join(dir, ColoredBFile), ColoredB(m, bColors)) },
		func() error { return meshio.Save(filepath.Join(dir, MatchedBFile), MatchedB(m, nil)) },
		func() error { return SaveMorph(filepath.Join(dir, MorphFile), m, aColors) },
	}
	errs := make([]error, len(jobs))
	var wg sync.WaitGroup
	for i, job := range jobs {
		wg.Go(func() { errs[i] = job() })
	}
	wg.Wait()

	s := Summarize(m)
	write := time.Since(start)
	s.TimeS.Write, s.TimeS.Total = sec(write), sec(m.Times.Total+write)
	errs = append(errs, meshio.WriteFile(filepath.Join(dir, ResultFile), func(w io.Writer) error { return WriteSummary(w, s) }))
	for _, err := range errs {
		if err != nil {
			return s, err
		}
	}
	return s, nil
}

// SaveMap writes one map as CSV.
func SaveMap(path, direction string, vm *pipeline.VertexMap) error {
	return meshio.WriteFile(path, func(w io.Writer) error { return WriteMapCSV(w, direction, vm) })
}

// SaveMorph writes A with the morph to B as a glTF morph target.
func SaveMorph(path string, m *pipeline.Match, colors []color.NRGBA) error {
	var buf bytes.Buffer
	if err := gltf.EncodeMorph(&buf, m.A.Mesh, MorphTarget(m), colors); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return meshio.WriteFile(path, func(w io.Writer) error { _, err := w.Write(buf.Bytes()); return err })
}

// SaveMesh writes a mesh in the format of path's extension.
func SaveMesh(path string, m *mesh.Mesh) error { return meshio.Save(path, m) }
