// Package amortized is the amortised matcher: a transformer that reads two shapes once
// and gives each of their points a score; sorting the scores is the plan (paper, section
// "Amortized Unsupervised Matching" and the appendix on its architecture). Nothing is
// optimised for the pair.
//
// A shape comes in as tokens (tokens.go): distances within its own cloud of points, so
// that neither rigid motions nor the order of points can matter. Both shapes go through
// the same weights, and what they know of each other is symmetric:
//
//	tokens    E = embedding(mlp(distances))        of each stream
//	encoder   S, SC, SC                            self-attention, then attention to the other
//	context   c = (C(X) + C(Y))/2                  a set encoder, the same for both
//	head      SC, SC on W [H | c], then w·h        one readout: s for X, t for Y
//
// Hence, by construction and to the last bit, G(X, X) is the identity, G(Y, X) is
// G(X, Y)', and permuted points give permuted plans.
//
// Config says which network it is, Layout which matrices it has, Weights holds them and
// reads and writes them as a file, with a model card and with statistics of what the
// model has seen, by which Unfamiliar says what it has not. Model runs it on an
// nn.Backend. Package amortized/train trains it.
package amortized
