package mesh

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// Report are the findings of [Validate]. Its zero counts mean that nothing is odd.
type Report struct {
	Name     string `json:"name,omitempty"`
	Format   string `json:"format,omitempty"`
	Vertices int    `json:"vertices"`
	// Faces as the file counts them; Triangles after cutting polygons.
	Faces     int `json:"faces"`
	Triangles int `json:"triangles"`
	// Polygons is the number of faces with more than three corners.
	Polygons   int  `json:"polygons"`
	PointCloud bool `json:"point_cloud"`

	// NonFinite counts vertices with a NaN or infinite coordinate; they take
	// no part in any measure below. FirstNonFinite is the lowest, or -1.
	NonFinite      int `json:"non_finite"`
	FirstNonFinite int `json:"first_non_finite"`
	// Isolated counts vertices that no face uses (none in a point cloud).
	Isolated int `json:"isolated_vertices"`
	// Duplicates counts vertices at exactly the place of an earlier one.
	Duplicates int `json:"duplicate_vertices"`
	// DegenerateFaces counts triangles that repeat a corner or have no area.
	DegenerateFaces int `json:"degenerate_faces"`
	// DuplicateFaces counts triangles on the same three vertices as an earlier one.
	DuplicateFaces int `json:"duplicate_faces"`

	// Far counts vertices far from all others; FirstFar is the lowest, or -1, and FarAt its place.
	Far      int        `json:"far_vertices"`
	FirstFar int        `json:"first_far_vertex"`
	FarAt    [3]float64 `json:"first_far_place"`
	// CrackVertices counts vertices on the rim that lie beside another vertex without touching it;
	// CrackWidth is the widest such gap, in units of the file.
	CrackVertices int     `json:"crack_vertices"`
	CrackWidth    float64 `json:"crack_width"`

	// Topology of the faces as indexed in the file.
	Topology
	// Welded is the topology once coincident vertices are one, which is how
	// distances see the surface; nil when no vertices coincide.
	Welded *Topology `json:"welded,omitempty"`

	// InsideOut says that the surface is closed and consistently wound, but
	// encloses a negative volume: its normals point inwards.
	InsideOut bool `json:"inside_out"`
	// Min and Max are corners of the bounding box; Diagonal is its length.
	Min      [3]float64 `json:"min"`
	Max      [3]float64 `json:"max"`
	Diagonal float64    `json:"diagonal"`
	Area     float64    `json:"area"`
	// Volume is zero unless the surface (welded) is closed and consistently wound.
	Volume float64 `json:"volume"`

	// Warnings tell content that the reader of the file skipped or mended.
	Warnings []string `json:"warnings,omitempty"`
}

// Validate examines a mesh. It never fails, whatever the mesh holds, and takes
// time linear in its size.
func Validate(m *Mesh) Report {
	r := Report{
		Name: m.Name, Format: m.Origin.Format, Warnings: m.Origin.Warnings,
		Vertices: len(m.Vertices), Faces: m.FaceCount(), Triangles: len(m.Triangles),
		PointCloud: m.IsPointCloud(), FirstNonFinite: m.FirstInvalid(), FirstFar: -1,
	}
	for _, p := range m.Polygons {
		if len(p) > 3 {
			r.Polygons++
		}
	}
	for _, p := range m.Vertices {
		if !isFinite(p) {
			r.NonFinite++
		}
	}
	r.measure(m)

	if far := m.FarVertices(); len(far) > 0 {
		p := m.Vertices[far[0]]
		r.Far, r.FirstFar, r.FarAt = len(far), int(far[0]), [3]float64{p.X, p.Y, p.Z}
	}
	loops := m.loops()
	r.Topology = topologyOf(len(m.Vertices), loops)
	r.DuplicateFaces = duplicateFaces(len(m.Vertices), m.Triangles)
	if !r.PointCloud {
		used := make([]bool, len(m.Vertices))
		for _, v := range loops.corner {
			used[v] = true
		}
		for _, u := range used {
			if !u {
				r.Isolated++
			}
		}
	}

	surface := &r.Topology
	pointToWelded, weldedToPoint := Weld(m.Vertices)
	r.Duplicates = len(m.Vertices) - len(weldedToPoint)
	if r.Duplicates > 0 && !r.PointCloud {
		welded := topologyOf(len(weldedToPoint), loops.renumbered(pointToWelded))
		r.Welded = &welded
		surface = r.Welded
	}
	if surface.BoundaryEdges > 0 {
		r.CrackVertices, r.CrackWidth = m.Cracks()
	}
	if surface.Closed && surface.InconsistentEdges == 0 && surface.NonManifoldEdges == 0 {
		r.Volume = scaledVolume(m, r.Diagonal)
		r.InsideOut = r.Volume < 0
	}
	return r
}

// Surface is the topology that matters for distances: welded where vertices
// coincide, else as indexed.
func (r *Report) Surface() *Topology {
	if r.Welded != nil {
		return r.Welded
	}
	return &r.Topology
}

// zeroArea is the area of a triangle relative to the square of its longest
// edge below which it counts as degenerate: a needle that thin is below what
// float32 coordinates (STL, GLB) resolve, so that its normal is noise.
const zeroArea = 1e-8

// measure fills bounding box, area and degenerate faces. Lengths are taken relative to the diagonal, so
// that squares do not underflow or overflow.
func (r *Report) measure(m *Mesh) {
	box := m.BoundingBox()
	r.Min = [3]float64{box.Min.X, box.Min.Y, box.Min.Z}
	r.Max = [3]float64{box.Max.X, box.Max.Y, box.Max.Z}
	// Halves come first, so that the box of a shape of 1e308 units does not become infinite.
	half := r3.Sub(r3.Scale(0.5, box.Max), r3.Scale(0.5, box.Min))
	largest := max(half.X, half.Y, half.Z)
	if largest > 0 {
		r.Diagonal = finite(2 * largest * r3.Norm(r3.Vec{X: half.X / largest, Y: half.Y / largest, Z: half.Z / largest}))
	}
	scale := 1.0
	if r.Diagonal > 0 {
		scale = 1 / r.Diagonal
	}
	sum := 0.0
	for _, f := range m.Triangles {
		a, b, c := m.Vertices[f[0]], m.Vertices[f[1]], m.Vertices[f[2]]
		if !isFinite(a) || !isFinite(b) || !isFinite(c) {
			continue
		}
		ab, ac, bc := scaledSub(b, a, scale), scaledSub(c, a, scale), scaledSub(c, b, scale)
		area := r3.Norm(r3.Cross(ab, ac)) / 2
		longest := max(r3.Norm2(ab), r3.Norm2(ac), r3.Norm2(bc))
		if f[0] == f[1] || f[1] == f[2] || f[2] == f[0] || area <= zeroArea*longest {
			r.DegenerateFaces++
		}
		sum += area
	}
	r.Area = finite(finite(sum*r.Diagonal) * r.Diagonal)
}

// scaledSub is (p - q) * s without overflow on the way.
func scaledSub(p, q r3.Vec, s float64) r3.Vec {
	return r3.Vec{X: p.X*s - q.X*s, Y: p.Y*s - q.Y*s, Z: p.Z*s - q.Z*s}
}

// scaledVolume is m.Volume computed in units of the diagonal.
func scaledVolume(m *Mesh, diagonal float64) float64 {
	if diagonal == 0 || m.FirstInvalid() >= 0 {
		return 0
	}
	unitSize := &Mesh{Triangles: m.Triangles, Vertices: make([]r3.Vec, len(m.Vertices))}
	for i, p := range m.Vertices {
		unitSize.Vertices[i] = scaledSub(p, m.Vertices[0], 1/diagonal)
	}
	volume := unitSize.Volume()
	// Rounding alone decides the sign of a flat, doubly covered sheet.
	if math.Abs(volume) < 1e-14 {
		return 0
	}
	return finite(finite(finite(volume*diagonal)*diagonal) * diagonal)
}

// finite replaces an overflow by the largest number, because JSON knows no infinity.
func finite(x float64) float64 {
	return max(-math.MaxFloat64, min(math.MaxFloat64, x))
}

// renumbered maps the corners of every face, drops corners that then repeat
// their neighbour, and faces that fall below three corners.
func (l faceLoops) renumbered(oldToNew []int32) faceLoops {
	out := faceLoops{start: make([]int32, 1, len(l.start)), corner: make([]int32, 0, len(l.corner))}
	for f := range len(l.start) - 1 {
		begin := len(out.corner)
		for _, v := range l.corner[l.start[f]:l.start[f+1]] {
			w := oldToNew[v]
			if k := len(out.corner); k > begin && out.corner[k-1] == w {
				continue
			}
			out.corner = append(out.corner, w)
		}
		if k := len(out.corner); k > begin+1 && out.corner[k-1] == out.corner[begin] {
			out.corner = out.corner[:k-1]
		}
		if len(out.corner)-begin < 3 {
			out.corner = out.corner[:begin]
			continue
		}
		out.start = append(out.start, int32(len(out.corner)))
	}
	return out
}

// duplicateFaces counts triangles whose three vertices an earlier triangle has,
// whichever way round.
func duplicateFaces(n int, triangles [][3]int32) int {
	start := make([]int32, n+1)
	for _, f := range triangles {
		start[min(f[0], f[1], f[2])+1]++
	}
	next := startRows(start)
	keys := make([]uint64, len(triangles))
	for _, f := range triangles {
		low, high := min(f[0], f[1], f[2]), max(f[0], f[1], f[2])
		middle := f[0] ^ f[1] ^ f[2] ^ low ^ high
		keys[next[low]] = uint64(middle)<<32 | uint64(high)
		next[low]++
	}
	count := 0
	for v := range n {
		row := keys[start[v]:start[v+1]]
		slices.Sort(row)
		for i := 1; i < len(row); i++ {
			if row[i] == row[i-1] {
				count++
			}
		}
	}
	return count
}
