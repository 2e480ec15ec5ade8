// Package gpu lends graphics cards to the solver: it puts render/glctx's contexts
// behind solver/nn/glcompute's Device, which know nothing of each other.
package gpu
