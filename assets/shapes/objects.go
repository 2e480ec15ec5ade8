package shapes

import (
	"fmt"
	"image/color"

	"gwscope/assets/shapes/parts"
	"gwscope/meshio/mesh"
)

// objectsOfACategory is how many objects of each category the catalogue holds.
const objectsOfACategory = 6

// partPalette tells the parts of an object apart.
var partPalette = []color.NRGBA{{89, 153, 242, 255}, {247, 158, 51, 255}, {102, 204, 115, 255},
	{229, 92, 128, 255}, {247, 229, 102, 255}, {158, 128, 229, 255}}

// addObjects lists objects of the sixteen categories of package parts: each one
// closed surface whose vertices know their part. Nothing is known about which
// place on one is which on another.
func addObjects(add func(Info, func() *shape)) {
	for _, c := range parts.Categories() {
		for i := range objectsOfACategory {
			id := fmt.Sprintf("%s/%d", c.Name, i+1)
			info := Info{ID: id, Label: fmt.Sprintf("%s %d", c.Name, i+1), Kind: c.Name, Object: true,
				Vertices: 3600 + int(seedOf(id)%800)}
			add(info, func() *shape {
				s, label := fused(c.Make(parts.Samples.Seed(int64(i))).Solids(), info.Vertices)
				s, oldVertex, _ := shuffled(s, seedOf(id))
				m := &mesh.Mesh{Vertices: s.pos, Triangles: s.tri}
				part := mesh.Scalar{Name: "part", Values: make([]float64, len(s.pos))}
				for v, old := range oldVertex {
					part.Values[v] = float64(label[old])
					m.Colors = append(m.Colors, partPalette[label[old]])
				}
				m.Scalars = []mesh.Scalar{part}
				return &shape{mesh: m, kin: &kin{name: id}}
			})
		}
	}
}
