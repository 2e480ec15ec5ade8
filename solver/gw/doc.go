// Package gw has the parts that all Gromov-Wasserstein methods share: the coupling
// [Plan], the GW loss and its gradient, linear assignment and transport, and
// conditional gradient.
//
// A [Problem] is two spaces prepared once and descended many times. Its
// [Problem.ConditionalGradient] polishes a plan, [Problem.UpsampleAssign] carries a
// plan of few samples to many, [Problem.Fused] adds costs of matching points to the
// objective. [Assignment] and [Transporter] solve the linear problems inside, exactly,
// and keep their duals to prove it. For full plans there are [SinkhornSolver], which
// solves entropic problems, [Linearization], which follows the gradient, and [Round],
// which makes marginals exact.
//
// Everything is deterministic: the same input gives the same bits whatever the
// number of threads. Losses and decisions are in double precision; the costs of
// linear problems inside descents are in single.
//
// Notation. X has n points with distances DX (n x n) and weights a (n); Y has m,
// DY and b. A plan P (n x m) is non-negative with P 1 = a and P' 1 = b. The loss
//
//	L(P) = Σ (DX_ii' - DY_jj')² P_ij P_i'j' = a'(DX∘DX)a + b'(DY∘DY)b - 2 <DX P DY, P>
//
// is the squared quantity and is called GW² wherever a person reads it.
package gw
