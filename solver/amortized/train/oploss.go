package train

import G "gorgonia.org/gorgonia"

// lossParts are the terms of a loss when the graph last ran.
type lossParts struct{ gw2, feature float64 }

// fusedLoss is the fused Gromov-Wasserstein loss of the soft plan P = K/(n m) S_X S_Y',
//
//	u Σ (DX_ii' - DY_jj')² P_ij P_i'j' + v Σ |φ_i - φ_j|² P_ij ,
//
// of soft sorts S ((n+m) x K: S_X, then S_Y), distances DX (n x n) and DY (m x m),
// symmetric, and descriptors φ ((n+m) x f), for uniform masses. With A = S' D S (K x K), U = S' φ (K x f)
// and c = K/(n m) it is
//
//	u (ΣDX²/n² + ΣDY²/m² - 2c² <A_X, A_Y>) + v (Σ|φ_i|²/n + Σ|φ_j|²/m - 2c <U_X, U_Y>) :
//
// products of n x n and n x K matrices; the plan itself is never formed. parts, if
// wanted, receives both sums.
func fusedLoss[T Float](soft, dx, dy, phi *G.Node, u, v float64, parts *lossParts) *G.Node {
	n, m, bins, f := rowsOf(dx), rowsOf(dy), colsOf(soft), colsOf(phi)
	c := float64(bins) / (float64(n) * float64(m))
	type side struct {
		first, rows, distances int
		dS, a, u               view[T] // D S (rows x K), A, U
	}
	sides := []*side{{first: 0, rows: n, distances: 1}, {first: n, rows: m, distances: 2}}
	for _, s := range sides {
		s.dS = full(make([]T, s.rows*bins), s.rows, bins)
		s.a = full(make([]T, bins*bins), bins, bins)
		s.u = full(make([]T, bins*f), bins, f)
	}
	return apply(kernel[T]{
		name: "fused loss", scalar: true, wrt: []bool{true, false, false, false},
		run: func(out []T, in [][]T) {
			soft, phi := full(in[0], n+m, bins), full(in[3], n+m, f)
			gw2, feature := 0.0, 0.0
			for _, s := range sides {
				mine := soft.part(s.first, 0, s.rows, bins)
				d := in[s.distances]
				gemm(false, false, 1, full(d, s.rows, s.rows), mine, 0, s.dS)
				gemm(true, false, 1, mine, s.dS, 0, s.a)
				gemm(true, false, 1, mine, phi.part(s.first, 0, s.rows, f), 0, s.u)
				gw2 += squares(d) / float64(s.rows) / float64(s.rows)
				feature += squares(in[3][s.first*f:(s.first+s.rows)*f]) / float64(s.rows)
			}
			gw2 -= 2 * c * c * inner(sides[0].a.data, sides[1].a.data)
			feature -= 2 * c * inner(sides[0].u.data, sides[1].u.data)
			if parts != nil {
				*parts = lossParts{gw2, feature}
			}
			out[0] = T(u*gw2 + v*feature)
		},
		diff: func(in G.Nodes, out, grad *G.Node) G.Nodes {
			ds := apply(kernel[T]{name: "fused loss.soft", rows: n + m, cols: bins, run: func(out []T, in [][]T) {
				g := float64(in[0][0])
				to, phi := full(out, n+m, bins), full(in[1], n+m, f)
				for k, s := range sides {
					other := sides[1-k]
					mine := to.part(s.first, 0, s.rows, bins)
					gemm(false, false, T(-4*g*u*c*c), s.dS, other.a, 0, mine)
					gemm(false, true, T(-2*g*v*c), phi.part(s.first, 0, s.rows, f), other.u, 1, mine)
				}
			}}, grad, in[3], out)
			return G.Nodes{ds, nil, nil, nil}
		},
	}, soft, dx, dy, phi)
}

// guide is *weight times the mean squared difference of standardised scores and ranks
// (r x 1 each).
func guide[T Float](scores, ranks *G.Node, weight *float64) *G.Node {
	r := rowsOf(scores)
	return apply(kernel[T]{
		name: "guide", scalar: true, wrt: []bool{true, false},
		run: func(out []T, in [][]T) {
			sum := 0.0
			for i, s := range in[0] {
				d := float64(s - in[1][i])
				sum += d * d
			}
			out[0] = T(*weight * sum / float64(r))
		},
		diff: func(in G.Nodes, _, grad *G.Node) G.Nodes {
			return G.Nodes{apply(kernel[T]{name: "guide.scores", rows: r, cols: 1, run: func(out []T, in [][]T) {
				by := 2 * T(*weight) * in[0][0] / T(r)
				for i, s := range in[1] {
					out[i] = by * (s - in[2][i])
				}
			}}, grad, in[0], in[1]), nil}
		},
	}, scores, ranks)
}

func squares[T Float](v []T) float64 { return inner(v, v) }

// inner sums in double precision: GW² is a small difference of large sums.
func inner[T Float](a, b []T) float64 {
	b = b[:len(a)]
	s0, s1, k := 0.0, 0.0, 0
	for ; k+1 < len(a); k += 2 {
		s0 += float64(a[k]) * float64(b[k])
		s1 += float64(a[k+1]) * float64(b[k+1])
	}
	if k < len(a) {
		s0 += float64(a[k]) * float64(b[k])
	}
	return s0 + s1
}
