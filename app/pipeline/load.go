package pipeline

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math"
	"strings"
	"time"

	"gwscope/app/samples"
	"gwscope/app/session"
	"gwscope/internal/routine"
	"gwscope/internal/stages"
	"gwscope/meshio"
	"gwscope/meshio/mesh"
)

// SamplePrefix marks a reference to an embedded shape, as in "sample:horse/2".
const SamplePrefix = "sample:"

// Load reads the shape that ref names, a file or an embedded shape, and validates it. It returns
// at once when ctx ends, with its error; a decoder at work then ends later, and its result is lost.
// Other errors name the fault, its place, and the cure.
func (e *Engine) Load(ctx context.Context, ref string, opt session.Options) (*Shape, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	type loaded struct {
		shape *Shape
		err   error
	}
	done := make(chan loaded, 1)
	ended := routine.Start(func() {
		s, err := load(ctx, ref, opt)
		done <- loaded{s, err}
	})
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case p := <-ended:
		if p != nil {
			panic(p)
		}
		l := <-done
		return l.shape, l.err
	}
}

func load(ctx context.Context, ref string, opt session.Options) (*Shape, error) {
	start := time.Now()
	ctx, end := stages.Begin(ctx, ref)
	defer end()
	m, err := loadMesh(ctx, ref, opt)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	if len(m.Vertices) == 0 {
		return nil, errors.New(ref + ": holds no vertices, so there is nothing to match")
	}
	s := &Shape{Ref: ref, Mesh: m, Report: mesh.Validate(m)}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.Key = contentKey(m)
	s.LoadTime = time.Since(start)
	return s, nil
}

func loadMesh(ctx context.Context, ref string, opt session.Options) (*mesh.Mesh, error) {
	if id, ok := strings.CutPrefix(ref, SamplePrefix); ok {
		return samples.Make(id)
	}
	return meshio.LoadContext(ctx, ref, meshio.LoadOptions{DropInvalid: opt.DropInvalid})
}

// contentKey hashes only the geometry, because names and colours do not change a match.
func contentKey(m *mesh.Mesh) string {
	h := sha256.New()
	buf := make([]byte, 0, 1<<16)
	flush := func(limit int) {
		if len(buf) > limit {
			h.Write(buf)
			buf = buf[:0]
		}
	}
	for _, v := range m.Vertices {
		for _, x := range [3]float64{v.X, v.Y, v.Z} {
			buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(x))
		}
		flush(1<<16 - 64)
	}
	for _, t := range m.Triangles {
		for _, c := range t {
			buf = binary.LittleEndian.AppendUint32(buf, uint32(c))
		}
		flush(1<<16 - 64)
	}
	for _, v := range m.Normals { // clouds take their orientation from them
		for _, x := range [3]float64{v.X, v.Y, v.Z} {
			buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(x))
		}
		flush(1<<16 - 64)
	}
	flush(-1)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// ShapeOf wraps a mesh that is already in memory.
func ShapeOf(ref string, m *mesh.Mesh) *Shape {
	return &Shape{Ref: ref, Mesh: m, Report: mesh.Validate(m), Key: contentKey(m)}
}
