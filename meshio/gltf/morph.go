package gltf

import (
	"fmt"
	"image/color"
	"io"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
)

// morphTimes and morphWeights are the animation: rest at each end, and a move
// of two seconds there and back, so that a looping player never jumps.
var (
	morphTimes   = []float32{0, 0.5, 2.5, 3.5, 5.5, 6}
	morphWeights = []float32{0, 0, 1, 1, 0, 0}
)

// EncodeMorph writes base as a GLB file with one morph target that moves its
// vertices to target (n positions), and an animation of the target's weight
// that runs from 0 to 1 and back. Normals move along. colors (n) may be nil;
// they take the place of the mesh's own.
func EncodeMorph(w io.Writer, base *mesh.Mesh, target []r3.Vec, colors []color.NRGBA) error {
	if len(target) != len(base.Vertices) {
		return fmt.Errorf("a morph of %s to %s: each vertex needs one target",
			mesh.Count(len(base.Vertices), "vertex"), mesh.Count(len(target), "position"))
	}
	if colors != nil && len(colors) != len(base.Vertices) {
		return fmt.Errorf("%s for %s: each vertex needs one", mesh.Count(len(colors), "colour"), mesh.Count(len(base.Vertices), "vertex"))
	}
	if colors == nil {
		colors = base.Colors
	}
	// Both ends need normals of the same kind, so both come from the geometry.
	start := base.WithVertices(base.Vertices)
	end := base.WithVertices(target)
	if v := end.FirstInvalid(); v >= 0 {
		return fmt.Errorf("the target of vertex %d is not finite, which glTF does not allow", v)
	}
	doc, _, err := document(start, colors)
	if err != nil {
		return err
	}
	displacements := make([]r3.Vec, len(target))
	for i, p := range target {
		displacements[i] = r3.Sub(p, base.Vertices[i])
	}
	moves, err := toFloat32(displacements, r3.Vec{})
	if err != nil {
		return err
	}
	goal := gltf.PrimitiveAttributes{gltf.POSITION: modeler.WritePosition(doc, moves)}
	if from, to := unitNormals(start), unitNormals(end); from != nil {
		for i := range to {
			for c := range to[i] {
				to[i][c] -= from[i][c]
			}
		}
		goal[gltf.NORMAL] = modeler.WriteNormal(doc, to)
	}
	doc.Meshes[0].Primitives[0].Targets = []gltf.PrimitiveAttributes{goal}
	doc.Meshes[0].Weights = []float64{0}
	doc.Meshes[0].Extras = map[string]any{"targetNames": []string{"morph"}}

	times := modeler.WriteAccessor(doc, gltf.TargetNone, morphTimes)
	doc.Accessors[times].Min = []float64{float64(morphTimes[0])}
	doc.Accessors[times].Max = []float64{float64(morphTimes[len(morphTimes)-1])}
	weights := modeler.WriteAccessor(doc, gltf.TargetNone, morphWeights)
	doc.Animations = []*gltf.Animation{{
		Name:     "morph",
		Samplers: []*gltf.AnimationSampler{{Input: times, Output: weights, Interpolation: gltf.InterpolationLinear}},
		Channels: []*gltf.AnimationChannel{{Sampler: 0, Target: gltf.AnimationChannelTarget{Node: gltf.Index(0), Path: gltf.TRSWeights}}},
	}}
	return write(w, doc, true)
}
