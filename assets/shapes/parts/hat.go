package parts

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

const (
	capPanels uint8 = iota
	capPeak
)

// hat is a cap with its peak towards +z: baseball, trucker, flat, or an officer's.
func hat(d dice) []solid {
	rim, long := 1.0, d.between(1.05, 1.25) // half widths across and along
	height, power := d.between(0.75, 1), d.between(2, 2.4)
	lean := d.between(-0.15, 0.05)
	style := d.pick(4, 2, 2, 2)
	switch style {
	case 1: // trucker: tall and square
		height, power = d.between(1, 1.25), d.between(2.6, 3.4)
	case 2: // flat cap: low, leaning over the peak
		height, power, lean = d.between(0.4, 0.55), d.between(1.9, 2.2), d.between(0.1, 0.3)
	case 3: // officer's cap: a band and a wide crown
		height = d.between(0.6, 0.8)
	}
	out := []solid{crown(style == 3, height, power, d.between(1.15, 1.35)).mapped(func(p r3.Vec) r3.Vec {
		return vec(rim*p.X, p.Y, long*p.Z+lean*p.Y)
	})}
	if style < 2 && d.chance(0.7) {
		out = append(out, ball(capPanels, vec(0, height, lean*height), vec(0.09, 0.06, 0.09)))
	}
	reach := d.between(0.55, 0.95)
	if style >= 2 {
		reach = d.between(0.3, 0.5)
	}
	return append(out, peak(d, rim, long, reach))
}

// crown is a shell over the head: a dome, or a band with a wide top.
func crown(officer bool, height, power, wide float64) solid {
	const thick = 0.07
	var outer []point2
	if officer {
		outer = []point2{{1, 0}, {1, 0.4 * height}, {0.5 + 0.5*wide, 0.62 * height}, {wide, 0.86 * height}, {0.96 * wide, 0.93 * height}, {0.5 * wide, height}, {0, 1.02 * height}}
	} else {
		const n = 9
		for i := range n + 1 {
			sin, cos := math.Sincos(math.Pi / 2 * float64(i) / n)
			outer = append(outer, point2{math.Pow(cos, 2/power), height * math.Pow(sin, 2/power)})
		}
		outer[n].r = 0
	}
	profile := append([]point2{}, outer...)
	for i := len(outer) - 1; i >= 0; i-- {
		p := outer[i]
		profile = append(profile, point2{p.r * (1 - thick), p.y * (1 - thick/height)})
	}
	// The two poles are the tips of the outer and the inner dome; the rim closes the loop.
	return lathe(capPanels, true, profile...)
}

// peak is a curved plate around the front of the rim.
func peak(d dice, rim, long, reach float64) solid {
	const thick = 0.035
	spread := d.between(62, 80) * math.Pi / 180
	blunt := d.between(0.35, 0.75)
	arched, dip := d.between(0, 0.35), d.between(-0.05, 0.3)
	var rings [][]r3.Vec
	const n = 18
	for i := range n + 1 {
		x := 2*float64(i)/n - 1 // across
		sin, cos := math.Sincos(spread * x)
		out := reach * math.Pow(max(1-x*x, 0.004), blunt)
		at := func(t, up float64) r3.Vec { // t: from under the rim (0) to the edge (1)
			z := long*cos*0.93 + t*(out+0.07*long)
			side := rim * sin * 0.93 * (1 + 0.07*t)
			return vec(side, 0.04-arched*side*side-dip*t*t*reach+up, z)
		}
		var ring []r3.Vec
		for _, t := range []float64{0, 0.33, 0.67, 0.95, 1} {
			ring = append(ring, at(t, thick*min(1, (1.05-t)*8)))
		}
		for _, t := range []float64{0.95, 0.67, 0.33, 0} {
			ring = append(ring, at(t, -thick*min(1, (1.05-t)*8)))
		}
		rings = append(rings, ring)
	}
	return skin(rings, false, plain(capPeak))
}
