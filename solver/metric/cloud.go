package metric

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// cloud builds the Domain of a point cloud.
func (b *domainBuilder) cloud() error {
	d := b.d
	if merged := len(b.pointOf) - b.count; merged > 0 {
		b.warn("%s with another; together they count once.", plural(merged, "vertex coincides", "vertices coincide"))
	}
	take := b.takesPart()
	if b.opt.LargestComponent {
		b.largestCluster(take)
	}
	b.keep(take)

	var sum r3.Vec
	for _, p := range d.Points {
		sum = r3.Add(sum, p)
	}
	diagonal := r3.Norm(boundsOf(d.Points).Size())
	b.place(r3.Scale(1/float64(len(d.Points)), sum), diagonal)

	d.graph, d.Bridges = d.connect(knnLinks(d.Points, defaultNeighbors))
	if d.Bridges > 0 {
		b.warn("The points are in %d separate clusters; %s between nearest points joined them (or keep the largest component only).",
			d.Bridges+1, plural(d.Bridges, "bridge", "bridges"))
	}
	if d.IsCurve() {
		b.warn("The points lie along a curve: shares of area are shares of its length, and √area is a quarter of it.")
	}
	d.PointArea = make([]float64, len(d.Points))
	for p := range d.PointArea {
		d.PointArea[p] = 1 / float64(len(d.Points))
	}
	if b.mesh.Normals != nil {
		b.fileNormals()
	}
	return nil
}

// largestCluster leaves only the largest component of the neighbour graph.
func (b *domainBuilder) largestCluster(take []bool) {
	part, count := components(b.count, knnLinks(b.positions(), defaultNeighbors))
	size := make([]int, count)
	for _, l := range part {
		size[l]++
	}
	keepLargest(take, part, size)
	if count > 1 {
		b.warn("Only the largest cluster of points takes part; %s left out.", plural(count-1, "smaller one is", "smaller ones are"))
	}
}

// fileNormals averages the file's normals over welded vertices. A cloud whose
// normals are not all usable has none: half an orientation misleads.
func (b *domainBuilder) fileNormals() {
	d := b.d
	normals := make([]r3.Vec, len(d.Points))
	for v, n := range b.mesh.Normals {
		if v < len(d.Takes) && d.Takes[v] {
			p := d.PointOf[v]
			normals[p] = r3.Add(normals[p], n)
		}
	}
	for p, n := range normals {
		length := r3.Norm(n)
		if !(length > 0) || math.IsInf(length, 0) {
			b.warn("The normals of the file are not used: vertex %d has none.", d.VertexOf[p])
			return
		}
		normals[p] = r3.Scale(1/length, n)
	}
	d.Normals = normals
}
