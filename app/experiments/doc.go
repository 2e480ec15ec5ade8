// Package experiments measures: it runs methods over many pairs with a known truth,
// judges them by the same measures, and prints the tables and figures of the paper
// (Shahbazi, Liu, He, Kolouri 2026, arXiv 2605.13753) with our figures beside the
// published ones.
//
// An [Experiment] is a list of cells, each of which measures one [Row], and a way to
// make tables and figures of rows. [Run] measures one cell after the other and writes after
// each, so that a run can be stopped at any time; the next run goes on from there:
//
//	Experiment (Cells) --Run--> NAME.json (rows), NAME.csv, NAME.md, figures
//
// Most cells match a pair by a contestant of package race; [Matches] makes them. Indices and
// positions help no method: the target of every pair is shuffled, turned, moved and scaled,
// with a seed, before any method gets it (disguise.go).
package experiments
