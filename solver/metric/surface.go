package metric

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/internal/disjoint"
)

// sliver is twice the area, in squares of the longest side, below which a
// triangle with three distinct corners has no area: its corners lie on a line.
const sliver = 1e-10

// surface builds the Domain of a mesh with triangles.
func (b *domainBuilder) surface() error {
	d := b.d
	faces, faceOf := b.weldedFaces()
	if len(faces) == 0 {
		return errors.New("all triangles are degenerate (two corners at one place): there is no surface to measure on")
	}

	take, isolated := b.choose(faces)
	renumber := b.keep(take)
	if len(d.Points) < 2 {
		return errors.New("fewer than two points take part: at least two are needed")
	}
	kept := 0
	for i, f := range faces {
		if renumber[f[0]] < 0 {
			continue // all of a face is in one component
		}
		for k := range f {
			f[k] = renumber[f[k]]
		}
		faces[kept], faceOf[kept] = f, faceOf[i]
		kept++
	}
	faces, faceOf = faces[:kept], faceOf[:kept]
	if len(d.Points) > mostExact {
		faces, faceOf = d.inSpace(faces, faceOf)
	}

	// Scale to unit area before judging anything by position.
	var area float64
	var moment r3.Vec
	for _, f := range faces {
		p, q, r := d.Points[f[0]], d.Points[f[1]], d.Points[f[2]]
		a := triangleArea(p, q, r)
		area += a
		moment = r3.Add(moment, r3.Scale(a/3, r3.Add(p, r3.Add(q, r))))
	}
	if !(area > 1e-18) { // a ribbon of this area is thinner than the welding distance
		return errors.New("the triangles have no area: all of them are collapsed to lines; without its faces the file could be taken as a point cloud")
	}
	b.place(r3.Scale(1/area, moment), math.Sqrt(area))

	edges := newEdgeTable(len(d.Points), faces)
	d.Closed = edges.closed() && isolated == 0
	d.Sheet = edges.holes(d.Points) >= sheetHoles
	report := orient(d.Points, faces, edges)
	if report.nonOrientable > 0 {
		b.warn("%s not orientable (like a Möbius strip), so inside and outside cannot be told apart there.",
			plural(report.nonOrientable, "patch is", "patches are"))
	}
	if report.flippedFaces == len(faces) {
		b.warn("The surface was inside out in the file; all triangles were turned over.")
	} else if report.flippedFaces > 0 {
		b.warn("%s turned over so that neighbours agree and face outward.",
			plural(report.flippedFaces, "triangle was", "triangles were"))
	}
	b.split(faces, faceOf)

	var links []link
	nonManifold := 0
	edges.each(func(low, high int32, uses []edgeUse) {
		links = append(links, linkBetween(d.Points, low, high))
		if len(uses) > 2 {
			nonManifold++
		}
	})
	if nonManifold > 0 {
		b.warn("%s more than two triangles; distances run across, orientation does not.",
			plural(nonManifold, "edge has", "edges have"))
	}
	d.graph, d.Bridges = d.connect(links)
	if d.Bridges > 0 {
		b.warn("The mesh is in %d separate parts; %s between nearest points joined them (or keep the largest component only).",
			d.Bridges+1, plural(d.Bridges, "bridge", "bridges"))
	}
	d.PointArea = pointAreas(d.Points, d.Triangles)
	d.Normals = pointNormals(d.Points, d.Triangles)
	return nil
}

// weldedFaces are the triangles on welded points, without those that have two
// corners at one place and without repetitions, with their index in the file.
func (b *domainBuilder) weldedFaces() (faces [][3]int32, faceOf []int32) {
	collapsed, repeated := 0, 0
	seen := make(map[[3]int32]struct{}, len(b.mesh.Triangles))
	for i, t := range b.mesh.Triangles {
		f := [3]int32{b.pointOf[t[0]], b.pointOf[t[1]], b.pointOf[t[2]]}
		if f[0] == f[1] || f[1] == f[2] || f[2] == f[0] {
			collapsed++
			continue
		}
		key := f
		slices.Sort(key[:])
		if _, ok := seen[key]; ok {
			repeated++
			continue
		}
		seen[key] = struct{}{}
		faces = append(faces, f)
		faceOf = append(faceOf, int32(i))
	}
	if collapsed > 0 {
		b.warn("%s left out: two corners lie at one place.", plural(collapsed, "degenerate triangle was", "degenerate triangles were"))
	}
	if repeated > 0 {
		b.warn("%s left out: another has the same corners.", plural(repeated, "repeated triangle was", "repeated triangles were"))
	}
	return faces, faceOf
}

// choose says which welded points take part, and how many of them are isolated.
func (b *domainBuilder) choose(faces [][3]int32) (take []bool, isolated int) {
	near := b.takesPart()
	take = make([]bool, b.count)
	for _, f := range faces {
		take[f[0]], take[f[1]], take[f[2]] = true, true, true
	}
	alone := 0
	for _, t := range take {
		if !t {
			alone++
		}
	}
	if b.opt.LargestComponent {
		points := b.positions()
		sets := disjoint.New(b.count)
		for _, f := range faces {
			sets.Union(f[0], f[1])
			sets.Union(f[1], f[2])
		}
		part, count := sets.Labels()
		area := make([]float64, count)
		for _, f := range faces {
			area[part[f[0]]] += triangleArea(points[f[0]], points[f[1]], points[f[2]])
		}
		keepLargest(take, part, area)
		if others := count - alone - 1; others > 0 {
			b.warn("Only the largest component takes part; %s left out.", plural(others, "smaller one is", "smaller ones are"))
		}
	}
	switch {
	case alone == 0:
	case b.opt.IncludeIsolated && !b.opt.LargestComponent:
		for p := range take {
			take[p] = true
		}
		isolated = alone
		b.warn("%s bridged to the surface.", plural(alone, "isolated vertex was", "isolated vertices were"))
	default:
		b.warn("%s no part: no triangle uses them.", plural(alone, "point takes", "points take"))
	}
	for p, n := range near {
		take[p] = take[p] && n
	}
	return take, isolated
}

// split keeps triangles with area apart from slivers without: the latter carry
// distances but neither area nor normals.
func (b *domainBuilder) split(faces [][3]int32, faceOf []int32) {
	d := b.d
	for i, f := range faces {
		p, q, r := d.Points[f[0]], d.Points[f[1]], d.Points[f[2]]
		u, v := r3.Sub(q, p), r3.Sub(r, p)
		longest2 := max(r3.Norm2(u), r3.Norm2(v), r3.Norm2(r3.Sub(r, q)))
		if r3.Norm(r3.Cross(u, v)) > sliver*longest2 {
			d.Triangles = append(d.Triangles, f)
			d.FaceOf = append(d.FaceOf, faceOf[i])
		} else {
			d.slivers = append(d.slivers, f)
		}
	}
	if n := len(d.slivers); n > 0 {
		b.warn("%s no area; distances run along, nothing is drawn from it.", plural(n, "triangle has", "triangles have"))
	}
}
