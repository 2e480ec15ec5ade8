// Package lapsum is the soft sort that lets a slicer learn: LapSum (Struski,
// Bednarczyk, Podolak and Tabor 2025), here with point masses and any number of
// bins.
//
// Scores s (n) with masses a (n, sum 1) are spread by a Laplace kernel of width τ,
// the temperature. Thresholds b_1 < ... < b_{K-1} cut the spread mass into K equal
// bins,
//
//	Σ_i a_i F((b_k - s_i)/τ) = k/K ,  F(u) = e^u/2 (u <= 0), 1 - e^-u/2 (u > 0),
//
// and S_ik = F((b_k - s_i)/τ) - F((b_{k-1} - s_i)/τ), with b_0 = -∞ and b_K = +∞, is
// the share of point i that lies in bin k. Rows of S sum to 1, columns weighted by
// a to 1/K. For K = n and equal masses S is the paper's soft permutation matrix
// (arXiv 2605.13753, section 4.3), and for τ -> 0 the permutation that sorts.
//
// Everything costs O(n log n + K) but for S itself: dense O(n K), or [Band] with
// only the entries that matter. All is generic over float32 and float64; thresholds
// are always found in float64 and stored relative to a score near by, so that both
// precisions hold from temperatures of 1e-8 to 1e3 times the spread of the scores.
package lapsum
