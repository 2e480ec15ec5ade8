// Package judge says which of several near-equal minima of the GW loss is the
// match a person would call right.
//
// GW sees distances inside a shape only, so a mirror image or a body turned front
// to back costs almost nothing and is the lowest minimum in about half of all real
// pairs. They differ in how the surfaces sit in space:
//
//		S = 2 log R + log(1.02 - h) + log(1.02 - c) + ¼ log(1.02 - o), least is best
//
//	  - R, rigidity: how far small neighbourhoods are from being carried by a proper
//	    rotation (a mirror is none);
//	  - h: rank correlation of mean curvature, so that a back is matched with a back;
//	  - c: correlation of how the normal turns along each short step, likewise;
//	  - o: share of small triangles that keep their orientation about the outward normal.
//
// The two sides of a sheet (metric.Domain.Sheet) are equal: o is left out, and the rest is
// measured with the normals of one shape both ways round, of which the better counts.
//
// Before anything is measured the map is snapped, see [Bench.Snap]: samples of two
// shapes never coincide, and half a sample spacing of jitter would drown R.
//
// A [Shape] holds the data of one space for all levels of detail, a
// [Level] a prefix of its samples, a [Bench] two levels side by side. Shapes and
// levels are immutable and shared; a Bench has buffers and belongs to one goroutine.
package judge
