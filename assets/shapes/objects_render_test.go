package shapes

import (
	"image"
	"os"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/assets/shapes/parts"
)

// partColors tell the labels of a category apart.
var partColors = [][3]float64{{0.35, 0.6, 0.95}, {0.97, 0.62, 0.2}, {0.4, 0.8, 0.45}, {0.9, 0.36, 0.5}, {0.97, 0.9, 0.4}, {0.62, 0.5, 0.9}}

// TestPicturesOfObjects draws many objects of every category with their labels in
// colours, for people to judge:
// SHAPES_PICTURES=/tmp/pictures go test -run Pictures ./assets/shapes/
func TestPicturesOfObjects(t *testing.T) {
	if os.Getenv("SHAPES_PICTURES") == "" {
		t.Skip("set SHAPES_PICTURES to a folder to get pictures of the objects")
	}
	for _, c := range parts.Categories() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			var pics []*image.RGBA
			for i := range int64(24) {
				var pos []r3.Vec
				var tri [][3]int32
				var label []uint8
				for _, s := range c.Make(parts.Train.Seed(i)).Solids() {
					start := int32(len(pos))
					pos = append(pos, s.Vertices...)
					for _, f := range s.Triangles {
						tri = append(tri, [3]int32{start + f[0], start + f[1], start + f[2]})
					}
					label = append(label, s.Labels...)
				}
				pics = append(pics, shade(pos, tri, view{35, 22}, 260, true, func(f int) [3]float64 { return partColors[label[f]] }))
			}
			writePNG(t, "parts-"+c.Name, sheet(pics, 6))
		})
	}
}
