// Package gpu lends graphics cards to the solver: it makes a solver/nn/glcompute Device of a
// render/glctx context. These two packages do not know each other.
package gpu
