// Package race runs methods on one pair and judges them by the same measures.
//
//	Parse "hierarchical,cg:warm,entropic:0.05" -> []Contestant
//	Run (pair, contestants) -> []Row, in the order of the contestants
//	Sorted, WriteCSV, WriteMarkdown, Figure
//
// A [Contestant] is a method with changes of the options; everything else that
// compares methods, such as the experiments, takes its contestants from here. Both
// spaces are computed once for each number of samples and shared by all who use
// that number; their time counts for each of them. Nothing is remembered from
// earlier matches, so that no time is that of a look into memory. By default one
// runs after the other, and times and memory are its own; side by side, they are
// shared and labelled so. What one of them cannot do is a row that says why, and
// the race goes on.
package race
