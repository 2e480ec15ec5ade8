//go:build cgo

package gldraw

import (
	"github.com/go-gl/gl/v4.3-core/gl"
)

func (c *canvas) ground(v *view) error {
	g := v.pane.Ground
	if !(g.Radius > 0) || !(g.Step > 0) {
		return nil
	}
	p, err := c.programs.use("ground", 0)
	if err != nil {
		return err
	}
	a, b := g.sides()
	p.mat4("matrix", v.matrix)
	p.vec3("center", g.Center)
	p.vec3("u", a)
	p.vec3("v", b)
	p.float("radius", g.Radius)
	p.float("spacing", g.Step)
	p.float("pixel", c.unit())
	p.color("ink", inkOn(v.pane.Background.orDefault()).letters)
	gl.Enable(gl.DEPTH_TEST)
	gl.DepthFunc(gl.LESS)
	gl.DepthMask(false)
	defer gl.DepthMask(true)
	blendOver()
	for i := range uint32(6) {
		gl.DisableVertexAttribArray(i)
	}
	gl.DrawArrays(gl.TRIANGLE_STRIP, 0, 4)
	return nil
}
