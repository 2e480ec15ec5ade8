// Package nn computes for neural slicers: it has a [Backend] that holds tensors
// and runs the kernels of a training step, and the networks, written once against
// it.
//
// Everything bulky stays where the backend keeps it, because a device would spend its
// time on copies otherwise: tensors go up when they are made, and what comes back
// in a step are scalars (a loss, a norm) and, when asked for, the scores. Kernels
// are coarse for the same reason: a dense layer with bias, activation and residual
// is one, so is a soft sort.
//
// Package cpu implements the seam on BLAS, package glcompute on graphics cards by
// OpenGL compute shaders; package backendtest holds the suite that
// every backend must pass.
package nn
