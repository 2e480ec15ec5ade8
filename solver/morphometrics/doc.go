// Package morphometrics is the statistics of shapes whose points correspond: landmarks, or
// the vertices of meshes in one connectivity.
//
//	Procrustes   generalised Procrustes analysis: position, size and turn taken away
//	Components   principal components of the aligned shapes
//	Scaling      classical multidimensional scaling of a matrix of distances
//	Dendrogram   average linkage of such a matrix
//
// A configuration is a slice of p points; all configurations of one analysis have their
// points in one order. Nothing here is random, and nothing depends on the number of threads:
// the same input gives the same bits. Bad input is an error; nothing panics on numbers that
// are not finite.
package morphometrics
