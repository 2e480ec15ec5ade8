// Package stages tells where the time of a job goes: a tree of named stages with the wall time
// and the processor time of each.
//
// A caller that measures starts with [Record] and hands the context on. The code on the way
// calls [Begin] where a stage begins and the function that it returns where it ends; [Of]
// tells the stages. Under a context that records nothing all of them do nothing.
//
// The processor time is that of the whole process between beginning and end. Of stages that
// run side by side nobody can tell which one used it, so that theirs is not known, and that of
// the stage around them is.
//
// The package knows nothing of the rest of the program; everybody may use it.
package stages
