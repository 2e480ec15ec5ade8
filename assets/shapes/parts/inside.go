package parts

import "gonum.org/v1/gonum/spatial/r3"

// buried reports whether p, a point of solid own, lies inside another solid.
func (o *Object) buried(p r3.Vec, own int) bool {
	for i := range o.solids {
		if i != own && o.boxes[i].holds(p) && o.solids[i].inside(p) {
			return true
		}
	}
	return false
}

// inside counts how often a ray from p along +x leaves the solid more than it
// enters: a winding number, so that a solid may overlap itself.
func (s *solid) inside(p r3.Vec) bool {
	winding := 0
	// Forms are full of level rings; the ray must not run along the edges of one.
	p.Y += 1.3e-7
	p.Z += 0.7e-7
	for _, f := range s.tri {
		a, b, c := s.pos[f[0]], s.pos[f[1]], s.pos[f[2]]
		if a.Y > p.Y == (b.Y > p.Y) && b.Y > p.Y == (c.Y > p.Y) || max(a.X, b.X, c.X) < p.X {
			continue
		}
		// Signed areas of the triangles of p with each edge, seen along x.
		wa := (b.Y-p.Y)*(c.Z-p.Z) - (b.Z-p.Z)*(c.Y-p.Y)
		wb := (c.Y-p.Y)*(a.Z-p.Z) - (c.Z-p.Z)*(a.Y-p.Y)
		wc := (a.Y-p.Y)*(b.Z-p.Z) - (a.Z-p.Z)*(b.Y-p.Y)
		if !(wa > 0 && wb > 0 && wc > 0 || wa < 0 && wb < 0 && wc < 0) {
			continue
		}
		if (wa*a.X+wb*b.X+wc*c.X)/(wa+wb+wc) <= p.X {
			continue
		}
		if wa > 0 {
			winding++
		} else {
			winding--
		}
	}
	return winding != 0
}

// Holds reports whether p lies inside the solid.
func (s *Solid) Holds(p r3.Vec) bool {
	return (&solid{s.Vertices, s.Triangles, s.Labels}).inside(p)
}
