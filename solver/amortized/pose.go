package amortized

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// frame is three orthonormal axes, right-handed: across, up, to the front.
type frame struct{ x, y, z r3.Vec }

// pose is a frame in which a shape may stand, and by which share of the best it agrees less
// with what the network says.
type pose struct {
	frame
	value   float64
	deficit float64
}

// poser finds frames in which a shape's points lie as a network says. The best of all rotations is
// that of the greatest
//
//	Σ m_i (|x·p_i| a_i + y·p_i b_i + (z·p_i c_i + |z·p_i| d_i)/2 + w (|x·n_i| e_i + |y·n_i| f_i + |z·n_i| g_i))
//
// for places (a, ..., g): that of the least squares of differences, for rotations change no norm.
type poser struct {
	// The data of points in the order of tokens, so that sums do not depend on the order of the points.
	points, normals []r3.Vec
	mass            []float64
	told            [][5]float64 // m_i (a, d/2, w e, w f, w g)
	up              r3.Vec       // Σ m_i b_i p_i
	front           r3.Vec       // Σ m_i c_i/2 p_i
}

const (
	// posed is the number of points by which a pose is found.
	posed = 256
	// normalWeight is w: normals are told less well than positions.
	normalWeight = 0.05
)

// newPoser takes places (n rows, of which the first placeSize numbers are places).
func newPoser(t *Tokens, places []float64) *poser {
	f, stride := &poser{}, len(places)/t.Len()
	for _, i := range t.spread(posed) {
		p, m, row := t.Points[i], t.Mass[i], places[int(i)*stride:int(i)*stride+placeSize]
		f.points, f.normals, f.mass = append(f.points, p), append(f.normals, t.Normals[i]), append(f.mass, m)
		w := m * normalWeight
		f.told = append(f.told, [5]float64{m * row[0], m * row[3] / 2, w * row[4], w * row[5], w * row[6]})
		f.up = r3.Add(f.up, r3.Scale(m*row[1], p))
		f.front = r3.Add(f.front, r3.Scale(m*row[2]/2, p))
	}
	return f
}

func (f *poser) value(g frame) float64 {
	sum := r3.Dot(g.y, f.up) + r3.Dot(g.z, f.front)
	dot := func(a, b r3.Vec) float64 { return math.Abs(a.X*b.X + a.Y*b.Y + a.Z*b.Z) }
	for i, p := range f.points {
		n, t := f.normals[i], &f.told[i]
		sum += t[0]*dot(g.x, p) + t[1]*dot(g.z, p) + t[2]*dot(g.x, n) + t[3]*dot(g.y, n) + t[4]*dot(g.z, n)
	}
	return sum
}

// turned is the frame after a turn about one of its own axes.
func (g frame) turned(axis int, sin, cos float64) frame {
	mix := func(a, b r3.Vec) (r3.Vec, r3.Vec) {
		return r3.Add(r3.Scale(cos, a), r3.Scale(sin, b)), r3.Sub(r3.Scale(cos, b), r3.Scale(sin, a))
	}
	switch axis {
	case 0:
		g.y, g.z = mix(g.y, g.z)
	case 1:
		g.z, g.x = mix(g.z, g.x)
	default:
		g.x, g.y = mix(g.x, g.y)
	}
	return g
}

// climb improves a pose by turns about its axes, from one angle down to another.
func (f *poser) climb(p *pose, from, to float64) {
	for angle := from; angle > to; angle /= 2 {
		sin, cos := math.Sincos(angle)
		for moved := true; moved; {
			moved = false
			for axis := range 3 {
				// Of both ways the better, for in a mirrored shape they are exchanged.
				g, back := p.turned(axis, sin, cos), p.turned(axis, -sin, cos)
				v, other := f.value(g), f.value(back)
				if other > v {
					g, v = back, other
				}
				if v > p.value {
					p.frame, p.value, moved = g, v, true
				}
			}
		}
	}
}

// starts are the frames of the principal axes, and those that the sums for up and front suggest.
func (f *poser) starts() []frame {
	var m moments
	for i, p := range f.points {
		m.add(p, f.mass[i])
	}
	var e eigen
	e.of(m.covariance(), true)
	axis := [3]r3.Vec{{X: e.a[0], Y: e.a[3], Z: e.a[6]}, {X: e.a[1], Y: e.a[4], Z: e.a[7]}, {X: e.a[2], Y: e.a[5], Z: e.a[8]}}
	var out []frame
	for up := range 3 {
		for _, k := range [2]int{1, 2} {
			for _, signs := range [4][2]float64{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
				y, z := r3.Scale(signs[0], axis[up]), r3.Scale(signs[1], axis[(up+k)%3])
				out = append(out, frame{r3.Cross(y, z), y, z})
			}
		}
	}
	if r3.Norm(f.up) == 0 {
		return out
	}
	y := r3.Unit(f.up)
	z := r3.Sub(f.front, r3.Scale(r3.Dot(f.front, y), y))
	if r3.Norm(z) == 0 {
		return out
	}
	z = r3.Unit(z)
	g := frame{r3.Cross(y, z), y, z}
	for k := range 4 {
		sin, cos := math.Sincos(float64(k) * math.Pi / 4)
		out = append(out, g.turned(1, sin, cos))
	}
	return out
}

const (
	climbed   = 10  // starts that are improved
	apart     = 2.7 // trace of a turn below which two poses are different: 32 degrees
	mostPoses = 4
)

// poses are the best pose and others that may be meant, the best first.
func (f *poser) poses() []pose {
	var all []pose
	for _, g := range f.starts() {
		all = append(all, pose{frame: g, value: f.value(g)})
	}
	best := func(a, b pose) int { return cmp.Compare(b.value, a.value) }
	slices.SortStableFunc(all, best)
	all = all[:min(climbed, len(all))]
	for k := range all {
		f.climb(&all[k], 0.3, 0.02)
	}
	slices.SortStableFunc(all, best)
	var out []pose
	for _, p := range all {
		if !slices.ContainsFunc(out, func(o pose) bool { return r3.Dot(p.x, o.x)+r3.Dot(p.y, o.y)+r3.Dot(p.z, o.z) > apart }) {
			out = append(out, p)
		}
	}
	out = out[:min(mostPoses, len(out))]
	for k := range out {
		f.climb(&out[k], 0.02, 1e-6)
	}
	slices.SortStableFunc(out, best)
	for k := range out {
		out[k].deficit = 1 - out[k].value/max(out[0].value, 1e-12)
	}
	return out
}
