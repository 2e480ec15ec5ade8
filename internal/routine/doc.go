// Package routine is the one way in which the program starts goroutines.
//
// A panic on a goroutine of its own ends a Go program at once, with everything that a person has open.
// So only this package uses the statement "go": each of its functions catches a panic with the place
// where it arose, and passes it on as a [Panic]. If code waits for the work, the panic goes to that
// code ([Group], [Start]); otherwise it goes to a function that the caller names ([Go], [After]). A
// test of this package reads the whole program and fails where another file starts a goroutine.
//
// The package imports nothing of the program; every package may use it.
package routine
