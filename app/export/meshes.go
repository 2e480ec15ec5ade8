package export

import (
	"fmt"
	"image/color"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/meshio/mesh"
)

// ColoredA is A's mesh, vertices in file order, with its carried colours and,
// as values at the vertices, confidence and pair distortion.
func ColoredA(m *pipeline.Match, colors []color.NRGBA) *mesh.Mesh {
	return colored(m.A.Mesh, colors, m.VertexMapAToB().Confidence, present.DistortionOnA(m))
}

// ColoredB is B's mesh in the same way, coloured by what A carries to it.
func ColoredB(m *pipeline.Match, colors []color.NRGBA) *mesh.Mesh {
	return colored(m.B.Mesh, colors, m.VertexMapBToA().Confidence, present.DistortionOnB(m))
}

func colored(src *mesh.Mesh, colors []color.NRGBA, confidence, distortion []float64) *mesh.Mesh {
	out := *src
	out.Colors = colors
	out.Scalars = append(append([]mesh.Scalar{}, src.Scalars...),
		mesh.Scalar{Name: "confidence", Values: confidence}, mesh.Scalar{Name: "distortion", Values: distortion})
	return &out
}

// MatchedB is A's connectivity at B's matched positions, in the coordinates of
// B's file: vertex i of A at the place on B that it is matched with.
func MatchedB(m *pipeline.Match, colors []color.NRGBA) *mesh.Mesh {
	out := *m.A.Mesh
	out.Name = fmt.Sprintf("%s matched to %s", m.A.Mesh.Name, m.B.Mesh.Name)
	out.Vertices = m.VertexMapAToB().Position
	out.Normals = nil
	out.Colors = colors
	return &out
}

// MorphTarget is where A's vertices go as t goes from 0 to 1, in the coordinates
// of A's file: the matched places on B, after the rigid motion that lays B best
// on A, at A's size (areas made equal; the coupling sees neither motion nor size).
func MorphTarget(m *pipeline.Match) []r3.Vec {
	stage := present.NewStage(m)
	d := m.X.Domain
	out := make([]r3.Vec, len(m.A.Mesh.Vertices))
	for i := range out {
		out[i] = r3.Add(d.Center, r3.Scale(d.Scale, stage.Matched(i)))
	}
	return out
}
