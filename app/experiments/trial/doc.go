// Package trial makes pairs of shapes on which matching fails in all ways that are known,
// with their truth: for fitting the verdict on a match (package solver/verdict) and for
// testing it. A trial is a base, such as two poses of a cat, and a harm done to it, such as
// a leg cut off. Bases belong to families; a family that serves for fitting never serves for
// testing. The same trial gives the same bits each time.
package trial
