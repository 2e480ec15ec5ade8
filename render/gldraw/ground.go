package gldraw

import (
	"gwscope/render/camera"
	"gwscope/render/scene"
)

// Ground is a grid of lines on a plane. The zero value is none.
type Ground struct {
	Up     camera.Axis
	Center scene.Vec // in the plane
	Radius float32   // where the grid has faded out; 0: no ground
	Step   float32   // distance of neighbouring lines; every fifth is stronger
}

// GroundUnder is a ground on which a box stands.
func GroundUnder(b scene.Bounds, up camera.Axis) Ground {
	r := b.Radius()
	if b.Empty() || !(r > 0) {
		return Ground{}
	}
	g := Ground{Up: up, Center: b.Center(), Radius: 2.2 * r}
	axis := upAxis(up)
	g.Center[axis] = b.Min[axis]
	g.Step = float32(roundLength(float64(r) / 5)) // five to twelve to the radius of the box
	return g
}

func upAxis(up camera.Axis) int {
	if up == camera.UpZ {
		return 2
	}
	return 1
}

// sides are the two directions of the grid.
func (g Ground) sides() (u, v scene.Vec) {
	if g.Up == camera.UpZ {
		return scene.Vec{1, 0, 0}, scene.Vec{0, 1, 0}
	}
	return scene.Vec{1, 0, 0}, scene.Vec{0, 0, 1}
}

// bounds of the visible ground.
func (g Ground) bounds() scene.Bounds {
	if !(g.Radius > 0) {
		return scene.NoBounds()
	}
	b := scene.BoundsOf([]scene.Vec{g.Center})
	for k := range 3 {
		if k != upAxis(g.Up) {
			b.Min[k], b.Max[k] = b.Min[k]-g.Radius, b.Max[k]+g.Radius
		}
	}
	return b
}
