package metric

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
)

// DomainOptions say which parts of a mesh take part. The zero value takes every
// component and no isolated vertex.
type DomainOptions struct {
	// LargestComponent keeps only the component of largest area (of most points
	// in a cloud) instead of bridging all of them.
	LargestComponent bool
	// IncludeIsolated lets the vertices of a mesh that no triangle uses take
	// part, each bridged to the rest, unless only the largest component does.
	// Clouds consist of nothing else.
	IncludeIsolated bool
	// DropFar leaves out vertices far from all others (mesh.Mesh.FarVertices).
	DropFar bool
	// Weld is the share of the diagonal of the bounding box within which two vertices are
	// one point, up to 0.01; less than the rounding of coordinates is always bridged.
	Weld float64
}

// NewDomain prepares a mesh or point cloud for distances. It fails when a
// coordinate is not finite, when a triangle refers to a vertex that is not there,
// and when fewer than two distinct points or no area remain.
func NewDomain(m *mesh.Mesh, opt DomainOptions) (*Domain, error) {
	if err := checkInput(m); err != nil {
		return nil, err
	}
	d := &Domain{}
	if opt.DropFar {
		if far := m.FarVertices(); len(far) > 0 {
			d.Far = make([]bool, len(m.Vertices))
			for _, v := range far {
				d.Far[v] = true
			}
		}
	}
	local, frame, err := normalise(m.Vertices, d.Far)
	if err != nil {
		return nil, err
	}
	b := &domainBuilder{mesh: m, opt: opt, d: d, frame: frame, local: local}
	b.pointOf, b.count = weld(local, max(weldTolerance, min(opt.Weld, mostWeld)))
	if b.count < 2 {
		return nil, errors.New("the shape is a single point: at least two distinct vertices are needed")
	}
	if m.IsPointCloud() {
		err = b.cloud()
	} else {
		err = b.surface()
	}
	if err != nil {
		return nil, err
	}
	return b.d, nil
}

func checkInput(m *mesh.Mesh) error {
	if m == nil || len(m.Vertices) == 0 {
		return errors.New("the mesh has no vertices")
	}
	if len(m.Vertices) > math.MaxInt32/4 {
		return fmt.Errorf("the mesh has %d vertices; at most %d can be handled", len(m.Vertices), math.MaxInt32/4)
	}
	for i, p := range m.Vertices {
		for axis := range 3 {
			if x := coord(p, axis); math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf("vertex %d has the coordinate %v: remove or mend it first", i, x)
			}
		}
	}
	n := int32(len(m.Vertices))
	for i, t := range m.Triangles {
		for _, v := range t {
			if v < 0 || v >= n {
				return fmt.Errorf("triangle %d refers to vertex %d, but there are only %d vertices", i, v, n)
			}
		}
	}
	return nil
}

// frame leads from normalised coordinates back: file = center + scale * local.
type frame struct {
	center r3.Vec
	scale  float64
}

// normalise moves the middle of the bounding box to the origin before anything
// else, so that a shape far away keeps its detail, and scales its diagonal to 1,
// so that squares neither overflow nor vanish. Far vertices (nil: none) do not count.
func normalise(vertices []r3.Vec, far []bool) ([]r3.Vec, frame, error) {
	near := vertices
	if far != nil {
		near = nil
		for v, p := range vertices {
			if !far[v] {
				near = append(near, p)
			}
		}
	}
	box := boundsOf(near)
	f := frame{center: r3.Add(r3.Scale(0.5, box.Min), r3.Scale(0.5, box.Max))}
	half := r3.Sub(r3.Scale(0.5, box.Max), r3.Scale(0.5, box.Min))
	// Scaled by the longest side first: the norm of sides of 1e-200 would underflow.
	longest := max(half.X, half.Y, half.Z)
	if longest == 0 {
		return nil, f, errors.New("all vertices lie at the same place: the shape is a single point")
	}
	f.scale = 2 * longest * r3.Norm(r3.Scale(1/longest, half))
	if math.IsInf(f.scale, 0) || math.IsInf(1/longest, 0) {
		return nil, f, fmt.Errorf("the bounding box is %g long: rescale the shape to usual numbers first", 2*longest)
	}
	local := make([]r3.Vec, len(vertices))
	for i, p := range vertices {
		local[i] = r3.Scale(1/f.scale, r3.Sub(p, f.center))
	}
	return local, f, nil
}

// domainBuilder carries the steps of NewDomain.
type domainBuilder struct {
	mesh    *mesh.Mesh
	opt     DomainOptions
	d       *Domain
	frame   frame
	local   []r3.Vec // vertices in bounding-box diagonals
	pointOf []int32  // welded point of each vertex, all of them at first
	count   int      // welded points
}

func (b *domainBuilder) warn(format string, args ...any) {
	b.d.Warnings = append(b.d.Warnings, fmt.Sprintf(format, args...))
}

// takesPart says of each welded point whether it is near the others.
func (b *domainBuilder) takesPart() []bool {
	take := make([]bool, b.count)
	for p := range take {
		take[p] = true
	}
	dropped := 0
	for v, far := range b.d.Far {
		if far {
			take[b.pointOf[v]] = false
			dropped++
		}
	}
	if dropped > 0 {
		b.warn("%s far from all others and left out.", plural(dropped, "vertex is", "vertices are"))
	}
	return take
}

// positions gives the welded points the coordinates of their first vertices.
func (b *domainBuilder) positions() []r3.Vec {
	points := make([]r3.Vec, b.count)
	for v := len(b.pointOf) - 1; v >= 0; v-- {
		points[b.pointOf[v]] = b.local[v]
	}
	return points
}

// keep drops the points that do not take part and fills the tables that lead
// between vertices and points. It returns the new number of each old point, or -1.
func (b *domainBuilder) keep(take []bool) (renumber []int32) {
	points := b.positions()
	renumber = make([]int32, b.count)
	var kept []r3.Vec
	for p := range renumber {
		renumber[p] = -1
		if take[p] {
			renumber[p] = int32(len(kept))
			kept = append(kept, points[p])
		}
	}
	d := b.d
	d.Points = kept
	d.PointOf = make([]int32, len(b.pointOf))
	d.Takes = make([]bool, len(b.pointOf))
	d.VertexOf = slices.Repeat([]int32{-1}, len(kept))
	var tree *kdTree
	for v, p := range b.pointOf {
		if q := renumber[p]; q >= 0 {
			d.PointOf[v], d.Takes[v] = q, true
			if d.VertexOf[q] < 0 {
				d.VertexOf[q] = int32(v)
			}
			continue
		}
		if tree == nil {
			tree = newKDTree(kept)
		}
		d.PointOf[v] = tree.nearest(b.local[v]).index
	}
	return renumber
}

// place centres the points at centroid and divides them by size, both in
// normalised coordinates.
func (b *domainBuilder) place(centroid r3.Vec, size float64) {
	d := b.d
	for i, p := range d.Points {
		d.Points[i] = r3.Scale(1/size, r3.Sub(p, centroid))
	}
	d.Center = r3.Add(b.frame.center, r3.Scale(b.frame.scale, centroid))
	d.Scale = b.frame.scale * size
}

// connect builds the graph of links, joined by bridges where it falls apart. Its
// nodes are in the order of the k-d tree, where neighbours are close.
func (d *Domain) connect(links []link) (joined graph, added int) {
	part, count := components(len(d.Points), links)
	extra := bridges(d.Points, part, count)
	return newGraph(d.tree().idx, append(links, extra...)), len(extra)
}

// ToFile leads from Domain coordinates back to those of the file.
func (d *Domain) ToFile(p r3.Vec) r3.Vec { return r3.Add(d.Center, r3.Scale(d.Scale, p)) }

// FromFile leads from the file's coordinates to those of the Domain.
func (d *Domain) FromFile(p r3.Vec) r3.Vec { return r3.Scale(1/d.Scale, r3.Sub(p, d.Center)) }

// IsCloud reports a domain without triangles.
func (d *Domain) IsCloud() bool { return len(d.Triangles) == 0 }
