package shapes

import (
	"fmt"
	"image"
	"os"
	"testing"
	"time"
)

func TestQuick(t *testing.T) {
	if os.Getenv("SHAPES_PICTURES") == "" {
		t.Skip("set SHAPES_PICTURES to a folder to get pictures of the shapes")
	}
	var pics []*image.RGBA
	for _, in := range Names() {
		start := time.Now()
		m, err := Make(in.ID)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println(in, len(m.Vertices), time.Since(start))
		if len(m.Vertices) != in.Vertices {
			t.Error("count")
		}
		if in.Kind == "toy2d" || in.Kind == "toy3d" {
			pics = append(pics, shade(m.Vertices, m.Triangles, view{20, 20}, 350, true))
		}
		if in.Remeshed && in.ID[len(in.ID)-2:] == "2r" {
			pics = append(pics, shade(m.Vertices, m.Triangles, view{50, 20}, 350, true))
		}
	}
	writePNG(t, "toys", sheet(pics, 4))
}
