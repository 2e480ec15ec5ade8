// Package train trains the amortised matcher (package amortized) on pairs of objects of the same category, whose
// part labels no step sees (paper, section "Amortized Unsupervised Matching").
//
// The standard network learns where points lie on upright objects: its loss is the mean squared difference from
// the truth, and the plan takes no part (opplaces.go). The paper's network learns scores by LapSum and the
// fused Gromov-Wasserstein loss of their soft plan.
//
// Animals and people (bodies.go) are learned beside objects where they are asked for. Their poses are random, and the truth is
// where a point lies on the body at rest.
//
// The network and its loss are a Gorgonia graph (graph.go). Its ops are kernels of our
// own (op.go), each with its gradient: dense layers on BLAS, attention of both streams at
// once, normalisation after a residual, GELU, the pooled context, the losses. The soft plan is never written out. They allocate
// nothing in a run. The same graph serves in double precision, where gradients are
// checked against differences.
//
// Shapes come from a Source: procedural ones without end, or the published ShapeNet-part
// set. Pairs are functions of the seed and their number (example.go), so a training that
// was stopped goes on with the same bits from its State (checkpoint.go), whatever the
// number of threads. Run is the loop: AdamW with a warm-up and half a cosine, gradients clipped by
// their norm, the temperature of the sort falling; after each epoch hard plans of
// validation pairs are judged, and the best weights are those of the lowest loss on them: part
// labels are only reported. They were used by hand: to choose the weights of features.go, and to compare
// those of the numbers that are cut.
package train
