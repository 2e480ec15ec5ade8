package shapes

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"
)

// tube is a round cone from (ax, ay, az) with radius ra to (bx, by, bz) with rb.
func tube(ax, ay, az, ra, bx, by, bz, rb float64) cone {
	return cone{a: r3.Vec{X: ax, Y: ay, Z: az}, b: r3.Vec{X: bx, Y: by, Z: bz}, ra: ra, rb: rb, flat: r3.Vec{Z: 1}, thin: 1}
}

// thinned flattens the cone across the z axis.
func (c cone) thinned(thin float64) cone { return c.flattened(0, 0, 1, thin) }

// flattened flattens the cone along the direction (x, y, z).
func (c cone) flattened(x, y, z, thin float64) cone {
	c.flat, c.thin = r3.Unit(r3.Vec{X: x, Y: y, Z: z}), thin
	return c
}

// plate makes the cone a plate across the direction (x, y, z), 2 half thick.
func (c cone) plate(x, y, z, half float64) cone {
	c.flat, c.pad = r3.Unit(r3.Vec{X: x, Y: y, Z: z}), half
	return c
}

// knot is a point of a chain with the radius there.
type knot struct{ x, y, z, r float64 }

// chain adds the links name1, name2, ... through the knots.
func (c cones) chain(name string, thin float64, knots ...knot) {
	for i := range len(knots) - 1 {
		p, q := knots[i], knots[i+1]
		c[fmt.Sprint(name, i+1)] = tube(p.x, p.y, p.z, p.r, q.x, q.y, q.z, q.r).thinned(thin)
	}
}
