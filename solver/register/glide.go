package register

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/solver/metric"
)

const (
	// glideAxes is the number of samples of B whose distances tell its places apart.
	glideAxes = 16
	// glideSweeps is how often every point is moved.
	glideSweeps = 40
	// glideHold is the weight of the place where a point began; a side of usual length has 1.
	glideHold = 2
	// mostTension bounds the weight of a long side.
	mostTension = 10
	// glideStill is the way below which a point stays, / √area.
	glideStill = 1e-3
	// mostSteps is the number of steps from face to face in one move.
	mostSteps = 30
)

// glide moves points along B towards their neighbours, and a little back to where they
// began: each to the mean of these, a long side counting more. A place of B has as
// coordinates its distances along B from some samples, so that the back of an ear is as far
// from its front as the way around the rim.
type glide struct {
	r      *run
	near   mesh.CSR // the faces about each point of B
	points []int32
	sides  []int32      // where the sides of each point begin in ends, and the end of all
	ends   []glideEnd   // the other ends of these sides
	axes   []metric.Row // a row of the space for each coordinate
	known  []int32      // where those of each point of B are in table, -1: not there
	table  []float64
	unit2  float64 // squared length / √area of coordinates, about
	face   []int32 // places of points
	bary   [][3]float64
	coord  []float64 // of points (p x axes), and behind them of neighbours that stay
	begin  []float64 // coord at first
	awake  []bool    // a point, or a neighbour of it, has moved since it was last looked at
	tried  []int32   // the walk that has last tried each face of B
	walks  int32
}

// glideEnd is the other end of a side.
type glideEnd struct {
	at    int32   // among points, and behind them the neighbours that stay
	usual float64 // squared length on B of a side that is stretched as much as the mesh as a whole
}

func (r *run) newGlide(near mesh.CSR, points []int32, under *places) *glide {
	g := &glide{r: r, near: near, points: points, known: none(len(r.y.Points)), tried: make([]int32, len(r.y.Triangles))}
	spots := make([]int32, len(points))
	index := make(map[int32]int32, 2*len(points))
	for i, p := range points {
		index[p] = int32(i)
		g.face, g.bary = append(g.face, under.face[p]), append(g.bary, under.bary[p])
		spots[i] = r.y.Triangles[under.face[p]][0]
	}
	g.axes = axesNear(r.space, spots)
	k := len(g.axes)
	// Distances from directions on all sides have gradients whose squares sum to k/2.
	g.unit2 = 2 * r.space.Diameter * r.space.Diameter / float64(k)
	g.coord = make([]float64, k*len(points), 2*k*len(points))
	g.awake = make([]bool, len(points))
	for i := range points {
		g.coordinates(g.face[i], g.bary[i], g.of(int32(i)))
		g.awake[i] = true
	}
	g.begin = slices.Clone(g.coord)
	scale, rest := newCounter(r.sheet.rest, r.sheet.at, r.sheet.faces, &r.ground).scale, r.sheet.rest
	for _, p := range points {
		g.sides = append(g.sides, int32(len(g.ends)))
		row, _ := r.sheet.g.Row(int(p))
		for _, q := range row {
			at, known := index[q]
			if !known { // it stays
				at = int32(len(index))
				index[q] = at
				g.coord = append(g.coord, make([]float64, k)...)
				g.coordinates(under.face[q], under.bary[q], g.of(at))
			}
			g.ends = append(g.ends, glideEnd{at, max(scale*r3.Norm2(r3.Sub(rest[p], rest[q])), 1e-12)})
		}
	}
	g.sides = append(g.sides, int32(len(g.ends)))
	return g
}

// axesNear are the distances from the samples nearest to some points of B.
func axesNear(y *metric.Space, points []int32) []metric.Row {
	slices.Sort(points)
	points = slices.Compact(points)
	far, order := make([]float32, y.Len()), make([]int, y.Len())
	for i := range order {
		far[i], order[i] = float32(math.Inf(1)), i
		row := y.Row(i)
		for _, p := range points {
			far[i] = min(far[i], row.At(p))
		}
	}
	// Samples among the points are alike near; the first of them are spread evenly.
	inside := float32(nearAxis / y.Diameter)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(max(far[a], inside), max(far[b], inside)) })
	var out []metric.Row
	for _, i := range order[:min(glideAxes, len(order))] {
		out = append(out, y.Row(i))
	}
	return out
}

// nearAxis is how far a sample may be from the points to count as among them, / √area.
const nearAxis = 0.03

// of are the coordinates of a point, or of a neighbour that stays.
func (g *glide) of(i int32) []float64 {
	k := len(g.axes)
	return g.coord[int(i)*k : (int(i)+1)*k]
}

// coordinates writes those of a place of B.
func (g *glide) coordinates(face int32, bary [3]float64, out []float64) {
	a, b, c := g.corners(face)
	for k := range out {
		out[k] = bary[0]*a[k] + bary[1]*b[k] + bary[2]*c[k]
	}
}

// corners are the coordinates of the corners of a face of B.
func (g *glide) corners(face int32) (a, b, c []float64) {
	t := g.r.y.Triangles[face]
	k := int32(len(g.axes))
	var at [3]int32
	for e, p := range t { // all before the first is cut out: the table may move
		at[e] = g.entry(p)
	}
	return g.table[at[0]*k:][:k], g.table[at[1]*k:][:k], g.table[at[2]*k:][:k]
}

// entry is where the coordinates of a point of B are in the table.
func (g *glide) entry(p int32) int32 {
	at := g.known[p]
	if at < 0 {
		at = int32(len(g.table) / len(g.axes))
		g.known[p] = at
		for _, row := range g.axes {
			g.table = append(g.table, float64(row.At(p)))
		}
	}
	return at
}

// run moves all points, forwards and backwards in turn.
func (g *glide) run(ctx context.Context) {
	want := make([]float64, len(g.axes))
	for sweep := range glideSweeps {
		if ctx.Err() != nil {
			return
		}
		for n := range g.points {
			i := n
			if sweep%2 == 1 {
				i = len(g.points) - 1 - n
			}
			if !g.awake[i] { // nothing would be other than the last time
				continue
			}
			g.awake[i] = false
			if g.mean(int32(i), want) > glideStill*glideStill && g.walk(i, want) {
				g.awake[i] = true
				for _, e := range g.endsOf(int32(i)) {
					if int(e.at) < len(g.points) {
						g.awake[e.at] = true
					}
				}
			}
		}
	}
}

// mean is where a point is drawn to; it returns the squared way there.
func (g *glide) mean(i int32, want []float64) float64 {
	mine := g.of(i)
	k := len(g.axes)
	for a, x := range g.begin[int(i)*k : (int(i)+1)*k] {
		want[a] = glideHold * x
	}
	sum := float64(glideHold)
	for _, e := range g.endsOf(i) {
		c := g.of(e.at)
		long2 := g.unit2 * distance2(c, mine)
		w := min(max(math.Sqrt(long2/e.usual), 1), mostTension)
		sum += w
		for a, x := range c {
			want[a] += w * x
		}
	}
	for a := range want {
		want[a] /= sum
	}
	return g.unit2 * distance2(want, mine)
}

// endsOf are the other ends of the sides of a point that moves.
func (g *glide) endsOf(i int32) []glideEnd { return g.ends[g.sides[i]:g.sides[i+1]] }

func distance2(a, b []float64) (sum float64) {
	for k, x := range a {
		sum += (x - b[k]) * (x - b[k])
	}
	return sum
}

// walk moves a point to the place whose coordinates are nearest to those wanted, from face
// to neighbouring face as long as that comes nearer, and reports whether the point has moved.
func (g *glide) walk(i int, want []float64) (moved bool) {
	best := math.Inf(1)
	face, bary := g.face[i], g.bary[i]
	g.walks++
	for range mostSteps {
		better := false
		for _, p := range g.r.y.Triangles[face] {
			for _, f := range g.near.Row(int(p)) {
				if g.tried[f] == g.walks {
					continue
				}
				g.tried[f] = g.walks
				if b, d := g.nearestOn(f, want); d < best {
					best, face, bary, better = d, f, b, true
				}
			}
		}
		if !better {
			break
		}
	}
	if face == g.face[i] && bary == g.bary[i] {
		return false
	}
	g.face[i], g.bary[i] = face, bary
	g.coordinates(face, bary, g.of(int32(i)))
	return true
}

// nearestOn is the place of a face whose coordinates are nearest to those wanted, with the
// squared distance.
func (g *glide) nearestOn(f int32, want []float64) (bary [3]float64, d float64) {
	a, b, c := g.corners(f)
	// Products of the sides u, v and of the way w to what is wanted, from the first corner.
	var uu, uv, vv, uw, vw, ww float64
	for k, x := range a {
		u, v, w := b[k]-x, c[k]-x, want[k]-x
		uu, uv, vv = uu+u*u, uv+u*v, vv+v*v
		uw, vw, ww = uw+u*w, vw+v*w, ww+w*w
	}
	d = math.Inf(1)
	try := func(s, t float64) {
		if e := ww - 2*s*uw - 2*t*vw + s*s*uu + 2*s*t*uv + t*t*vv; e < d {
			d, bary = e, [3]float64{1 - s - t, s, t}
		}
	}
	if det := uu*vv - uv*uv; det > 1e-12*uu*vv {
		if s, t := (uw*vv-vw*uv)/det, (vw*uu-uw*uv)/det; s >= 0 && t >= 0 && s+t <= 1 {
			try(s, t)
			return bary, d
		}
	}
	along := func(x, l float64) float64 { // of a side, from its begin
		if l > 0 {
			return min(max(x/l, 0), 1)
		}
		return 0
	}
	try(along(uw, uu), 0)
	try(0, along(vw, vv))
	s := along(uu-uv-uw+vw, uu-2*uv+vv)
	try(1-s, s)
	return bary, d
}
