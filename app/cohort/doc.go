// Package cohort matches templates to many specimens, on one machine or on many, and makes
// the statistics of their shapes.
//
//	cohort.yaml   specimens, templates, options: written by New, edited by people (file.go)
//	inputs.json   facts about the files, so that they are not read again (inputs.go)
//	profiles/     profiles for lower bounds of distances (nearest.go)
//	pairs/        one result for each pair, named by a hash of all that it depends on (store.go)
//	matches/      files of single matches, where cohort.yaml asks to keep some
//	review.yaml   people's decisions on matches (review.go), written by the window
//	review/       maps that people found in place of the cohort's own (reviewmap.go)
//	thumbs/       pictures that the window draws; they can be removed at any time
//	results/      output of Merge: tables, meshes, landmarks, a report
//	slurm/        scripts of an array job and its logs (slurm.go)
//
// The pairs do not depend on each other. A worker takes pairs from the list (pairs.go),
// matches them (work.go), writes each result under another name, and renames it. So any number
// of processes may work at once, on any part of the list. They may do a pair twice, and may be
// killed at any time: in the end the folder holds the same bits, for any number of threads.
// Times have files of their own, because they differ each time.
//
// gwscope cohort run starts processes that match pairs (process.go). If a process crashes, only
// its pair fails.
//
// A pair that cannot be matched is a result too: a row that says why. The next run tries it
// again.
package cohort
