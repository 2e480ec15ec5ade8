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

// Times of the animation in seconds: rest at each end, and a move of two seconds there and
// back, so that a looping player never jumps.
const morphRest, morphMove = 0.5, 2.0

// Morph is where the vertices of a mesh go (n positions each).
type Morph struct {
	Target []r3.Vec
	// Between are places on the way, at equal steps of time; where there are none, the
	// way is straight.
	Between [][]r3.Vec
	// Colors take the place of the mesh's own colours; nil: the mesh keeps them.
	Colors []color.NRGBA
}

// EncodeMorph writes base as a GLB file whose first morph target, "morph", moves its vertices straight
// to their targets, and an animation of the weights from source to target and back. Places in between
// become further targets, "between 1/8" and so on: the differences from the straight way there. The
// animation fades them in and out in turn; a slider for "morph" alone still moves the vertices
// straight. Normals move along.
func EncodeMorph(w io.Writer, base *mesh.Mesh, m Morph) error {
	if err := m.check(base); err != nil {
		return err
	}
	colors := m.Colors
	if colors == nil {
		colors = base.Colors
	}
	t, err := newTargets(base, colors)
	if err != nil {
		return err
	}
	if err := t.add("morph", m.Target, nil, 0); err != nil {
		return err
	}
	for k, places := range m.Between {
		steps := len(m.Between) + 1
		// The first target brings its share of the way already.
		if err := t.add(fmt.Sprintf("between %d/%d", k+1, steps), places, m.Target, float64(k+1)/float64(steps)); err != nil {
			return err
		}
	}
	animateWeights(t.doc, len(m.Between))
	return t.write(w)
}

func (m Morph) check(base *mesh.Mesh) error {
	n := len(base.Vertices)
	for _, places := range append([][]r3.Vec{m.Target}, m.Between...) {
		if len(places) != n {
			return fmt.Errorf("a morph of %s to %s: each vertex needs one target", mesh.Count(n, "vertex"), mesh.Count(len(places), "position"))
		}
		if v := base.WithVertices(places).FirstInvalid(); v >= 0 {
			return fmt.Errorf("the target of vertex %d is not finite, which glTF does not allow", v)
		}
	}
	if m.Colors != nil && len(m.Colors) != n {
		return fmt.Errorf("%s for %s: each vertex needs one", mesh.Count(len(m.Colors), "colour"), mesh.Count(n, "vertex"))
	}
	return nil
}

// animateWeights adds an animation of the weights of a morph with places in between.
func animateWeights(doc *gltf.Document, between int) {
	var times, weights []float32
	key := func(at float64, k int) { // the place k of 0 to between+1
		times = append(times, float32(at))
		weights = append(weights, float32(k)/float32(between+1))
		for j := 1; j <= between; j++ {
			weights = append(weights, map[bool]float32{true: 1}[j == k])
		}
	}
	steps := between + 1
	key(0, 0)
	for k := range steps + 1 {
		key(morphRest+morphMove*float64(k)/float64(steps), k)
	}
	turn := morphRest + morphMove + 2*morphRest
	for k := range steps + 1 {
		key(turn+morphMove*float64(k)/float64(steps), steps-k)
	}
	key(turn+morphMove+morphRest, 0)

	input := modeler.WriteAccessor(doc, gltf.TargetNone, times)
	doc.Accessors[input].Min = []float64{float64(times[0])}
	doc.Accessors[input].Max = []float64{float64(times[len(times)-1])}
	output := modeler.WriteAccessor(doc, gltf.TargetNone, weights)
	doc.Animations = []*gltf.Animation{{
		Name:     "morph",
		Samplers: []*gltf.AnimationSampler{{Input: input, Output: output, Interpolation: gltf.InterpolationLinear}},
		Channels: []*gltf.AnimationChannel{{Sampler: 0, Target: gltf.AnimationChannelTarget{Node: gltf.Index(0), Path: gltf.TRSWeights}}},
	}}
}
