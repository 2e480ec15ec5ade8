// Package pipeline runs the program's one job: from two references (files or
// "sample:horse/2") to a match that can be looked at, questioned and exported.
// The window and the command line both call it, and nothing else does the job.
//
//	Load -> Space -> Solve -> Dense -> Register -> (present | export)
//
// Stages are immutable values. An [Engine] keeps the results of the slow ones by
// a key of what went in, so that changing a colour, a flip or a seed repeats
// only what depends on it.
package pipeline
