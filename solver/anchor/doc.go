// Package anchor matches shapes by their extremities: paws, noses, the ends of tails.
//
// The least Gromov-Wasserstein loss need not be the meant match between a horse and an
// elephant, whose parts have other shares of area and other proportions. Both
// have the same tips. The package finds them, tries every way to pair them, and
// keeps the pairing under which the two surfaces agree best:
//
//	Space --Tips--> []Extremity --Solve--> []Match, the best first
//
// A pairing makes features of samples comparable (feature.go): how far the tips are,
// and the angles at which their shortest paths arrive, which do not depend on proportions and
// tell a side from its mirror image. The pairings are ranked on few samples (rank.go);
// the best are refined by bijective ZoomOut (zoomout.go) in a diffusion basis of the
// samples (basis.go) and scored (score.go); lesser tips, such as ears, are paired where
// that makes a better match (grow.go); those that are left are finished on more samples
// and carried to all of them (extend.go). No step asks for equal mass: a
// trunk has no counterpart of its size on a cat.
//
// Places that somebody has pinned on both shapes count as extremities whose partners
// are known, and every match is made to honour them (pin.go). Solves of one pair that
// follow each other share work (memory.go).
//
// Everything gives the same bits for any number of threads, and neither the order of
// vertices nor place, turn or size of a shape matter.
package anchor
