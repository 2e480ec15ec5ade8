package parts

import (
	"sort"

	"gonum.org/v1/gonum/spatial/r3"
)

// Cloud is points on the outside of an object, in random order.
type Cloud struct {
	Points  []r3.Vec // n
	Normals []r3.Vec // n, of unit length, outwards
	Labels  []int32  // n, of the category's own parts: 0 to len(Parts)-1
}

// Cloud draws n points evenly by area: stratified over the surface, so that they
// are more even than independent ones. The same n gives the same points.
func (o *Object) Cloud(n int) Cloud {
	c := o.draw(n, newDice(o.Category.Name, o.Seed, "cloud"))
	return c.first(n)
}

// SpreadCloud chooses n points among twice as many, each as far as can be from the others: no two
// points are close. They come in random order.
func (o *Object) SpreadCloud(n int) Cloud {
	d := newDice(o.Category.Name, o.Seed, "spread")
	c := o.draw(2*n, d)
	chosen := Farthest(c.Points, n, 0)
	d.Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
	out := Cloud{make([]r3.Vec, n), make([]r3.Vec, n), make([]int32, n)}
	for i, v := range chosen {
		out.Points[i], out.Normals[i], out.Labels[i] = c.Points[v], c.Normals[v], c.Labels[v]
	}
	return out
}

// draw gives at least n points, in random order.
func (o *Object) draw(n int, d dice) Cloud {
	s := newSampler(o)
	var c Cloud
	for len(c.Points) < n {
		// About a fifth of the surface is buried, so most rounds after the first are short.
		s.stratified((n-len(c.Points))*4/3+16, d, &c)
	}
	d.Shuffle(len(c.Points), func(i, j int) {
		c.Points[i], c.Points[j] = c.Points[j], c.Points[i]
		c.Normals[i], c.Normals[j] = c.Normals[j], c.Normals[i]
		c.Labels[i], c.Labels[j] = c.Labels[j], c.Labels[i]
	})
	return c
}

func (c Cloud) first(n int) Cloud { return Cloud{c.Points[:n:n], c.Normals[:n:n], c.Labels[:n:n]} }

// sampler draws points of an object's solids by area.
type sampler struct {
	*Object
	upTo    []float64 // sums of areas, triangle by triangle through all solids
	first   []int     // of each solid's triangles
	normals [][][3]r3.Vec
}

func newSampler(o *Object) *sampler {
	s := &sampler{Object: o, normals: make([][][3]r3.Vec, len(o.solids))}
	var sum float64
	for _, part := range o.solids {
		s.first = append(s.first, len(s.upTo))
		for _, f := range part.tri {
			a, b, c := part.pos[f[0]], part.pos[f[1]], part.pos[f[2]]
			sum += length(r3.Cross(r3.Sub(b, a), r3.Sub(c, a))) / 2
			s.upTo = append(s.upTo, sum)
		}
	}
	return s
}

// stratified adds one point out of each of n equal shares of the surface, where
// it is not buried in another solid.
func (s *sampler) stratified(n int, d dice, c *Cloud) {
	share := s.upTo[len(s.upTo)-1] / float64(n)
	solid, t := 0, 0
	for i := range n {
		at := (float64(i) + d.Float64()) * share
		for t < len(s.upTo)-1 && s.upTo[t] <= at {
			t++
		}
		solid = sort.SearchInts(s.first, t+1) - 1
		u, v := d.Float64(), d.Float64()
		if u+v > 1 {
			u, v = 1-u, 1-v
		}
		part := &s.solids[solid]
		face := t - s.first[solid]
		f := part.tri[face]
		bary := [3]float64{1 - u - v, u, v}
		var p r3.Vec
		for k, w := range bary {
			p = r3.Add(p, r3.Scale(w, part.pos[f[k]]))
		}
		if s.buried(p, solid) {
			continue
		}
		if s.normals[solid] == nil {
			s.normals[solid] = part.cornerNormals()
		}
		var normal r3.Vec
		for k, w := range bary {
			normal = r3.Add(normal, r3.Scale(w, s.normals[solid][face][k]))
		}
		c.Points = append(c.Points, p)
		c.Normals = append(c.Normals, unit(normal))
		c.Labels = append(c.Labels, int32(part.label[face]))
	}
}
