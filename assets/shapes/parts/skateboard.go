package parts

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

const (
	boardWheel uint8 = iota
	boardDeck
	boardTruck
)

// skateboard rolls along z.
func skateboard(d dice) []solid {
	w := d.between(0.17, 0.36)
	thick := d.between(0.02, 0.035)
	noseKick, tailKick := d.between(0.02, 0.3), d.between(0.08, 0.34)
	round := d.between(1.6, 4)
	hollow := d.between(0, 0.05)
	pinch := d.between(-0.1, 0.2) // a longboard's waist or belly
	if d.chance(0.25) {
		noseKick, tailKick = 0.01, 0.02
	} else {
		pinch *= 0.3
	}
	var all []slice
	const n = 22
	for i := range n + 1 {
		z := 2*float64(i)/n - 1
		half := w * math.Pow(max(1-math.Pow(math.Abs(z), 2*round), 0.02), 0.5/math.Sqrt(round)) * (1 - pinch*math.Cos(math.Pi*z/2))
		kick := noseKick
		if z < 0 {
			kick = tailKick
		}
		rise := kick * math.Pow(max(0, math.Abs(z)-0.66)/0.34, 1.5)
		all = append(all, slice{vec(0, rise, z), vec(half, 0, 0), vec(0, thick, 0), 5})
	}
	deck := loft(boardDeck, all...).mapped(func(p r3.Vec) r3.Vec { return vec(p.X, p.Y+hollow*(p.X/w)*(p.X/w), p.Z) })
	out := []solid{deck}

	r, half := d.between(0.055, 0.13), d.between(0.04, 0.075)
	axle := d.between(0.75, 1.05) * w
	drop := -thick - d.between(0.08, 0.17)
	at := d.between(0.42, 0.7)
	for _, z := range []float64{-at, at} {
		hub := vec(0, drop, z)
		out = append(out, bothSides(drum(boardWheel, r, half).turned(90, axisZ, r3.Vec{}).moved(vec(axle, drop, z)))...)
		out = append(out,
			rod(boardTruck, vec(-axle, drop, z), vec(axle, drop, z), 0.026, 0.026),
			bar(boardTruck, r3.Add(hub, vec(-0.62*axle, 0, 0)), r3.Add(hub, vec(0.62*axle, 0, 0)), axisY, 0.042, 0.042, 3),
			box(boardTruck, vec(0, (drop-thick)/2, z), vec(0.07, -(drop)/2, 0.085), 4),
			box(boardTruck, vec(0, -thick-0.008, z), vec(0.1, 0.018, 0.14), 6),
		)
	}
	if d.chance(0.15) { // straps for the feet
		for _, z := range []float64{-0.4, 0.4} {
			path := arc(vec(0, -0.5*thick, z), vec(0.95*w, 0, 0), vec(0, 0.24, 0), 0, 180, 14)
			out = append(out, band(boardTruck, path, axisZ, 0.07, 0.018, 4))
		}
	}
	return out
}
