package nn

import "context"

// Activation is a pointwise function at the end of a dense layer.
type Activation int

// The activations. Cosine makes a dense layer with fixed random weights a layer
// of random Fourier features (Rahimi and Recht 2007); GELU is z Φ(z) with the Gaussian's
// own Φ (Hendrycks and Gimpel 2016).
const (
	Identity Activation = iota
	ReLU
	SiLU
	Tanh
	Cosine
	GELU
)

// Backend holds tensors and runs kernels on them, one goroutine at a time, in
// the order of the calls. Unless stated otherwise, tensors of one call do not
// overlap. Wrong shapes are mistakes of the program and panic.
type Backend interface {
	// Name is for people: "CPU, 2 threads, OpenBLAS".
	Name() string
	// New is a tensor of zeros. All memory is released by Close.
	New(rows, cols int) Tensor
	// Upload and Download copy whole tensors, rounding to the backend's precision.
	Upload(t Tensor, values []float64)
	Download(values []float64, t Tensor)
	// UploadSingle and DownloadSingle do so with values in single precision.
	UploadSingle(t Tensor, values []float32)
	DownloadSingle(values []float32, t Tensor)

	// Copy sets to (same shape) to from.
	Copy(to, from Tensor)
	// Gemm is c = alpha op(a) op(b) + beta c, where op transposes if asked to.
	Gemm(c, a Tensor, transA bool, b Tensor, transB bool, alpha, beta float64)
	// Dot is Σ a∘b of two tensors of the same shape, read back.
	Dot(a, b Tensor) float64

	// Linear is out = act(pre) + residual, pre = in weight' + bias, for in (r x p),
	// weight (q x p), bias (1 x q), the rest r x q. pre, residual and bias may be none.
	// A backward pass needs pre unless act is Identity; for ReLU it may be out
	// itself if there is no residual.
	Linear(out, pre, in, weight, bias, residual Tensor, act Activation)
	// LinearBackward takes gradient dOut (r x q), which becomes that of pre, to dIn = beta dIn + ...,
	// dWeight and dBias, any of which may be none. The residual's gradient is dOut as it came.
	LinearBackward(dIn, dWeight, dBias, dOut, pre, in, weight Tensor, act Activation, beta float64)
	// Norm is layer normalisation of every row, out = gain (in - mean)/√(variance + 1e-5)
	// + bias (Ba, Kiros and Hinton 2016); stats (r x 2) keeps mean and reciprocal deviation.
	Norm(out, stats, in, gain, bias Tensor)
	// NormBackward is dIn = beta dIn + ..., and sets dGain and dBias.
	NormBackward(dIn, dGain, dBias, dOut, stats, in, gain Tensor, beta float64)
	// Dropout zeroes elements of t with probability rate and divides the others by
	// 1 - rate. The same seed gives the same mask, so the backward pass is the same call.
	Dropout(t Tensor, rate float64, seed uint64)

	// Attention is out_h = softmax(q_h k_h'/√w + log mass) v_h for each of the heads h, which
	// have w = width/heads neighbouring columns each, for q and out (r x width), k and v (c x
	// width), mass (c x 1, positive; none: all the same). The r x c weights are never whole in
	// memory. Heads are at most 128 wide.
	Attention(out, q, k, v, mass Tensor, heads int)

	// Standardize is out = (in - mean)/√(variance + 1e-12) of a column (n x 1), with masses
	// (n x 1, sum 1); stats (1 x 2) keeps mean and deviation.
	Standardize(out, stats, in, mass Tensor)
	// StandardizeBackward is dIn for dOut.
	StandardizeBackward(dIn, dOut, out, stats, mass Tensor)

	// SoftSort is LapSum (package lapsum) of scores (n x 1) with masses (n x 1) at
	// temperature tau: soft (n x K) are the shares of bins, kernel (n x K) the values that
	// SoftSortBackward needs. Where scores are not finite, so are the shares.
	SoftSort(soft, kernel, scores, mass Tensor, tau float64)
	// SoftSortBackward is dScores (n x 1) for dSoft (n x K).
	SoftSortBackward(dScores, dSoft, kernel, mass Tensor, tau float64)

	// Adam is one step of Adam on all parameters (1 x p each).
	Adam(param, grad, moment, square Tensor, step AdamStep)

	// Bind makes ctx the one that ends all work early: once it is done, kernels may
	// leave rubbish in their results. hold, unless it is nil, is called with it between
	// pieces of the work, by several goroutines at once, and may wait.
	Bind(ctx context.Context, hold func(context.Context))
	// Err tells why the backend no longer works, such as a lost device; nil while it does.
	Err() error
	// Close releases the backend and all its tensors.
	Close()
}

// AdamStep are the numbers of one step of Adam (Kingma and Ba 2015) or AdamW (Loshchilov and
// Hutter 2019). Gradients are first multiplied by Scale, which is how a
// clipped norm is done without another pass:
//
//	m = β₁m + (1-β₁)g, v = β₂v + (1-β₂)g², p -= Rate (m/(1-β₁ᵗ) / (√(v/(1-β₂ᵗ)) + ε) + Decay p)
type AdamStep struct {
	Rate         float64 // learning rate of this step
	Beta1, Beta2 float64
	Epsilon      float64
	Decay        float64 // decoupled weight decay; 0 is plain Adam
	Scale        float64
	Step         int // t, from 1
}
