package export

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/meshio"
	"gwscope/meshio/gltf"
	"gwscope/meshio/mesh"
)

// quantities are the values at the vertices that coloured meshes carry, under these names:
//
//	confidence      in [0, 1]
//	distortion      mean pair distortion as a share of the diameter
//	coverage        the area of the other shape that lands here over the area here
//	area_stretch    by how many doublings areas of A's mesh grow on B
//	angle_stretch   the ratio of the two stretches of A's mesh on B
//	orientation     1 where patches keep their sense, -1 where they are turned over, 0 where that is unknown
//	push_forward    the rank of the nearest sample in the slicer's order, in [0, 1]
//	error, error_mirrored   geodesic errors / √area, where the truth is known
var quantities = []struct {
	name  string
	by    present.ColorBy
	scale float64 // of the values that colours show
}{
	{"confidence", present.ByConfidence, 1},
	{"distortion", present.ByDistortion, 0.01},
	{"coverage", present.ByCoverage, 1},
	{"area_stretch", present.ByStretch, 1},
	{"angle_stretch", present.ByAngles, 1},
	{"orientation", present.ByOrientation, 1},
	{"push_forward", present.ByPush, 1},
	{"error", present.ByError, 1},
	{"error_mirrored", present.ByMirroredError, 1},
}

// scalars are the quantities of the match at the vertices of A's file, or of B's. A value
// that is not known is NaN.
func (j *job) scalars(ofB bool) []mesh.Scalar {
	var out []mesh.Scalar
	for _, q := range quantities {
		mode, ok := present.ModeOf(q.by)
		if !ok || !mode.Has(j.m) {
			continue
		}
		known := j.stage().Quantity(q.by)
		if known == nil {
			continue
		}
		from := known.A
		if ofB {
			from = known.B
		}
		values := make([]float64, len(from))
		for i, v := range from {
			values[i] = q.scale * v
		}
		out = append(out, mesh.Scalar{Name: q.name, Values: values})
	}
	return out
}

// coloredA is A's mesh, vertices in file order, with its carried colours and quantities;
// coloredB is B's mesh in the colours carried from A.
func (j *job) coloredA() *mesh.Mesh { return colored(j.m.A.Mesh, j.colors()[0], j.scalars(false)) }
func (j *job) coloredB() *mesh.Mesh { return colored(j.m.B.Mesh, j.colors()[1], j.scalars(true)) }

func colored(src *mesh.Mesh, colors []color.NRGBA, scalars []mesh.Scalar) *mesh.Mesh {
	out := *src
	out.Colors = colors
	out.Scalars = slices.Concat(src.Scalars, scalars)
	return &out
}

// matchedB is A's connectivity at the matched places, in the coordinates of B's file: where A's mesh
// lies on B or, where nothing was registered, at the places that the map gives.
func (j *job) matchedB() *mesh.Mesh {
	out := *j.m.A.Mesh
	out.Name = fmt.Sprintf("%s matched to %s", j.m.A.Mesh.Name, j.m.B.Mesh.Name)
	out.Vertices = j.m.MatchedVertices()
	out.Space = j.m.B.Mesh.Space
	out.Normals, out.Colors, out.Scalars = nil, nil, nil
	if j.m.Registered != nil && j.m.Registered.Mirrored {
		return out.TurnedOver() // the faces of a mirror image look inward
	}
	return &out
}

// matchedColored is matchedB with A's colours and quantities.
func (j *job) matchedColored() *mesh.Mesh {
	return colored(j.matchedB(), j.colors()[0], j.scalars(false))
}

// SaveMeshes analyses a match and saves A and B with colours and quantities, and A's mesh on B, in
// the formats of the paths. An empty path leaves a mesh out.
func SaveMeshes(ctx context.Context, m *pipeline.Match, coloredA, coloredB, matchedB string) error {
	if coloredA == "" && coloredB == "" && matchedB == "" {
		return nil
	}
	if err := m.Analyse(ctx); err != nil {
		return err
	}
	j := newJob(m, DefaultSettings())
	var errs []error
	for _, f := range []meshFile{{coloredA, (*job).coloredA}, {coloredB, (*job).coloredB}, {matchedB, (*job).matchedColored}} {
		if f.name != "" {
			errs = append(errs, meshio.Save(f.name, f.mesh(j)))
		}
	}
	return errors.Join(errs...)
}

// movingColors are the colours of the shape that a motion moves.
func (j *job) movingColors(m *present.Motion) []color.NRGBA {
	if m.Way.On == "b" {
		return j.colors()[1]
	}
	return j.colors()[0]
}

// morphed is the mesh on its way at t, with the colours of the moving shape, in the coordinates
// of A's file or of B's.
func (j *job) morphed(ctx context.Context) (*mesh.Mesh, error) {
	m, err := j.motion(ctx)
	if err != nil {
		return nil, err
	}
	out := *m.Mesh()
	out.Name = fmt.Sprintf("%s to %s, t = %.3g", j.m.A.Mesh.Name, j.m.B.Mesh.Name, j.s.T)
	out.Vertices = j.placesAt(m, j.s.T, j.s.InB)
	out.Normals = nil
	out.Space = j.m.A.Mesh.Space
	if j.s.InB {
		out.Space = j.m.B.Mesh.Space
	}
	out.Colors = j.movingColors(m)
	return &out, nil
}

// placesAt are the vertices on their way at t in the coordinates of A's file, or of B's:
// at its own end a shape has the coordinates of its file, to the bit.
func (j *job) placesAt(m *present.Motion, t float64, inB bool) []r3.Vec {
	switch {
	case t == 0 && m.Way.On == "a" && !inB, t == 1 && m.Way.On == "b" && inB:
		return m.Mesh().Vertices
	}
	return m.InFile(m.At(t), inB)
}

// morphedName is the file of the morphed mesh.
func morphedName(s Settings) string {
	return fmt.Sprintf("morph_t%s.%s", trimmed(s.T), s.MeshFormat)
}

// trimmed is t with two decimals, or with up to six where it needs them.
func trimmed(t float64) string {
	for digits := 2; ; digits++ {
		text := strconv.FormatFloat(t, 'f', digits, 64)
		if is, _ := strconv.ParseFloat(text, 64); digits == 6 || math.Abs(t-is) < 1e-9 {
			return text
		}
	}
}

// morphBetween is the number of places between both ends in the file of a turning morph: a limb
// that turns by 150° is then at most half a percent too short.
const morphBetween = 7

// saveMorph writes the morph as glTF, in the coordinates of A's file.
func (j *job) saveMorph(ctx context.Context, path string) error {
	m, err := j.motion(ctx)
	if err != nil {
		return err
	}
	base := m.Mesh().WithVertices(j.placesAt(m, 0, false))
	g := gltf.Morph{Target: m.InFile(m.At(1), false), Colors: j.movingColors(m)}
	if m.Way.Mode == present.TurningWay {
		g.Between = make([][]r3.Vec, morphBetween)
		for k := range g.Between {
			if err := ctx.Err(); err != nil {
				return err
			}
			g.Between[k] = m.InFile(m.At(float64(k+1)/(morphBetween+1)), false)
		}
	}
	var buf bytes.Buffer
	if err := gltf.EncodeMorph(&buf, base, g); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return meshio.WriteFile(path, func(w io.Writer) error { _, err := w.Write(buf.Bytes()); return err })
}
