// Package vector is the pointwise work of transformers on whole rows: the exponentials
// of a softmax, the Gaussian error linear unit, layer normalisation. Between the matrix
// products they would otherwise take most of the time.
//
// In single precision on Linux and Windows they are written in C with vectors of eight numbers
// (vector.c), for the widest instructions that the processor has; everywhere else, and
// in double precision, they are plain loops.
package vector
