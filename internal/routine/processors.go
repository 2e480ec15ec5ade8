package routine

import "runtime"

// Processors is how many processors the program may use for work. It is GOMAXPROCS as it was at the start: a
// program with a window raises that later, see [Answering].
var Processors = runtime.GOMAXPROCS(0)

// Answering lets Go run two goroutines more than there are processors for work. A goroutine that comes
// back from C, as that of a window does many times a picture, then finds a place at once, and the
// system shares the processors among the threads. Otherwise it waits behind all goroutines that
// calculate, up to some 10 ms each. Where the system allows it, all threads but the calling one get a lower
// priority, and threads that they start later inherit it. Call it on the window's thread, before OpenGL
// starts threads for the scene.
func Answering() {
	runtime.GOMAXPROCS(Processors + 2)
	giveWay()
}
