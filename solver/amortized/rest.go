package amortized

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/slicer"
)

// bends reports whether a network has taken a shape for one that bends at joints.
func (c Config) bends(t *Tokens, told []float64) bool {
	if !c.Rest {
		return false
	}
	sum := 0.0
	for _, i := range t.Order {
		sum += t.Mass[i] * told[(int(i)+1)*c.Outputs()-1]
	}
	return sum > 0.5
}

// rested is a shape that bends, with the places of its points on the body at rest as a network tells them. No frame
// stands it up: a head that is turned back looks ahead there.
type rested struct {
	places  []r3.Vec // with left and right
	normals []r3.Vec
	mass    []float64
}

func newRested(t *Tokens, told []float64) *rested {
	stride := len(told) / t.Len()
	r := &rested{mass: t.Mass}
	for i := range t.Len() {
		row := told[i*stride:]
		r.places = append(r.places, r3.Vec{X: max(row[0], 0), Y: row[1], Z: row[2]})
		r.normals = append(r.normals, r3.Vec{X: row[4], Y: row[5], Z: row[6]})
	}
	for i, side := range leftAndRight(t, r.places, newPoser(t, told).poses()) {
		r.places[i].X *= side
	}
	r.places = smoothed(t, r.places)
	return r
}

// smoothed are means of the places of neighbours: errors of a network differ from point to point.
func smoothed(t *Tokens, places []r3.Vec) []r3.Vec {
	const spacings, farthest = 2, 3 // of the bell curve: its deviation, and in deviations its end
	width := spacings / math.Sqrt(float64(t.Len()))
	out := make([]r3.Vec, len(places))
	for i, p := range t.Points {
		var sum r3.Vec
		total := 0.0
		for _, j := range t.Order {
			if d := rounded(r3.Norm(r3.Sub(p, t.Points[j]))) / width; d < farthest {
				w := math.Exp(-d * d / 2)
				sum, total = r3.Add(sum, r3.Scale(w, places[j])), total+w
			}
		}
		out[i] = r3.Scale(1/total, sum)
	}
	return out
}

// restNormal is the factor of normals among the numbers that are cut: they are told less well than places.
const restNormal = 0.25

// numbers are the d = 6 numbers of each point that are cut, with left and right exchanged for a side of -1.
func (r *rested) numbers(side float64) slicer.Cloud {
	out := make([]float64, 0, len(r.places)*numberSize)
	for i, p := range r.places {
		n := r.normals[i]
		out = append(out, rounded(side*p.X), rounded(p.Y), rounded(p.Z), rounded(restNormal*n.X), rounded(restNormal*n.Y), rounded(restNormal*n.Z))
	}
	return slicer.Cloud{Points: out, Dim: numberSize, Weights: r.mass}
}

const (
	// sided is the number of points that are asked which side they are of; the others follow them.
	sided = 256
	// nearby is the distance, in radii of the shape, up to which two points say whether they are of one side.
	nearby = 0.5
	// stretch is the logarithm of the factor by which the two distances of a pair usually differ, for builds do; a pair for
	// which neither side fits, as a hoof that touches the other knee, says nothing. Distances below blur are all alike.
	stretch = 0.35
	blur    = 0.06
	// scaled is the number of points nearby that say how large a shape is there.
	scaled = 12
)

// leftAndRight finds a side for each point (1 left, -1 right), given places without one (x not negative). Two points that are
// near to each other are as far apart at rest as they are in the pose, nearly, for bones are rigid; so if they lie on
// one side, their places are at that distance, or else the one and the mirror image of the other. Each pair has a
// weight for either, and those sides are taken for which the sum is greatest that can be found from
// several beginnings. The shape's orientation in space settles which side is the left one.
func leftAndRight(t *Tokens, places []r3.Vec, begin []pose) []float64 {
	s := newSides(t, places)
	best, value := []float64(nil), math.Inf(-1)
	for _, p := range begin {
		sides := make([]float64, len(s.chosen))
		for k, i := range s.chosen {
			sides[k] = rounded(r3.Dot(p.x, t.Points[i]))
		}
		s.settle(sides)
		if v := s.value(sides); v > value {
			best, value = sides, v
		}
	}
	if s.handedness(best) < 0 {
		for k := range best {
			best[k] = -best[k]
		}
	}
	return s.follow(best)
}

// sides are pairs of points, with the weight that each gives to one side or to both.
type sides struct {
	t      *Tokens
	places []r3.Vec
	chosen []int32
	scale  []float64 // of the shape around each point over the body at rest
	same   []float64 // chosen x chosen: positive if the two are rather of one side
}

func newSides(t *Tokens, places []r3.Vec) *sides {
	s := &sides{t: t, places: places, chosen: t.spread(sided)}
	k := len(s.chosen)
	s.fit()
	s.same = make([]float64, k*k)
	for a, i := range s.chosen {
		for b, j := range s.chosen[:a] {
			w := s.weight(i, j)
			s.same[a*k+b], s.same[b*k+a] = w, w
		}
	}
	return s
}

// fit finds by which factor the shape is larger around each point than the body at rest: builds are of one plan, not of one
// size. It is the middle one of those of the nearest points, so that a hoof which touches the other knee does no harm.
func (s *sides) fit() {
	s.scale = make([]float64, s.t.Len())
	type near struct{ d, ratio float64 }
	var all []near
	for i := range s.scale {
		all = all[:0]
		for _, j := range s.chosen {
			if d := rounded(r3.Norm(r3.Sub(s.t.Points[i], s.t.Points[j]))); int(j) != i {
				e := r3.Norm(r3.Sub(s.places[i], s.places[j]))
				all = append(all, near{d, math.Sqrt((d*d + blur*blur) / (e*e + blur*blur))})
			}
		}
		slices.SortFunc(all, func(a, b near) int { return cmp.Or(cmp.Compare(a.d, b.d), cmp.Compare(a.ratio, b.ratio)) })
		all = all[:min(scaled, len(all))]
		slices.SortFunc(all, func(a, b near) int { return cmp.Compare(a.ratio, b.ratio) })
		s.scale[i] = 1
		if len(all) > 0 {
			s.scale[i] = rounded(min(max(all[len(all)/2].ratio, 0.3), 3))
		}
	}
}

// apart are the distances of two points at rest in the size of the shape, if they lie on one side and if not.
func (s *sides) apart(i, j int32) (one, other float64) {
	p, q := s.places[i], s.places[j]
	scale := math.Sqrt(s.scale[i] * s.scale[j])
	rest := (p.Y-q.Y)*(p.Y-q.Y) + (p.Z-q.Z)*(p.Z-q.Z)
	return scale * math.Sqrt((p.X-q.X)*(p.X-q.X)+rest), scale * math.Sqrt((p.X+q.X)*(p.X+q.X)+rest)
}

// weight says by how much two points are rather of one side than of both.
func (s *sides) weight(i, j int32) float64 {
	d := rounded(r3.Norm(r3.Sub(s.t.Points[i], s.t.Points[j])))
	if d >= nearby {
		return 0
	}
	one, other := s.apart(i, j)
	fits := func(rest float64) float64 {
		v := math.Log((rest*rest + blur*blur) / (d*d + blur*blur))
		return math.Exp(-v * v / (8 * stretch * stretch))
	}
	return (1 - d/nearby) * (fits(one) - fits(other))
}

// settle improves sides: first all at once, as the leading eigenvector of the weights, then point by point.
func (s *sides) settle(v []float64) {
	const rounds = 20
	k := len(v)
	shift := 0.0
	for a := range k {
		sum := 0.0
		for _, w := range s.same[a*k : (a+1)*k] {
			sum += math.Abs(w)
		}
		shift = max(shift, sum)
	}
	next := make([]float64, k)
	for range rounds {
		most := 0.0
		for a := range k {
			sum := shift / 4 * v[a]
			for b, w := range s.same[a*k : (a+1)*k] {
				sum += w * v[b]
			}
			next[a] = sum
			most = max(most, math.Abs(sum))
		}
		for a, x := range next {
			v[a] = x / max(most, math.SmallestNonzeroFloat64)
		}
	}
	for a, x := range v {
		v[a] = 1
		if x < 0 {
			v[a] = -1
		}
	}
	for moved, round := true, 0; moved && round < rounds; round++ {
		moved = false
		for a := range k {
			if v[a]*s.field(v, a) < 0 {
				v[a], moved = -v[a], true
			}
		}
	}
}

func (s *sides) field(v []float64, a int) float64 {
	sum := 0.0
	for b, w := range s.same[a*len(v) : (a+1)*len(v)] {
		sum += w * v[b]
	}
	return sum
}

func (s *sides) value(v []float64) float64 {
	sum := 0.0
	for a := range v {
		sum += v[a] * s.field(v, a)
	}
	return sum
}

// handedness is positive if the neighbourhoods of points lie in space as their places do, and negative if they are
// mirrored there.
func (s *sides) handedness(v []float64) float64 {
	total := 0.0
	at := func(a int) r3.Vec {
		p := s.places[s.chosen[a]]
		p.X *= v[a]
		return p
	}
	for a, i := range s.chosen {
		var m [3]r3.Vec // Σ w (place)(point)'
		size := 0.0
		for b, j := range s.chosen {
			e := r3.Sub(s.t.Points[j], s.t.Points[i])
			d := r3.Norm(e)
			if d >= nearby || a == b {
				continue
			}
			w, f := 1-d/nearby, r3.Sub(at(b), at(a))
			m[0], m[1], m[2] = r3.Add(m[0], r3.Scale(w*f.X, e)), r3.Add(m[1], r3.Scale(w*f.Y, e)), r3.Add(m[2], r3.Scale(w*f.Z, e))
			size += w * d * d
		}
		if size > 0 {
			total += math.Cbrt(r3.Dot(m[0], r3.Cross(m[1], m[2]))) / size
		}
	}
	return rounded(total)
}

// follow gives each point the side that the chosen ones nearby say.
func (s *sides) follow(v []float64) []float64 {
	out := make([]float64, s.t.Len())
	for i := range out {
		sum := 0.0
		for b, j := range s.chosen {
			if int(j) != i {
				sum += s.weight(int32(i), j) * v[b]
			}
		}
		out[i] = 1
		if sum < 0 {
			out[i] = -1
		}
	}
	for b, j := range s.chosen {
		out[j] = v[b]
	}
	return out
}
