// Package sparse factors the large sparse symmetric systems of surfaces once, so
// that they can be solved again and again: the Laplacians of meshes and of
// neighbour graphs.
//
//	order := Dissect(points, a)          // few entries in the factor
//	f, err := Factor(ctx, a, order)      // L D L', once
//	f.Solve(b)                           // a few milliseconds, as often as wanted
//
// Where other numbers come into the same places, the places are sought once:
//
//	p, err := Analyse(ctx, a, order)
//	f, err := p.Factor(ctx, a, old)      // half the time of Factor; takes the memory of an old factor
//
// Everything is serial, and gives the same bits each time.
package sparse
