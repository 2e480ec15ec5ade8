// Package semidefinite solves the semidefinite relaxation of the Gromov-Wasserstein
// problem for a few dozen points.
//
// # The relaxation
//
// With x = vec(P) of a plan P (n x m) and X in place of x x', Chen, Nguyen, Koh and
// Soh (Semidefinite Relaxations of the Gromov-Wasserstein Distance, 2024, arXiv
// 2312.14572) minimise Σ (DX_ik - DY_jl)² X_(ij)(kl) subject to
//
//	Y = [1 x'; x X] ⪰ 0,  x >= 0,  X >= 0,  P in Π(a, b),
//	Σ_l X_(ij)(kl) = a_k x_ij,  Σ_k X_(ij)(kl) = b_l x_ij .
//
// # Facial reduction
//
// The marginals say that Y annihilates n + m vectors, so no feasible Y is positive
// definite and a solver that knows nothing of it crawls. Every feasible Y is V R V'
// instead, with R ⪰ 0 of size (n-1)(m-1) + 1 and V an orthonormal basis of the space that is
// left (Zhao, Karisch, Rendl, Wolkowicz 1998 for assignments). All equations then
// hold by construction but Y_00 = 1. [Lift] has V as reflections, never as a matrix.
//
// # The splitting
//
// [Solver] alternates between R ⪰ 0, one eigendecomposition, and 0 <= Y <= u, a
// clipping, with a multiplier Z for Y = V R V' (Oliveira, Wolkowicz, Xu 2018, ADMM
// for the SDP relaxation of the QAP).
//
// # The bound
//
// After the step in R, V'ZV ⪯ 0 whatever the iteration's state, so for the y = (1, x)
// of every plan y'Cy >= y'(C+Z)y. [Lift.Bound] bounds the right side from below over
// plans by one transport problem for each pair (i, j) and one more, in the way of
// Gilmore and Lawler. It needs no convergence and is exact in the limit.
package semidefinite
