package shapes

import (
	"fmt"
	"image/color"

	"gwscope/assets/shapes/parts"
	"gwscope/meshio/mesh"
)

// objectsOfACategory is how many objects of each category the catalogue holds.
const objectsOfACategory = 6

// sampleObjects are the objects of [parts.Samples] that are shown, where the first objects are too much
// alike. They were chosen by eye, so that the styles of a category differ.
var sampleObjects = map[string][objectsOfACategory]int64{
	"airplane": {0, 1, 6, 7, 9, 12},
	"bag":      {0, 1, 2, 3, 5, 15},
	"cap":      {0, 1, 2, 5, 10, 13},
	"chair":    {0, 1, 2, 3, 5, 9},
	"guitar":   {0, 2, 3, 4, 7, 15},
	"knife":    {0, 3, 5, 8, 9, 13},
	"lamp":     {0, 1, 5, 10, 11, 15},
	"pistol":   {0, 1, 3, 5, 8, 13},
	"rocket":   {0, 1, 4, 11, 12, 15},
	"table":    {0, 2, 3, 5, 7, 12},
}

// sampleObject is the object behind the catalogue's number i (from 0) of a category.
func sampleObject(c parts.Category, i int) *parts.Object {
	n := int64(i)
	if chosen, ok := sampleObjects[c.Name]; ok {
		n = chosen[i]
	}
	return c.Make(parts.Samples.Seed(n))
}

// partPalette tells the parts of an object apart.
var partPalette = []color.NRGBA{{89, 153, 242, 255}, {247, 158, 51, 255}, {102, 204, 115, 255},
	{229, 92, 128, 255}, {247, 229, 102, 255}, {158, 128, 229, 255}}

// addObjects lists objects of the sixteen categories of package parts: each is one closed surface with
// the part of each vertex. No true correspondence between objects is known.
func addObjects(add func(Info, func() *shape)) {
	for _, c := range parts.Categories() {
		for i := range objectsOfACategory {
			id := fmt.Sprintf("%s/%d", c.Name, i+1)
			info := Info{ID: id, Label: fmt.Sprintf("%s %d", c.Name, i+1), Kind: c.Name, Object: true,
				Vertices: 4200 + int(seedOf(id)%800)}
			add(info, func() *shape {
				s, label := fused(sampleObject(c, i).Solids(), info.Vertices)
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
