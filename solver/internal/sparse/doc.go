// Package sparse factors the large sparse symmetric systems of surfaces once, so
// that they can be solved again and again: the Laplacians of meshes and of
// neighbour graphs.
//
//	order := Dissect(points, a)          // few entries in the factor
//	f, err := Factor(ctx, a, order)      // L D L', once
//	f.Solve(b)                           // a few milliseconds, as often as wanted
//
// Everything is serial, and gives the same bits each time.
package sparse
