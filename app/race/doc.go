// Package race runs methods on one pair and judges them by the same measures.
//
//	Parse "hierarchical,cg:warm,entropic:0.05" -> []Contestant
//	Run (pair, contestants) -> []Row, in the order of the contestants
//	Sorted, WriteCSV, WriteMarkdown, Figure
//
// A [Contestant] is a method with changes of the options; everything else that
// compares methods, such as the experiments, takes its contestants from here. Both
// spaces are computed once for each number of samples and shared by all contestants
// with that number; their time counts for each. Results of earlier matches are not
// used, so that all times are measured. By default one contestant runs after the
// other, and has its times and memory for itself; side by side, times are shared and
// marked. If a contestant fails, its row says why, and the race goes on.
package race
