// Package paths finds shortest paths along the edges of a graph from sixteen sources at once.
//
// A search from one source takes nodes from a heap, in the order of their distance. Sources
// that lie near each other would take them in nearly the same order. So one of them searches,
// and the others are carried along its order in sweeps, forth and back: each node whose
// distances have fallen offers its neighbours a way through it, for all sources by the same
// few instructions. The sweeps end when nothing falls any more.
//
// A distance is then the least rounded sum over all paths, as from a heap: rounding keeps
// order, so every way of taking nodes ends at the same bits.
package paths
