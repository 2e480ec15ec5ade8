// Package verdict says how likely it is that a match is the one that is meant.
//
// Evidence is gathered from a solve: margins, losses, symmetries, distortion. A Model
// turns it into a probability: log odds that begin at a base, less the cost of each number.
// The cost follows a monotone curve, so a wider margin never makes a match less
// likely to be right. The curves are fitted to matches with a known truth (Fit) and kept in
// a file that people can read. A probability is always shown with its reasons.
//
// The package knows numbers only. Package trust gathers the evidence of a match, and package trial makes the matches
// to fit to.
package verdict
