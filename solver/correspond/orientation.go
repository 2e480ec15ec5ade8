package correspond

import (
	"context"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/parallel"
	"gwscope/solver/metric"
)

const (
	// patchRings is how many rings of neighbours a patch has: about forty vertices.
	patchRings = 3
	// patchFacing is the least cosine between the normals of a patch and of its middle, so
	// that a patch does not reach around a thin limb.
	patchFacing = 0.3
	// patchLeast is how many neighbours a patch must have to be judged.
	patchLeast = 6
	// patchFlat is the ratio of the singular values of a patch's map below which the
	// patch has collapsed to a line and has no orientation.
	patchFlat = 0.05
)

// PatchOrientations tells for each of the maps and every point of the source (v) how the map
// treats the patch about it: +1 where the patch keeps its orientation about the outward normals, -1 where
// it is turned over, 0 where it has collapsed or cannot be judged. The patch's map is the
// linear one that fits best between the tangent planes. It is nil where a shape has no
// triangles or is open: the outer side of such a shape would be a guess. It stops within a
// moment when ctx ends, with its error.
func PatchOrientations(ctx context.Context, x, y *metric.Domain, maps ...*SurfaceMap) ([][]int8, error) {
	if x.IsCloud() || y.IsCloud() || !x.Closed || !y.Closed {
		return make([][]int8, len(maps)), nil
	}
	return patchSenses(ctx, x, y, maps)
}

// PatchSense is PatchOrientations of one map, also for open surfaces, whose normals may as well point
// the other way: there only the difference between patches means something.
func PatchSense(ctx context.Context, x, y *metric.Domain, m *SurfaceMap) ([]int8, error) {
	of, err := patchSenses(ctx, x, y, []*SurfaceMap{m})
	return of[0], err
}

func patchSenses(ctx context.Context, x, y *metric.Domain, maps []*SurfaceMap) ([][]int8, error) {
	out := make([][]int8, len(maps))
	for k := range out {
		out[k] = make([]int8, len(x.Points))
	}
	patchers := make([]*patcher, parallel.Threads(0))
	err := parallel.For(ctx, 0, len(x.Points), 1024, func(worker, lo, hi int) {
		if patchers[worker] == nil {
			patchers[worker] = &patcher{x: x, seen: make([]int32, len(x.Points))}
		}
		for i := lo; i < hi; i++ {
			patch := patchers[worker].patch(int32(i))
			for k, m := range maps {
				out[k][i] = sense(x, y, patch, m)
			}
		}
	})
	return out, err
}

// patcher gathers patches.
type patcher struct {
	x          *metric.Domain
	seen       []int32 // the turn in which each point was last seen
	turn       int32
	ring, near []int32
}

// patch is the points within patchRings of p that face as it does, p first.
func (c *patcher) patch(p int32) []int32 {
	c.turn++
	c.seen[p] = c.turn
	c.ring = append(c.ring[:0], p)
	begin := 0
	for range patchRings {
		end := len(c.ring)
		for _, q := range c.ring[begin:end] {
			c.near = c.x.AppendAdjacent(c.near[:0], q)
			for _, r := range c.near {
				if c.seen[r] != c.turn {
					c.seen[r] = c.turn
					c.ring = append(c.ring, r)
				}
			}
		}
		begin = end
	}
	n, kept := c.x.Normals[p], c.ring[:0]
	for _, q := range c.ring {
		if r3.Dot(c.x.Normals[q], n) > patchFacing {
			kept = append(kept, q)
		}
	}
	return kept
}

// sense is how a map treats a patch about its first point.
func sense(x, y *metric.Domain, patch []int32, m *SurfaceMap) int8 {
	if len(patch) < patchLeast {
		return 0
	}
	p := patch[0]
	u, v := Tangents(x.Normals[p])
	s, t := Tangents(normalAt(y, m.Places[p]))
	var here, there r3.Vec
	for _, q := range patch {
		here, there = r3.Add(here, x.Points[q]), r3.Add(there, m.Positions[q])
	}
	here, there = r3.Scale(1/float64(len(patch)), here), r3.Scale(1/float64(len(patch)), there)
	var xx, yx [2][2]float64 // Σ x x', Σ y x'
	for _, q := range patch {
		a, b := r3.Sub(x.Points[q], here), r3.Sub(m.Positions[q], there)
		from, to := [2]float64{r3.Dot(a, u), r3.Dot(a, v)}, [2]float64{r3.Dot(b, s), r3.Dot(b, t)}
		for i := range 2 {
			for j := range 2 {
				xx[i][j] += from[i] * from[j]
				yx[i][j] += to[i] * from[j]
			}
		}
	}
	det := xx[0][0]*xx[1][1] - xx[0][1]*xx[1][0]
	if !(det > 0) {
		return 0
	}
	inv := [2][2]float64{{xx[1][1] / det, -xx[0][1] / det}, {-xx[1][0] / det, xx[0][0] / det}}
	var l [2][2]float64 // the linear map
	size := 0.0
	for i := range 2 {
		for j := range 2 {
			l[i][j] = yx[i][0]*inv[0][j] + yx[i][1]*inv[1][j]
			size += l[i][j] * l[i][j]
		}
	}
	d := l[0][0]*l[1][1] - l[0][1]*l[1][0]
	// Of singular values a >= b, |d| = a b and size = a² + b².
	largest2 := (size + math.Sqrt(max(0, size*size-4*d*d))) / 2
	if !(math.Abs(d) > patchFlat*largest2) {
		return 0
	}
	if d < 0 {
		return -1
	}
	return 1
}

// Tangents completes a unit normal to a right-handed frame (u, v, n).
func Tangents(n r3.Vec) (u, v r3.Vec) {
	e := r3.Vec{X: 1}
	if math.Abs(n.X) >= 0.9 {
		e = r3.Vec{Y: 1}
	}
	u = r3.Unit(r3.Cross(n, e))
	return u, r3.Cross(n, u)
}

// normalAt is the outward normal at a place: of its triangle, or else of its point.
func normalAt(d *metric.Domain, p Place) r3.Vec {
	if p.Face >= 0 {
		t := d.Triangles[p.Face]
		n := r3.Cross(r3.Sub(d.Points[t[1]], d.Points[t[0]]), r3.Sub(d.Points[t[2]], d.Points[t[0]]))
		if l := r3.Norm(n); l > 0 {
			return r3.Scale(1/l, n)
		}
	}
	return d.Normals[p.Nearest]
}

// ReversedShare is the share of the source's area whose patches a map turns over, given how it
// treats them; NaN where orientation is not known.
func ReversedShare(x *metric.Domain, sense []int8) float64 {
	if sense == nil {
		return math.NaN()
	}
	reversed, all := 0.0, 0.0
	for p, o := range sense {
		all += x.PointArea[p]
		if o < 0 {
			reversed += x.PointArea[p]
		}
	}
	return reversed / all
}
