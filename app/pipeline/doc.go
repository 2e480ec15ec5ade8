// Package pipeline makes a match from two references (files or "sample:horse/2"). The window
// and the command line both call it.
//
//	Load -> Space -> Solve -> Dense -> Register -> (present | export)
//
// Stages are immutable values. An [Engine] keeps the results of the slow stages by a key of
// their input, so that a change of a flip or a seed repeats only the stages that depend on it.
package pipeline
