// Package experiments measures: it runs methods over many pairs with a known truth,
// judges them by the same measures, and prints the tables and figures of the paper
// (Shahbazi, Liu, He, Kolouri 2026, arXiv 2605.13753) with our figures beside the
// published ones.
//
// An [Experiment] is a list of cells, each of which measures one [Row], and a way to
// make tables and figures of rows. [Run] walks the cells and writes after each, so that
// a run may end at any time, and goes on where it was:
//
//	Experiment (Cells) --Run--> NAME.json (rows), NAME.csv, NAME.md, figures
//
// Most cells match a pair by a contestant of package race; [Matches] makes them. No
// pair can be won by index: the target of every pair is shuffled, turned, moved and
// scaled with a seed before anything sees it (disguise.go).
package experiments
