package parts

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

const (
	knifeBlade uint8 = iota
	knifeHandle
)

// knife stands on its handle, the edge towards +x: a chef's knife, a dagger, a
// cleaver, a sabre, or a pocket knife.
func knife(d dice) []solid {
	style := d.pick(4, 3, 2, 3, 2)
	long, wide := d.between(0.9, 1.3), d.between(0.1, 0.16)
	handle := d.between(0.45, 0.65)
	thick := d.between(0.016, 0.024)
	curved, guard := 0.0, 0.0
	edge := func(t float64) float64 { return 1 } // how far the edge is from the spine
	spine := func(t float64) float64 { return 0 }
	switch style {
	case 0: // chef: belly towards the tip
		belly := d.between(1.6, 3.5)
		edge = func(t float64) float64 { return math.Pow(1-math.Pow(t, belly), 0.8) }
		drop := d.between(0, 0.35)
		spine = func(t float64) float64 { return drop * t * t }
	case 1: // dagger
		guard = d.between(0.14, 0.26)
		point := d.between(2, 6)
		edge = func(t float64) float64 { return 0.5 + 0.5*(1-math.Pow(t, point)) }
		spine = func(t float64) float64 { return 0.5 - 0.5*(1-math.Pow(t, point)) }
	case 2: // cleaver
		wide, long = d.between(0.22, 0.36), d.between(0.6, 0.85)
		slope := d.between(0, 0.15)
		edge = func(t float64) float64 { return 1 - 0.25*math.Pow(t, 9) }
		spine = func(t float64) float64 { return slope*t + 0.1*math.Pow(t, 12) }
	case 3: // sabre
		long, wide, curved = d.between(1.6, 2.3), d.between(0.07, 0.11), d.between(0.1, 0.45)
		guard = d.between(0.08, 0.2)
		edge = func(t float64) float64 { return 1 - 0.9*math.Pow(t, 8) }
		spine = func(t float64) float64 { return 0 }
	case 4: // pocket knife: a clip point
		long, wide, handle = d.between(0.65, 0.9), d.between(0.1, 0.15), d.between(0.7, 0.9)
		edge = func(t float64) float64 { return 1 - math.Pow(t, 4)*0.55 }
		spine = func(t float64) float64 { return 0.4 * math.Pow(max(0, t-0.55)/0.45, 1.5) }
	}
	if style != 2 {
		wide *= d.factor(1.15)
	}
	var all []slice
	const n = 14
	for i := range n + 1 {
		t := float64(i) / n
		a, b := spine(t), max(edge(t), spine(t)+0.06)
		y := -0.08 + t*(long+0.08)
		// The back is thicker than the edge: the section is a drop whose widest
		// place lies towards the spine; an ellipse is close to it.
		all = append(all, slice{vec(wide*((a+b)/2-0.5)-curved*t*t, y, 0), vec(wide*(b-a)/2, 0, 0), vec(0, 0, thick*(1-0.5*t)), 1.6})
	}
	out := []solid{loft(knifeBlade, all...)}
	return append(out, hilt(d, handle, max(0.05, min(wide*0.42, 0.085)), guard)...)
}

func hilt(d dice, long, wide, guard float64) []solid {
	swell, hook := d.between(0.05, 0.3), d.between(-0.06, 0.1)
	deep := wide * d.between(0.5, 0.75)
	power := d.between(2, 5)
	at := func(t float64) slice {
		w := 1 + swell*math.Sin(2.2*math.Pi*t)*0.6 + swell*t
		return slice{vec(hook*t*t*t, -t*long, 0), vec(wide*w, 0, 0), vec(0, 0, deep*w), power}
	}
	out := []solid{loft(knifeHandle, at(0), at(0.12), at(0.25), at(0.4), at(0.55), at(0.7), at(0.85), at(0.96), at(1))}
	if guard > 0 {
		bend := d.between(-0.06, 0.06)
		path := curve(4, vec(-guard, bend, 0), vec(-0.4*guard, 0, 0), vec(0.4*guard, 0, 0), vec(guard, bend, 0))
		out = append(out, tube(knifeHandle, path, false, steady(d.between(0.028, 0.04))))
		if d.chance(0.6) {
			r := wide * d.between(1.1, 1.4)
			out = append(out, ball(knifeHandle, vec(hook, -long-0.3*r, 0), r3.Scale(r, vec(1, 0.9, 0.8))))
		}
	} else if d.chance(0.5) { // bolster
		out = append(out, box(knifeHandle, vec(0, -0.02, 0), vec(1.15*wide, 0.035, 1.1*deep), 4))
	}
	return out
}
