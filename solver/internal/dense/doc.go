// Package dense is the solvers' linear algebra: matrix products spread over
// threads, leading eigenpairs, and best rotations. It sits on gonum and gives
// gonum a fast BLAS where there is one.
//
// On Linux with cgo the package registers OpenBLAS for the matrix-matrix and
// large matrix-vector routines of blas64 and blas32 when it is imported, so
// everything in gonum/mat profits too; elsewhere (or with CGO_ENABLED=0) gonum's
// pure Go routines serve.
//
// Invariant: the same input gives the same bits whatever the number of threads, with the
// same kernels of OpenBLAS, which [Backend] names.
// OpenBLAS itself therefore runs single-threaded, and products are cut into row
// blocks whose size depends on the shape alone; threads only decide who computes
// which block.
package dense
