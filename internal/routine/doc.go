// Package routine is the one way in which the program starts goroutines.
//
// A panic on a goroutine of its own ends a Go program at once, with everything that a
// person has open. So nothing but this package says "go": each of its functions catches a
// panic together with the place where it arose, and hands it, as a [Panic], to somebody who can tell
// of it. Work that somebody waits for raises the panic again where it is waited for
// ([Group], [Start]); work that nobody waits for names who hears of it ([Go], [After]).
// A test of this package reads the whole program and fails where another file starts a
// goroutine.
//
// The package knows nothing of the rest of the program; everybody may use it.
package routine
