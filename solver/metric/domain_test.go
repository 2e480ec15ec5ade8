package metric_test

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/solver/metric"
)

// checkDomain holds what every Domain promises, whatever it was made from.
func checkDomain(t *testing.T, m *mesh.Mesh, d *metric.Domain) {
	t.Helper()
	v := len(d.Points)
	if len(d.VertexOf) != v || len(d.PointArea) != v || len(d.PointOf) != len(m.Vertices) || len(d.Takes) != len(m.Vertices) {
		t.Fatalf("table lengths: %d points, %d VertexOf, %d PointArea, %d vertices, %d PointOf",
			v, len(d.VertexOf), len(d.PointArea), len(m.Vertices), len(d.PointOf))
	}
	if len(d.FaceOf) != len(d.Triangles) {
		t.Fatalf("%d FaceOf for %d triangles", len(d.FaceOf), len(d.Triangles))
	}
	var sum float64
	for p, a := range d.PointArea {
		if !(a >= 0) || math.IsInf(a, 0) {
			t.Fatalf("point %d has area %v", p, a)
		}
		sum += a
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("point areas sum to %v, want 1", sum)
	}
	for vertex, p := range d.PointOf {
		if p < 0 || int(p) >= v {
			t.Fatalf("vertex %d belongs to point %d of %d", vertex, p, v)
		}
		if !d.Takes[vertex] {
			continue
		}
		if gap := r3.Norm(r3.Sub(d.ToFile(d.Points[p]), m.Vertices[vertex])); gap > 1e-8*d.Scale {
			t.Fatalf("vertex %d comes back %g from where it was", vertex, gap)
		}
	}
	for p, vertex := range d.VertexOf {
		if d.PointOf[vertex] != int32(p) || !d.Takes[vertex] {
			t.Fatalf("point %d names vertex %d, which belongs to point %d", p, vertex, d.PointOf[vertex])
		}
	}
	for f, tri := range d.Triangles {
		file := m.Triangles[d.FaceOf[f]]
		for _, p := range tri {
			if p != d.PointOf[file[0]] && p != d.PointOf[file[1]] && p != d.PointOf[file[2]] {
				t.Fatalf("triangle %d has a corner that the file's triangle %d lacks", f, d.FaceOf[f])
			}
		}
	}
	for p, n := range d.Normals {
		if math.Abs(r3.Norm(n)-1) > 1e-9 {
			t.Fatalf("normal %d has length %v", p, r3.Norm(n))
		}
	}
	for _, w := range d.Warnings {
		if !strings.HasSuffix(w, ".") || strings.Contains(w, "%!") {
			t.Errorf("warning %q is not a sentence", w)
		}
	}
}

func TestDomainsOfNastyMeshes(t *testing.T) {
	t.Parallel()
	for _, m := range meshtest.All() {
		for _, opt := range []metric.DomainOptions{{}, {LargestComponent: true}, {IncludeIsolated: true}} {
			d, err := metric.NewDomain(m, opt)
			if err != nil {
				if len(err.Error()) < 15 {
					t.Errorf("%s: error %q explains nothing", m.Name, err)
				}
				continue
			}
			t.Run(m.Name, func(t *testing.T) {
				checkDomain(t, m, d)
				for _, kind := range []metric.Kind{metric.KindGraph, metric.KindKNN, metric.KindAccurate} {
					s := spaceOf(t, d, metric.SpaceOptions{Samples: 30, Kind: kind, Weights: metric.WeightsArea})
					checkSpace(t, s)
				}
				d.MeanCurvature()
			})
		}
	}
}

func TestDomainIsCentredAndScaled(t *testing.T) {
	t.Parallel()
	m := moved(blob(8), func(p r3.Vec) r3.Vec { return r3.Add(r3.Scale(37, p), r3.Vec{X: 5e5, Y: 5.4e6, Z: 300}) })
	d := domainOf(t, m, metric.DomainOptions{})
	checkDomain(t, m, d)
	var area float64
	var moment r3.Vec
	for _, f := range d.Triangles {
		tri := r3.Triangle{d.Points[f[0]], d.Points[f[1]], d.Points[f[2]]}
		area += tri.Area()
		moment = r3.Add(moment, r3.Scale(tri.Area(), tri.Centroid()))
	}
	if math.Abs(area-1) > 1e-9 || r3.Norm(moment) > 1e-9 {
		t.Errorf("area %v, centroid %v; want 1 and the origin", area, moment)
	}
	if !d.Closed || d.Bridges != 0 || len(d.Warnings) != 0 {
		t.Errorf("closed %v, %d bridges, warnings %q; want a closed surface without remarks", d.Closed, d.Bridges, d.Warnings)
	}
	cloud := domainOf(t, points(m), metric.DomainOptions{})
	box := r3.Box{Min: cloud.Points[0], Max: cloud.Points[0]}
	var sum r3.Vec
	for _, p := range cloud.Points {
		box = r3.Box{
			Min: r3.Vec{X: min(box.Min.X, p.X), Y: min(box.Min.Y, p.Y), Z: min(box.Min.Z, p.Z)},
			Max: r3.Vec{X: max(box.Max.X, p.X), Y: max(box.Max.Y, p.Y), Z: max(box.Max.Z, p.Z)},
		}
		sum = r3.Add(sum, p)
	}
	if diagonal := r3.Norm(box.Size()); math.Abs(diagonal-1) > 1e-9 || r3.Norm(sum) > 1e-6 {
		t.Errorf("cloud has diagonal %v and sum %v; want 1 and the origin", diagonal, sum)
	}
}

// outwardShare is the share of points of a star-shaped surface about at (in file
// coordinates) whose normals look away from there.
func outwardShare(d *metric.Domain, about r3.Vec) float64 {
	out := 0
	center := d.FromFile(about)
	for p, n := range d.Normals {
		if r3.Dot(n, r3.Sub(d.Points[p], center)) > 0 {
			out++
		}
	}
	return float64(out) / float64(len(d.Normals))
}

func TestOrientationIsMendedAndOutward(t *testing.T) {
	t.Parallel()
	turn := func(m *mesh.Mesh, which func(f int) bool) *mesh.Mesh {
		out := *m
		out.Triangles = append([][3]int32(nil), m.Triangles...)
		for f := range out.Triangles {
			if which(f) {
				out.Triangles[f][0], out.Triangles[f][1] = out.Triangles[f][1], out.Triangles[f][0]
			}
		}
		return &out
	}
	all := func(int) bool { return true }
	third := func(f int) bool { return f%3 == 0 }
	// A sphere without its bottom: open, yet with an inside.
	bowl := icosphere(8)
	kept := bowl.Triangles[:0:0]
	for _, f := range bowl.Triangles {
		if bowl.Vertices[f[0]].Z > -0.3 {
			kept = append(kept, f)
		}
	}
	open := &mesh.Mesh{Name: "bowl", Vertices: bowl.Vertices, Triangles: kept}
	for _, c := range []struct {
		name string
		mesh *mesh.Mesh
	}{
		{"as it is", icosphere(6)}, {"inside out", turn(icosphere(6), all)}, {"a third turned", turn(icosphere(6), third)},
		{"bowl", open}, {"bowl inside out", turn(open, all)}, {"bowl, a third turned", turn(open, third)},
	} {
		d := domainOf(t, c.mesh, metric.DomainOptions{})
		if share := outwardShare(d, r3.Vec{}); share != 1 {
			t.Errorf("%s: %.0f%% of the normals look outward, want all", c.name, 100*share)
		}
	}
	// A flat sheet has no outside: the majority of its faces keep their side.
	sheet := domainOf(t, turn(grid(10, 10, 1, 1, 0.3), third), metric.DomainOptions{})
	for _, n := range sheet.Normals {
		if n.Z < 0.99 {
			t.Fatalf("a normal of the sheet is %v, want +z as for most of its faces", n)
		}
	}
	// Each of two spheres faces outward by itself.
	two := domainOf(t, together(icosphere(4), turn(moved(icosphere(4), shift(3, 0, 0)), all)), metric.DomainOptions{})
	for p, n := range two.Normals {
		at := two.ToFile(two.Points[p])
		if at.X > 1.5 {
			at.X -= 3
		}
		if r3.Dot(n, at) < 0.9 {
			t.Fatalf("a normal of two spheres looks %v at %v from its centre", n, at)
		}
	}
	if d := domainOf(t, meshtest.Moebius(24), metric.DomainOptions{}); !warns(d, "not orientable") {
		t.Errorf("Möbius strip: warnings %q do not say that it is not orientable", d.Warnings)
	}
}

func warns(d *metric.Domain, about string) bool {
	for _, w := range d.Warnings {
		if strings.Contains(w, about) {
			return true
		}
	}
	return false
}

func TestIsolatedVerticesAndComponents(t *testing.T) {
	t.Parallel()
	small := moved(icosphere(2), func(p r3.Vec) r3.Vec { return r3.Add(r3.Scale(0.2, p), r3.Vec{X: 2}) })
	m := together(small, icosphere(6))
	m.Vertices = append(m.Vertices, r3.Vec{Z: 5}, r3.Vec{Z: 5.5})
	n := len(m.Vertices)

	d := domainOf(t, m, metric.DomainOptions{})
	checkDomain(t, m, d)
	if d.Takes[n-1] || d.Takes[n-2] || len(d.Points) != n-2 || d.Bridges != 1 || !warns(d, "no triangle uses") || !warns(d, "separate parts") {
		t.Errorf("takes %v, %d points, %d bridges, warnings %q", d.Takes[n-2:], len(d.Points), d.Bridges, d.Warnings)
	}
	top := d.ToFile(d.Points[d.PointOf[n-1]])
	for _, p := range d.Points {
		if q := d.ToFile(p); r3.Norm(r3.Sub(q, r3.Vec{Z: 5.5})) < r3.Norm(r3.Sub(top, r3.Vec{Z: 5.5}))-1e-9 {
			t.Fatalf("the isolated vertex belongs to %v, but %v is nearer", top, q)
		}
	}
	with := domainOf(t, m, metric.DomainOptions{IncludeIsolated: true})
	checkDomain(t, m, with)
	if len(with.Points) != n || with.Bridges != 3 || !with.Takes[n-1] {
		t.Errorf("with isolated vertices: %d points, %d bridges; want %d and 3", len(with.Points), with.Bridges, n)
	}
	large := domainOf(t, m, metric.DomainOptions{LargestComponent: true})
	checkDomain(t, m, large)
	if len(large.Points) != len(icosphere(6).Vertices) || large.Bridges != 0 || !large.Closed || large.Takes[0] {
		t.Errorf("largest component: %d points, %d bridges, closed %v", len(large.Points), large.Bridges, large.Closed)
	}
}

func TestSoupAndRepeatedFacesAreWelded(t *testing.T) {
	t.Parallel()
	m := blob(5)
	soup := meshtest.Soup(m)
	for i, p := range soup.Vertices { // rounding far below any detail
		soup.Vertices[i] = r3.Add(p, r3.Scale(1e-10, r3.Vec{X: math.Sin(float64(i)), Y: math.Cos(float64(3 * i))}))
	}
	soup.Triangles = append(soup.Triangles, soup.Triangles[:7]...)                // repeated
	soup.Triangles = append(soup.Triangles, [3]int32{0, 0, 1}, [3]int32{2, 1, 2}) // collapsed
	d := domainOf(t, soup, metric.DomainOptions{})
	checkDomain(t, soup, d)
	if len(d.Points) != len(m.Vertices) || len(d.Triangles) != len(m.Triangles) || !d.Closed {
		t.Errorf("%d points, %d triangles, closed %v; want %d, %d and closed",
			len(d.Points), len(d.Triangles), d.Closed, len(m.Vertices), len(m.Triangles))
	}
	if !warns(d, "7 repeated triangles") || !warns(d, "2 degenerate triangles") {
		t.Errorf("warnings %q do not count 7 repeated and 2 degenerate triangles", d.Warnings)
	}
}

// A T-junction closed by a triangle without area must neither tear the surface
// nor carry area or normals.
func TestSliversKeepTheSurfaceTogether(t *testing.T) {
	t.Parallel()
	m := &mesh.Mesh{Name: "T-junction", Vertices: []r3.Vec{{}, {X: 1}, {X: 2}, {X: 1, Y: 1}, {X: 1, Y: -1}},
		Triangles: [][3]int32{{0, 2, 3}, {0, 1, 2}, {0, 4, 1}, {1, 4, 2}}}
	d := domainOf(t, m, metric.DomainOptions{})
	checkDomain(t, m, d)
	if len(d.Triangles) != 3 || !warns(d, "no area") {
		t.Errorf("%d triangles, warnings %q; want 3 and a remark on the one without area", len(d.Triangles), d.Warnings)
	}
	err := d.Geodesics(t.Context(), []int32{3}, metric.KindAccurate, 1, func(_ int, dist []float64) {
		if got := dist[4] * d.Scale; math.Abs(got-2) > 1e-9 {
			t.Errorf("across the sliver: %v, want the straight 2", got)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestImpossibleShapesAreExplained(t *testing.T) {
	t.Parallel()
	same := r3.Vec{X: 3, Y: 1}
	for _, c := range []struct {
		name, says string
		mesh       *mesh.Mesh
	}{
		{"nil", "no vertices", nil},
		{"empty", "no vertices", &mesh.Mesh{}},
		{"one point", "single point", &mesh.Mesh{Vertices: []r3.Vec{same}}},
		{"one place", "single point", &mesh.Mesh{Vertices: []r3.Vec{same, same, same}, Triangles: [][3]int32{{0, 1, 2}}}},
		{"NaN", "vertex 1", &mesh.Mesh{Vertices: []r3.Vec{same, {Y: math.NaN()}}}},
		{"Inf", "vertex 2", &mesh.Mesh{Vertices: []r3.Vec{same, {}, {Z: math.Inf(-1)}}}},
		{"index", "vertex 9", &mesh.Mesh{Vertices: []r3.Vec{same, {}, {Z: 1}}, Triangles: [][3]int32{{0, 1, 2}, {0, 9, 1}}}},
		{"negative index", "vertex -1", &mesh.Mesh{Vertices: []r3.Vec{same, {}, {Z: 1}}, Triangles: [][3]int32{{0, -1, 1}}}},
		{"collapsed", "degenerate", &mesh.Mesh{Vertices: []r3.Vec{same, {}, {Z: 1}}, Triangles: [][3]int32{{0, 0, 1}}}},
		{"lines", "no area", &mesh.Mesh{Vertices: []r3.Vec{{}, {X: 1}, {X: 2}}, Triangles: [][3]int32{{0, 1, 2}}}},
		{"too wide", "rescale", &mesh.Mesh{Vertices: []r3.Vec{{X: -1.7e308}, {X: 1.7e308}}}},
	} {
		_, err := metric.NewDomain(c.mesh, metric.DomainOptions{})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want one that says %q", c.name, err, c.says)
		}
	}
}

func TestTinyShapesWork(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		mesh *mesh.Mesh
		n    int
	}{
		{"two points", &mesh.Mesh{Vertices: []r3.Vec{{}, {X: 1}}}, 2},
		{"three on a line", &mesh.Mesh{Vertices: []r3.Vec{{}, {X: 1}, {X: 3}}}, 3},
		{"triangle", &mesh.Mesh{Vertices: []r3.Vec{{}, {X: 3}, {Y: 4}}, Triangles: [][3]int32{{0, 1, 2}}}, 3},
		{"tiny scale", moved(icosphere(2), func(p r3.Vec) r3.Vec { return r3.Scale(1e-150, p) }), 42},
		{"large scale", moved(icosphere(2), func(p r3.Vec) r3.Vec { return r3.Scale(1e150, p) }), 42},
	} {
		d := domainOf(t, c.mesh, metric.DomainOptions{})
		for _, kind := range []metric.Kind{metric.KindGraph, metric.KindKNN, metric.KindAccurate} {
			s := spaceOf(t, d, metric.SpaceOptions{Kind: kind, Weights: metric.WeightsArea})
			checkSpace(t, s)
			if s.Len() != c.n {
				t.Errorf("%s: %d samples, want all %d", c.name, s.Len(), c.n)
			}
		}
	}
}

func TestCloudsUseTheirNormals(t *testing.T) {
	t.Parallel()
	sphere := icosphere(12)
	cloud := points(sphere)
	cloud.Normals = sphere.Vertices
	d := domainOf(t, cloud, metric.DomainOptions{})
	want := d.Scale // the curvature of the unit sphere, in Domain units
	for p, h := range d.MeanCurvature() {
		if math.Abs(h/want-1) > 0.02 {
			t.Fatalf("curvature %v at point %d, want %v within 2%%", h, p, want)
		}
	}
	if d := domainOf(t, points(sphere), metric.DomainOptions{}); d.Normals != nil || d.MeanCurvature() != nil {
		t.Error("a cloud without normals made some up")
	}
	cloud.Normals = append([]r3.Vec(nil), sphere.Vertices...)
	cloud.Normals[17] = r3.Vec{}
	if d := domainOf(t, cloud, metric.DomainOptions{}); d.Normals != nil || !warns(d, "vertex 17") {
		t.Errorf("a missing normal: normals %v, warnings %q", d.Normals != nil, d.Warnings)
	}
}
