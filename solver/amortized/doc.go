// Package amortized is the amortised matcher: a transformer that reads two shapes once
// and tells numbers of each of their points, whose sort is the plan (paper, section
// "Amortized Unsupervised Matching" and the appendix on its architecture). No network is
// trained for the pair.
//
// A shape comes in as tokens (tokens.go): distances within its own cloud of points, so
// that neither rigid motions nor the order of points can matter. Both shapes go through
// the same weights, and what they know of each other is symmetric:
//
//	tokens    E = embedding(mlp(distances))        of each stream
//	encoder   blocks                               self-attention, or attention to the other too
//	context   c = (C(X) + C(Y))/2                  a set encoder, the same for both
//	head      blocks on W [H | c]
//	readout   W h                                  one for both
//
// There are two networks (Config). The paper's has an encoder S, SC, SC, a head SC, SC and one number as its readout, a
// score: its sort is the plan. One number is a bottleneck: it ends at an order like that of heights. The
// standard network has an encoder S, S, S and tells of each point its place (places.go): where it
// lies on the upright object. Then:
//
//	pose      the frame in which the points lie as told (pose.go), and others that may be meant
//	numbers   d = 6 of each point: position and normal in that frame (upright.go)
//	choice    of poses, and of left and right: the least GW² (choose.go)
//	cut       the hierarchical slicer cuts the numbers of both shapes together; the order of the pieces is the sort
//	exchange  neighbours along a line exchange their partners where both together gain (exchange.go)
//
// A network that has learned bodies as well (Config.Rest) tells whether a shape bends at joints, and if so where its points lie on the body
// at rest. Of two such shapes no pose is looked for: left and right are found (rest.go), and the told places are cut.
//
// With either, G(X, X) is the identity by construction, G(Y, X) is G(X, Y)', permuted points give permuted
// plans, and rigid motions change nothing.
//
// Config says which network it is, Layout which matrices it has, Weights holds them and
// reads and writes them as a file, with a model card and with statistics of what the
// model has seen, by which Unfamiliar says what it has not. Model runs it on an
// nn.Backend. Package amortized/train trains it.
package amortized
