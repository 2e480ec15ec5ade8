package cohort

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"strings"

	"gwscope/app/pipeline"
)

// inputsFile keeps the facts about the shapes' files.
const inputsFile = "inputs.json"

// Input are the facts about a shape's file that a cohort needs without reading it again.
type Input struct {
	// Size and Modified (nanoseconds) tell whether the file has changed since then.
	Size     int64 `json:"size"`
	Modified int64 `json:"modified"`
	// Key identifies the geometry: pipeline.Shape.Key.
	Key      string  `json:"key"`
	Vertices int     `json:"vertices"`
	Faces    int     `json:"faces"`
	Area     float64 `json:"area"`     // 0 of point clouds
	Diagonal float64 `json:"diagonal"` // of the bounding box
	// Troubles are the oddities of the mesh, in sentences.
	Troubles []string `json:"troubles,omitempty"`
	// Error says why the file cannot be read; Vertices and the fields after it are then empty.
	Error string `json:"error,omitempty"`
}

// inputs are facts about the files of a cohort, by inputs.name.
type inputs struct {
	c     *Cohort
	known map[string]Input
	fresh map[string]bool // those that this process has checked
	dirty bool
}

func (c *Cohort) loadInputs() *inputs {
	in := &inputs{c: c, known: map[string]Input{}, fresh: map[string]bool{}}
	if data, err := os.ReadFile(c.Dir.Path(inputsFile)); err == nil {
		_ = json.Unmarshal(data, &in.known) // a damaged file is made again
	}
	if in.known == nil {
		in.known = map[string]Input{}
	}
	return in
}

// save writes the facts. Others may do so at the same time: the last one wins, and lost facts
// are found again.
func (in *inputs) save() error {
	if !in.dirty {
		return nil
	}
	merged := in.c.loadInputs().known
	maps.Copy(merged, in.known)
	return writeJSON(in.c.Dir.Path(inputsFile), merged)
}

// input looks a shape's file up, and reads the shape where its file is new or has changed.
// The shape is nil where it was not read.
func (in *inputs) input(ctx context.Context, engine *pipeline.Engine, s Shape) (Input, *pipeline.Shape, error) {
	name := in.name(s)
	if known, ok := in.known[name]; ok && in.fresh[name] {
		return known, nil, nil
	}
	known, size, modified := in.unchanged(s)
	if known.Key != "" && known.Error == "" {
		in.fresh[name] = true
		return known, nil, nil
	}
	shape, err := in.c.Load(ctx, engine, s)
	if ctx.Err() != nil {
		return Input{}, nil, ctx.Err()
	}
	now := Input{Size: size, Modified: modified}
	if err != nil {
		now.Error = in.c.Dir.local(err.Error(), s)
		now.Key = "unreadable: " + now.Error
	} else {
		r := shape.Report
		now.Key, now.Vertices, now.Faces = shape.Key, len(shape.Mesh.Vertices), shape.Mesh.FaceCount()
		now.Area, now.Diagonal, now.Troubles = finiteOr0(shape.Mesh.Area()), finiteOr0(r.Diagonal), r.Troubles()
	}
	in.known[name], in.fresh[name], in.dirty = now, true, true
	return now, shape, nil
}

// unchanged are the facts about a shape whose file has not changed, with the size and the time
// of the file now; the zero Input where nothing is known or the file has changed.
func (in *inputs) unchanged(s Shape) (known Input, size, modified int64) {
	known, ok := in.known[in.name(s)]
	if !strings.HasPrefix(s.File, pipeline.SamplePrefix) {
		if info, err := os.Stat(in.c.Dir.path(s.File)); err == nil {
			size, modified = info.Size(), info.ModTime().UnixNano()
		}
		// The points of such a file may lie in others, which may have changed.
		ok = ok && !strings.EqualFold(filepath.Ext(s.File), ".gltf")
	}
	if !ok || known.Size != size || known.Modified != modified {
		return Input{}, size, modified
	}
	return known, size, modified
}

// glimpse are the facts about a shape without reading it; those of a .gltf count as known even
// though other files of it may have changed.
func (in *inputs) glimpse(s Shape) Input {
	known, ok := in.known[in.name(s)]
	if !ok {
		return Input{}
	}
	if strings.EqualFold(filepath.Ext(s.File), ".gltf") {
		return known
	}
	known, _, _ = in.unchanged(s)
	return known
}

// read is like input, but reads the shape in any case.
func (in *inputs) read(ctx context.Context, engine *pipeline.Engine, s Shape) (Input, *pipeline.Shape, error) {
	delete(in.known, in.name(s))
	delete(in.fresh, in.name(s))
	return in.input(ctx, engine, s)
}

// name is the name of an input: its file, and the option that reading depends on.
func (in *inputs) name(s Shape) string {
	return fmt.Sprintf("%s|%t", s.File, in.c.options.DropInvalid)
}

func finiteOr0(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}
