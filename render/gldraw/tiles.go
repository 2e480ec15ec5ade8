//go:build cgo

package gldraw

import (
	"image"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"gwscope/render/scene"
)

// tilesOf divides a picture into tiles of one size, row by row. The last of a row or a column lies
// over a part of the one before, so that the textures that tiles are drawn into are made once.
func tilesOf(whole, size image.Point) []image.Rectangle {
	var tiles []image.Rectangle
	for y := 0; y < whole.Y; y += size.Y {
		for x := 0; x < whole.X; x += size.X {
			at := image.Pt(max(0, min(x, whole.X-size.X)), max(0, min(y, whole.Y-size.Y)))
			tiles = append(tiles, image.Rectangle{Min: at, Max: at.Add(size)}.Intersect(image.Rectangle{Max: whole}))
		}
	}
	return tiles
}

// part is a surface of a pane within a tile.
type part struct {
	pane    int
	surface *scene.Surface
	tile    image.Point // its upper left corner
}

// parts are the triangles that may be seen within each tile, in the surface's order. Without them
// each tile sends all corners of all surfaces through the vertex shader.
type parts map[part][][3]int32

// partsOf sorts the triangles of a frame into its tiles.
func (s *state) partsOf(f *Frame, tiles []image.Rectangle) parts {
	c := canvas{state: s, frame: f}
	found := parts{}
	for i := range f.Panes {
		p := &f.Panes[i]
		if p.Scene == nil {
			continue
		}
		m := p.Camera.Matrices(float64(p.Rect.Dx()), float64(p.Rect.Dy()), c.paneBounds(p))
		matrix := m.Projection.Mul4(m.View)
		for j := range p.Scene.Surfaces {
			surface := &p.Scene.Surfaces[j]
			corners := make([]reach, len(surface.Positions))
			for k, at := range surface.Positions {
				corners[k] = reachOf(at, matrix, p.Rect)
			}
			for _, t := range drawable(surface) {
				r := corners[t[0]].union(corners[t[1]]).union(corners[t[2]])
				for _, tile := range tiles {
					if r.touches(tile) {
						k := part{i, surface, tile.Min}
						found[k] = append(found[k], t)
					}
				}
			}
		}
	}
	return found
}

// reach is a rectangle on the frame, in frame pixels.
type reach struct{ x0, y0, x1, y1 float32 }

// reachOf is that of a point with a pixel of room, by the matrix from the scene to the pane's clip
// space: everything where the point lies behind the viewer, because triangles are cut there.
func reachOf(p scene.Vec, matrix mgl32.Mat4, pane image.Rectangle) reach {
	clip := matrix.Mul4x1(mgl32.Vec4{p[0], p[1], p[2], 1})
	if !(clip[3] > 1e-6) {
		inf := float32(math.Inf(1))
		return reach{-inf, -inf, inf, inf}
	}
	x := float32(pane.Min.X) + (clip[0]/clip[3]*0.5+0.5)*float32(pane.Dx())
	y := float32(pane.Min.Y) + (clip[1]/clip[3]*0.5+0.5)*float32(pane.Dy())
	return reach{x - 1, y - 1, x + 1, y + 1}
}

func (r reach) union(s reach) reach {
	return reach{min(r.x0, s.x0), min(r.y0, s.y0), max(r.x1, s.x1), max(r.y1, s.y1)}
}

func (r reach) touches(tile image.Rectangle) bool {
	return r.x0 < float32(tile.Max.X) && r.x1 > float32(tile.Min.X) && r.y0 < float32(tile.Max.Y) && r.y1 > float32(tile.Min.Y)
}
