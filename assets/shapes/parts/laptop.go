package parts

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

const (
	laptopKeyboard uint8 = iota
	laptopScreen
)

// laptop is open towards +z by some angle.
func laptop(d dice) []solid {
	w := 1.0
	deep := w * d.between(0.55, 0.95) // half depth
	tall := deep * d.between(0.85, 1.1)
	base, lid := d.between(0.03, 0.07), d.between(0.02, 0.04)
	power := d.between(6, 14)
	out := []solid{box(laptopKeyboard, vec(0, 0, 0), vec(w, base, deep), power)}
	if d.chance(0.5) { // thicker behind
		out[0] = out[0].mapped(wedge(base, deep, d.between(0.2, 0.6)))
	}
	if d.chance(0.6) { // keys and touchpad stand out a little
		out = append(out, box(laptopKeyboard, vec(0, base, -0.25*deep), vec(0.85*w, 0.022, 0.42*deep), 9))
		if d.chance(0.5) {
			out = append(out, box(laptopKeyboard, vec(d.between(-0.1, 0), base, 0.6*deep), vec(0.24*w, 0.018, 0.22*deep), 7))
		}
	}
	open := d.between(80, 140)
	hinge := vec(0, base, -deep+lid)
	screen := box(laptopScreen, vec(0, base+lid, -deep+lid+tall), vec(w*d.between(0.97, 1), lid, tall), power)
	out = append(out, screen.turned(-open, axisX, hinge))
	if d.chance(0.5) { // the hinge's barrel
		barrel := drum(laptopScreen, base*0.9, d.between(0.6, 0.85)).turned(90, axisZ, vec(0, 0, 0))
		return append(out, barrel.moved(vec(0, base*1.1, -deep+0.3*base)))
	}
	for _, x := range []float64{-0.6, 0.6} {
		out = append(out, drum(laptopScreen, math.Max(lid, 0.03)*1.2, 0.1).turned(90, axisZ, vec(0, 0, 0)).moved(vec(x, base, -deep+lid)))
	}
	return out
}

// wedge thins a slab towards the front, by a share of its thickness.
func wedge(half, deep, share float64) func(p r3.Vec) r3.Vec {
	return func(p r3.Vec) r3.Vec {
		t := (p.Z/deep + 1) / 2
		return vec(p.X, half+(p.Y-half)*(1-share*t), p.Z)
	}
}
