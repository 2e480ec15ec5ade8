// Package stages tells where the time of a job goes: a tree of named stages with the wall time
// and the processor time of each.
//
// A caller that measures starts with [Record] and hands the context on. The called code calls [Begin]
// where a stage begins, and the function that Begin returns where the stage ends. [Of] returns the
// stages. Under a context that records nothing, all of them do nothing.
//
// The processor time is that of the whole process between beginning and end. Of stages that run side by
// side nobody can tell which used it: their processor time is not known, but that of the stage around
// them is.
//
// The package imports nothing of the program; every package may use it.
package stages
