// Package glcompute is the nn.Backend on a graphics card, by OpenGL 4.3 compute
// shaders in single precision (kernels/*.glsl).
//
// The owner of a context lends it as a [Device]; the package knows no windows.
// Calls of the backend only queue up their kernels; the queue goes to the driver
// when it is long enough or something is read back. In a training step that is the
// loss, the norm of the gradient, and the scores for whoever wants to look at
// them: the soft sort sorts on the device.
//
// Sums run in an order that depends on shapes alone, so that the same device gives
// the same bits for the same calls. Another device may round otherwise.
//
// Once the context is lost or the driver reports an error, Err says so, kernels do
// nothing, and values that are read back are NaN.
package glcompute
