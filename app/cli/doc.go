// Package cli is the command line: one file for each command, all on the same
// pipeline as the window. Results go to files and to stdout, warnings and progress to
// stderr. A progress line is drawn only on a terminal. Exit codes: 0 done, 1 failed with
// one line that says why, 2 called wrongly.
package cli
